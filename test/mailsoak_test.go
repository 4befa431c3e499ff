package test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/smtp"
	"net/textproto"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bridge/internal/dovecottest"
	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// TestSoakMailboxAndKill is TestMailboxAndKill with 5000 mails.
func TestSoakMailboxAndKill(t *testing.T) {
	if !soaking() {
		t.Skip("takes minutes: make soak")
	}
	mailboxAndKill(t, 5000, 10*time.Minute)
}

// TestSoakMailboxIsCutOff: with the times of production the connection to the mailbox
// is cut, or silent, for 60 seconds in which mail comes: all of it is answered, once.
func TestSoakMailboxIsCutOff(t *testing.T) {
	if !soaking() {
		t.Skip("takes minutes: make soak")
	}
	for _, tt := range []struct {
		name string
		set  func(p *redistest.Proxy, away bool)
	}{
		{"cut", func(p *redistest.Proxy, away bool) {
			p.Refuse(away)
			if away {
				p.CutAll()
			}
		}},
		{"silent", func(p *redistest.Proxy, away bool) { p.Freeze(away) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const away, every = 60 * time.Second, 3 * time.Second
			d := dovecottest.Start(t, dovecottest.Options{})
			proxy := redistest.NewProxy(t, d.Addr())
			d.Put(account, "", false)
			agent := parrot(t)
			s := mailboxSite(t, d, `after = "move:Processed"`, httpAgent(agent.URL), unlimited())
			s.edit(d.Addr(), proxy.Addr())
			var mu sync.Mutex
			answered := map[string]int{}
			s.observe(func(m mailserver.Mail) {
				mu.Lock()
				defer mu.Unlock()
				answered[number.FindString(m.Text)]++
			})
			n := 0
			deliver := func() {
				question := fmt.Sprintf("question-%d", n)
				n++
				d.Deliver(account, inMailbox(eve, question, question))
			}
			all := func() bool { mu.Lock(); defer mu.Unlock(); return len(answered) == n }
			s.start()
			s.channelIs("ok")
			deliver()
			within(t, patience, "the first answer", all)
			tt.set(proxy, true)
			for began := time.Now(); time.Since(began) < away; time.Sleep(every) {
				deliver()
			}
			mu.Lock()
			if len(answered) != 1 {
				t.Errorf("%d mails were answered without a connection", len(answered)-1)
			}
			mu.Unlock()
			tt.set(proxy, false)
			began := time.Now()
			// The pause between connections has grown to a minute and a half at most.
			within(t, 5*time.Minute, "all answers", all)
			t.Logf("%d mails came while the connection was %s for %v: all were answered %v after it was back",
				n-1, tt.name, away, time.Since(began).Round(100*time.Millisecond))
			s.quiet()
			mu.Lock()
			defer mu.Unlock()
			for question, times := range answered {
				if times != 1 {
					t.Errorf("%s was answered %d times", question, times)
				}
			}
			if calls := len(agent.seen()); calls != n {
				t.Errorf("the agent was called %d times for %d mails", calls, n)
			}
		})
	}
}

