// Package a2a holds both ways of A2A and the cards against the official SDK for JavaScript
// (make interop).
package a2a

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/agents"
	"bridge/agents/a2a"
	"bridge/core/envelope"
	"bridge/core/wire/card"
	"bridge/internal/mailserver"
	"bridge/internal/noerr"
	"bridge/internal/porttest"
)

func TestMain(m *testing.M) {
	if _, err := os.Stat("node_modules/@a2a-js/sdk"); err != nil {
		os.Exit(0) // make interop installs it
	}
	os.Exit(m.Run())
}

func serve(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("node", "server.mjs")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	noerr.Must(t, err)
	noerr.Must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	noerr.Must(t, err)
	return strings.TrimSpace(line)
}

type memory struct {
	mu sync.Mutex
	m  map[string][]byte
}

func (m *memory) Get(_ context.Context, id string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.m[id]
	return b, ok, nil
}

func (m *memory) Put(_ context.Context, id string, b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m[id] = b
	return nil
}

func call(turn, text string) agents.Call {
	return agents.Call{Key: turn, Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)}, Meta: agents.Meta{SessionID: "ses_1", TurnID: turn}}
}

func ask(t *testing.T, a agents.Agent, c agents.Call) envelope.Result {
	t.Helper()
	reg, err := envelope.NewRegistry()
	noerr.Must(t, err)
	asm := envelope.NewAssembler(reg, envelope.Carried{})
	for u, err := range a.Respond(t.Context(), c) {
		noerr.Must(t, err)
		noerr.Must(t, asm.Apply(u))
	}
	return asm.End(0)
}

func text(r envelope.Result) string {
	s := ""
	for _, p := range r.Parts {
		s += p.Text
	}
	return s
}

// TestServer: an agent of the SDK, by JSON-RPC and HTTP+JSON of 1.0 and JSON-RPC of 0.3:
// pieces, data, the very file, an approval, and a task that lasts longer than its call.
func TestServer(t *testing.T) {
	at := serve(t)
	file := []byte(strings.Repeat("receipt \x00", 3000))
	for _, doc := range []string{"rpc", "rest", "v03"} {
		t.Run(doc, func(t *testing.T) {
			a, err := a2a.New(a2a.Options{
				Name: "js", Card: at + "/" + doc + ".json", Hosts: []string{strings.TrimPrefix(at, "http://")}, Client: &http.Client{Transport: &http.Transport{}},
				Park: time.Second, State: &memory{m: map[string][]byte{}}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
			})
			noerr.Must(t, err)
			got := ask(t, a, call("trn_1", "hello"))
			if got.State != envelope.Complete || text(got) != "You wrote: hello" {
				t.Errorf("%+v", got)
			}
			data, raw := "", []byte(nil)
			for _, p := range got.Parts {
				switch p.Type {
				case envelope.DomainData:
					data = string(p.Data)
				case envelope.Artifact:
					raw = p.Raw
				}
			}
			if data != `{"n":7}` || !bytes.Equal(raw, file) {
				t.Errorf("data %s, a file of %d bytes", data, len(raw))
			}
			if got = ask(t, a, call("trn_2", "pay")); got.State != envelope.Suspended || len(got.Requests) != 1 {
				t.Fatalf("%+v", got)
			}
			p, err := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "x", "decision": "granted"})
			noerr.Must(t, err)
			c := call("trn_2", "")
			c.Key, c.Parts = "trn_2.apr_1", []envelope.Part{p}
			if got = ask(t, a, c); got.State != envelope.Complete || text(got) != "Decided: granted" {
				t.Errorf("%+v", got)
			}
			if got = ask(t, a, call("trn_3", "slow")); got.State != envelope.Delegated {
				t.Fatalf("%+v", got)
			}
			c = call("trn_3", "")
			c.Key, c.Parked = "trn_3.wake.1", true
			for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
				ready, err := a.Ready(t.Context(), c)
				if err != nil || time.Now().After(end) {
					t.Fatalf("%v", err)
				}
				if ready {
					break
				}
			}
			if got = ask(t, a, c); got.State != envelope.Complete || text(got) != "You wrote: slow" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestCards: the SDK reads a card and verifies its signature, with and without what 1.0
// does not know.
func TestCards(t *testing.T) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	noerr.Must(t, err)
	keys := []card.Key{{ID: "k", Private: private}}
	set, err := card.KeySet(keys)
	noerr.Must(t, err)
	c := card.Card{
		ID: "a", Name: "a", DisplayName: "The Assistant", Description: "Answers.", Version: "1.0.0", Streaming: true, GeneratedAt: time.Now(),
		Skills: []card.Skill{{ID: "ask", Description: "Answers.", Scopes: []string{"talk"}, OutSchema: json.RawMessage(`{"type":"object"}`)}},
		Transports: []card.Transport{
			{Protocol: card.ProtocolA2A, Binding: card.JSONRPC, Version: "1.0", URL: "https://b.example/a2a"},
			{Protocol: card.ProtocolA2A, Binding: card.JSONRPC, Version: "0.3", URL: "https://b.example/a2a"},
		},
		Auth:     []card.Auth{{Type: card.AuthAPIKey, Header: "X-Key"}, {Type: card.AuthBearer}},
		Envelope: card.Envelope{Consumes: []string{"domain-data"}}, Beach: &card.Beach{Version: "1.0", States: []string{"complete"}},
	}
	plain, err := c.JSON(card.Omit, false)
	noerr.Must(t, err)
	for _, union := range []bool{true, false} {
		doc, err := c.JSON(card.Omit, union)
		noerr.Must(t, err)
		if doc, err = card.Sign(doc, plain, keys); err != nil {
			t.Fatal(err)
		}
		for name, env := range map[string]string{"verified": "KEYS=" + string(set), "read": "KEYS="} {
			cmd := exec.Command("node", "card.mjs")
			cmd.Env, cmd.Stdin = append(os.Environ(), env), bytes.NewReader(doc)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "The Assistant 2") {
				t.Errorf("%s, union %v: %v\n%s", name, union, err, out)
			}
		}
		forged := bytes.Replace(doc, []byte("https://b.example/a2a"), []byte("https://evil.example/"), 2)
		cmd := exec.Command("node", "card.mjs")
		cmd.Env, cmd.Stdin = append(os.Environ(), "KEYS="+string(set)), bytes.NewReader(forged)
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("a forged card is verified: %s", out)
		}
	}
}

