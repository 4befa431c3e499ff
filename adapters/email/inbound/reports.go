package inbound

import (
	"io"
	"slices"
	"strings"

	"bridge/adapters/email/classify"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/report"
	"bridge/core/message"
)

// believe drops what a report says that has no secret of ours, unless it is proven to
// be from the server that our mail is handed to. It is called when the proof is done.
func (rd *Reader) believe(m *Mail) {
	if !m.byID || rd.fromOurServer(m) {
		return
	}
	m.deliveries = nil
	m.reasons = append(slices.Clip(m.reasons), "it names a mail of ours by its Message-ID alone: it changes nothing")
}

// fromOurServer reports whether a mail is proven to be from the mail system of the owner of
// the server that we hand our mail to: others have mailboxes there, too.
func (rd *Reader) fromOurServer(m *Mail) bool {
	if rd.Server == "" || m.trust != message.Verified {
		return false
	}
	local, domain, ok := strings.Cut(m.from, "@")
	return ok && classify.MailSystem(strings.ToLower(local)) && proof.SameOwner(strings.ToLower(rd.Server), strings.ToLower(domain))
}

// deliveries is what a report says of a mail of ours. Of one that cannot be read it is
// nothing: the mail is recorded.
func (rd *Reader) deliveries(m *Mail, src io.ReaderAt) {
	if m.Class != message.Bounce && m.Class != message.Complaint {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			rd.Log.Error("panic while a bounce was read", "panic", p)
		}
	}()
	if d, byID, ok := report.Delivery(report.Of(m.root, src, m.Subject), m.header, m.env.To, rd.Tags, rd.Now()); ok {
		m.deliveries, m.byID = []message.Delivery{d}, byID
	}
}
