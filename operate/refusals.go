package operate

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"bridge/core/message"
)

// mostRefusals bounds the kinds of refusals, and the domains, that a node counts.
const mostRefusals = 200

// Refused is how often a channel has refused messages for a reason, since the start of
// this node.
type Refused struct {
	Channel message.ChannelName `json:"channel"`
	Reason  string              `json:"reason"`
	Count   int                 `json:"count"`
}

// Refusals counts what was refused. It lives in memory.
type Refusals struct {
	mu      sync.Mutex
	counts  map[Refused]int // of Refused without Count
	domains map[Refused]int // the same with a domain of our own people as the reason
}

// Note counts one refusal, and returns how many there were for that reason.
func (r *Refusals) Note(ch message.ChannelName, reason string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return add(&r.counts, Refused{Channel: ch, Reason: reason})
}

// Unproven counts that mail of an address was refused whose sender we know or whose
// domain is our own.
func (r *Refusals) Unproven(ch message.ChannelName, from message.Address, own bool) {
	if !own {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v := from.Value()
	add(&r.domains, Refused{Channel: ch, Reason: strings.ToLower(v[strings.LastIndexByte(v, '@')+1:])})
}

func add(m *map[Refused]int, k Refused) int {
	if *m == nil {
		*m = map[Refused]int{}
	}
	if _, there := (*m)[k]; !there && len(*m) >= mostRefusals {
		return 0
	}
	(*m)[k]++
	return (*m)[k]
}

// List returns the counts, by channel and reason.
func (r *Refusals) List() []Refused {
	r.mu.Lock()
	defer r.mu.Unlock()
	return sorted(r.counts)
}

// Hints say of which domains of our own people mail was refused.
func (r *Refusals) Hints() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var hints []string
	for _, d := range sorted(r.domains) {
		hints = append(hints, fmt.Sprintf("channels.%s: mail of %s was refused (%d since the start), because nothing proves its senders: "+
			"have it signed by DKIM or covered by SPF, or name the server that checks it in auth.trusted_authserv", d.Channel, d.Reason, d.Count))
	}
	return hints
}

func sorted(m map[Refused]int) []Refused {
	list := []Refused{}
	for k, n := range m {
		k.Count = n
		list = append(list, k)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Channel < b.Channel || a.Channel == b.Channel && a.Reason < b.Reason
	})
	return list
}