const partners = `
listen = %q
data_dir = "data"
[people.dana]
name = "Dana"
addresses = ["email:dana@bridge.test"]
[agents.assistant]
type = "demo"
[approvals]
approvers = ["dana"]
trust = "asserted"
[channels.mail]
type = "email"
address = "agent@bridge.test"
agent = "assistant"
[channels.mail.listen]
addr = %q
hostname = "bridge.test"
[channels.mail.smtp]
addr = %q
tls = "none"
[channels.mail.auth]
require = "none"
[agents.desk]
type = "people"
to = ["dana"]
[channels.partners]
type = "a2a"
agent = "assistant"
[channels.partners.peers.js]
tokens = ["the token of the client"]
[channels.desk]
type = "a2a"
agent = "desk"
[channels.desk.peers.js]
tokens = ["the token of the client"]
`

// TestClient: a client of the SDK talks to an agent of the bridge, by JSON-RPC and HTTP+JSON
// of 1.0 and JSON-RPC of 0.3: it is answered, asked back, and gets what Dana decides by mail.
func TestClient(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	program := filepath.Join(dir, "bridge")
	run("go", "build", "-o", program, "bridge/cmd/bridge")
	mail, err := mailserver.Start("", nil)
	noerr.Must(t, err)
	t.Cleanup(mail.Close)
	at, smtp := freePort(t), freePort(t)
	file := filepath.Join(dir, "config.toml")
	noerr.Must(t, os.WriteFile(file, fmt.Appendf(nil, partners, at, smtp, mail.Addr()), 0o600))
	bridge := exec.Command(program, "run", "-config", file)
	bridge.Stderr = os.Stderr
	noerr.Must(t, bridge.Start())
	t.Cleanup(func() { _ = bridge.Process.Kill(); _ = bridge.Wait() })
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if resp, err := http.Get("http://" + at + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Now().After(end) {
			t.Fatal("the bridge does not start")
		}
	}
	for _, way := range []string{"JSONRPC", "HTTP+JSON", "0.3"} {
		t.Run(way, func(t *testing.T) {
			n := mail.Count()
			cmd := exec.Command("node", "client.mjs")
			cmd.Env = append(os.Environ(), "AT=http://"+at+"/channels/partners", "DESK=http://"+at+"/channels/desk", "TOKEN=the token of the client", "WAY="+way)
			cmd.Stderr = os.Stderr
			var out bytes.Buffer
			cmd.Stdout = &out
			noerr.Must(t, cmd.Start())
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			for _, say := range [][2]string{{"amount: 40", "yes"}, {"Which day suits you?", "On Tuesday."}, {"pallets: 12", "no"}} {
				prompt, err := mail.Await(ctx, n, "dana@bridge.test", func(m mailserver.Mail) bool { return strings.Contains(m.Text, say[0]) })
				if err != nil {
					_ = cmd.Process.Kill()
					<-ended
					t.Fatalf("%s: %v\n%s", say[0], err, out.String())
				}
				noerr.Must(t, prompt.Reply(say[1]).Send(smtp))
			}
			select {
			case err = <-ended:
			case <-ctx.Done():
				_ = cmd.Process.Kill()
				err = <-ended
			}
			states := map[string]string{"completed": "3", "asks": "6", "works": "2"}
			want := []string{
				"answer " + states["completed"] + " You wrote: hello from JavaScript", "again true", "asks " + states["asks"] + " Which day do you mean: today or tomorrow?",
				"more true " + states["completed"] + " Thank you, \"tomorrow\" it is.", "waits " + states["works"] + " refund", "decided " + states["completed"] + " ", "task " + states["completed"] + " ",
				"words " + states["completed"] + " On Tuesday.", "decision " + states["completed"] + " denied sha256:",
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if err != nil || len(lines) != len(want) {
				t.Fatalf("%v\n%s", err, out.String())
			}
			for i, w := range want {
				if !strings.HasPrefix(lines[i], w) || (i == 5 || i == 6) && !strings.Contains(lines[i], "40") {
					t.Errorf("%q, want %q", lines[i], w)
				}
			}
		})
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	p, err := porttest.Reserve()
	noerr.Must(t, err)
	t.Cleanup(p.Release)
	return p.Addr()
}
