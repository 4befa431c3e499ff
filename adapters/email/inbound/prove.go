package inbound

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-smtp"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/smtpin"
	"bridge/core/message"
)

// prove finds out who sent a mail, and takes off its header what is used to bind
// it and nothing vouches for. The error is a *smtpin.Refusal if the DNS gives no answer now.
func (rd *Reader) prove(ctx context.Context, m *Mail, src io.ReaderAt, size int64) error {
	m.trust, m.reasons = message.Asserted, []string{"the From line, not checked: " + string(m.Class)}
	m.sent = m.header
	within := m.env.Within
	switch m.Class {
	case message.Self, message.Loop:
		return nil
	case message.Human, message.Quiet, message.Bounce, message.Complaint:
	default: // it is recorded as that what it is, and must not come again as something else
		if within == 0 || within > Hurried {
			within = Hurried
		}
	}
	m.readers = message.ForBlind
	if rd.names(m.header) {
		m.readers = message.ForUs
	}
	boundary := ""
	if m.root.Multipart() {
		boundary = strings.TrimRight(m.root.Params["boundary"], " \t")
	}
	r, err := rd.Checker.Check(ctx, proof.Mail{
		Raw: src, Size: size, From: m.from, Media: m.root.Media, Boundary: boundary,
		Arrived: m.env.At, Within: within, Open: m.env.Open, IP: m.env.IP, Hello: m.env.Hello, ReturnPath: m.env.From,
	})
	var later *proof.TemporaryError
	switch {
	case err == nil:
	case !errors.As(err, &later):
		return err
	case (m.Class == message.Human || m.Class == message.Quiet) && (rd.Require || rd.mayDecide(m)):
		rd.Log.Warn("the sender of a mail could not be checked, it has to come again", "err", err)
		return &smtpin.Refusal{
			Code: 451, Enhanced: smtp.EnhancedCode{4, 7, 0},
			Text: "Could not check who sent this, try again later", Reason: "dns",
		}
	default:
		m.reasons = []string{"the From line is not proven", later.Error()}
		return nil
	}
	m.trust, m.reasons = r.Trust, r.Why
	if r.Trust != message.Verified {
		return nil
	}
	m.header = slices.DeleteFunc(slices.Clone(m.header), func(f mime.Field) bool { return slices.Contains(r.Unproven, f.Name) })
	m.date, m.print, m.openID = r.Date, r.Print, !slices.Contains(r.Covered, "message-id")
	if m.readings = rd.readings(m, src, r); len(m.readings) > 0 {
		m.reasons = append(m.reasons, "how its text is to be read is not signed: it decides only by a code in each reading")
	}
	if !r.Fresh {
		m.ambiguous = true
	}
	// Whoever got it may have passed it on to us, word for word.
	switch m.readers = rd.readers(m.header, r); m.readers {
	case message.ForSome:
		m.reasons = append(m.reasons, "whom it was written to is not signed: it decides by a code in its text only")
	case message.ForOthers, message.ForBlind:
		m.reasons = append(m.reasons, "written to others: it decides nothing")
	}
	return nil
}
