package approvals

import "bridge/approvals/request"

// The Happenings: what happens to open requests, for metrics.
const (
	HappenedHeld      = "held" // enough have said yes, and the grace has begun
	HappenedTakenBack = "taken back"
	HappenedReminded  = "reminded"
	HappenedEscalated = "escalated"
	HappenedObjection = "objection"
)

// Happenings are all that Options.Happened may be told.
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
			s.o.Happened(what)
		}
	}
}
