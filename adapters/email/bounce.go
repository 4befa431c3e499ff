package email

import (
	"io"
	"net/mail"
	"slices"
	"strings"
	"time"

	"bridge/adapters/email/report"
	"bridge/message"
)

// deliveries reads what a bounce or a complaint says of a mail of ours. Which
// mail that is must be said by a MAC of ours: that of the return path it came
// back to, else that of the Message-ID of the returned mail. Anything else is
// recorded and changes nothing, for whoever can guess an address could else stop
// the mail to it.
//
// Who got a mail from us can forge a bounce of that mail. He tells the bridge that
// the mails to himself do not arrive, which he may. But its Message-ID is in every
// answer to it, for whoever gets a copy of that: a report that proves no more says
// that one mail did not arrive, and never stops those that follow.
func (a *Adapter) deliveries(m *mailIn, root *part, src io.ReaderAt) (ds []message.Delivery) {
	if m.class != message.Bounce && m.class != message.Complaint {
		return nil
	}
	defer func() {
		if p := recover(); p != nil { // the mail is recorded without what it says
			a.log.Error("panic while a bounce was read", "panic", p)
			ds = nil
		}
	}()
	id := a.returnedTo(m)
	rep := report.Read(reportMail(m, root, src))
	for _, mark := range rep.Marks {
		if id != "" {
			break
		}
		id = a.readBounceTag(mark)
	}
	for _, p := range rep.ReturnPaths {
		if id != "" {
			break
		}
		if tag, ok := a.ownAddress(p); ok {
			id = a.readBounceTag(tag)
		}
	}
	byID := id == ""
	for _, r := range rep.Returned {
		if id != "" {
			break
		}
		id, _, _ = a.readID(r)
	}
	if id == "" {
		return nil
	}
	d, ok := verdict(rep)
	if !ok {
		return nil
	}
	switch {
	case byID && d.State == message.DeliveryComplained:
		return nil
	case byID && d.State == message.DeliveryDead:
		d.State = message.DeliveryFailed
	}
	d.Message, d.At = id, a.reportedAt(m)
	return []message.Delivery{d}
}

// reportedAt is when the report was made, as it says: the same mail twice tells the
// same time. A time that cannot be is now.
func (a *Adapter) reportedAt(m *mailIn) time.Time {
	now := a.now()
	at, err := mail.ParseDate(m.header.get("date"))
	if err != nil || at.After(now) || now.Sub(at) > 30*24*time.Hour {
		return now
	}
	return at
}

// recipientFields are where the address that a mail was sent to survives.
var recipientFields = []string{"delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to"}

// returnedTo is the mail whose tagged return path this mail was sent to.
func (a *Adapter) returnedTo(m *mailIn) message.MessageID {
	for _, tag := range m.env.tags {
		if id := a.readBounceTag(tag); id != "" {
			return id
		}
	}
	n := 0
	for _, name := range recipientFields {
		for _, v := range m.header.all(name) {
			for _, addr := range looseAddress.FindAllString(v, 5) {
				if n++; n > 50 {
					return ""
				}
				if tag, ok := a.ownAddress(addr); ok {
					if id := a.readBounceTag(tag); id != "" {
						return id
					}
				}
			}
		}
	}
	return ""
}

// reportMail is the mail as report reads it.
func reportMail(m *mailIn, root *part, src io.ReaderAt) report.Mail {
	r := report.Mail{Subject: m.subject, Failed: m.header.all("x-failed-recipients")}
	walk(root, func(p *part) {
		if len(p.children) > 0 || strings.HasPrefix(p.media, "multipart/") && p != root {
			return
		}
		media := p.media
		if strings.HasPrefix(media, "multipart/") { // its parts were not found: all of it is text
			media = "text/plain"
		}
		r.Parts = append(r.Parts, report.Part{Media: media, Body: &lateBody{p: p, src: src}})
	})
	return r
}

// maxReport is how much of one part is decoded: more than report reads.
const maxReport = 256 << 10

// lateBody decodes a part when it is read: most parts never are.
type lateBody struct {
	p   *part
	src io.ReaderAt
	r   io.Reader
}

// Read returns the part's text in UTF-8.
func (b *lateBody) Read(buf []byte) (int, error) {
	if b.r == nil {
		body, _ := b.p.open(b.src)
		raw, err := io.ReadAll(io.LimitReader(body, maxReport))
		if err != nil {
			return 0, err
		}
		text, _ := decodeCharset(b.p.params["charset"], raw)
		b.r = strings.NewReader(text)
	}
	return b.r.Read(buf)
}

// deadCodes are the enhanced codes (RFC 3463 §3.2, RFC 7505) that say that the
// address does not exist: bad mailbox, bad domain, bad syntax, moved, a domain
// that takes no mail. The others of 5.1 are about the sender, or are no answer.
var deadCodes = map[string]bool{"5.1.1": true, "5.1.2": true, "5.1.3": true, "5.1.6": true, "5.1.10": true}

// verdict is what a report says of one mail. Each mail of ours has one recipient;
// more of them are what a server made of that address, and it is dead only if all are.
func verdict(rep report.Report) (message.Delivery, bool) {
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
		case report.Failed:
			state, n = message.DeliveryFailed, 3
			dead = dead && deadCodes[e.Status]
		case report.Delayed:
			state, n, dead = message.DeliveryDelayed, 2, false
		case report.Delivered:
			state, n, dead = message.DeliveryDone, 1, false
		default:
			dead = false
			continue
		}
		if n > rank {
			rank = n
			d = message.Delivery{State: state, Code: e.Code(), Detail: cleanLine(e.Diagnostic, 300)}
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

// storedPath is the return path of a mail that lay in a mailbox: what its topmost
// Return-Path says; without one the sender, for a missing field is no null path.
func storedPath(h header, from string) string {
	paths := h.all("return-path")
	if len(paths) == 0 {
		if from == "" {
			return "unknown"
		}
		return from
	}
	return strings.Trim(paths[0], "<> ")
}
