package events

import (
	"strconv"
	"time"

	"bridge/approvals/request"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/core/queue"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/outbox"
)

// happened is one event before it is an Event. Its key and when make the ids of the
// messages that tell it to systems: whoever computes them again gets the same.
type happened struct {
	typ  string
	when time.Time // a recorded time
	key  [4]string // what is not needed at its end is empty
	data *Facts
	// about is the channel that it is about: it is not told there.
	about message.ChannelName
	// quiet: systems are not told. What tells an event is not told of: two endpoints that
	// fail would report each other for ever.
	quiet bool
}

// keys is the key without what is empty at its end.
func (h *happened) keys() []string {
	n := len(h.key)
	for n > 0 && h.key[n-1] == "" {
		n--
	}
	return h.key[:n]
}

func accepted(in message.Inbound, acc message.Accepted) happened {
	return happened{typ: Accepted, when: in.ReceivedAt, key: [4]string{string(in.Channel), in.ExternalID}, data: &Facts{
		Channel: in.Channel, Outcome: string(acc.Outcome), Session: acc.Session, Turn: acc.Turn,
	}}
}

// hasJoined is the event of somebody who has an address from now on, or has shown to.
func hasJoined(in message.Inbound, acc message.Accepted) happened {
	return happened{typ: Joined, when: in.ReceivedAt, key: [4]string{string(in.Channel), in.ExternalID}, data: &Facts{Channel: in.Channel, Person: acc.Joined}}
}

// step is the event of a recorded step; false if it is none.
func step(t turns.Turn, s turns.Step) (happened, bool) {
	typ := Settled
	switch s.State {
	case envelope.Suspended:
		typ = Suspended
	case envelope.Awaiting, envelope.Delegated:
		return happened{}, false
	}
	return happened{typ: typ, when: s.RecordedAt, key: [4]string{string(t.ID), s.Key}, data: &Facts{
		Turn: t.ID, Session: t.Session, Channel: t.Channel, Agent: t.Agent, State: string(s.State), Failure: s.Failure,
	}}, true
}

// handedOver are the events of a step in a hand-over to people.
func handedOver(t turns.Turn, s turns.Step) (all []happened) {
	m := s.Handover
	if m == nil {
		return nil
	}
	for _, e := range []struct {
		typ string
		is  bool
	}{{HandoverBegan, m.Did == handover.Began}, {HandoverTaken, m.Took}, {HandoverEnded, m.Over}} {
		if e.is {
			all = append(all, happened{typ: e.typ, when: s.RecordedAt, key: [4]string{m.State.ID, string(t.ID), s.Key}, data: &Facts{
				Turn: t.ID, Session: t.Session, Channel: m.State.Channel, Agent: m.State.Agent, Handover: m.State.ID, Person: m.State.Holder,
			}})
		}
	}
	return all
}

func decided(r request.Record) happened {
	return happened{typ: Decided, when: r.CreatedAt, key: [4]string{string(r.ID), string(r.State)}, data: &Facts{
		Approval: r.ID, State: string(r.State), DecidedBy: r.DecidedBy, Tool: r.Tool, Digest: r.Digest, Turn: r.Turn, Session: r.Session,
	}}
}

// ended is the event of a message that was not delivered; false if it is none.
func ended(s outbox.Send) (happened, bool) {
	if s.State != outbox.Failed && s.State != outbox.Unknown {
		return happened{}, false
	}
	return happened{
		typ: SendFailed, when: s.ID.Time(), key: [4]string{string(s.ID), string(s.State), strconv.Itoa(s.Replay)}, about: s.Channel,
		quiet: s.Kind == message.Report,
		data: &Facts{
			Message: s.ID, Channel: s.Channel, Kind: string(s.Kind), State: string(s.State), Code: s.Code,
			Attempts: s.Attempts, Turn: s.Turn, Session: s.Session, Approval: s.Approval,
		},
	}, true
}

func buried(c *queue.Claim, d queue.Death) happened {
	h := happened{
		typ: DeadLetter, when: c.EnqueuedAt, key: [4]string{string(c.Queue), c.Lane, c.ID, strconv.Itoa(c.Replays)},
		data: &Facts{Queue: string(c.Queue), Item: c.ID, Code: d.Code, Attempts: c.Attempts},
	}
	switch c.Queue {
	case queue.Inbox:
		if id := message.SessionID(c.Lane); id.Valid() {
			h.data.Session = id
		}
		if w, err := turns.ReadItem(c.Payload); err == nil { // else it is told without
			h.data.Turn, h.data.Approval = w.TurnID(), w.Approval
		}
	case queue.Outbox:
		if out, err := outbox.Read(c); err == nil && out.ID != "" {
			h.quiet, h.about = out.Kind == message.Report, out.Channel
			h.data.Message, h.data.Session, h.data.Turn, h.data.Approval = out.ID, out.Session, out.Turn, out.Approval
		}
	}
	return h
}

func channelState(ch message.ChannelName, state, node string, since time.Time) happened {
	return happened{
		typ: ChannelState, when: since, key: [4]string{node, string(ch), state}, about: ch,
		data: &Facts{Channel: ch, State: state, Node: node},
	}
}
