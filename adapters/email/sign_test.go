package email

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	msgauth "github.com/emersion/go-msgauth/dkim"

	"bridge/adapters/email/dkimsign"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// testRSA makes one key for all tests: it takes time.
var testRSA = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func keyFile(t *testing.T, kind string, der []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key.pem")
	noerr.Must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
	return file
}

func pkcs8(t *testing.T, key any) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	noerr.Must(t, err)
	return der
}

// rsaFile and edFile are key files; edFile's key is new each time.
func rsaFile(t *testing.T, pkcs1 bool) string {
	t.Helper()
	key, err := testRSA()
	noerr.Must(t, err)
	if pkcs1 {
		return keyFile(t, "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key))
	}
	return keyFile(t, "PRIVATE KEY", pkcs8(t, key))
}

func edFile(t *testing.T) string {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	return keyFile(t, "PRIVATE KEY", pkcs8(t, key))
}

// zone answers for the records of a config.
func zone(t *testing.T, c Config) func(string) ([]string, error) {
	t.Helper()
	records, err := c.DKIMRecords()
	noerr.Must(t, err)
	return func(name string) ([]string, error) {
		for _, r := range records {
			if r.Name == name {
				return []string{r.Value}, nil
			}
		}
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
}

func verify(t *testing.T, raw []byte, c Config) (good []string, errs []error) {
	t.Helper()
	vs, err := msgauth.VerifyWithOptions(bytes.NewReader(raw), &msgauth.VerifyOptions{LookupTXT: zone(t, c)})
	noerr.Must(t, err)
	for _, v := range vs {
		if v.Err == nil {
			good = append(good, v.Domain)
		} else {
			errs = append(errs, v.Err)
		}
	}
	return good, errs
}

func TestSign(t *testing.T) {
	keys := []dkimsign.Config{{Selector: "Rsa2026", Key: rsaFile(t, true)}, {Selector: "ed.2026", Domain: "mail.example.com", Key: edFile(t)}}
	s := newFake(t, nil, "SIZE 40000000")
	a, store := newAdapter(t, func(o *Options) {
		o.Config.SMTP, o.Config.DKIM, o.Config.Unsubscribe = s.config("none"), keys, unsubscribe
	})
	store.files["art_1"] = bytes.Repeat([]byte("0123456789abcdef\n"), 200_000)
	plain := answer()
	rich := answer()
	rich.HTML = "<p>The flight is booked.</p>\n"
	withFile := rich
	withFile.Attachments = []message.Attachment{{Artifact: "art_1", Filename: "x.bin", MediaType: "application/octet-stream", Size: int64(len(store.files["art_1"]))}}
	for _, out := range []message.Outbound{plain, rich, withFile, promptOut()} {
		noerr.Must(t, noerr.Of(a.Send(t.Context(), out)))
	}
	cmds, mails := s.sent()
	var offered []string
	for _, c := range cmds {
		if strings.HasPrefix(c, "MAIL") {
			offered = append(offered, c)
		}
	}
	for i, m := range mails {
		if !strings.HasSuffix(offered[i], fmt.Sprintf(" SIZE=%d", len(m))) {
			t.Errorf("mail %d has %d bytes, %q was promised", i, len(m), offered[i])
		}
		if good, errs := verify(t, []byte(m), a.cfg); !slices.Equal(good, []string{"example.com", "mail.example.com"}) || errs != nil {
			t.Errorf("mail %d: good signatures %v, bad ones %v", i, good, errs)
		}
		for _, l := range strings.Split(m, "\r\n") {
			if len(l) > 990 {
				t.Errorf("mail %d has a line of %d bytes", i, len(l))
			}
		}
		if !strings.Contains(m, "c=relaxed/relaxed") || strings.Contains(m, " l=") {
			t.Errorf("mail %d is signed another way", i)
		}
	}
	raw := mails[1]
	// What may be changed on the way, and what may not.
	for _, tt := range []struct {
		name, changed string
		good          bool
	}{
		{"as it is", raw, true},
		{"trace fields", "Received: from x by y; Fri, 20 Nov 2026 09:30:00 +0000\r\nX-Spam: no\r\n" + raw, true},
		{"blanks", strings.Replace(raw, "Subject: Re:", "Subject:   Re:", 1), true},
		{"second From", "From: <boss@example.com>\r\n" + raw, false},
		{"second Subject", "Subject: Pay\r\n" + raw, false},
		{"second To", "To: <x@example.com>\r\n" + raw, false},
		{"second Date", "Date: Fri, 20 Nov 2020 09:30:00 +0000\r\n" + raw, false},
		{"second Reply-To", "Reply-To: <x@evil.example>\r\n" + raw, false},
		{"second Message-ID", "Message-ID: <x@y>\r\n" + raw, false},
		{"second In-Reply-To", "In-Reply-To: <x@y>\r\n" + raw, false},
		{"second References", "References: <x@y>\r\n" + raw, false},
		{"second Content-Type", "Content-Type: text/html\r\n" + raw, false},
		{"second encoding", "Content-Transfer-Encoding: 8bit\r\n" + raw, false},
		{"a Cc", "Cc: <x@y.example>\r\n" + raw, false},
		{"another Subject", strings.Replace(raw, "Subject: Re:", "Subject: Re: no", 1), false},
		{"another unsubscribe", strings.Replace(raw, "<"+unsubscribe, "<https://evil.example/", 1), false},
		{"another body", strings.Replace(raw, "booked", "bought", 1), false},
		{"text behind", raw + "P.S.\r\n", false},
	} {
		if tt.name != "as it is" && tt.changed == raw {
			t.Fatalf("%s: nothing is changed", tt.name)
		}
		good, _ := verify(t, []byte(tt.changed), a.cfg)
		if len(good) != 2 && tt.good || len(good) != 0 && !tt.good {
			t.Errorf("%s: %d good signatures", tt.name, len(good))
		}
	}
}

// TestSignFails: a file that cannot be read ends the mail before it is offered.
func TestSignFails(t *testing.T) {
	s := newFake(t, nil)
	a, _ := newAdapter(t, func(o *Options) {
		o.Config.SMTP, o.Config.DKIM = s.config("none"), []dkimsign.Config{{Selector: "a", Key: edFile(t)}}
	})
	out := answer()
	out.Attachments = []message.Attachment{{Artifact: "art_gone", Filename: "x", Size: 10}}
	_, err := a.Send(t.Context(), out)
	if se := sendError(t, err); se.Kind != message.SendInvalid || !se.NotSent {
		t.Errorf("got %v", se)
	}
	if cmds, _ := s.sent(); slices.ContainsFunc(cmds, func(c string) bool { return strings.HasPrefix(c, "MAIL") }) {
		t.Errorf("it was offered: %q", cmds)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = a.Send(ctx, answer())
	if se := sendError(t, err); se.Kind != message.SendUnreachable || !se.NotSent {
		t.Errorf("with an ended context: %v", se)
	}
}

func TestDKIMConfig(t *testing.T) {
	weak, err := rsa.GenerateKey(rand.Reader, 1024)
	noerr.Must(t, err)
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	noerr.Must(t, err)
	text := filepath.Join(t.TempDir(), "x")
	noerr.Must(t, os.WriteFile(text, []byte("s3cret"), 0o600))
	good := rsaFile(t, false)
	for _, tt := range []struct {
		name, key string
		dkim      []dkimsign.Config
	}{
		{"good", "", []dkimsign.Config{{Selector: "a", Key: good}, {Selector: "b", Domain: "example.com.", Key: edFile(t)}, {Selector: "a", Domain: "news.example.com", Key: good}}},
		{"no selector", "dkim[0].selector", []dkimsign.Config{{Key: good}}},
		{"blank in the selector", "dkim[0].selector", []dkimsign.Config{{Selector: "a b", Key: good}}},
		{"selector with a dot at its end", "dkim[0].selector", []dkimsign.Config{{Selector: "a.", Key: good}}},
		{"selector with an injection", "dkim[0].selector", []dkimsign.Config{{Selector: "a;d=x", Key: good}}},
		{"label too long", "dkim[0].selector", []dkimsign.Config{{Selector: strings.Repeat("a", 64), Key: good}}},
		{"same selector", "dkim[1].selector", []dkimsign.Config{{Selector: "a", Key: good}, {Selector: "A", Key: good}}},
		{"another domain", "dkim[1].domain", []dkimsign.Config{{Selector: "b", Key: good}, {Selector: "a", Domain: "example.org", Key: good}}},
		{"a public suffix", "dkim[0].domain", []dkimsign.Config{{Selector: "a", Domain: "com", Key: good}}},
		{"bad domain", "dkim[0].domain", []dkimsign.Config{{Selector: "a", Domain: "ex ample.com", Key: good}}},
		{"no file", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: "no-such-file"}}},
		{"no PEM", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: text}}},
		{"weak RSA", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: keyFile(t, "PRIVATE KEY", pkcs8(t, weak))}}},
		{"a curve", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: keyFile(t, "PRIVATE KEY", pkcs8(t, curve))}}},
		{"a public key", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: keyFile(t, "PUBLIC KEY", []byte("x"))}}},
		{"damaged", "dkim[0].key", []dkimsign.Config{{Selector: "a", Key: keyFile(t, "PRIVATE KEY", []byte("s3cret"))}}},
	} {
		c := Config{Address: "agent@example.com", Listen: &Listen{Addr: ":2525"}, Auth: Auth{Require: "none"}, DKIM: tt.dkim}
		es := c.Check()
		if tt.key == "" && es != nil || tt.key != "" && (len(es) != 1 || es[0].Key != tt.key) {
			t.Errorf("%s: got %v, want a mistake at %q", tt.name, es, tt.key)
		}
		if strings.Contains(es.Error(), "s3cret") {
			t.Errorf("%s: the file is shown: %v", tt.name, es)
		}
	}
}

