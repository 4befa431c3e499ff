package mcpagent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/internal/noerr"
)

// state is agent.State in memory; the put that is named fails, after it was stored or not.
type state struct {
	mu     sync.Mutex
	m      map[string][]byte
	puts   int
	failAt int
	stored bool // the failing put
}

func (s *state) Get(_ context.Context, id string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.m[id]
	return b, ok, nil
}

func (s *state) Put(_ context.Context, id string, b []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.puts++
	if s.puts != s.failAt || s.stored {
		s.m[id] = b
	}
	if s.puts == s.failAt {
		return errors.New("the store is away")
	}
	return nil
}

// server is an MCP server with tools of several kinds.
type server struct {
	*httptest.Server
	effects atomic.Int32 // of the tool pay
	key     atomic.Value // of its last call
	cut     atomic.Bool  // the next call has its effect, and no answer
	broke   atomic.Bool  // the next call has no effect, and says so
	linked  atomic.Bool  // what is to be done elsewhere first is done
}

type payment struct {
	To     string `json:"to"`
	Amount int    `json:"amount"`
}

func newServer(t *testing.T, stateless bool) *server {
	t.Helper()
	s := &server{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, func(_ context.Context, r *mcp.CallToolRequest, p payment) (*mcp.CallToolResult, any, error) {
		if s.broke.Load() {
			return nil, nil, errors.New("no money")
		}
		s.effects.Add(1)
		key, _ := r.Params.Meta[idempotencyKey].(string)
		s.key.Store(key)
		if s.cut.Load() {
			s.CloseClientConnections()
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("Paid %d to %s.", p.Amount, p.To)}}}, nil, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "show", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{
			&mcp.TextContent{Text: fmt.Sprint(in["q"])}, &mcp.ImageContent{Data: []byte("PNG"), MIMEType: "image/png"}, &mcp.AudioContent{Data: []byte("OGG"), MIMEType: "audio/ogg"},
			&mcp.ResourceLink{URI: "https://example.com/doc", Title: "The document"},
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///a/report.pdf", MIMEType: "application/pdf", Blob: []byte("PDF")}},
		}, StructuredContent: map[string]any{"n": 1}}, nil, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "fail", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
		return nil, nil, errors.New("no such thing")
	})
	srv.AddTool(&mcp.Tool{Name: "book", InputSchema: map[string]any{"type": "object"}, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		answer, ok := r.Params.InputResponses["table"].(*mcp.ElicitResult)
		if !ok {
			return &mcp.CallToolResult{RequestState: "opaque", InputRequests: mcp.InputRequestMap{"table": &mcp.ElicitParams{Message: "For how many?", RequestedSchema: map[string]any{
				"type": "object", "properties": map[string]any{"guests": map[string]any{"type": "integer", "title": "Guests"}, "inside": map[string]any{"type": "boolean"}},
			}}}}, nil
		}
		b, _ := json.Marshal(answer.Content)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: answer.Action + " " + string(b) + " " + r.Params.RequestState}}}, nil
	})
	s.askers(srv)
	s.Server = httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: stateless}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) agent(t *testing.T, st *state, tool, approve string, args map[string]string) *Agent {
	t.Helper()
	ts, err := parseTemplates(args)
	noerr.Must(t, err)
	return New(Options{URL: s.URL, Client: s.Client(), Tool: tool, Args: ts, Approve: approve, State: st, Now: time.Now})
}

// ask makes a step and returns its only update.
func ask(t *testing.T, a *Agent, c agents.Call) (envelope.Update, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for u, err := range a.Respond(ctx, c) {
		return u, err
	}
	t.Fatal("no update")
	return envelope.Update{}, nil
}

func message(turn, text string) agents.Call {
	return agents.Call{Key: turn, Parts: []envelope.Part{envelope.TextPart(envelope.Response, text)}, Meta: agents.Meta{TurnID: turn}}
}

func text(u envelope.Update) string {
	var all []string
	for _, p := range u.Parts {
		if p.Kind == envelope.KindText {
			all = append(all, string(p.Type)+": "+p.Text)
		} else {
			all = append(all, string(p.Type)+" "+p.Filename+p.MediaType+string(p.Data))
		}
	}
	return string(u.State) + "\n" + strings.Join(all, "\n")
}

// What tools answer, as parts, from servers with and without sessions.
func TestResults(t *testing.T) {
	t.Parallel()
	for _, stateless := range []bool{true, false} {
		s := newServer(t, stateless)
		for _, c := range []struct{ tool, want string }{
			{"show", "complete\nresponse: red & blue\nartifact imageimage/png\nartifact audioaudio/ogg\ncitation: The document https://example.com/doc\nartifact report.pdfapplication/pdf\ndomain-data {\"n\":1}"},
			{"fail", "error\nerror: no such thing"},
		} {
			u, err := ask(t, s.agent(t, &state{m: map[string][]byte{}}, c.tool, ApproveDestructive, map[string]string{"q": "{{.text}}"}), message("trn_1", "red & blue"))
			if got := text(u); err != nil || got != c.want {
				t.Errorf("%s: %v\n%s\nwant\n%s", c.tool, err, got, c.want)
			}
		}
		u, err := ask(t, s.agent(t, &state{m: map[string][]byte{}}, "none", ApproveAll, nil), message("trn_1", "x"))
		if e := (*agents.Error)(nil); !errors.As(err, &e) || e.Code != "no_tool" {
			t.Errorf("a tool that is not there: %v %v", u, err)
		}
	}
}

