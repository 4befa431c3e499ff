package email

import (
	"io"
	"strings"
	"testing"
	"time"

	"bridge/adapters/email/content"
	"bridge/adapters/email/flowed"
	"bridge/adapters/email/htmltext"
	"bridge/adapters/email/inbound"
	"bridge/adapters/email/mime"
	"bridge/adapters/email/quote"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/tag"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
	"bridge/artifacts"
	"bridge/core/message"
	"bridge/internal/cputime"
	"bridge/internal/noerr"
	"bridge/internal/racetest"
)

var _ Artifacts = (*artifacts.Store)(nil)

// trapReader panics from the nth read on: a parser's bug, for want of a known one.
type trapReader struct {
	io.ReaderAt
	reads, panicAt int
}

func (r *trapReader) ReadAt(p []byte, off int64) (int, error) {
	r.reads++
	if r.panicAt > 0 && r.reads == r.panicAt {
		panic("trap")
	}
	return r.ReaderAt.ReadAt(p, off)
}

// TestReadPanic: a parser that panics costs one mail its text, not the process
// its life; the mail is kept as it came.
func TestReadPanic(t *testing.T) {
	a, store := newAdapter(t)
	raw := crlf(basicHead + "\nHello\n")
	probe := &trapReader{ReaderAt: strings.NewReader(raw)}
	if _, _, err := mime.Scan(probe, int64(len(raw))); err != nil {
		t.Fatal(err)
	}
	src := &trapReader{ReaderAt: strings.NewReader(raw), panicAt: probe.reads + 1}
	in, _, err := a.reader.Read(t.Context(), src, int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: "dana@example.com"}})
	noerr.Must(t, err)
	files := filesOf(in)
	if textOf(in) != "" || len(files) != 1 || string(store.bytes(t, files[0])) != raw || in.Subject != "Hi" || !in.Ambiguous {
		t.Errorf("got %+v", in)
	}
	src = &trapReader{ReaderAt: strings.NewReader(raw), panicAt: 1}
	_, _, err = a.reader.Read(t.Context(), src, int64(len(raw)), inbound.Envelope{Envelope: smtpin.Envelope{From: "dana@example.com"}})
	if r := refusalOf(err); r == nil || r.Code != 554 {
		t.Errorf("a panic in the header: %v", err)
	}
}

// TestPartsOfOthers: nothing is stored of a mail that no human wrote.
func TestPartsOfOthers(t *testing.T) {
	a, store := newAdapter(t)
	raw := crlf(basicHead + "Auto-Submitted: auto-generated\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nout of office\n--x\nContent-Type: image/png\n\nabc\n")
	in := parsed(t, a, raw)
	if in.Class != message.Auto || textOf(in) != "out of office" || len(filesOf(in)) != 0 || len(store.files) != 0 {
		t.Errorf("got %+v, %d files stored", in, len(store.files))
	}
}

// TestHostileText: text that a reader could choke on is read in linear time.
func TestHostileText(t *testing.T) {
	racetest.Skip(t)
	start := cputime.Used()
	if n := strings.Count(flowed.Write(strings.Repeat("word ", content.MaxText/5)), "\r\n"); n < content.MaxText/70 {
		t.Errorf("one long line became %d lines", n)
	}
	if d := cputime.Used() - start; d > 20*time.Second {
		t.Errorf("one long line took %v", d)
	}
	const size = content.MaxText / 16
	us := quote.Us{Mailbox: tag.Mailbox{Name: "Agent", Local: "agent", Domain: "example.com"}}
	for _, piece := range []string{
		"On 2026 x\n", "On 2026 x\n\n", "From: a\n", "> q\na\n", "On 2026 wrote:\n\n", "http://x ", "[image: ", "word ", "-- \n", "x",
		"<a>", "<p><b>", "<b><p></b>", "<table><td>", "<li><ol>", "<blockquote>", "<br>", "<s>", "<s>.", "<p style='color:white'>", "On 20 Nov 2026 at 9:00 Agent<blockquote>x</blockquote>", "<a href=http://x>y</a>", "<pre>\n\n",
	} {
		s := strings.Repeat(piece, size/len(piece))
		start := cputime.Used()
		p := htmltext.Read(s, content.MaxText, us, false)
		for _, s := range []string{written.MarkQuotes(s), p.Text, p.Person} {
			_, _, _ = us.Said(s, quote.Proof{})
			_ = written.Split(s, written.Mail{Answers: true})
		}
		_ = words.Fold(s) + flowed.Read(s, false)
		_ = mime.QuotedPrintable(flowed.Write(s))
		if d := cputime.Used() - start; d > 20*time.Second {
			t.Errorf("%q took %v", piece, d)
		}
	}
}
