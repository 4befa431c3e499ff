package admission

import (
	"slices"
	"time"

	"bridge/core/message"
)

// Session is the record of one conversation with one agent on one channel.
type Session struct {
	ID           message.SessionID   `json:"id"`
	Channel      message.ChannelName `json:"channel"`
	Agent        string              `json:"agent"`
	Participants []message.Address   `json:"participants"` // who may continue it
	CreatedAt    time.Time           `json:"createdAt"`
	// Machine: a system opened it. Its other participants got its answers on channels
	// of their own, and continue it from there.
	Machine bool `json:"machine,omitempty"`
	// Tenant is whose the session is, with all its turns, files and requests; "" in records of
	// older versions.
	Tenant message.Tenant `json:"tenant,omitempty"`
}

// Continues reports whether the sender of a may continue the session: a system with what is
// of the same tenant, and people who are in it, unless another agent would get it, which
// knows nothing of it.
func (s Session) Continues(a Admission) bool {
	switch {
	case s.ID == "" || !s.Has(a.From):
		return false
	case s.Channel == a.Channel:
		return !s.Machine || s.Tenant == "" || a.New.Tenant.Sees(s.Tenant)
	}
	return s.Machine && s.Agent == a.New.Agent
}

// Has reports whether a may continue the session.
func (s Session) Has(a message.Address) bool {
	return slices.Contains(s.Participants, a)
}
