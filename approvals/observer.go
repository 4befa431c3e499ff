package approvals

import (
	"context"
	"encoding/json"
	"errors"

	"bridge/approvals/request"
	"bridge/core/queue"
)

// Follow says what follows from a decision. It may be asked again after a crash, and then
// gives the same items.
type Follow interface {
	// Injection returns the inbox item that resumes the turn of a decided request. Its id
	// is the request's id: forwarding twice is once.
	Injection(r request.Record) (queue.Item, error)
	// Also returns what else follows, with the injection.
	Also(r request.Record) ([]queue.Item, error)
	// Document is a request as the API shows it: what a callback gets.
	Document(r request.Record) (json.RawMessage, error)
}

// Observer hears what becomes of requests.
type Observer interface {
	// Audit appends to the audit log.
	Audit(ctx context.Context, what string, r request.Record, why ...string) error
	// Decided hears of every decision, for metrics; again where what follows from it is done
	// again after a crash.
	Decided(r request.Record)
	// Happened hears what happened to open requests, for metrics: one of the Happenings.
	Happened(what string)
	// Alert tells the operator, once for each key.
	Alert(ctx context.Context, key, text string)
}

// Unheard is an Observer for whom nothing matters.
type Unheard struct{}

// Audit implements Observer, as the others do.
func (Unheard) Audit(context.Context, string, request.Record, ...string) error { return nil }

// Decided does nothing.
func (Unheard) Decided(request.Record) {}

// Happened does nothing.
func (Unheard) Happened(string) {}

// Alert does nothing.
func (Unheard) Alert(context.Context, string, string) {}

// The Happenings: what happens to open requests, for metrics.
const (
	HappenedHeld      = "held" // enough have said yes, and the grace has begun
	HappenedTakenBack = "taken back"
	HappenedReminded  = "reminded"
	HappenedEscalated = "escalated"
	HappenedObjection = "objection"
)

// Happenings are all that an Observer may hear.
var Happenings = []string{HappenedHeld, HappenedTakenBack, HappenedReminded, HappenedEscalated, HappenedObjection}

// meter tells the metrics what a change that is stored has brought.
func (s *Service) meter(was, is request.Record) {
	for what, yes := range map[string]bool{
		HappenedHeld:      was.HeldUntil.IsZero() && !is.HeldUntil.IsZero(),
		HappenedTakenBack: was.State == request.Pending && is.TakenBack(),
		HappenedReminded:  is.Reminded > was.Reminded,
		HappenedEscalated: is.Escalation != nil && !is.Escalation.Began.IsZero() && was.Escalation != nil && was.Escalation.Began.IsZero(),
		HappenedObjection: len(is.Objections) > len(was.Objections),
	} {
		if yes {
			s.o.Observer.Happened(what)
		}
	}
}

// Resumes is a Follow that only resumes turns: nobody else is told, and nobody gets
// callbacks.
type Resumes func(request.Record) (queue.Item, error)

// Injection calls f.
func (f Resumes) Injection(r request.Record) (queue.Item, error) { return f(r) }

// Also returns nothing.
func (Resumes) Also(request.Record) ([]queue.Item, error) { return nil, nil }

// Document is an error.
func (Resumes) Document(request.Record) (json.RawMessage, error) {
	return nil, errors.New("nobody gets callbacks")
}
