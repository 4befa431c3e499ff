// Package mailtest is what tests need to prove who sent a mail: a signer of its
// own, so that signatures are not verified by the code that made them, and a zone
// that answers as the DNS.
package mailtest

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// Key is a signing key and what its DNS record says.
type Key struct {
	signer crypto.Signer
	algo   string
	record string
}

// RSA makes an RSA key of so many bits.
func RSA(bits int) Key {
	k, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		panic(err)
	}
	der, err := x509.MarshalPKIXPublicKey(&k.PublicKey)
	if err != nil {
		panic(err)
	}
	return Key{k, "rsa-sha256", "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)}
}

// Ed25519 makes an Ed25519 key.
func Ed25519() Key {
	pub, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return Key{k, "ed25519-sha256", "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(pub)}
}

// Record is the TXT record of the key.
func (k Key) Record() string { return k.record }

// Signer signs mails by DKIM (RFC 6376), relaxed/relaxed unless C says otherwise.
type Signer struct {
	Key              Key
	Domain, Selector string
	Fields           []string // h=; nil: Usual
	At               time.Time
	Algo             string // a=; "" = that of the key
	C                string // c=; "relaxed/relaxed" or "simple/simple"
	More             string // other tags, as "i=x@example.com; l=5"
}

// Usual is what a careful signer signs, whether it is there or not.
var Usual = []string{
	"From", "From", "Reply-To", "Subject", "Subject", "To", "Cc", "Date", "Message-ID", "In-Reply-To", "References",
	"MIME-Version", "Content-Type", "Content-Transfer-Encoding",
}

// Sign returns the mail, which has CRLF line ends, with a signature on top.
func (s Signer) Sign(raw string) string {
	head, body, ok := strings.Cut(raw, "\r\n\r\n")
	if !ok {
		panic("a mail without a body")
	}
	if s.Fields == nil {
		s.Fields = Usual
	}
	if s.Algo == "" {
		s.Algo = s.Key.algo
	}
	if s.C == "" {
		s.C = "relaxed/relaxed"
	}
	field, text := relaxedField, relaxedBody
	if s.C == "simple/simple" {
		field, text = func(f string) string { return f }, simpleBody
	}
	bh := sha256.Sum256([]byte(text(body)))
	sig := fmt.Sprintf("DKIM-Signature: v=1; a=%s; c=%s; d=%s; s=%s;\r\n h=%s;\r\n bh=%s;", s.Algo, s.C, s.Domain, s.Selector,
		strings.Join(s.Fields, ":"), base64.StdEncoding.EncodeToString(bh[:]))
	if !s.At.IsZero() {
		sig += fmt.Sprintf(" t=%d;", s.At.Unix())
	}
	if s.More != "" {
		sig += " " + s.More + ";"
	}
	sig += "\r\n b="
	var fields []string
	begin, at := 0, 0
	for line := range strings.SplitSeq(head, "\r\n") {
		if at > 0 && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			fields = append(fields, head[begin:at-len("\r\n")])
			begin = at
		}
		at += len(line) + len("\r\n")
	}
	fields = append(fields, head[begin:])
	used := make([]bool, len(fields))
	var data strings.Builder
	for _, name := range s.Fields {
		for i := len(fields) - 1; i >= 0; i-- {
			if n, _, _ := strings.Cut(fields[i], ":"); !used[i] && strings.EqualFold(strings.TrimSpace(n), name) {
				used[i] = true
				data.WriteString(field(fields[i]) + "\r\n")
				break
			}
		}
	}
	data.WriteString(field(sig))
	sum := sha256.Sum256([]byte(data.String()))
	opts := crypto.SignerOpts(crypto.SHA256)
	if _, ok := s.Key.signer.(ed25519.PrivateKey); ok {
		opts = crypto.Hash(0)
	}
	b, err := s.Key.signer.Sign(rand.Reader, sum[:], opts)
	if err != nil {
		panic(err)
	}
	return sig + base64.StdEncoding.EncodeToString(b) + "\r\n" + raw
}

func relaxedField(f string) string {
	name, value, _ := strings.Cut(f, ":")
	return strings.ToLower(strings.TrimSpace(name)) + ":" + strings.Join(strings.Fields(value), " ")
}

func relaxedBody(s string) string {
	lines := strings.Split(strings.TrimSuffix(s, "\r\n"), "\r\n")
	for i, l := range lines {
		var b strings.Builder
		blank := false
		for _, c := range []byte(l) {
			if c == ' ' || c == '\t' {
				blank = true
				continue
			}
			if blank {
				b.WriteByte(' ')
			}
			blank = false
			b.WriteByte(c)
		}
		lines[i] = b.String()
	}
	out := strings.TrimRight(strings.Join(lines, "\r\n"), "\r\n")
	if out == "" {
		return ""
	}
	return out + "\r\n"
}

func simpleBody(s string) string {
	for strings.HasSuffix(s, "\r\n") {
		s = strings.TrimSuffix(s, "\r\n")
	}
	return s + "\r\n"
}
