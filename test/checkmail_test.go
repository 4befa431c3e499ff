package test

import (
	"strings"
	"testing"
)

// TestCheckNamesMailDomains: check says whose name others can write in, and what
// the bridge's own domain lacks; a DNS that is down is no mistake.
func TestCheckNamesMailDomains(t *testing.T) {
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
	if got := line(); !strings.Contains(got, "the domain of dana@bridge.test has no DMARC record") || !strings.HasSuffix(got, "; bridge.test has no SPF record; bridge.test has no DMARC record") {
		t.Errorf("nothing is there: %s", got)
	}
	z.Break("", true)
	if got := line(); !strings.HasPrefix(got, ok+": the DNS does not answer") {
		t.Errorf("no DNS: %s", got)
	}
}
