// Package content reads what a mail shows: its text, as the person and the programs on the
// way made it, and its files. Where readers could see different things it says so: such a
// mail decides nothing. It stores nothing and believes nothing.
package content

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"bridge/adapters/email/mime"
	"bridge/adapters/email/quote"
	"bridge/adapters/email/written"
)

// MaxText is how many bytes of decoded text of one mail are read; what is longer comes as
// a file too.
const MaxText = 1 << 20

// Options say how a mail is read.
type Options struct {
	Us      quote.Us
	Proof   quote.Proof // what copies of our mails are compared with
	Forward bool        // its subject says that it passes on another mail
	TempDir string      // where long packed parts are held
}

// Mail is what a mail shows. It may be used until Close.
type Mail struct {
	Text      string   // with quotes, which are marked
	Person    string   // the same as far as no mail program made it
	Other     string   // the text of another form; "" if there is none
	Signed    bool     // Person is without a signature that is shown
	Signs     []string // what its program marks as the signature that it has put there
	Spare     bool     // it shows no text: Text is made of something else
	Files     []File
	Encrypted string // nothing of it can be read: how it is encrypted
	Ambiguous bool   // readers may see different things
	Pictures  bool   // there are pictures that nobody reads, and no plain form says what there is to say
	Above     string // of Text what stands above the first of them
	Damaged   bool   // not what it should be: it is to be kept as it came
	Differs   bool   // the plain and the HTML form say different things
	Omitted   bool   // there are words that Text does not have: hidden ones, or those of another form
	Fault     error  // a reader panicked, and where: nothing above is whole

	read reader
}

// File is an attachment that is still in the mail.
type File struct {
	Name  string // safe, never empty
	Media string

	part *mime.Part
	src  io.ReaderAt // where the part is
}

// Open returns the bytes of a file; known is false if they are in an encoding that is not
// known, and come as they are.
func (f File) Open() (r mime.Body, known bool) { return f.part.Open(f.src) }

// Read reads a mail whose parts are known.
func Read(root *mime.Part, src io.ReaderAt, o Options) (m *Mail) {
	m = &Mail{read: reader{Options: o, src: src, room: MaxText}}
	c := &m.read
	defer func() {
		if p := recover(); p != nil { // one bad mail must not end the process
			m.Fault = fmt.Errorf("%v\n%s", p, debug.Stack())
			m.Damaged, m.Files, m.Ambiguous = true, nil, true
		}
	}()
	b := c.collect(root, true)
	m.Text, m.Person, m.Signed, m.Signs, m.Other = strings.Trim(b.text, "\n"), b.person, b.signed, b.signs, b.other
	if strings.TrimSpace(m.Text) == "" {
		if text := c.spareText(); text != "" {
			m.Text, m.Person, m.Spare, c.ambiguous = text, text, true, true
		}
	}
	m.Files = c.files
	switch {
	case c.encrypted == "":
	case strings.TrimSpace(m.Text) == "":
		m.Encrypted, m.Files = c.encrypted, nil
	default:
		c.damaged = true // the mail is kept as it came
		m.Text += "\n\n" + encryptedNote(c.encrypted)
		m.Person += "\n\n" + encryptedNote(c.encrypted)
	}
	m.Pictures, m.Above = b.images, strings.Trim(b.above, "\n")
	m.Damaged, m.Differs, m.Omitted = c.damaged, c.differs, c.omitted
	m.Ambiguous = c.ambiguous || c.damaged || root.Stray || root.Loose || c.plains > 1 || c.htmls > 1
	return m
}

// encryptedNote stands where a part of a mail cannot be read.
func encryptedNote(how string) string {
	return "[A part of this message is encrypted with " + how + " and cannot be read here.]"
}

// Close frees what holds packed parts.
func (m *Mail) Close() { m.read.close() }

// Text reads a mail and returns the text that it shows, with
// its quotes. Programs that measure the reader call it.
func Text(src io.ReaderAt, size int64) (string, error) {
	root, _, err := mime.Scan(src, size)
	if err != nil {
		return "", err
	}
	c := reader{src: src, room: MaxText}
	defer c.close()
	b := c.collect(root, true)
	if strings.TrimSpace(b.text) == "" {
		return c.spareText(), nil
	}
	return written.Unmarked(b.text), nil
}
