// Package approvals asks people for a yes or no and takes their answers: it stores what
// approvals/decision makes of a request by compare-and-set, and then says and does what
// follows. Decisions go to the suspended turn, or to whoever asked from outside.
package approvals

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"bridge/approvals/binding"
	"bridge/approvals/prompt"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/core/queue"
)

// slack is added to the life of a request whose prompts have not been handed
// over yet: its time to live starts with the first hand-over, which a mail
// server may delay as long as sends are tried.
const slack = 48 * time.Hour

// Options are the parts the approvals work with. All are required.
type Options struct {
	Store     Store
	Directory message.Directory
	Lanes     queue.Lanes
	Rules     Rules            // the defaults of [approvals]
	Set       *rules.Set       // the rules over these defaults; nil: there are none
	Channels  []prompt.Channel // in the order of the configuration
	// ReplyWindow is how long after a prompt on a phone a bare yes or no may be the
	// answer to it, if nothing was said there since; zero: never.
	ReplyWindow time.Duration
	Follow      Follow
	Observer    Observer // nil: nobody hears of anything
	Now         func() time.Time
	Rand        io.Reader // codes
	Log         *slog.Logger
	// Page returns the link to the approval page of one approver, "" where there are no
	// pages. It may be nil.
	Page func(message.ApprovalID, message.PersonID) string
	// Memory keeps what stood below earlier mails of an address. It may be nil: nothing is
	// learned then.
	Memory binding.Memory
}

// Service asks people and takes their answers. Create it with New.
type Service struct {
	o      Options
	pace   pace
	wake   chan struct{} // a request was made or changed: look at the clock again
	sleeps atomic.Int64  // until when the clock does, in microseconds; 0 while it is awake
	watch  watch
	finder *binding.Finder
	desk   prompt.Desk
}

// New returns the approvals.
func New(o Options) *Service {
	if o.Observer == nil {
		o.Observer = Unheard{}
	}
	if o.Page == nil {
		o.Page = func(message.ApprovalID, message.PersonID) string { return "" }
	}
	named := func(p message.PersonID) bool {
		return slices.Contains(o.Rules.Approvers, p) || o.Set != nil && slices.Contains(o.Set.Approvers(), p)
	}
	return &Service{
		o: o, wake: make(chan struct{}, 1),
		finder: &binding.Finder{Store: o.Store, Memory: o.Memory, Named: named, ReplyWindow: o.ReplyWindow, Now: o.Now, Log: o.Log},
		desk:   prompt.Desk{Channels: o.Channels, Page: o.Page},
	}
}

// Recall makes a mail ready to be read (binding.Finder.Recall).
func (s *Service) Recall(ctx context.Context, r binding.Reply) (binding.Reply, error) {
	return s.finder.Recall(ctx, r)
}

// Learn keeps the signature that a mail names (binding.Finder.Learn).
func (s *Service) Learn(ctx context.Context, r binding.Reply, blocks []string) error {
	return s.finder.Learn(ctx, r, blocks)
}

// Bind finds the request that a reply belongs to (binding.Finder.Bind).
func (s *Service) Bind(ctx context.Context, r binding.Reply) (binding.Bound, error) {
	return s.finder.Bind(ctx, r)
}
