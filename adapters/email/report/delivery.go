package report

import (
	"net/mail"
	"slices"
	"time"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/tag"
	"bridge/core/message"
)

// Delivery is what a bounce or a complaint says of a mail of ours; ok is false if it says
// nothing. Which mail that is must be said by a MAC of ours: that of the return path it came
// back to, else that of the Message-ID of the returned mail. Anything else is
// recorded and changes nothing, for whoever can guess an address could else stop
// the mail to it.
//
// Who got a mail from us can forge a bounce of that mail. He tells the bridge that
// the mails to himself do not arrive, which he may. But its Message-ID is in every
// answer to it, for whoever gets a copy of that: byID says that the report has no more. It
// then says that one mail did not arrive, never stops those that follow, and counts only
// if it is proven to be from the server that our mail is handed to.
func Delivery(m Mail, h mime.Header, envelope []string, ours tag.Tags, now time.Time) (d message.Delivery, byID, ok bool) {
	rep := Read(m)
	id, byID := rep.about(h, envelope, ours)
	if id == "" {
		return d, byID, false
	}
	if d, ok = rep.delivery(); !ok {
		return d, byID, false
	}
	switch {
	case byID && d.State == message.DeliveryComplained:
		return d, byID, false
	case byID && d.State == message.DeliveryDead:
		d.State = message.DeliveryFailed
	}
	d.Message, d.At = id, reportedAt(h, now)
	return d, byID, true
}

// about is the mail of ours that a report is about; byID says that nothing but its
// Message-ID tells.
func (rep Report) about(h mime.Header, envelope []string, ours tag.Tags) (id message.MessageID, byID bool) {
	if id := returnedTo(h, envelope, ours); id != "" {
		return id, false
	}
	for _, mark := range rep.Marks {
		if id := ours.ReadBounce(mark); id != "" {
			return id, false
		}
	}
	for _, p := range rep.ReturnPaths {
		if tag, ok := ours.Self.CutTag(p); ok {
			if id := ours.ReadBounce(tag); id != "" {
				return id, false
			}
		}
	}
	for _, r := range rep.Returned {
		if id, _, ok := ours.ReadMessageID(r); ok {
			return id, true
		}
	}
	return "", false
}

// reportedAt is when the report was made, as it says: the same mail twice tells the
// same time. A time that cannot be is now.
func reportedAt(h mime.Header, now time.Time) time.Time {
	at, err := mail.ParseDate(h.Get("date"))
	if err != nil || at.After(now) || now.Sub(at) > 30*24*time.Hour {
		return now
	}
	return at
}

// recipientFields are where the address that a mail was sent to survives.
var recipientFields = []string{"delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to"}

// returnedTo is the mail whose tagged return path this mail was sent to.
func returnedTo(h mime.Header, envelope []string, ours tag.Tags) message.MessageID {
	for _, to := range envelope {
		tag, _ := ours.Self.CutTag(to)
		if id := ours.ReadBounce(tag); id != "" {
			return id
		}
	}
	n := 0
	for _, name := range recipientFields {
		for _, v := range h.All(name) {
			for _, addr := range mime.LooseAddress.FindAllString(v, 5) {
				if n++; n > 50 {
					return ""
				}
				if tag, ok := ours.Self.CutTag(addr); ok {
					if id := ours.ReadBounce(tag); id != "" {
						return id
					}
				}
			}
		}
	}
	return ""
}

// deadCodes are the enhanced codes (RFC 3463 §3.2, RFC 7505) that say that the
// address does not exist: bad mailbox, bad domain, bad syntax, moved, a domain
// that takes no mail. The others of 5.1 are about the sender, or are no answer.
var deadCodes = map[string]bool{"5.1.1": true, "5.1.2": true, "5.1.3": true, "5.1.6": true, "5.1.10": true}

// delivery is what the report says of one mail. Each mail of ours has one recipient;
// more of them are what a server made of that address, and it is dead only if all are.
func (rep Report) delivery() (message.Delivery, bool) {
	switch rep.Feedback {
	case "":
	case "abuse", "fraud", "virus", "opt-out", "opt-out-list":
		return message.Delivery{State: message.DeliveryComplained, Detail: "feedback: " + rep.Feedback}, true
	default: // not-spam, auth-failure: nobody complains of us
		return message.Delivery{}, false
	}
	var d message.Delivery
	rank, dead := 0, true
	for _, e := range rep.Entries {
		state, n := message.DeliveryState(""), 0
		switch e.Action {
		case Failed:
			state, n = message.DeliveryFailed, 3
			dead = dead && deadCodes[e.Status]
		case Delayed:
			state, n, dead = message.DeliveryDelayed, 2, false
		case Delivered:
			state, n, dead = message.DeliveryDone, 1, false
		default:
			dead = false
			continue
		}
		if n > rank {
			rank = n
			d = message.Delivery{State: state, Code: e.Code(), Detail: mime.CleanLine(e.Diagnostic, 300)}
		}
	}
	for _, e := range rep.Entries {
		for _, r := range []string{e.Recipient, e.Original} {
			if r != "" && !slices.Contains(d.Recipients, r) {
				d.Recipients = append(d.Recipients, r)
			}
		}
	}
	if d.State == message.DeliveryFailed && dead {
		d.State = message.DeliveryDead
	}
	return d, rank > 0
}