// canonical is what people approve in these tests, in the form of RFC 8785.
const canonical = `{"amount":40,"to":"Ada"}`

func digestOf(canonical string) string {
	sum := sha256.Sum256([]byte(canonical))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func decide(turn, decision, digest, reason string) agents.Call {
	p, _ := envelope.DataPart(envelope.ApprovalResponse, map[string]string{"approvalId": "mcp-" + turn, "decision": decision, "argsDigest": digest, "reason": reason})
	return agents.Call{Key: turn + ".apr_1", Parts: []envelope.Part{p}, Meta: agents.Meta{TurnID: turn}}
}

var forPay = map[string]string{"to": "{{.text}}", "amount": "40"}

// A tool that says nothing of itself is called after a yes to these very arguments alone.
func TestApproval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, decision, digest, reason, want string
		effects                              int32
	}{
		{"granted", "granted", digestOf(canonical), "", "complete\nresponse: Paid 40 to Ada.", 1},
		{"denied", "denied", digestOf(canonical), "too dear", "complete\nresponse: It was refused: too dear", 0},
		{"other arguments", "granted", digestOf(`{"amount":4000,"to":"Ada"}`), "", "complete\nresponse: The decision is about other arguments. Nothing was done.", 0},
		{"no digest", "granted", "", "", "complete\nresponse: The decision is about other arguments. Nothing was done.", 0},
		{"no decision", "", digestOf(canonical), "", "complete\nresponse: It was refused.", 0},
	} {
		s, st := newServer(t, true), &state{m: map[string][]byte{}}
		a := s.agent(t, st, "pay", ApproveDestructive, forPay)
		u, err := ask(t, a, message("trn_1", "Ada"))
		if err != nil || u.State != envelope.Suspended || !strings.Contains(string(u.Parts[0].Data), `"args":`+canonical) || s.effects.Load() != 0 {
			t.Fatalf("%s: asked %v %s", c.name, err, text(u))
		}
		a = s.agent(t, st, "pay", ApproveDestructive, map[string]string{"to": "Mallory", "amount": "9"}) // the configuration has changed meanwhile
		u, err = ask(t, a, decide("trn_1", c.decision, c.digest, c.reason))
		if got := text(u); err != nil || got != c.want || s.effects.Load() != c.effects {
			t.Errorf("%s: %v, %d effects\n%s\nwant\n%s", c.name, err, s.effects.Load(), got, c.want)
		}
	}
	s := newServer(t, true)
	if u, err := ask(t, s.agent(t, &state{m: map[string][]byte{}}, "pay", ApproveDestructive, forPay), decide("trn_9", "granted", digestOf(canonical), "")); err != nil || s.effects.Load() != 0 {
		t.Errorf("a decision about nothing: %v %s", err, text(u))
	}
	if u, err := ask(t, s.agent(t, &state{m: map[string][]byte{}}, "pay", ApproveNone, map[string]string{"to": "Ada", "amount": "{{.text}}"}), message("trn_1", "many")); err != nil || !strings.Contains(text(u), "is no number") || s.effects.Load() != 0 {
		t.Errorf("no number: %v %s", err, text(u))
	}
	if u, err := ask(t, s.agent(t, &state{m: map[string][]byte{}}, "pay", ApproveNone, forPay), message("trn_1", "Ada")); err != nil || s.effects.Load() != 1 || s.key.Load() != "trn_1" {
		t.Errorf("approve none: %v %s", err, text(u))
	}
}

// However a step is cut off, at each write of what is kept and at the call itself, and made
// again: the tool has its effect once at most, and is never said to have had none.
func TestOneEffect(t *testing.T) {
	t.Parallel()
	granted := decide("trn_1", "granted", digestOf(canonical), "")
	for at := 1; at <= 4; at++ {
		for _, stored := range []bool{false, true} {
			s, st := newServer(t, true), &state{m: map[string][]byte{}, failAt: at, stored: stored}
			a := s.agent(t, st, "pay", ApproveDestructive, forPay)
			for range 3 {
				if _, err := ask(t, a, message("trn_1", "Ada")); err == nil {
					break
				}
			}
			var u envelope.Update
			var err error
			for range 3 {
				if u, err = ask(t, a, granted); err == nil {
					break
				}
			}
			got := text(u)
			if err != nil || s.effects.Load() > 1 || s.effects.Load() == 1 && strings.Contains(got, "Nothing was done") || s.effects.Load() == 0 && strings.Contains(got, "Paid") {
				t.Errorf("cut off at put %d (stored %v): %d effects, %v\n%s", at, stored, s.effects.Load(), err, got)
			}
			if _, err := ask(t, a, granted); err != nil || s.effects.Load() > 1 {
				t.Errorf("cut off at put %d (stored %v), and once more: %d effects, %v", at, stored, s.effects.Load(), err)
			}
		}
	}
	s, st := newServer(t, true), &state{m: map[string][]byte{}}
	a := s.agent(t, st, "pay", ApproveDestructive, forPay)
	noerr.Must(t, noerr.Of(ask(t, a, message("trn_1", "Ada"))))
	s.cut.Store(true)
	u, err := ask(t, a, granted)
	if e := (*agents.Error)(nil); !errors.As(err, &e) || e.Code != "in_doubt" || e.Retry {
		t.Errorf("an answer that is lost: %v %s", err, text(u))
	}
	s.cut.Store(false)
	if u, err = ask(t, a, granted); err != nil || s.effects.Load() != 1 || !strings.Contains(text(u), "it may have been done") {
		t.Errorf("after that: %d effects, %v\n%s", s.effects.Load(), err, text(u))
	}
}

