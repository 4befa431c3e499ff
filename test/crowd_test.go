package test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"strings"
	"testing"
	"time"
)

// from connects from one of this machine's loopback addresses.
func from(t *testing.T, ip, addr string) (net.Conn, *bufio.Reader) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: patience}
	c, err := d.Dial("tcp", addr)
	if err != nil {
		t.Skipf("no connection from %s: %v", ip, err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, bufio.NewReader(c)
}

// TestIdleCrowds: five peers hold all SMTP connections and keep opening HTTP ones.
// Others deliver mail and are answered all the same.
func TestIdleCrowds(t *testing.T) {
	t.Parallel()
	agent := parrot(t)
	s := newSite(t, httpAgent(agent.URL), unlimited())
	s.edit("[limits]\n", "[limits]\nsmtp_open = 250\nsmtp_open_per_peer = 50\nhttp_open = 200\nhttp_open_per_peer = 50\n")
	s.start()
	for i := range 250 {
		c, r := from(t, fmt.Sprintf("127.0.0.%d", 11+i%5), s.smtp)
		fmt.Fprint(c, "EHLO x\r\nNOOP\r\n")
		if line, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(line, "220") {
			t.Fatalf("connection %d: %q, %v", i, line, err)
		}
	}
	for i := range 1000 {
		c, _ := from(t, fmt.Sprintf("127.0.0.%d", 11+i%5), s.http)
		fmt.Fprint(c, []string{"", "GET / HTTP/1.1\r\nX: ", "POST /channels/mail HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"}[i%3])
	}
	for i := range 5 {
		ip := fmt.Sprintf("127.0.0.%d", 31+i)
		c, _ := from(t, ip, s.smtp)
		m, err := smtp.NewClient(c, "bridge.test")
		if err != nil {
			t.Fatalf("mail from %s: %v", ip, err)
		}
		w, err := smtpData(m)
		if err == nil {
			_, _ = fmt.Fprintf(w, "From: %s\r\nMessage-ID: <%d@bridge.test>\r\nSubject: x\r\n\r\nhello %d\r\n", eve, i, i)
			err = w.Close()
		}
		if err != nil {
			t.Fatalf("mail from %s: %v", ip, err)
		}
		c, r := from(t, ip, s.http)
		_ = c.SetDeadline(time.Now().Add(patience))
		fmt.Fprint(c, "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
		if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Errorf("call from %s: %q, %v", ip, line, err)
		}
	}
	s.expect(0, eve, "you said hello 4")
	if n := s.counter("bridge_http_connections"); n > 200 {
		t.Errorf("%v HTTP connections", n)
	}
	for _, series := range []string{`bridge_http_connections_refused_total{reason="gave_way"}`, `bridge_refused_total{channel="mail",reason="gave_way"}`} {
		eventually(t, series, func() bool { return s.counter(series) >= 1 })
	}
}

// smtpData says who writes to the agent, and begins the mail.
func smtpData(m *smtp.Client) (io.WriteCloser, error) {
	if err := m.Mail(mailbox(eve)); err != nil {
		return nil, err
	}
	if err := m.Rcpt(agentAddr); err != nil {
		return nil, err
	}
	return m.Data()
}
