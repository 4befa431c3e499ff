package test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/core/wire/card"
)

// The card of an agent is what its section says, signed by the keys of the configuration; while
// they are replaced each reader is content who knows either. It is at the channel, at the
// agent and at the root, is cached and asked for by HEAD. Those who log in are told more.
func TestA2ACardOfTheConfiguration(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	key := func(name string) *card.Trusted {
		_, private, err := ed25519.GenerateKey(rand.Reader)
		must(t, err)
		der, err := x509.MarshalPKCS8PrivateKey(private)
		must(t, err)
		b := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
		must(t, os.WriteFile(filepath.Join(s.dir, name), b, 0o600))
		k, err := card.ReadPrivate(b)
		must(t, err)
		set, err := card.KeySet([]card.Key{k})
		must(t, err)
		must(t, os.WriteFile(filepath.Join(s.dir, name+".jwks"), set, 0o600))
		trusted, err := card.ReadKeys(set)
		must(t, err)
		return trusted
	}
	newer, older, stranger := key("new.pem"), key("old.pem"), key("other.pem")
	b, err := os.ReadFile(s.config())
	must(t, err)
	s.write(strings.Replace(string(b), "[agents.assistant]\n", "[agents.assistant]\nconsumes = [\"llm-context\", \"a2ui-surface\"]\n", 1) + fmt.Sprintf(`
[agents.assistant.card]
name = "Front desk"
description = "Answers questions and makes refunds."
version = "2.1.0"
provider = "ACME"
provider_url = "https://acme.example"
a2ui_catalog = "https://a2ui.example/catalog.json"
llm_context_language = "en"
skills = [{ id = "refund", description = "Refunds an order." }, { id = "audit", description = "Lists all refunds.", private = true }]
[channels.partners]
type = "a2a"
agent = "assistant"
sign = ["new.pem", "old.pem"]
[channels.partners.card]
name = "Refunds"
[channels.partners.peers.acme]
tokens = [%q]
`, acmeToken))
	s.start()
	get := func(method, at, etag string) (*http.Response, []byte) {
		r, err := http.NewRequestWithContext(t.Context(), method, at, nil)
		must(t, err)
		if etag != "" {
			r.Header.Set("If-None-Match", etag)
		}
		resp, err := http.DefaultClient.Do(r)
		must(t, err)
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		must(t, err)
		return resp, b
	}
	root := "http://" + s.http
	var doc []byte
	for _, base := range []string{root, root + "/a2a/assistant", s.partners()} {
		resp, b := get(http.MethodGet, base+card.WellKnown, "")
		if resp.StatusCode != http.StatusOK || !strings.Contains(resp.Header.Get("Cache-Control"), "max-age") || doc != nil && string(doc) != string(b) {
			t.Fatalf("%s: %s %v", base, resp.Status, resp.Header)
		}
		doc = b
		if again, b := get(http.MethodGet, base+card.WellKnown, resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || len(b) != 0 {
			t.Errorf("%s again: %s", base, again.Status)
		}
		if head, b := get(http.MethodHead, base+card.WellKnown, ""); head.StatusCode != http.StatusOK || len(b) != 0 || head.Header.Get("ETag") != resp.Header.Get("ETag") {
			t.Errorf("%s HEAD: %s", base, head.Status)
		}
		if seed, b := get(http.MethodGet, base+card.WellKnownSeed, ""); seed.StatusCode != http.StatusOK || !strings.Contains(string(b), `"schemaVersion"`) || strings.Contains(string(b), "audit") {
			t.Errorf("%s seed: %s", base, seed.Status)
		}
	}
	for name, trusted := range map[string]*card.Trusted{"the new key": newer, "the old key": older} {
		if _, _, err := trusted.Verify(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := stranger.Verify(doc); err == nil {
		t.Error("a stranger's key has signed it")
	}
	_, set := get(http.MethodGet, s.partners()+"/.well-known/jwks.json", "")
	published, err := card.ReadKeys(set)
	must(t, err)
	if _, _, err := published.Verify(doc); err != nil {
		t.Errorf("the published keys: %v", err)
	}
	if strings.Contains(string(set), `"d"`) {
		t.Error("a private key is published")
	}
	c, err := card.Read(doc)
	must(t, err)
	if c.Name != "Refunds" || c.Version != "2.1.0" || len(c.Skills) != 1 || c.Skills[0].ID != "refund" || c.Provider.Name != "ACME" || !c.Extended || strings.Contains(string(doc), "audit") {
		t.Errorf("%+v", c)
	}
	if e := c.Envelope; e.A2UICatalog != "https://a2ui.example/catalog.json" || e.Language != "en" || !strings.Contains(strings.Join(e.Consumes, " "), "llm-context a2ui-surface") {
		t.Errorf("%+v", e)
	}
	for name, via := range s.a2a(acmeToken) {
		more, err := via.GetExtendedAgentCard(t.Context(), nil, &sdk.GetExtendedAgentCardRequest{})
		if err != nil || len(more.Skills) != 2 || more.Skills[1].ID != "audit" {
			b, _ := json.Marshal(more)
			t.Errorf("%s: the card of those who log in: %s %v", name, b, err)
		}
	}
	if _, err := s.rpc("x"+acmeToken).GetExtendedAgentCard(t.Context(), nil, &sdk.GetExtendedAgentCardRequest{}); err == nil {
		t.Error("a stranger is told more")
	}
	if out, code := runBridge(t, "agents", "card", "-keys", filepath.Join(s.dir, "old.pem.jwks"), root); code != 0 || !strings.Contains(out, "Refunds") || !strings.Contains(out, "signed") {
		t.Errorf("agents card: %d\n%s", code, out)
	}
	if out, code := runBridge(t, "agents", "card", "-keys", filepath.Join(s.dir, "other.pem.jwks"), root); code == 0 {
		t.Errorf("agents card with a stranger's key: %s", out)
	}
	if out, _ := s.cli("config", "show"); !strings.Contains(out, "[agents.assistant.card]") || !strings.Contains(out, "Lists all refunds.") {
		t.Errorf("config show: %s", out)
	}
	s.edit(`"new.pem", "old.pem"`, `"new.pem", "nobody.pem"`)
	if out, code := s.cli("check"); code == 0 || !strings.Contains(out, "nobody.pem") {
		t.Errorf("check without a key: %d\n%s", code, out)
	}
}
