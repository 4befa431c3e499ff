// Package compose writes mail, strictly: the same message gives the same bytes. A mail has
// the marks by which its answers and its bounces are known again (package tag).
package compose

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"bridge/adapters/email/flowed"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/quote"
	"bridge/adapters/email/tag"
	"bridge/artifacts"
	"bridge/core/message"
)

// Writer writes the mails of one channel.
type Writer struct {
	Tags        tag.Tags
	TaggedPath  bool          // MAIL FROM has a tag of its own for each mail
	Brand       message.Brand // whose mails these are
	Unsubscribe string        // URL of List-Unsubscribe in answers and notices; "" = none
	Files       Files
	Log         *slog.Logger
}

// Files is what is needed of the store of files.
type Files interface {
	// Open returns the bytes of a file.
	Open(ctx context.Context, id message.ArtifactID) (artifacts.Artifact, io.ReadCloser, error)
	// Link returns a signed link to a file, for one that is not attached.
	Link(id message.ArtifactID) string
}

// Mail makes the mail of out. Same Outbound, same bytes: the boundary, the
// date and the Message-ID come from it.
func (w Writer) Mail(out message.Outbound) (*Mail, error) {
	to := out.To.Value()
	if out.To.Kind() != tag.Kind || strings.ContainsAny(to, " <>\r\n\x00") || strings.LastIndexByte(to, '@') < 1 {
		return nil, &message.SendError{
			Kind: message.SendInvalid, NotSent: true, Public: "The address is not a mail address.",
			Err: fmt.Errorf("recipient %s is not a mail address", out.To.Masked()),
		}
	}
	if !out.ID.Valid() {
		return nil, &message.SendError{Kind: message.SendInvalid, NotSent: true, Err: fmt.Errorf("outbound id %q is not valid", out.ID)}
	}
	m := &Mail{From: w.returnPath(out.ID), To: to, UTF8: !ascii(to)}
	if out.Kind == message.Notice {
		m.From = "" // nothing answers what the bridge itself says (RFC 3834 §3.3)
	}
	var h headerWriter
	w.fields(&h, out, to)
	// "=_" cannot occur in quoted-printable or base64 (RFC 2045 §6.7), and no
	// boundary is the beginning of the other.
	id := strings.ToLower(strings.TrimPrefix(string(out.ID), "msg_"))
	mixed, alternative := "=_"+id, "=_a"+id
	if len(out.Attachments) == 0 {
		m.body(&h, w.Brand, out, alternative)
		return m, nil
	}
	h.line("Content-Type", "multipart/mixed;\r\n boundary=\""+mixed+"\"")
	m.add(h.end())
	p := headerWriter{begin: "--" + mixed + "\r\n"}
	m.body(&p, w.Brand, out, alternative)
	for _, f := range out.Attachments {
		p := headerWriter{begin: "--" + mixed + "\r\n"}
		contentType, disposition := fileNames(f.Filename, f.MediaType)
		p.line("Content-Type", contentType)
		p.line("Content-Transfer-Encoding", "base64")
		p.line("Content-Disposition", disposition)
		m.add(p.end())
		m.segs = append(m.segs, segment{file: f})
		m.Size += wireSize(f.Size)
	}
	m.add([]byte("--" + mixed + "--\r\n"))
	return m, nil
}

