package operate

import (
	"sort"
	"sync"
	"time"

	"bridge/core/excerpt"
	"bridge/core/message"
)

// A channel is said to send nothing after so many attempts in a row, of whatever messages, over
// at least so long; at once where its credentials or settings are wrong: nobody has to see a restart
// of a mail server.
const (
	failsAfter = 3
	failsFor   = 10 * time.Second
)

// Sending is how the attempts of a channel to send go on this node.
type Sending struct {
	Channel message.ChannelName `json:"channel"`
	// Kind is how the last attempt ended: config, unreachable or throttled; "": well, or for
	// reasons of its message.
	Kind     message.SendKind `json:"kind,omitempty"`
	Failures int              `json:"failures,omitempty"` // in a row, without those that were throttled
	Since    time.Time        `json:"since,omitzero"`     // of the first of them
	Error    string           `json:"error,omitempty"`    // ≤ 500 bytes, the provider's own words: for operators only
	LastSent time.Time        `json:"lastSent,omitzero"`
	told     bool
}

// Senders are they, by channel. They live in memory.
type Senders struct {
	Now func() time.Time

	mu sync.Mutex
	m  map[message.ChannelName]Sending
}

// SendChange is what an attempt changed that operators are to hear of.
type SendChange int

// The changes.
const (
	SendsAsBefore SendChange = iota
	SendsNothing             // the channel cannot send
	SendsAgain
)

// Tried notes how an attempt ended: a nil error is a message that was handed over. words are the
// error's, without the address of the recipient.
func (s *Senders) Tried(ch message.ChannelName, err *message.SendError, words string) (Sending, SendChange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = map[message.ChannelName]Sending{}
	}
	x, now := s.m[ch], s.Now()
	x.Channel = ch
	change := SendsAsBefore
	switch {
	case err != nil && (err.Kind == message.SendConfig || err.Kind == message.SendUnreachable):
		if x.Failures++; x.Failures == 1 {
			x.Since = now
		}
		x.Kind, x.Error = err.Kind, excerpt.Cut(words, 500)
		if !x.told && (err.Kind == message.SendConfig || x.Failures >= failsAfter && now.Sub(x.Since) >= failsFor) {
			x.told, change = true, SendsNothing
		}
	case err != nil && err.Kind == message.SendThrottled:
		if x.Kind == "" {
			x.Since = now
		}
		x.Kind, x.Error = err.Kind, excerpt.Cut(words, 500)
	default: // somebody took it, or refused this one
		if x.told {
			change = SendsAgain
		}
		last := x.LastSent
		if err == nil {
			last = now
		}
		x = Sending{Channel: ch, LastSent: last}
	}
	s.m[ch] = x
	return x, change
}

// List returns them by name.
func (s *Senders) List() []Sending {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Sending, 0, len(s.m))
	for _, x := range s.m {
		out = append(out, x)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Channel < out[j].Channel })
	return out
}