// TestSoakLargeMails: 200 mails of 5 MB are handed over at the same time, over 200
// connections: each is answered, and the memory stays in bounds.
func TestSoakLargeMails(t *testing.T) {
	if !soaking() {
		t.Skip("takes minutes: make soak")
	}
	linux(t)
	const mails, size, peers, growth = 200, 5 << 20, 4, 400 << 20
	var calls atomic.Int32
	agent := newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		for _, p := range c.Body.Parts {
			if p.Metadata.PartType == "artifact" && p.Metadata.SizeBytes == size*3/4 {
				calls.Add(1)
				answerJSON(w, fmt.Sprintf(`{"text":"got %s"}`, p.Filename))
				return
			}
		}
		http.Error(w, "no attachment", http.StatusBadRequest)
	})
	s := newSite(t, httpAgent(agent.URL), unlimited()).start()
	before := memory(t, s.cmd.Process.Pid, "VmHWM")
	content := make([]byte, size*3/4)
	_, _ = rand.Read(content)
	var body bytes.Buffer
	enc := base64.StdEncoding.EncodeToString(content)
	for i := 0; i < len(enc); i += 76 {
		body.WriteString(enc[i:min(i+76, len(enc))] + "\r\n")
	}
	body.WriteString("--B--\r\n.\r\n")
	var connected, failed, later atomic.Int32
	var wg sync.WaitGroup
	open := make(chan struct{})
	began := time.Now()
	for i := range mails {
		wg.Go(func() {
			head := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Big %d\r\nMessage-ID: <big%d@bridge.test>\r\nMIME-Version: 1.0\r\n"+
				"Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\nbig %d\r\n--B\r\n"+
				"Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\"f%d.bin\"\r\n"+
				"Content-Transfer-Encoding: base64\r\n\r\n", eve, agentAddr, i, i, i, i)
			// No peer may have more than 100 connections open.
			c, err := connectFrom(fmt.Sprintf("127.0.0.%d", 2+i%peers), s.smtp)
			if err != nil {
				failed.Add(1)
				t.Errorf("mail %d: %v", i, err)
				return
			}
			if connected.Add(1) == mails {
				close(open) // all are connected: now
			}
			select {
			case <-open:
			case <-time.After(patience):
				failed.Add(1)
				c.Close()
				t.Errorf("mail %d: not all peers could connect", i)
				return
			}
			// Who holds the place of others is told to come back, and its connection ends: it may see that alone.
			for end := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Second) {
				if err == nil {
					err = c.transact([]byte(head), body.Bytes())
				}
				if reply, ok := errors.AsType[*textproto.Error](err); err == nil || ok && reply.Code/100 != 4 || time.Now().After(end) {
					break
				}
				later.Add(1)
				if c != nil {
					c.Close()
				}
				c, err = connectFrom(fmt.Sprintf("127.0.0.%d", 2+i%peers), s.smtp)
			}
			if c != nil {
				c.Close()
			}
			if err != nil {
				failed.Add(1)
				t.Errorf("mail %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	within(t, 5*time.Minute, "all calls", func() bool { return int(calls.Load()) == mails-int(failed.Load()) })
	n := s.quietWithin(takeover)
	peak := memory(t, s.cmd.Process.Pid, "VmHWM")
	t.Logf("%d mails of %d MB at once: %v (%.0f MB/s), %d replies to come back, peak RSS %.1f MB after %.1f MB",
		mails, size>>20, took.Round(100*time.Millisecond), float64(mails*size)/1e6/took.Seconds(), later.Load(), float64(peak)/1e6, float64(before)/1e6)
	if peak-before > growth {
		t.Errorf("the process grew by %d bytes, more than %d", peak-before, growth)
	}
	if n != mails || calls.Load() != mails {
		t.Errorf("%d calls and %d answers for %d mails", calls.Load(), n, mails)
	}
}

// sender is a connection of one mail after the other.
type sender struct {
	*smtp.Client
	conn net.Conn
}

// connectFrom connects from one of the loopback addresses.
func connectFrom(local, addr string) (*sender, error) {
	d := net.Dialer{Timeout: patience, LocalAddr: &net.TCPAddr{IP: net.ParseIP(local)}}
	conn, err := d.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c, err := smtp.NewClient(conn, "bridge.test")
	if err != nil {
		return nil, err
	}
	return &sender{Client: c, conn: conn}, c.Hello("bridge.test")
}

// transact hands a mail over; it ends with its final dot, and none of its lines begins
// with one.
func (s *sender) transact(mail ...[]byte) error {
	if err := s.conn.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		return err
	}
	if err := s.Mail(mailbox(eve)); err != nil {
		return err
	}
	if err := s.Rcpt(agentAddr); err != nil {
		return err
	}
	if err := s.Text.PrintfLine("DATA"); err != nil {
		return err
	}
	if _, _, err := s.Text.ReadResponse(354); err != nil {
		return err
	}
	for _, piece := range mail {
		if _, err := s.conn.Write(piece); err != nil {
			return err
		}
	}
	_, _, err := s.Text.ReadResponse(250)
	return err
}
