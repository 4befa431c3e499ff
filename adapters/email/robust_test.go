package email

import (
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/adapters/email/reply"
	"bridge/artifacts"
	"bridge/message"
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
	if _, _, err := scan(probe, int64(len(raw))); err != nil {
		t.Fatal(err)
	}
	src := &trapReader{ReaderAt: strings.NewReader(raw), panicAt: probe.reads + 1}
	in, _, err := a.read(t.Context(), src, int64(len(raw)), envelopeOf{from: "dana@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	files := filesOf(in)
	if textOf(in) != "" || len(files) != 1 || string(store.bytes(t, files[0])) != raw || in.Subject != "Hi" || !in.Ambiguous {
		t.Errorf("got %+v", in)
	}
	src = &trapReader{ReaderAt: strings.NewReader(raw), panicAt: 1}
	_, _, err = a.read(t.Context(), src, int64(len(raw)), envelopeOf{from: "dana@example.com"})
	if r := asRefusal(err); r == nil || r.code != 554 {
		t.Errorf("a panic in the header: %v", err)
	}
}

// TestPool: a connection that nobody takes is closed after its time, and no
// more than a few wait.
func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pool
		var peers []net.Conn
		put := func() {
			near, far := net.Pipe()
			peers = append(peers, far)
			p.put(&client{conn: &timedConn{Conn: near, timeout: commandTimeout}})
		}
		closed := func(c net.Conn) bool {
			done := make(chan error, 1)
			go func() { _, err := c.Read(make([]byte, 1)); done <- err }()
			synctest.Wait()
			select {
			case err := <-done:
				return err == io.EOF
			default:
				return false
			}
		}
		for range maxIdle + 1 {
			put()
		}
		if !closed(peers[maxIdle]) || closed(peers[0]) {
			t.Error("one too many is kept, or the first is not")
		}
		c := p.get()
		if c == nil || !c.kept {
			t.Fatal("no connection was kept")
		}
		p.mu.Lock()
		n := len(p.idle)
		p.mu.Unlock()
		if n != maxIdle-1 {
			t.Errorf("%d connections wait", n)
		}
		time.Sleep(idleKeep) // the clock of synctest
		synctest.Wait()
		if p.get() != nil {
			t.Error("a connection outlives its time")
		}
		for i, peer := range peers[1 : maxIdle-1] {
			if !closed(peer) {
				t.Errorf("connection %d is not closed", i+1)
			}
		}
		c.conn.Close()
		for _, peer := range peers {
			peer.Close()
		}
	})
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
	start := time.Now()
	if n := strings.Count(flow(strings.Repeat("word ", maxText/5)), "\r\n"); n < maxText/flowWidth {
		t.Errorf("one long line became %d lines", n)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("one long line took %v", d)
	}
	const size = maxText / 16
	us := mailbox{name: "Agent", local: "agent", domain: "example.com"}
	for _, piece := range []string{
		"On 2026 x\n", "On 2026 x\n\n", "From: a\n", "> q\na\n", "On 2026 wrote:\n\n", "http://x ", "[image: ", "word ", "-- \n", "x",
		"<a>", "<p><b>", "<b><p></b>", "<table><td>", "<li><ol>", "<blockquote>", "<br>", "<s>", "<s>.", "<p style='color:white'>", "On 20 Nov 2026 at 9:00 Agent<blockquote>x</blockquote>", "<a href=http://x>y</a>", "<pre>\n\n",
	} {
		s := strings.Repeat(piece, size/len(piece))
		start := time.Now()
		p := readHTML(s, maxText, us, false)
		for _, s := range []string{reply.MarkQuotes(s), p.text, p.person} {
			_, _ = us.unquoted(s)
			_ = reply.Split(s, reply.Mail{Answers: true})
		}
		_ = folded(s) + unflow(s, false)
		_ = quotedPrintable(flow(s))
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%q took %v", piece, d)
		}
	}
}
