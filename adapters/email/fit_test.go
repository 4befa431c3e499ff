package email

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/adapters/email/dkimsign"
	"bridge/adapters/email/smtpout"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// filed is an answer with attachments of the given sizes, in bytes.
func filed(store *memStore, sizes ...int) message.Outbound {
	out := answer()
	out.HTML = "<p>The flight is booked.</p>\n"
	for i, n := range sizes {
		id := message.ArtifactID(fmt.Sprintf("art_%d", i))
		store.files[id] = bytes.Repeat([]byte{byte('a' + i)}, n)
		out.Attachments = append(out.Attachments, message.Attachment{Artifact: id, Filename: fmt.Sprintf("file<%d>.bin", i), MediaType: "application/octet-stream", Size: int64(n)})
	}
	return out
}

// TestFit: what makes a mail too large for the server goes out as a link, the
// largest file first, and no more than has to.
func TestFit(t *testing.T) {
	const onlyText = -1 // just enough for the text and the links
	for _, tt := range []struct {
		limit    int
		attached []string
		html     bool
		lost     bool
	}{
		{0, []string{"file_0_.bin", "file_1_.bin", "file_2_.bin"}, true, false},
		{1_000_000, []string{"file_0_.bin", "file_1_.bin", "file_2_.bin"}, true, false},
		{250_000, []string{"file_0_.bin", "file_2_.bin"}, true, false},
		{50_000, []string{"file_0_.bin"}, true, false},
		{8_000, nil, true, false},
		{onlyText, nil, false, false},
		{1_000, nil, false, true},
	} {
		t.Run(fmt.Sprint(tt.limit), func(t *testing.T) {
			s := newFake(t, nil)
			a, store := sender4(t, s.config("none"))
			out := filed(store, 10_000, 200_000, 100_000)
			out.Language = "de"
			if tt.limit == onlyText {
				text := a.writer.LinkAll(out)
				text.HTML = ""
				tt.limit = len(composed(t, a, text))
			}
			s.mu.Lock()
			s.ext = []string{fmt.Sprintf("SIZE %d", tt.limit)}
			s.mu.Unlock()
			_, err := a.Send(t.Context(), out)
			cmds, mails := s.sent()
			if tt.lost {
				se := sendError(t, err)
				if se.Kind != message.SendInvalid || se.Code != "552 5.3.4" || !se.NotSent || !strings.Contains(se.Error(), fmt.Sprint(tt.limit)) {
					t.Errorf("got %v", se)
				}
				if slices.ContainsFunc(cmds, func(c string) bool { return strings.HasPrefix(c, "MAIL") }) {
					t.Errorf("it was offered: %q", cmds)
				}
				return
			}
			noerr.Must(t, err)
			if tt.limit > 0 && len(mails[0]) > tt.limit || !slices.Contains(cmds, fmt.Sprintf("MAIL FROM:<%s> BODY=8BITMIME SIZE=%d", a.tags.Self.Tagged(a.tags.Bounce(out.ID)), len(mails[0]))) {
				t.Errorf("%d bytes, commands %q", len(mails[0]), cmds)
			}
			in := parsed(t, a, strings.ReplaceAll(strings.ReplaceAll(mails[0], "X-Bridge-Loop", "X-Other"), "Message-ID: <b.", "Message-ID: <c."))
			for i := range 3 {
				name := fmt.Sprintf("file_%d_.bin", i)
				want := slices.Contains(tt.attached, name)
				if got := strings.Contains(mails[0], name) || strings.Contains(mails[0], fmt.Sprintf(`filename="file<%d>.bin"`, i)); got != want {
					t.Errorf("%s attached %v, want %v", name, got, want)
				}
				if linked := strings.Contains(in.Unquoted, fmt.Sprintf("https://bridge.example.com/artifacts/art_%d?e=1&s=abc", i)); linked == want {
					t.Errorf("%s linked %v in %q", name, linked, in.Unquoted)
				}
			}
			if got := strings.Contains(mails[0], "text/html"); got != tt.html {
				t.Errorf("HTML form %v, want %v", got, tt.html)
			}
			if linked := len(tt.attached) < 3; strings.Contains(in.Unquoted, "Anhang: file") != linked {
				t.Errorf("in German: %q", in.Unquoted)
			}
			if strings.Contains(mails[0], "<p>Anhang: file<") {
				t.Error("a file name is markup")
			}
		})
	}
}

// TestTooLargeReply: a server that names no limit but refuses the size gets the
// mail again with links, once; a full mailbox does not.
func TestTooLargeReply(t *testing.T) {
	for _, tt := range []struct {
		word, reply string
		again       bool
	}{
		{"MAIL", "552 5.3.4 too big", true},
		{"DATA", "552 message too large", true},
		{".", "552 5.3.4 too big", true},
		{".", "554 5.3.4 too big", true},
		{".", "550 5.2.3 too long for the mailbox", true},
		{"RCPT", "552 5.2.2 mailbox full", false},
		{"RCPT", "552 mailbox full", false},
		{".", "552 5.2.2 mailbox full", false},
		{".", "550 5.7.1 spam", false},
	} {
		s := newFake(t, nil)
		s.set(tt.word, tt.reply)
		a, store := sender4(t, s.config("none"))
		_, err := a.Send(t.Context(), filed(store, 10_000))
		se := sendError(t, err)
		cmds, _ := s.sent()
		n := 0
		for _, c := range cmds {
			if strings.HasPrefix(c, "MAIL") {
				n++
			}
		}
		if want := map[bool]int{true: 2, false: 1}[tt.again]; n != want || !se.NotSent {
			t.Errorf("%s %s: offered %d times, want %d (%v)", tt.word, tt.reply, n, want, se)
		}
	}
}

