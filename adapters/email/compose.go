package email

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/artifacts"
	"bridge/message"
)

// mailOut is a mail ready to be written: bytes and stored files in turn, so
// that no attachment is ever in memory as a whole.
type mailOut struct {
	from string // MAIL FROM; "" is the null path
	to   string // RCPT TO
	utf8 bool   // SMTPUTF8 is needed
	segs []segment
	size int64 // exact, in bytes on the wire before dot stuffing
}

// segment is bytes or the file behind them, not both.
type segment struct {
	text []byte
	file message.Attachment
}

const b64Line = 57 // bytes that make a line of 76 characters

// wireSize is the length of n bytes in base64 lines with CRLF.
func wireSize(n int64) int64 {
	full, rest := n/b64Line, n%b64Line
	size := full * 78
	if rest > 0 {
		size += (rest+2)/3*4 + 2
	}
	return size
}

// compose makes the mail of out. Same Outbound, same bytes: the boundary, the
// date and the Message-ID come from it.
func (a *Adapter) compose(out message.Outbound) (*mailOut, error) {
	to := out.To.Value()
	if out.To.Kind() != message.KindEmail || strings.ContainsAny(to, " <>\r\n\x00") || strings.LastIndexByte(to, '@') < 1 {
		return nil, &message.SendError{
			Kind: message.SendInvalid, NotSent: true, Public: "The address is not a mail address.",
			Err: fmt.Errorf("recipient %s is not a mail address", out.To.Masked()),
		}
	}
	if !out.ID.Valid() {
		return nil, &message.SendError{Kind: message.SendInvalid, NotSent: true, Err: fmt.Errorf("outbound id %q is not valid", out.ID)}
	}
	m := &mailOut{from: a.returnPath(out.ID), to: to, utf8: !ascii(to)}
	if out.Kind == message.Notice {
		m.from = "" // nothing answers what the bridge itself says (RFC 3834 §3.3)
	}
	var h headerWriter
	a.fields(&h, out, to)
	// "=_" cannot occur in quoted-printable or base64 (RFC 2045 §6.7), and no
	// boundary is the beginning of the other.
	mixed, alternative := "=_"+bareULID(string(out.ID)), "=_a"+bareULID(string(out.ID))
	if len(out.Attachments) == 0 {
		m.body(&h, out, alternative)
		return m, nil
	}
	h.line("Content-Type", "multipart/mixed;\r\n boundary=\""+mixed+"\"")
	m.add(h.end())
	p := headerWriter{begin: "--" + mixed + "\r\n"}
	m.body(&p, out, alternative)
	for _, f := range out.Attachments {
		p := headerWriter{begin: "--" + mixed + "\r\n"}
		contentType, disposition := fileNames(f.Filename, f.MediaType)
		p.line("Content-Type", contentType)
		p.line("Content-Transfer-Encoding", "base64")
		p.line("Content-Disposition", disposition)
		m.add(p.end())
		m.segs = append(m.segs, segment{file: f})
		m.size += wireSize(f.Size)
	}
	m.add([]byte("--" + mixed + "--\r\n"))
	return m, nil
}

