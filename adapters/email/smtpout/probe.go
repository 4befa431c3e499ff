package smtpout

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"syscall"

	"bridge/adapters/email/oauth"
	"bridge/core/message"
)

// Probe logs in to the server as Send does, sends nothing and logs out. The note says what
// the server takes, and whether attachments of maxAttach bytes fit into that; the error
// what is wrong and what to do. With oneTime a login would use up the refresh token: it
// does not log in.
func (s *Sender) Probe(ctx context.Context, maxAttach int64, oneTime bool) (note string, err error) {
	var c *client
	if oneTime {
		c, err = s.dial(ctx, credential{})
	} else {
		c, err = s.connect(ctx)
	}
	if err != nil {
		return "", advice(ctx, s.Addr, err)
	}
	defer c.conn.Close()
	limit, ok := c.smtp.MaxMessageSize()
	if _, mechanisms := c.smtp.Extension("AUTH"); oneTime && oauth.Client(strings.Fields(mechanisms), "", "", 0, "") == nil {
		return "", errNoTokens
	}
	_ = c.smtp.Quit() // what was to be seen was seen
	var notes []string
	switch {
	case oneTime:
		notes = append(notes, oauth.NotLoggedIn)
	case s.Username != "":
		notes = append(notes, "logged in as "+s.Username)
	}
	if s.TLS == TLSNone {
		notes = append(notes, "without TLS")
	}
	if ok && limit > 0 {
		notes = append(notes, fmt.Sprintf("takes mails up to %d MB", limit/1e6))
		// Base64 and line ends make 100 bytes 137.
		if need := maxAttach/100*137 + 1e6; int64(limit) < need {
			notes = append(notes, fmt.Sprintf("warning: max_attach = %d MB does not fit into that; write %d MB", maxAttach/1e6, max(1, (int64(limit)-1e6)*100/137/1e6)))
		}
	}
	return strings.Join(notes, "; "), nil
}

// advice says of a failed connection what to look at, by the names of the configuration.
func advice(ctx context.Context, addr string, err error) error {
	host, port, _ := net.SplitHostPort(addr)
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var other textproto.ProtocolError
	if send, ok := errors.AsType[*message.SendError](err); ok && send.Err != nil {
		err = send.Err // its words without "send:", which nobody did
	}
	hint := ""
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		hint = fmt.Sprintf("there is no server of the name %s; look at smtp.addr", host)
	case errors.As(err, &dns):
		hint = "the DNS of this machine does not answer"
	case errors.As(err, &cert):
		hint = fmt.Sprintf("the server's certificate is not good for %s; smtp.addr must be the name in it, and smtp.ca the authority if it is your own", host)
	case errors.As(err, &record):
		hint = fmt.Sprintf("port %s does not begin with TLS; write smtp.tls = \"starttls\"", port)
	case errors.As(err, &other):
		hint = fmt.Sprintf("%s is no mail server that takes mail; look at smtp.addr", addr)
	case errors.Is(err, syscall.ECONNREFUSED):
		hint = fmt.Sprintf("nothing listens at %s; look at smtp.addr", addr)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		hint = fmt.Sprintf("%s ends the connection; a firewall, the wrong port in smtp.addr, or smtp.tls, which should be \"implicit\" where TLS begins at once", addr)
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
		hint = fmt.Sprintf("%s does not answer; a firewall, or the wrong port in smtp.addr", addr)
	default:
		return err // it says what to do, or the system says what is wrong
	}
	return fmt.Errorf("%s (%w)", hint, err)
}
