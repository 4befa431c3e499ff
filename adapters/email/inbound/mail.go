package inbound

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
	"time"

	"bridge/adapters/email/classify"
	"bridge/adapters/email/content"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/proof"
	"bridge/adapters/email/quote"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/tag"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
	"bridge/core/envelope"
	"bridge/core/message"
)

// Mail is one mail that was understood; its files are still where they came.
type Mail struct {
	Subject string
	Class   message.Class
	Why     string // which rule says so; "" of a human's
	Shown   *content.Mail

	stored   []message.ArtifactID // what the files became
	header   mime.Header          // without what nothing vouches for
	sent     mime.Header          // as it came
	root     *mime.Part
	readings []string // see message.Inbound.Readings
	openID   bool     // nothing vouches for its Message-ID
	readers  message.Readers
	date     time.Time // when it was written, if that is proven
	print    string    // what a proven mail is known by
	env      Envelope
	from     string // normalised address
	name     string
	trust    message.Trust
	reasons  []string // of the trust
	// deliveries is what it says of mails of ours.
	deliveries []message.Delivery
	byID       bool // nothing but a Message-ID says that they are of ours
	ambiguous  bool
	plus       string // message.Inbound.PlusTag
	broken     bool   // not what it should be: the raw mail is kept too

	sums  hash.Hash // over the decoded content
	parts []envelope.Part
}

// Parse reads the form of a mail, what it shows and what kind of mail it is. It proves
// nothing and stores nothing. The error is a *mime.Error if the mail is to blame.
func (rd *Reader) Parse(src io.ReaderAt, size int64, env Envelope) (*Mail, error) {
	root, broken, err := mime.Scan(src, size)
	if err != nil {
		return nil, err
	}
	m := &Mail{header: root.Header, root: root, env: env, broken: broken, sums: sha256.New()}
	m.from, m.name, err = root.Header.Sender()
	if env.Stored {
		m.env.From = storedPath(root.Header, m.from)
	}
	m.Class, m.Why = classify.Of(classify.Mail{
		Root: root, Src: src, From: m.from, NullPath: m.env.From == "", Human: tag.Address(m.from).Matches(rd.Humans),
	}, rd.Tags)
	if err != nil {
		if m.env.From != "" && m.Class != message.Bounce {
			return nil, err
		}
		m.from, m.broken = "mailer-daemon@invalid", true // a bounce is recorded, whoever sent it
	}
	m.Subject = mime.CleanLine(mime.DecodeWords(root.Header.Get("subject")), 1000)
	m.show(rd, src)
	rd.deliveries(m, src)
	text := written.Unmarked(m.Shown.Text)
	fmt.Fprintf(m.sums, "text %d\n%s", len(text), text)
	return m, nil
}

// show reads what the mail shows. If a reader panics the mail is kept as it is, with its
// headers.
func (m *Mail) show(rd *Reader, src io.ReaderAt) {
	m.Shown = content.Read(m.root, src, rd.reading(m))
	if err := m.Shown.Fault; err != nil {
		rd.Log.Error("panic while a mail was read; it is kept as it came", "err", err)
	}
	m.broken = m.broken || m.Shown.Damaged
	m.ambiguous = m.Shown.Ambiguous || m.broken
}

// reading is how the mail is read.
func (rd *Reader) reading(m *Mail) content.Options {
	return content.Options{Us: quote.Us{Mailbox: rd.Tags.Self, Brand: rd.Brand}, Proof: rd.proves(m), Forward: mime.Forwards(m.Subject), TempDir: rd.TempDir}
}

// readings returns the other texts that a proven mail may be; see content.Readings.
func (rd *Reader) readings(m *Mail, src io.ReaderAt, r proof.Result) (others []string) {
	defer func() {
		if p := recover(); p != nil {
			rd.Log.Error("panic while a mail was read in another way; it decides nothing", "panic", mime.CleanLine(fmt.Sprint(p), 200))
			others = []string{""}
		}
	}()
	return content.Readings(m.root, src, m.Shown.Text, r.Covered, r.Shaped, rd.reading(m))
}

// written is what the person wrote, for the agent; own is the same without what they quote
// and pass on, and cut says that it is not all that the mail shows.
func (m *Mail) written(self tag.Mailbox) (text, own string, cut bool) {
	if m.Shown.Spare {
		return m.Shown.Text, m.Shown.Text, false
	}
	about := m.About(self)
	p := written.Split(m.Shown.Person, about)
	if strings.TrimSpace(p.Text) == "" { // somebody wrote into what a program made
		p = written.Split(m.Shown.Text, about)
	} else {
		p.Cut = p.Cut || m.Shown.Signed || m.Shown.Person != m.Shown.Text && words.Fold(m.Shown.Person) != words.Fold(m.Shown.Text)
	}
	return p.Text, p.Own, p.Cut
}