// fields writes the header of a mail but for those of its content.
func (a *Adapter) fields(h *headerWriter, out message.Outbound, to string) {
	h.line("From", formatAddress("From", a.self.name, a.self.addr()))
	h.line("To", formatAddress("To", cleanLine(out.ToName, 100), to))
	if tagged := a.self.tagged(a.replyTag(out)); tagged != a.self.addr() {
		h.line("Reply-To", formatAddress("Reply-To", a.self.name, tagged))
	}
	h.line("Subject", encodeText("Subject", subjectOf(out)))
	h.line("Date", out.CreatedAt.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	h.line("Message-ID", string(a.Ref(out)))
	if parent := messageIDs(out.Thread.Parent); len(parent) == 1 && len(parent[0]) <= maxIDOut {
		h.line("In-Reply-To", parent[0])
		h.line("References", strings.Join(references(out.Thread, parent[0]), "\r\n "))
	}
	auto := "auto-generated"
	if out.Kind != message.Prompt && out.Thread.Parent != "" {
		auto = "auto-replied"
	}
	h.line("Auto-Submitted", auto)
	h.line("X-Auto-Response-Suppress", "All")
	h.line("X-Bridge-Loop", a.loopMark())
	h.line("X-Bridge-Message", a.bounceTag(out.ID)) // for bounces: answers do not repeat it
	if a.cfg.Unsubscribe != "" && out.Kind != message.Prompt && !asks(out) {
		h.line("List-Unsubscribe", "<"+a.cfg.Unsubscribe+">")
		if strings.HasPrefix(a.cfg.Unsubscribe, "https:") {
			h.line("List-Unsubscribe-Post", "List-Unsubscribe=One-Click") // RFC 8058 §2
		}
	}
	h.line("MIME-Version", "1.0")
}

// returnPath is the MAIL FROM of a mail. With a tag of its own a bounce says by its
// recipient which mail it is about, whatever is left of the mail in it.
func (a *Adapter) returnPath(id message.MessageID) string {
	if a.cfg.ReturnPath == pathTagged || a.cfg.ReturnPath == "" && a.cfg.Listen != nil {
		return a.self.tagged(a.bounceTag(id))
	}
	return a.self.addr()
}

// body writes the text and its HTML form behind the fields of p: the plain text
// first, complete on its own.
func (m *mailOut) body(p *headerWriter, out message.Outbound, boundary string) {
	if out.HTML == "" {
		m.text(p, "plain; charset=utf-8; format=flowed", flow(out.Text))
		return
	}
	p.line("Content-Type", "multipart/alternative;\r\n boundary=\""+boundary+"\"")
	m.add(p.end())
	m.text(&headerWriter{begin: "--" + boundary + "\r\n"}, "plain; charset=utf-8; format=flowed", flow(out.Text))
	m.text(&headerWriter{begin: "--" + boundary + "\r\n"}, "html; charset=utf-8", htmlPage(out.HTML))
	m.add([]byte("--" + boundary + "--\r\n"))
}

func (m *mailOut) text(p *headerWriter, kind, text string) {
	p.line("Content-Type", "text/"+kind)
	p.line("Content-Transfer-Encoding", "quoted-printable")
	m.add(p.end(), quotedPrintable(text))
}

// htmlPage makes the page round an HTML form. It names no colours but says that it
// goes with a dark ground.
func htmlPage(body string) string {
	return strings.ReplaceAll(pageHead+strings.TrimRight(body, "\n")+pageEnd, "\n", "\r\n")
}

const (
	pageHead = `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
</head>
<body style="font-family:sans-serif;line-height:1.4">
`
	pageEnd = "\n</body>\n</html>\n"
)

func (m *mailOut) add(texts ...[]byte) {
	for _, t := range texts {
		m.segs = append(m.segs, segment{text: t})
		m.size += int64(len(t))
	}
}

// writeTo writes the mail. The files are read from the store as they are
// needed; one that is not as long as was said is an error, for the size was
// promised to the server.
func (m *mailOut) writeTo(ctx context.Context, w io.Writer, store Artifacts) error {
	for _, s := range m.segs {
		if s.text != nil {
			if _, err := w.Write(s.text); err != nil {
				return err
			}
			continue
		}
		if err := writeFile(ctx, w, store, s.file); err != nil {
			return err
		}
	}
	return nil
}

// storeError is an attachment that cannot be read; it is not the network's fault.
type storeError struct{ err error }

func (e *storeError) Error() string { return "read attachment: " + e.err.Error() }
func (e *storeError) Unwrap() error { return e.err }

func writeFile(ctx context.Context, w io.Writer, store Artifacts, f message.Attachment) error {
	_, r, err := store.Open(ctx, f.Artifact)
	if err != nil {
		return &storeError{err}
	}
	defer r.Close()
	in := make([]byte, b64Line*128)
	out := make([]byte, 0, 78*128)
	var total int64
	for {
		n, err := io.ReadFull(r, in)
		total += int64(n)
		out = out[:0]
		for b := in[:n]; len(b) > 0; {
			line := b[:min(len(b), b64Line)]
			b = b[len(line):]
			out = base64.StdEncoding.AppendEncode(out, line)
			out = append(out, '\r', '\n')
		}
		if len(out) > 0 {
			if _, err := w.Write(out); err != nil {
				return err
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return &storeError{err}
		}
	}
	if total != f.Size {
		return &storeError{fmt.Errorf("artifact %s has %d bytes, not %d", f.Artifact, total, f.Size)}
	}
	return nil
}

// replyTag binds the answers to a message: those to a question to an approver
// to the approval, all others to the session. A notice that asks nothing must
// not make a decision of its answer.
func (a *Adapter) replyTag(out message.Outbound) string {
	if asks(out) {
		return a.approvalTag(out.Approval)
	}
	return a.sessionTag(out.Session)
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
		if one := messageIDs(string(r)); len(one) == 1 && one[0] != parent && len(one[0]) <= maxIDOut {
			ids = append(ids, one[0])
		}
	}
	return trimIDs(append(ids, parent))
}

// replyPrefix is what mail programs put before a subject, in many languages,
// with an optional count: "Re:", "AW[2]:", "回复：".
var replyPrefix = regexp.MustCompile(`(?i)^\s*(re|fwd|fw|aw|wg|sv|vs|vb|vl|antw|doorst|odp|pd|r|rif|i|res|enc|tr|rv|ynt|İlt|ilt|atb|回复|答复|转发|回覆|轉寄)\s*(\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s*[:：]\s*`)

const maxSubject = 250 // runes

func subjectOf(out message.Outbound) string {
	if s := cleanLine(out.Subject, maxSubject); s != "" {
		return s
	}
	s := bareSubject(cleanLine(out.Thread.Subject, maxSubject))
	if s == "" {
		s = "(no subject)"
	}
	return "Re: " + s
}

type headerWriter struct {
	begin string // the line above, of a part
	b     strings.Builder
}

// line adds a field; value is already folded where it has to be.
func (h *headerWriter) line(name, value string) {
	h.b.WriteString(name + ": " + value + "\r\n")
}

func (h *headerWriter) end() []byte { return []byte(h.begin + h.b.String() + "\r\n") }

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const headerWidth = 76

// encodeText folds an unstructured value and encodes the words that are not
// ASCII (RFC 2047). The others stay readable in the raw mail, such as the
// [approval:CODE] of a prompt.
func encodeText(name, s string) string {
	var b strings.Builder
	col := len(name) + 2
	first := true
	put := func(word string) {
		if !first && col+1+len(word) > headerWidth {
			b.WriteString("\r\n ")
			col = 1
		} else if !first {
			b.WriteByte(' ')
			col++
		}
		b.WriteString(word)
		col += len(word)
		first = false
	}
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		if plainWord(words[i]) {
			put(words[i])
			continue
		}
		j := i + 1 // blanks between encoded words are lost, so neighbours go into one
		for j < len(words) && !plainWord(words[j]) {
			j++
		}
		for _, w := range encodedWords(strings.Join(words[i:j], " ")) {
			put(w)
		}
		i = j - 1
	}
	return b.String()
}

