package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"bridge/adapters/email/reply"
	"bridge/artifacts"
	"bridge/envelope"
	"bridge/message"
)

// mailIn is one mail that was understood; its files are still where they came.
type mailIn struct {
	stored   []message.ArtifactID // what the files became
	header   header
	media    string // of the outermost part
	boundary string // of the outermost part; "" if it has none below it
	env      envelopeOf
	from     string // normalised address
	name     string
	subject  string
	class    message.Class
	why      string
	trust    message.Trust
	reasons  []string // of the trust
	// deliveries is what it says of mails of ours.
	deliveries []message.Delivery
	text       string // what is shown, with quotes, which are marked
	person     string // text as far as no mail program made it
	signed     bool   // person is without a signature that is shown
	other      string // the same of another form; "" if there is none
	ambiguous  bool
	broken     bool // not what it should be: the raw mail is kept too
	files      []file
	spare      bool   // the mail shows no text: text is made of something else
	encrypted  string // nothing of it can be read: how it is encrypted
	read       content

	sums  hash.Hash // over the decoded content
	parts []envelope.Part
}

// parse reads a mail. The error is a *refusal if the mail is to blame.
func (a *Adapter) parse(src io.ReaderAt, size int64, env envelopeOf) (*mailIn, error) {
	root, broken, err := scanSafely(src, size)
	if err != nil {
		return nil, err
	}
	m := &mailIn{header: root.header, env: env, broken: broken, sums: sha256.New()}
	if m.media = root.media; root.multipart() {
		m.boundary = strings.TrimRight(root.params["boundary"], " \t")
	}
	m.from, m.name, err = sender(root.header)
	if env.stored {
		m.env.from = storedPath(root.header, m.from)
	}
	m.class, m.why = a.classify(root, src, m.from, m.env)
	if err != nil {
		if m.env.from != "" && m.class != message.Bounce {
			return nil, err
		}
		m.from, m.broken = "mailer-daemon@invalid", true // a bounce is recorded, whoever sent it
	}
	m.subject = cleanLine(decodeWords(root.header.get("subject")), 1000)
	m.content(a, root, src)
	m.deliveries = a.deliveries(m, root, src)
	text := unmarked(m.text)
	fmt.Fprintf(m.sums, "text %d\n%s", len(text), text)
	return m, nil
}

// scanSafely answers a panic of the scanner with a refusal: one bad mail must
// not end the process, and nothing can be said about this one.
func scanSafely(src io.ReaderAt, size int64) (root *part, broken bool, err error) {
	defer func() {
		if recover() != nil {
			err = syntax("panic", "The message cannot be read")
		}
	}()
	return scan(src, size)
}

// content fills in the text and the files. If a reader panics the mail is kept
// as it is, with its headers.
func (m *mailIn) content(a *Adapter, root *part, src io.ReaderAt) {
	defer func() {
		if p := recover(); p != nil {
			a.log.Error("panic while a mail was read; it is kept as it came", "panic", cleanLine(fmt.Sprint(p), 200),
				"stack", string(debug.Stack()))
			m.broken, m.files, m.ambiguous = true, nil, true
		}
	}()
	c := &m.read
	*c = content{src: src, self: a.self, forward: forwarded.MatchString(m.subject), proves: a.proves(m), room: maxText, tempDir: a.tempDir}
	b := c.collect(root, true)
	m.text, m.person, m.signed, m.other = strings.Trim(b.text, "\n"), b.person, b.signed, b.other
	if blank(m.text) {
		if text := c.spareText(); text != "" {
			m.text, m.person, m.spare, c.ambiguous = text, text, true, true
		}
	}
	m.files = c.files
	switch {
	case c.encrypted == "":
	case blank(m.text):
		m.encrypted, m.files = c.encrypted, nil
	default:
		c.damaged = true // the mail is kept as it came
		m.text += "\n\n" + encryptedNote(c.encrypted)
		m.person += "\n\n" + encryptedNote(c.encrypted)
	}
	m.broken = m.broken || c.damaged
	m.ambiguous = c.ambiguous || m.broken || root.stray || c.plains > 1 || c.htmls > 1
}

// encryptedNote stands where a part of a mail cannot be read.
func encryptedNote(how string) string {
	return "[A part of this message is encrypted with " + how + " and cannot be read here.]"
}

// keepFiles puts the files into the artifact store and makes the parts. Nobody
// reads the files of a mail that starts no turn: they are not stored.
func (a *Adapter) keepFiles(ctx context.Context, m *mailIn, src io.ReaderAt, size int64) error {
	text, cut := m.written(a.self)
	if !blank(text) {
		m.parts = append(m.parts, envelope.TextPart(envelope.Response, text))
	}
	if m.class != message.Human && m.class != message.Quiet || m.encrypted != "" {
		return nil
	}
	for _, f := range m.files {
		r, known := f.part.open(f.src)
		sum := sha256.New()
		art, err := a.store.Put(ctx, io.TeeReader(r, sum), f.name, f.media)
		if err != nil {
			return fmt.Errorf("store attachment: %w", err)
		}
		m.broken = m.broken || r.damaged() || !known
		fmt.Fprintf(m.sums, "\nfile %s %x", strconv.Quote(f.name), sum.Sum(nil))
		m.stored = append(m.stored, art.ID)
		m.parts = append(m.parts, a.store.Part(art))
	}
	if !m.broken && !cut {
		return nil
	}
	art, err := a.store.Put(ctx, io.NewSectionReader(src, 0, size), "message.eml", "message/rfc822")
	var large *artifacts.TooLargeError
	if errors.As(err, &large) && !m.broken {
		return nil // its text and its files were taken: it is no reason to refuse it
	}
	if err != nil {
		return fmt.Errorf("store raw message: %w", err)
	}
	m.stored = append(m.stored, art.ID)
	m.parts = append(m.parts, a.store.Part(art))
	return nil
}

