package demo

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"bridge/agents"
	"bridge/core/envelope"
)

// venue answers what another agent asks of a venue (the intents of seed 003); ok is false
// for everything else. To book needs approval.
func venue(call agents.Call) (u envelope.Update, ok bool) {
	for _, p := range call.Parts {
		var intent string
		if p.Type != envelope.DomainData || json.Unmarshal(p.Metadata["intent"], &intent) != nil {
			continue
		}
		switch intent {
		case "venue.list":
			return state(envelope.Complete, data(envelope.DomainData, `{"slots":[{"date":"2026-04-20","time":"19:30","seats":6},{"date":"2026-04-20","time":"21:00","seats":2}]}`)), true
		case "booking.search":
			return search(p.Data), true
		case "booking.confirm":
			return state(envelope.Suspended, data(envelope.ApprovalRequest, fmt.Sprintf(
				`{"approvalId":"booking-%s-%s","toolName":"booking.confirm","args":%s}`, digestOf(p.Data), idChars(call.Meta.TurnID), p.Data))), true
		}
	}
	return envelope.Update{}, false
}

func search(payload []byte) envelope.Update {
	var q struct {
		Party int    `json:"party_size"`
		Date  string `json:"date"`
		Time  string `json:"time"`
	}
	if json.Unmarshal(payload, &q) != nil || q.Party < 1 || q.Date == "" {
		return failed("The venue needs party_size, date and time.")
	}
	b, err := json.Marshal(map[string]any{"available": q.Party <= 6, "date": q.Date, "time": q.Time, "party_size": q.Party})
	if err != nil {
		return failed("The venue cannot answer.")
	}
	return state(envelope.Complete, data(envelope.DomainData, string(b)))
}

// digestOf is over a payload in the form of RFC 8785, in which those of peers come.
func digestOf(payload []byte) string {
	sum := sha256.Sum256(payload)
	return hex.EncodeToString(sum[:])
}

// booked carries out the decision on a booking. Only the digest that was asked about counts.
func booked(id, decision, reason, digest string) envelope.Update {
	asked, turn, _ := strings.Cut(id, "-")
	switch {
	case decision != "granted" && reason != "":
		return failed("Not booked: " + reason)
	case decision != "granted":
		return failed("Not booked: nobody has agreed.")
	case subtle.ConstantTimeCompare([]byte(digest), []byte("sha256:"+asked)) != 1:
		return failed("Not booked: the decision is about something else.")
	}
	return state(envelope.Complete, data(envelope.DomainData, fmt.Sprintf(`{"status":"confirmed","reference":"BK-%s"}`, idChars(turn))))
}
