package redis

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// plain says of an error at the start what people can act on, in one line.
func plain(err error, o Options) error {
	var no refusal
	var dial *net.OpError
	switch {
	case err == nil || errors.As(err, &no):
		return err
	case goredis.HasErrorPrefix(err, "WRONGPASS"), goredis.HasErrorPrefix(err, "NOAUTH"),
		strings.HasPrefix(err.Error(), "ERR AUTH"), strings.Contains(err.Error(), "invalid password"):
		return errors.New("the server refuses the user name or password")
	case goredis.HasErrorPrefix(err, "DENIED"):
		return errors.New("the server is in protected mode and takes no connection from another machine: give it a password")
	case strings.Contains(err.Error(), "DB index is out of range"):
		return fmt.Errorf("the server has no database %d: write a lower number, or none, at the end of the store URL", o.DB)
	case o.Master != "" && errors.Is(err, goredis.Nil):
		return fmt.Errorf("the Sentinels watch no master named %q: write the name from their line \"sentinel monitor NAME …\"", o.Master)
	case o.Master != "" && strings.Contains(err.Error(), "unknown command 'sentinel'"):
		return errors.New("the server is no Sentinel: write redis://HOST:PORT for a single server, or the addresses of the Sentinels, whose usual port is 26379")
	case unknownAuthority(err):
		return untrusted(err, o)
	case errors.As(err, &dial):
		return fmt.Errorf("the server cannot be reached: %w", dial)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the server does not answer: %w", err)
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// wantsCertificate: the server takes only clients with a certificate. The alert
// that says so has no type that could be asked for.
func wantsCertificate(err error) bool {
	return strings.Contains(err.Error(), "tls: certificate required")
}

// untrusted says what is wrong with the server's certificate.
func untrusted(err error, o Options) error {
	var unknown x509.UnknownAuthorityError
	switch {
	case !errors.As(err, &unknown):
		return fmt.Errorf("the server's certificate is not valid: %w", err)
	case o.TLS != nil && o.TLS.RootCAs != nil:
		return errors.New("the server's certificate is signed by another authority than that of ca in the store URL: write ca=FILE with the right one")
	}
	return errors.New("the server's certificate is signed by an authority that this system does not know: write ca=FILE with its certificate in the store URL")
}

// What a server speaks, as far as two short connections tell.
type protocol int

const (
	unclear   protocol = iota // it cannot be reached, or says nothing
	plainText                 // Redis without TLS
	overTLS
	foreign // something else
)

// diagnoseTime bounds a look at one server.
const diagnoseTime = 2 * time.Second

// diagnose looks for the mistake in the store URL after which a server just hangs
// or hangs up: TLS on one side only, or another service on the port. It returns a
// refusal, or nil if that is not it.
func diagnose(ctx context.Context, o Options) error {
	if o.Unix != "" {
		return nil
	}
	for _, addr := range o.Addrs {
		switch p := speaks(ctx, addr); {
		case p == plainText && o.TLS != nil:
			write := "redis:// in place of rediss://"
			if o.kind() != "redis" {
				write = o.kind() + ":// without tls=true"
			}
			return refuse("%s does not speak TLS: write %s", addr, write)
		case p == overTLS && o.TLS == nil:
			write := "rediss:// in place of redis://"
			if o.kind() != "redis" {
				write = "?tls=true at the end of the store URL"
			}
			return refuse("%s speaks TLS only: write %s, with ca=FILE for an authority of your own", addr, write)
		case p == foreign:
			return refuse("%s is not a Redis server: another service answers there", addr)
		}
	}
	return nil
}

// speaks asks a server for a sign of life, without a password.
func speaks(ctx context.Context, addr string) protocol {
	ctx, cancel := context.WithTimeout(ctx, diagnoseTime)
	defer cancel()
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return unclear
	}
	defer func() { _ = c.Close() }()
	until, _ := ctx.Deadline()
	_ = c.SetDeadline(until)
	if _, err := io.WriteString(c, "PING\r\n"); err != nil {
		return unclear
	}
	first, err := bufio.NewReader(c).ReadByte()
	var timeout net.Error
	switch {
	case errors.As(err, &timeout) && timeout.Timeout():
		return unclear
	case err == nil && (first == '+' || first == '-'):
		return plainText
	}
	// It hung up, or sent something else, perhaps a TLS alert. Whose certificate
	// it has does not matter: nothing is said on this connection.
	secure := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}
	t, tlsErr := secure.DialContext(ctx, "tcp", addr)
	switch {
	case tlsErr == nil:
		_ = t.Close()
		return overTLS
	case err == nil && first != alert:
		return foreign
	}
	return unclear
}

// alert is the first byte of a TLS record with an alert.
const alert = 0x15