func plainWord(w string) bool {
	return ascii(w) && !strings.Contains(w, "=?") && len(w) < 200
}

// encodedWords splits s into encoded words of at most 75 bytes, between runes.
func encodedWords(s string) []string {
	const open, shut = "=?utf-8?q?", "?="
	var out []string
	var cur strings.Builder
	for _, r := range s {
		var enc string
		switch {
		case r == ' ':
			enc = "_"
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("!*+-/", r)):
			enc = string(r)
		default:
			for _, b := range []byte(string(r)) {
				enc += fmt.Sprintf("=%02X", b)
			}
		}
		if cur.Len()+len(enc) > 75-len(open)-len(shut)-14 { // so that it fits behind "Subject: "
			out = append(out, open+cur.String()+shut)
			cur.Reset()
		}
		cur.WriteString(enc)
	}
	return append(out, open+cur.String()+shut)
}

// formatAddress writes "Name <addr>", the name quoted or encoded as it needs.
func formatAddress(field, name, addr string) string {
	switch {
	case name == "":
		return "<" + addr + ">"
	case !ascii(name):
		return strings.Join(encodedWords(name), "\r\n ") + "\r\n <" + addr + ">"
	}
	quoted := strings.TrimSuffix((&mail.Address{Name: name, Address: "x@y"}).String(), " <x@y>")
	if len(field)+2+len(quoted)+len(addr)+3 > headerWidth {
		return quoted + "\r\n <" + addr + ">"
	}
	return quoted + " <" + addr + ">"
}

func mediaType(s string) string {
	media, params, err := mime.ParseMediaType(s)
	if err != nil || !strings.Contains(media, "/") || strings.HasPrefix(media, "multipart/") || strings.HasPrefix(media, "message/") {
		return "application/octet-stream" // message/* must not be base64 (RFC 2046 §5.2.1)
	}
	if cs := params["charset"]; cs != "" {
		if v := mime.FormatMediaType(media, map[string]string{"charset": cs}); v != "" {
			return v
		}
	}
	return media
}

// fileNames writes the name of a file into the values of Content-Type and
// Content-Disposition: RFC 2231 for a name that is not ASCII, and an ASCII one beside
// it for programs that know only the "name" of old. Both as filename and filename*
// in one field would be a parameter that stands twice, of which readers take either.
func fileNames(name, media string) (contentType, disposition string) {
	name, contentType = artifacts.SafeName(name, media), mediaType(media)
	plain := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '_'
		}
		if r == '"' || r == '\\' {
			return '\''
		}
		return r
	}, name)
	if plain == name {
		return contentType, "attachment;\r\n filename=\"" + name + "\""
	}
	var pct strings.Builder
	for _, b := range []byte(name) {
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '_' {
			pct.WriteByte(b)
		} else {
			fmt.Fprintf(&pct, "%%%02X", b)
		}
	}
	return contentType + ";\r\n name=\"" + plain + "\"", "attachment;\r\n filename*=utf-8''" + pct.String()
}