// sentFolder keeps what is appended; ok is asked before each.
type sentFolder struct {
	mu   sync.Mutex
	got  map[string][]string
	hold chan struct{} // nil: at once
	err  error
	read int64 // bytes read before err; -1 for all
}

func (p *sentFolder) Append(ctx context.Context, mailbox string, r io.Reader, size int64) error {
	if p.hold != nil {
		select {
		case <-p.hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if p.err != nil {
		_, _ = io.CopyN(io.Discard, r, p.read) // what a broken connection has taken
		return p.err
	}
	b, err := io.ReadAll(r)
	if err == nil && int64(len(b)) != size {
		err = fmt.Errorf("%d bytes, %d were said", len(b), size)
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got[mailbox] = append(p.got[mailbox], string(b))
	return nil
}

// copyCounts counts what becomes of copies.
type copyCounts struct {
	mu      sync.Mutex
	ok, bad int
}

func (c *copyCounts) count(ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ok {
		c.ok++
	} else {
		c.bad++
	}
}

func (c *copyCounts) wait(t *testing.T, ok, bad int) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		gotOK, gotBad := c.ok, c.bad
		c.mu.Unlock()
		if gotOK == ok && gotBad == bad {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d copies and %d failures, want %d and %d", gotOK, gotBad, ok, bad)
		}
	}
}

func copying(t *testing.T, p *sentFolder, keys ...dkimsign.Config) (*Adapter, *memStore, *fakeServer, *copyCounts) {
	t.Helper()
	p.got = map[string][]string{}
	s, counts := newFake(t, nil), &copyCounts{}
	a, store := newAdapter(t, func(o *Options) { o.Config.SMTP, o.Config.DKIM = s.config("none"), keys })
	a.copies = smtpout.NewCopies("Sent", p, a.store, a.copied)
	a.metrics.Copied = counts.count
	return a, store, s, counts
}

// TestSentCopy: the bytes that were sent are in the mailbox for sent mail, and only
// of mails that were sent.
func TestSentCopy(t *testing.T) {
	p := &sentFolder{}
	a, store, s, counts := copying(t, p, dkimsign.Config{Selector: "a", Key: edFile(t)})
	out := filed(store, 300_000)
	noerr.Must(t, noerr.Of(a.Send(t.Context(), out)))
	counts.wait(t, 1, 0)
	s.set("RCPT", "550 5.1.1 unknown")
	if _, err := a.Send(t.Context(), out); err == nil {
		t.Fatal("it was sent")
	}
	s.set("RCPT", "250 ok")
	noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
	counts.wait(t, 2, 0)
	if _, mails := s.sent(); !slices.Equal(p.got["Sent"], mails) || len(mails) != 2 {
		t.Errorf("%d mails were sent, %d copied, or they differ", len(mails), len(p.got["Sent"]))
	}
}

// TestSentCopyFails: sending does not care.
func TestSentCopyFails(t *testing.T) {
	for _, read := range []int64{0, 1000} {
		p := &sentFolder{err: errors.New("over quota"), read: read}
		a, store, s, counts := copying(t, p)
		for range 2 {
			noerr.Must(t, noerr.Of(a.Send(t.Context(), filed(store, 300_000))))
		}
		counts.wait(t, 0, 2)
		if _, mails := s.sent(); len(mails) != 2 {
			t.Errorf("%d mails were sent", len(mails))
		}
	}
}

// TestSentCopyWaits: an IMAP server that hangs holds no lane, its queue has an end,
// and Close waits for nothing.
func TestSentCopyWaits(t *testing.T) {
	p := &sentFolder{hold: make(chan struct{})}
	a, _, s, counts := copying(t, p)
	const more = 7
	m, err := a.writer.Mail(answer())
	noerr.Must(t, err)
	a.copies.Add(m)
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) { // until it is the one under way
		if a.copies.Waiting() == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("nothing works on the queue")
		}
	}
	for range smtpout.MaxCopies + more - 1 {
		a.copies.Add(m)
	}
	noerr.Must(t, noerr.Of(a.Send(t.Context(), answer())))
	counts.wait(t, 0, more)
	p.hold <- struct{}{}
	counts.wait(t, 1, more)
	a.Close()
	counts.wait(t, 1, more+smtpout.MaxCopies)
	a.copies.Add(m)
	counts.wait(t, 1, more+smtpout.MaxCopies+1)
	if _, mails := s.sent(); len(mails) != 1 {
		t.Errorf("%d mails were sent", len(mails))
	}
}