func TestDKIMRecord(t *testing.T) {
	c := Config{Address: "agent@example.com", DKIM: []dkimsign.Config{{Selector: "r", Key: rsaFile(t, false)}, {Selector: "e", Key: edFile(t)}}}
	records, err := c.DKIMRecords()
	noerr.Must(t, err)
	r, e := records[0], records[1]
	if r.Name != "r._domainkey.example.com" || !strings.HasPrefix(r.Value, "v=DKIM1; k=rsa; p=MIIB") || !strings.HasPrefix(e.Value, "v=DKIM1; k=ed25519; p=") || len(e.Value) > 80 {
		t.Errorf("records %q", records)
	}
	line := r.String()
	if !strings.HasPrefix(line, `r._domainkey.example.com. IN TXT "v=DKIM1; k=rsa; p=`) || strings.ReplaceAll(line, `" "`, "") == line {
		t.Errorf("line %q", line)
	}
	for _, piece := range strings.Split(line, `"`) {
		if len(piece) > 255 {
			t.Errorf("a string of %d bytes", len(piece))
		}
	}
	bare := strings.ReplaceAll(strings.Replace(r.Value, "k=rsa; ", "", 1), "; ", ";")
	for _, tt := range []struct {
		name  string
		texts []string
		err   error
		want  string // in the error; "" for none
	}{
		{"as it is", []string{r.Value}, nil, ""},
		{"spelled otherwise", []string{bare}, nil, ""},
		{"blanks in the key", []string{r.Value[:100] + " " + r.Value[100:]}, nil, ""},
		{"with notes", []string{r.Value + "; n=x; t=s; s=email; h=sha256"}, nil, ""},
		{"none", nil, &net.DNSError{IsNotFound: true}, "there is no TXT record"},
		{"empty", nil, nil, "there is no TXT record"},
		{"dns is down", nil, &net.DNSError{IsTimeout: true, Err: "timeout"}, "timeout"},
		{"two", []string{r.Value, "x"}, nil, "2 TXT records"},
		{"another key", []string{strings.Replace(r.Value, "p=MIIB", "p=MIIC", 1)}, nil, "another key"},
		{"revoked", []string{"v=DKIM1; k=rsa; p="}, nil, "another key"},
		{"another kind", []string{e.Value}, nil, "another key"},
		{"something else", []string{"v=spf1 -all"}, nil, "is not a DKIM key"},
		{"testing", []string{r.Value + "; t=y"}, nil, "testing"},
		{"sha1 only", []string{r.Value + "; h=sha1"}, nil, "does not allow"},
	} {
		err := r.Check(t.Context(), func(_ context.Context, name string) ([]string, error) {
			if name != r.Name {
				t.Errorf("%s: %q is looked up", tt.name, name)
			}
			return tt.texts, tt.err
		})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v", tt.name, err)
		}
		if tt.err != nil && !tt.err.(*net.DNSError).IsNotFound && !errors.Is(err, tt.err) {
			t.Errorf("%s: the cause is lost in %v", tt.name, err)
		}
	}
}