// written is what the person wrote, for the agent; cut says that it is not all
// that the mail shows.
func (m *mailIn) written(self mailbox) (text string, cut bool) {
	if m.spare {
		return m.text, false
	}
	about := m.about(self)
	p := reply.Split(m.person, about)
	if blank(p.Text) { // somebody wrote into what a program made
		p = reply.Split(m.text, about)
	} else {
		p.Cut = p.Cut || m.signed || m.person != m.text && folded(m.person) != folded(m.text)
	}
	return p.Text, p.Cut
}

// about is what is known of the mail besides its text.
func (m *mailIn) about(self mailbox) reply.Mail {
	return reply.Mail{
		Name: m.name, Address: m.from, Us: self.name,
		Answers: m.header.get("in-reply-to") != "" || m.header.get("references") != "" || answered.MatchString(m.subject),
		Forward: forwarded.MatchString(m.subject),
	}
}

// forget removes the files of a mail that was not taken.
func (a *Adapter) forget(ctx context.Context, ids []message.ArtifactID) {
	for _, id := range ids {
		if err := a.store.Delete(ctx, id); err != nil {
			a.log.Warn("a file of a mail that was not taken stays until its retention is over", "err", err)
			return
		}
	}
}

// inbound is what admission gets.
func (m *mailIn) inbound(a *Adapter, now time.Time) message.Inbound {
	id := ownID(m.header)
	refs := threadRefs(m.header)
	proves := a.proves(m)
	text, unsure := a.self.unquoted(a.self.withoutCopy(m.text, proves))
	other, otherUnsure := a.self.unquoted(a.self.withoutCopy(m.other, proves))
	in := message.Inbound{
		Channel:    a.name,
		ExternalID: m.externalID(id),
		Class:      m.class,
		ClassWhy:   m.why,
		From:       message.Address(string(message.KindEmail) + ":" + m.from),
		FromName:   m.name,
		Trust:      m.trust,
		Why:        m.reasons,
		ReceivedAt: now,
		Subject:    m.subject,
		HasSubject: true,
		Parts:      m.parts,
		Unquoted:   text,
		Other:      other,
		Ambiguous:  m.ambiguous || unsure || otherUnsure,
		Encrypted:  m.encrypted,
		Binding:    message.Binding{Refs: refs},
		Thread:     message.Thread{Subject: m.subject, Parent: id, References: ancestors(m.header)},
	}
	if id != "" {
		in.Binding.Self = []message.Ref{message.Ref(id)}
	}
	in.Deliveries = m.deliveries
	in.Binding.Session, in.Binding.Approval = a.bindTags(m.env.tags, m.header)
	return in
}

// externalID is Message-ID + From + body hash in one fixed-size word: neither
// of them alone is unique (facts of the wild: ids repeat, lists resend).
func (m *mailIn) externalID(id string) string {
	body := m.sums.Sum(nil)
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n%d %s\n%x", len(id), id, len(m.from), m.from, body)
	if id == "" {
		date, subject := m.header.get("date"), m.header.get("subject")
		fmt.Fprintf(h, "\n%d %s\n%d %s", len(date), date, len(subject), subject)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// bindTags takes the first valid tag: of the envelope, else of the topmost
// Delivered-To and X-Original-To, which a relay writes.
func (a *Adapter) bindTags(tags []string, h header) (message.SessionID, message.ApprovalID) {
	for _, name := range []string{"delivered-to", "x-original-to"} {
		if tag, ok := a.ownAddress(strings.Trim(h.get(name), "<> ")); ok {
			tags = append(tags[:len(tags):len(tags)], tag)
		}
	}
	for _, tag := range tags {
		if ses, apr := a.readTag(tag); ses != "" || apr != "" {
			return ses, apr
		}
	}
	return "", ""
}

// threadRefs lists the ids the mail answers: In-Reply-To, then References from
// the last back.
func threadRefs(h header) []message.Ref {
	ids := messageIDs(h.get("in-reply-to"))
	refs := messageIDs(h.get("references"))
	for i := len(refs) - 1; i >= 0; i-- {
		ids = append(ids, refs[i])
	}
	seen := map[string]bool{}
	var out []message.Ref
	for _, id := range ids {
		if !seen[id] && len(out) < maxIDs {
			seen[id] = true
			out = append(out, message.Ref(id))
		}
	}
	return out
}

// ancestors are the mail's References, oldest first; without any its
// In-Reply-To if that has exactly one id (RFC 5322 §3.6.4).
func ancestors(h header) []message.Ref {
	ids := messageIDs(h.get("references"))
	if len(ids) == 0 {
		if ids = messageIDs(h.get("in-reply-to")); len(ids) != 1 {
			return nil
		}
	}
	var out []message.Ref
	for _, id := range trimIDs(ids) {
		out = append(out, message.Ref(id))
	}
	return out
}

// trimIDs keeps the first id and the last ten.
func trimIDs(ids []string) []string {
	if len(ids) <= 11 {
		return ids
	}
	return append(append([]string(nil), ids[0]), ids[len(ids)-10:]...)
}
