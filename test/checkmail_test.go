package test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckNamesMailDomains: check says whose name others can write in, and what
// the bridge's own domain lacks; a DNS that is down is no mistake.
func TestCheckNamesMailDomains(t *testing.T) {
	t.Parallel()
	agent := refundAgent(t)
	s, z, _ := provenSite(t, agent, false)
	line := func() string {
		t.Helper()
		out, code := s.cli("check")
		for l := range strings.Lines(out) {
			if code == 0 && strings.HasPrefix(l, "ok: channels.mail mail domains in the DNS") {
				return strings.TrimSpace(l)
			}
		}
		t.Fatalf("exit %d\n%s", code, out)
		return ""
	}
	const ok = "ok: channels.mail mail domains in the DNS"
	if got := line(); got != ok {
		t.Errorf("all is there: %s", got)
	}
	z.TXT("_dmarc.bridge.test", "v=DMARC1; p=none")
	if got := line(); got != ok+": warning: the DMARC record of bridge.test says p=none: other mail servers take mail that others write as dana@bridge.test" {
		t.Errorf("p=none: %s", got)
	}
	z.TXT("_dmarc.bridge.test")
	z.TXT("bridge.test")
	if got := line(); !strings.Contains(got, "bridge.test has no DMARC record: other mail servers take mail that others write as dana@bridge.test") || !strings.Contains(got, "warning: mail of bridge.test is refused unless DKIM signs it: the domain has no SPF record") || !strings.HasSuffix(got, "; bridge.test has no SPF record; bridge.test has no DMARC record") {
		t.Errorf("nothing is there: %s", got)
	}
	z.Break("", true)
	if got := line(); !strings.HasPrefix(got, ok+": the DNS does not answer") {
		t.Errorf("no DNS: %s", got)
	}
}

// TestCheckDKIM: check says which record a signing key needs, and whether what is
// published is that key. None of it stops a start.
func TestCheckDKIM(t *testing.T) {
	t.Parallel()
	seed := bytes.Repeat([]byte{7}, ed25519.SeedSize)
	key := ed25519.NewKeyFromSeed(seed)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	s, z, _ := provenSite(t, refundAgent(t), false)
	file := filepath.Join(s.dir, "dkim.pem")
	must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
	text, err := os.ReadFile(s.config())
	must(t, err)
	s.write(string(text) + "\n[[channels.mail.dkim]]\nselector = \"s9\"\nkey = \"dkim.pem\"\n")

	const name = "s9._domainkey.bridge.test"
	record := "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	publish := "publish " + name + `. IN TXT "` + record + `"`
	for _, tt := range []struct {
		name string
		set  func()
		want string
	}{
		{"nothing is there", func() {}, "warning: there is no TXT record " + name + ": " + publish},
		{"another key", func() { z.TXT(name, "v=DKIM1; k=ed25519; p=AAAA") }, "warning: the TXT record " + name + " has another key than the key file: " + publish},
		{"published", func() { z.TXT(name, record) }, "published"},
		{"no DNS", func() { z.Break("", true) }, "warning: look up " + name + ": "},
	} {
		tt.set()
		out, code := s.cli("check")
		if code != 0 || !strings.Contains(out, "ok: channels.mail dkim "+name+": "+tt.want) {
			t.Errorf("%s: exit %d\n%s", tt.name, code, out)
		}
	}
}
