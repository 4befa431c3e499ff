package operate

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
	"bridge/store"
)

// Status is what `bridge status` shows.
type Status struct {
	Version   string                     `json:"version"`
	Node      string                     `json:"node"`
	StartedAt time.Time                  `json:"startedAt"`
	Config    Configuration              `json:"config"`
	Ready     Readiness                  `json:"ready"`
	Store     store.Description          `json:"store"`
	StoreDown string                     `json:"storeDown,omitempty"` // why the store cannot write
	Owns      []string                   `json:"owns"`                // the work with one owner that this node does
	Pauses    []store.Pause              `json:"pauses"`
	Breakers  []turns.BreakerState       `json:"breakers"` // of the agents, as this node sees them
	Queues    map[queue.Name]queue.Depth `json:"queues"`
	Sends     map[outbox.State]int       `json:"sends"`
	Approvals int                        `json:"approvalsPending"`
	Handovers int                        `json:"handovers"`     // conversations that people answer, as far as 1000
	Ledger    int64                      `json:"ledgerEntries"` // about approvals
	// Suppressions is how many addresses get no more messages.
	Suppressions int     `json:"suppressions"`
	Backup       *Backup `json:"backup,omitempty"` // nil: none are made by a schedule
	// Refused is what this node has refused since its start, by channel and reason.
	Refused []Refused `json:"refused"`
	// Hints say what the configuration of a channel should say, by what it has seen.
	Hints []string `json:"hints,omitempty"`
	// Certificates say until when those of the listeners of channels are valid.
	Certificates map[message.ChannelName]time.Time `json:"certificates,omitempty"`
	// Sending is how the attempts to send go on this node, by channel.
	Sending []Sending `json:"sending"`
}

// Ready says whether the bridge can take messages.
func (desk *Desk) Ready() Readiness { return desk.o.Node.Ready() }

// Status gathers the state of the whole bridge. An error means that the store
// does not answer; what is known without it is returned all the same.
func (desk *Desk) Status(ctx context.Context) (Status, error) {
	s := Status{
		Version: desk.o.Version, Config: desk.o.Config, Node: desk.o.Name, StartedAt: desk.o.Node.StartedAt(), Ready: desk.o.Node.Ready(), Store: desk.o.Store.Describe(),
		Owns: desk.o.Node.Owns(), Breakers: desk.o.Node.Breakers(), Pauses: append([]store.Pause{}, desk.o.Pauses.List()...),
	}
	if err := desk.o.Store.Healthy(); err != nil {
		s.StoreDown = err.Error()
	}
	for _, ad := range desk.o.Adapters {
		if c, ok := ad.(adapters.Certified); ok {
			if ends := c.CertificateEnds(); !ends.IsZero() {
				if s.Certificates == nil {
					s.Certificates = map[message.ChannelName]time.Time{}
				}
				s.Certificates[ad.Name()] = ends
				s.Hints = append(s.Hints, certificateHints(ad.Name(), ends, desk.o.Now())...)
			}
		}
		if h, ok := ad.(adapters.Hinting); ok {
			for _, hint := range h.Hints(ctx) {
				s.Hints = append(s.Hints, fmt.Sprintf("channels.%s: %s", ad.Name(), hint))
			}
		}
	}
	s.Refused, s.Sending = desk.o.Refusals.List(), desk.o.Senders.List()
	s.Hints = append(s.Hints, desk.o.Refusals.Hints()...)
	var err error
	if s.Backup, err = desk.o.Node.Backup(ctx); err != nil {
		return s, err
	}
	if s.Backup != nil && s.Backup.Overdue {
		s.Hints = append(s.Hints, "backup: the last one is older than two periods of the schedule; status says why")
	}
	unasked, err := desk.unasked(ctx)
	if err != nil {
		return s, err
	}
	s.Hints = append(s.Hints, unasked...)
	if s.Queues, err = desk.o.Store.Depth(ctx); err != nil {
		return s, err
	}
	if s.Sends, err = desk.o.Store.SendsByState(ctx); err != nil {
		return s, err
	}
	if s.Approvals, err = desk.o.Store.Pending(ctx); err != nil {
		return s, err
	}
	open, err := desk.o.Store.Handovers(ctx, handover.Filter{})
	if err != nil {
		return s, err
	}
	s.Handovers = len(open)
	chains, err := desk.o.Store.Chains(ctx)
	if err != nil {
		return s, err
	}
	for _, c := range chains {
		s.Ledger += c.Head.Seq - c.Anchor.Seq
	}
	if s.Suppressions, err = desk.o.Store.CountSuppressed(ctx); err != nil {
		return s, err
	}
	return s, nil
}

// renewBefore is how long before its end a certificate should have been renewed: those who renew by
// themselves do so a month before.
const renewBefore = 14 * 24 * time.Hour

// unasked names the approvers none of whose addresses decides: nobody can ask them.
func (desk *Desk) unasked(ctx context.Context) ([]string, error) {
	var all []string
	for _, id := range desk.o.Approvers {
		p, ok, err := desk.o.Voters.Person(ctx, id)
		if err != nil {
			return nil, err
		}
		if ok && len(p.Addresses) == 0 {
			all = append(all, string(id))
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return []string{"approvals: none of the addresses of " + strings.Join(all, ", ") + " decides, so they are not asked: bridge people show says why, bridge people verify sends a code"}, nil
}

// certificateHints say that the certificate of a channel's listener has expired, or soon will.
func certificateHints(ch message.ChannelName, ends, now time.Time) []string {
	switch left := ends.Sub(now); {
	case left <= 0:
		return []string{fmt.Sprintf("channels.%s: the certificate of listen.cert has expired at %s: peers that check it send nothing; renew its files, they are read again by themselves", ch, ends.UTC().Format(time.DateTime))}
	case left < renewBefore:
		return []string{fmt.Sprintf("channels.%s: the certificate of listen.cert expires at %s: renew its files, they are read again by themselves", ch, ends.UTC().Format(time.DateTime))}
	}
	return nil
}
