package email

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
	"bridge/message"
)

// ProbeSMTP logs in to the submission server of a checked Config as Send does,
// sends nothing and logs out: for bridge check. The note says what the server
// takes; the error what is wrong and what to do. Where a login would use up the refresh
// token it does not log in.
func ProbeSMTP(ctx context.Context, c Config) (note string, err error) {
	a := &Adapter{cfg: c.withDefaults()}
	if a.self, err = parseMailbox(c.Address); err != nil {
		return "", err
	}
	a.hostname = a.self.domain
	if c.Listen != nil && c.Listen.Hostname != "" {
		a.hostname = c.Listen.Hostname
	}
	if a.clientTLS, err = c.SMTP.tlsConfig(); err != nil {
		return "", err
	}
	oneTime := false
	connect := a.connect
	if c.OAuth != nil {
		if a.tokens, err = c.OAuth.source(Options{}); err != nil {
			return "", err
		}
		if oneTime = c.OAuth.config().OneTime() && c.SMTP.Username != "" && c.SMTP.Password == nil; oneTime {
			connect = func(ctx context.Context) (*client, error) { return a.dial(ctx, credential{}) }
		}
	}
	client, err := connect(ctx)
	if err != nil {
		return "", advice(ctx, c.SMTP.Addr, "smtp", err)
	}
	defer client.conn.Close()
	limit, ok := client.smtp.MaxMessageSize()
	if _, mechanisms := client.smtp.Extension("AUTH"); oneTime && oauth.Client(strings.Fields(mechanisms), "", "", 0, "") == nil {
		return "", errNoTokens
	}
	_ = client.smtp.Quit() // what was to be seen was seen
	var notes []string
	switch {
	case oneTime:
		notes = append(notes, notLoggedIn)
	case c.SMTP.Username != "":
		notes = append(notes, "logged in as "+c.SMTP.Username)
	}
	if c.SMTP.mode() == tlsNone {
		notes = append(notes, "without TLS")
	}
	if ok && limit > 0 {
		notes = append(notes, fmt.Sprintf("takes mails up to %d MB", limit/1e6))
		// Base64 and line ends make 100 bytes 137.
		if need := a.cfg.MaxAttach/100*137 + 1e6; int64(limit) < need {
			notes = append(notes, fmt.Sprintf("warning: max_attach = %d MB does not fit into that; write %d MB", a.cfg.MaxAttach/1e6, max(1, (int64(limit)-1e6)*100/137/1e6)))
		}
	}
	return strings.Join(notes, "; "), nil
}

// notLoggedIn is the note where a login would redeem the refresh token of an issuer
// that may take each one only once: bridge run could not log in after that.
const notLoggedIn = "it answers and takes access tokens; not logged in, for that might use up the refresh token"

// advice says of a failed connection what to look at. key is the table of the
// server in the channel's section.
func advice(ctx context.Context, addr, key string, err error) error {
	host, port, _ := net.SplitHostPort(addr)
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var other textproto.ProtocolError
	var send *message.SendError
	if errors.As(err, &send) && send.Err != nil {
		err = send.Err // its words without "send:", which nobody did
	}
	hint := ""
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		hint = fmt.Sprintf("there is no server of the name %s; look at %s.addr", host, key)
	case errors.As(err, &dns):
		hint = "the DNS of this machine does not answer"
	case errors.As(err, &cert):
		hint = fmt.Sprintf("the server's certificate is not good for %s; %s.addr must be the name in it, and %s.ca the authority if it is your own", host, key, key)
	case errors.As(err, &record):
		hint = fmt.Sprintf("port %s does not begin with TLS; write %s.tls = \"starttls\"", port, key)
	case errors.As(err, &other):
		hint = fmt.Sprintf("%s is no mail server that takes mail; look at %s.addr", addr, key)
	case errors.Is(err, syscall.ECONNREFUSED):
		hint = fmt.Sprintf("nothing listens at %s; look at %s.addr", addr, key)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		hint = fmt.Sprintf("%s ends the connection; a firewall, the wrong port in %s.addr, or %s.tls, which should be \"implicit\" where TLS begins at once", addr, key, key)
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
		hint = fmt.Sprintf("%s does not answer; a firewall, or the wrong port in %s.addr", addr, key)
	default:
		return err // it says what to do, or the system says what is wrong
	}
	return fmt.Errorf("%s (%w)", hint, err)
}
