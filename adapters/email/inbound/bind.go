package inbound

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/tag"
	"bridge/core/message"
	"bridge/internal/lazyre"
)

// bindTags takes the tags of a mail: of To and Cc as far as they are proven, then of
// the envelope, of the topmost Delivered-To and X-Original-To, which a relay writes, and
// of what is not proven. The first of a session counts, wherever it stands; the first
// of an approval is own if it was made for the sender and stands in a proven field, and
// loose else, or if there are own ones of several.
func (rd *Reader) bindTags(ctx context.Context, m *Mail) (b message.Binding, err error) {
	proven, several := len(writtenTo(m.header)), false
	all := append(writtenTo(m.header), m.env.To...)
	for _, name := range []string{"delivered-to", "x-original-to"} {
		all = append(all, strings.Trim(m.sent.Get(name), "<> "))
	}
	for i, addr := range append(all, writtenTo(m.sent)...) {
		tag, ok := rd.Tags.Self.CutTag(addr)
		if !ok || tag == "" {
			continue
		}
		ses, apr := rd.Tags.Read(tag)
		if m.plus == "" && ses == "" && apr == "" && len(tag) <= maxPlus {
			m.plus = strings.ToLower(tag)
		}
		if b.Session == "" {
			b.Session = ses
		}
		if apr != "" && i < proven && apr != b.Approval {
			p, err := rd.person(ctx, m.from)
			if err != nil {
				return b, err
			}
			switch hers := rd.Tags.MadeFor(tag, apr, p); {
			case hers && b.Approval == "":
				b.Approval = apr
			case hers:
				several = true
			}
		}
		if b.Loose == "" {
			b.Loose = apr
		}
		if i < proven && b.Hands == "" && tag[0]|0x20 == 'h' {
			p, err := rd.person(ctx, m.from)
			if err != nil {
				return b, err
			}
			b.Hands = rd.Tags.ReadHands(tag, p)
		}
	}
	switch {
	case several: // nobody knows which one she means
		b.Approval = ""
	case b.Loose == b.Approval:
		b.Loose = ""
	}
	return b, nil
}

// maxPlus bounds a plus tag, in bytes: those of the bridge's own have 40.
const maxPlus = 39

// person returns whose the address of a mailbox is; "" if nobody's.
func (rd *Reader) person(ctx context.Context, mailbox string) (message.PersonID, error) {
	if rd.People == nil {
		return "", nil
	}
	p, _, err := rd.People.ByAddress(ctx, tag.Address(mailbox))
	if err != nil {
		return "", fmt.Errorf("whose address it is: %w", err)
	}
	return p.ID, nil
}

// readers says whom a proven mail was written to; what the proof does not cover is gone
// from its header.
func (rd *Reader) readers(h mime.Header, r proof.Result) message.Readers {
	switch {
	case rd.names(h):
		return message.ForUs
	case r.Delivered:
		return message.ForBlind
	case !slices.Contains(r.Covered, "to"):
		return message.ForSome
	default:
		return message.ForOthers
	}
}

// names reports whether the To or Cc of a header has an address of ours.
func (rd *Reader) names(h mime.Header) bool { return slices.ContainsFunc(writtenTo(h), rd.Tags.Ours) }

// writtenTo returns the addresses in the To and Cc of a header.
func writtenTo(h mime.Header) []string {
	return append(mime.Recipients(h.Get("to")), mime.Recipients(h.Get("cc"))...)
}

var codeWord = lazyre.New(`(?i)\b[2-9A-HJKMNP-TV-Z]{6}\b`)

// mayDecide reports whether a mail may be bound to an approval request.
func (rd *Reader) mayDecide(m *Mail) bool {
	for _, addr := range append(writtenTo(m.header), m.env.To...) {
		tag, _ := rd.Tags.Self.CutTag(addr)
		if _, apr := rd.Tags.Read(tag); apr != "" {
			return true
		}
	}
	for _, ref := range m.header.ThreadRefs() {
		if rd.Tags.OwnMessageID(ref) {
			return true
		}
	}
	text := fmt.Sprint(m.Subject, "\n", m.Shown.Text, "\n", m.Shown.Other)
	for _, w := range codeWord.FindAllString(text, 1000) {
		if strings.ContainsAny(w, "23456789") {
			return true
		}
	}
	return strings.Contains(strings.ToLower(text), "[approval:")
}