// An operator's replay of a step calls a tool again only if the tool itself said that it failed.
func TestReplay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		before       func(*server)
		want         string
		effects, all int32 // before the replays, and after
	}{
		{"the answer is lost", func(s *server) { s.cut.Store(true) }, "it may have been done", 1, 1},
		{"it is done", func(*server) {}, "Paid 40 to Ada.", 1, 1},
		{"it failed", func(s *server) { s.broke.Store(true) }, "Paid 40 to Ada.", 0, 1},
	} {
		s, st := newServer(t, true), &state{m: map[string][]byte{}}
		a := s.agent(t, st, "pay", ApproveDestructive, forPay)
		noerr.Must(t, noerr.Of(ask(t, a, message("trn_1", "Ada"))))
		granted := decide("trn_1", "granted", digestOf(canonical), "")
		c.before(s)
		if u, err := ask(t, a, granted); s.effects.Load() != c.effects {
			t.Fatalf("%s: %d effects, %v %s", c.name, s.effects.Load(), err, text(u))
		}
		s.cut.Store(false)
		s.broke.Store(false)
		step := granted.Key
		for _, replay := range []string{"~1", "~2", "~10"} {
			granted.Key = step + replay
			if u, err := ask(t, a, granted); err != nil || s.effects.Load() != c.all || !strings.Contains(text(u), c.want) {
				t.Errorf("%s, replay %s: %d effects, %v\n%s", c.name, replay, s.effects.Load(), err, text(u))
			}
		}
	}
}

// What a server wants to know is asked of the person, and answered in another session.
func TestQuestionsOfServers(t *testing.T) {
	t.Parallel()
	s, st := newServer(t, true), &state{m: map[string][]byte{}}
	a := s.agent(t, st, "book", ApproveDestructive, nil)
	step := func(turn, continues, words, want string) {
		t.Helper()
		c := message(turn, words)
		c.Meta.Continues = continues
		u, err := ask(t, a, c)
		if got := text(u); err != nil || !strings.Contains(got, want) {
			t.Errorf("%q: %v\n%s\nwant %q", words, err, got, want)
		}
	}
	step("trn_1", "", "a table", "clarifying\nclarify: For how many?\n\nGuests: (a whole number; may be left out)\ninside: (yes / no; may be left out)")
	step("trn_2", "trn_1", "many", "clarifying\nclarify: I could not read that.")
	step("trn_3", "trn_2", "guests: 3\nInside: yes\n\nEve", `complete
response: accept {"guests":3,"inside":true} opaque`)
	step("trn_4", "trn_1", "No.", `response: decline null opaque`)
}

// What a person adds to an approved call is approved, too; a no to the server is not asked about.
func TestAnswersAreApproved(t *testing.T) {
	t.Parallel()
	s, st := newServer(t, true), &state{m: map[string][]byte{}}
	a := s.agent(t, st, "book", ApproveAll, map[string]string{"answer": "{{.text}}"})
	step := func(c agents.Call, want string) {
		t.Helper()
		u, err := ask(t, a, c)
		if got := text(u); err != nil || !strings.Contains(got, want) {
			t.Errorf("%v\n%s\nwant %q", err, got, want)
		}
	}
	answer := func(turn, words string) agents.Call {
		c := message(turn, words)
		c.Meta.Continues = "trn_1"
		return c
	}
	const args, withAnswer = `{"answer":"a table"}`, `{"answer":"a table","answer_":{"action":"accept","content":{"guests":3,"inside":true},"question":"For how many?"}}`
	step(message("trn_1", "a table"), `"args":`+args)
	step(decide("trn_1", "granted", digestOf(args), ""), "clarify: For how many?")
	step(answer("trn_2", "guests: 3\ninside: yes"), `"args":`+withAnswer)
	step(decide("trn_2", "granted", digestOf(args), ""), "The decision is about other arguments.")
	step(decide("trn_2", "denied", digestOf(withAnswer), ""), "It was refused.")
	step(decide("trn_2", "granted", digestOf(withAnswer), ""), `response: accept {"guests":3,"inside":true} opaque`)
	step(answer("trn_3", "no"), "response: decline null opaque")
}