// fields writes the header of a mail but for those of its content.
func (w Writer) fields(h *headerWriter, out message.Outbound, to string) {
	h.line("From", formatAddress("From", w.Tags.Self.Name, w.Tags.Self.Addr()))
	h.line("To", formatAddress("To", mime.CleanLine(out.ToName, 100), to))
	if tagged := w.Tags.Self.Tagged(w.replyTag(out)); tagged != w.Tags.Self.Addr() {
		h.line("Reply-To", formatAddress("Reply-To", w.Tags.Self.Name, tagged))
	}
	h.line("Subject", encodeText("Subject", subjectOf(out)))
	h.line("Date", out.CreatedAt.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	h.line("Message-ID", string(w.Ref(out)))
	if parent := mime.MessageIDs(out.Thread.Parent); len(parent) == 1 && len(parent[0]) <= maxIDOut {
		h.line("In-Reply-To", parent[0])
		h.line("References", strings.Join(references(out.Thread, parent[0]), "\r\n "))
	}
	auto := "auto-generated"
	if out.Kind != message.Prompt && out.Thread.Parent != "" {
		auto = "auto-replied"
	}
	h.line("Auto-Submitted", auto)
	h.line("X-Auto-Response-Suppress", "All")
	h.line("X-Bridge-Loop", w.Tags.LoopMark())
	h.line("X-Bridge-Message", w.Tags.Bounce(out.ID)) // for bounces: answers do not repeat it
	if w.Unsubscribe != "" && out.Kind != message.Prompt && !asks(out) {
		h.line("List-Unsubscribe", "<"+w.Unsubscribe+">")
		if strings.HasPrefix(w.Unsubscribe, "https:") {
			h.line("List-Unsubscribe-Post", "List-Unsubscribe=One-Click") // RFC 8058 §2
		}
	}
	h.line("MIME-Version", "1.0")
}

// returnPath is the MAIL FROM of a mail. With a tag of its own a bounce says by its
// recipient which mail it is about, whatever is left of the mail in it.
func (w Writer) returnPath(id message.MessageID) string {
	if w.TaggedPath {
		return w.Tags.Self.Tagged(w.Tags.Bounce(id))
	}
	return w.Tags.Self.Addr()
}

// body writes the text and its HTML form behind the fields of p: the plain text
// first, complete on its own.
func (m *Mail) body(p *headerWriter, brand message.Brand, out message.Outbound, boundary string) {
	if out.HTML == "" {
		m.text(p, "plain; charset=utf-8; format=flowed", flowed.Write(out.Text))
		return
	}
	p.line("Content-Type", "multipart/alternative;\r\n boundary=\""+boundary+"\"")
	m.add(p.end())
	m.text(&headerWriter{begin: "--" + boundary + "\r\n"}, "plain; charset=utf-8; format=flowed", flowed.Write(out.Text))
	m.text(&headerWriter{begin: "--" + boundary + "\r\n"}, "html; charset=utf-8", page(brand, out, asks(out) || out.Binds))
	m.add([]byte("--" + boundary + "--\r\n"))
}

func (m *Mail) text(p *headerWriter, kind, text string) {
	p.line("Content-Type", "text/"+kind)
	p.line("Content-Transfer-Encoding", "quoted-printable")
	m.add(p.end(), mime.QuotedPrintable(text))
}

// replyTag binds the answers to a message: those to a question to an approver
// to the approval, all others to the session. A notice that asks nothing must
// not make a decision of its answer.
func (w Writer) replyTag(out message.Outbound) string {
	if asks(out) {
		return w.Tags.Approval(out.Approval, out.Person)
	}
	if out.Hands {
		return w.Tags.Hands(out.Session, out.Person)
	}
	return w.Tags.Session(out.Session)
}

// asks reports whether an answer to the message may decide an approval.
func asks(out message.Outbound) bool {
	return out.Approval != "" && (out.Kind == message.Prompt || out.Asks)
}

// maxIDOut is the longest id that fits on a line with what stands before it
// (RFC 5322 §2.1.1). No mail program writes a longer one.
const maxIDOut = 900

// references are the parent's ancestors and the parent, trimmed.
func references(t message.Thread, parent string) []string {
	var ids []string
	for _, r := range t.References {
		if one := mime.MessageIDs(string(r)); len(one) == 1 && one[0] != parent && len(one[0]) <= maxIDOut {
			ids = append(ids, one[0])
		}
	}
	return mime.TrimIDs(append(ids, parent))
}

const maxSubject = 250 // runes

func subjectOf(out message.Outbound) string {
	if s := mime.CleanLine(out.Subject, maxSubject); s != "" {
		return s
	}
	s := mime.BareSubject(mime.CleanLine(out.Thread.Subject, maxSubject))
	if s == "" {
		s = "(no subject)"
	}
	return "Re: " + s
}

// Ref returns the Message-ID that out is or will be sent with.
// The id of a mail that asks for a decision has a seal of its text besides.
func (w Writer) Ref(out message.Outbound) message.Ref {
	sealed := ""
	if asks(out) {
		sealed = quote.Us{Mailbox: w.Tags.Self}.SealWords(out.Text)
	}
	return message.Ref(w.Tags.MessageID(out.ID, sealed))
}