// About is what is known of the mail besides its text.
func (m *Mail) About(self tag.Mailbox) written.Mail {
	return written.Mail{
		Name: m.name, Address: m.from, Us: self.Name,
		Answers: m.header.Get("in-reply-to") != "" || m.header.Get("references") != "" || mime.Answers(m.Subject),
		Forward: mime.Forwards(m.Subject),
		Marks:   m.Shown.Signs,
	}
}

// inbound is what admission gets.
func (m *Mail) inbound(rd *Reader, now time.Time) message.Inbound {
	id := m.header.MessageID()
	o := rd.reading(m)
	text, below, unsure := o.Us.Said(m.Shown.Text, o.Proof)
	other, otherBelow, otherUnsure := o.Us.Said(m.Shown.Other, o.Proof)
	in := message.Inbound{
		Channel:    rd.Channel,
		ExternalID: m.externalID(id),
		Class:      m.Class,
		ClassWhy:   m.Why,
		From:       tag.Address(m.from),
		FromName:   m.name,
		Trust:      m.trust,
		Why:        m.reasons,
		ReceivedAt: now,
		WrittenAt:  m.date,
		Print:      m.print,
		Readers:    m.readers,
		Subject:    m.Subject,
		HasSubject: true,
		Parts:      m.parts,
		Unquoted:   text,
		Other:      other,
		Readings:   m.readings,
		Ambiguous:  m.ambiguous || unsure || otherUnsure || classify.SaysAuto(m.Subject, text, other),
		Differs:    m.Shown.Differs,
		Signatures: m.Shown.Signs,
		Encrypted:  m.Shown.Encrypted,
		Binding:    message.Binding{Refs: refs(m.header.ThreadRefs())},
		Thread:     message.Thread{Subject: m.Subject, Parent: id, References: refs(m.header.Ancestors())},
	}
	if m.openID {
		in.ExternalID = m.print
	}
	if id != "" {
		in.Binding.Self = []message.Ref{message.Ref(id)}
	}
	for _, b := range []string{below, otherBelow} {
		if b != "" {
			in.Below = append(in.Below, b)
		}
	}
	if m.Shown.Pictures {
		if above, _, _ := o.Us.Said(m.Shown.Above, o.Proof); !in.Ambiguous && strings.HasPrefix(text, above) {
			in.AbovePictures = above
		}
		in.Ambiguous = true
	}
	in.Deliveries = m.deliveries
	return in
}

// externalID is Message-ID + From + body hash in one fixed-size word: neither
// of them alone is unique: programs repeat ids, lists send again.
func (m *Mail) externalID(id string) string {
	body := m.sums.Sum(nil)
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n%d %s\n%x", len(id), id, len(m.from), m.from, body)
	if id == "" {
		date, subject := m.header.Get("date"), m.header.Get("subject")
		fmt.Fprintf(h, "\n%d %s\n%d %s", len(date), date, len(subject), subject)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func refs(ids []string) []message.Ref {
	var rs []message.Ref
	for _, id := range ids {
		rs = append(rs, message.Ref(id))
	}
	return rs
}

// proves returns what copies in a mail are compared with: the mails of ours that
// it says it answers.
func (rd *Reader) proves(m *Mail) quote.Proof {
	type sealed struct {
		mid  message.MessageID
		seal string
	}
	var ours []sealed
	for _, ref := range m.header.ThreadRefs() {
		if mid, seal, ok := rd.Tags.ReadMessageID(ref); ok && seal != "" {
			ours = append(ours, sealed{mid, seal})
		}
	}
	if len(ours) == 0 {
		return quote.Proof{}
	}
	return quote.Proof{To: m.from, ToName: m.name, Subject: m.Subject, Sealed: func(text string) bool {
		return slices.ContainsFunc(ours, func(s sealed) bool { return rd.Tags.Sealed(s.mid, s.seal, text) })
	}}
}

// storedPath is the return path of a mail that lay in a mailbox: what its topmost
// Return-Path says; without one the sender, for a missing field is no null path.
func storedPath(h mime.Header, from string) string {
	paths := h.All("return-path")
	if len(paths) == 0 {
		if from == "" {
			return "unknown"
		}
		return from
	}
	return strings.Trim(paths[0], "<> ")
}

// Envelope is the envelope of one mail. One mail is one message, however
// many recipients it has: it belongs to what its first valid tag names, and every
// recipient gets the same answer, by LMTP too.
type Envelope struct {
	smtpin.Envelope
	// Stored says that the mail lay in a mailbox: its topmost Return-Path, which
	// the server wrote on delivery, is what is left of the envelope.
	Stored bool
	At     time.Time     // when it came to the mailbox; zero: now
	Within time.Duration // to check the sender; 0: as long as it takes
}
