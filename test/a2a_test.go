package test

import (
	"context"
	"crypto/sha256"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"

	"bridge/core/wire/card"
	"bridge/internal/mailserver"
	"bridge/internal/redistest"
)

// a2aPeer is a real A2A server whose agent refunds after an approval, and takes its time.
type a2aPeer struct {
	mu      sync.Mutex
	effects map[string]int // by the message that had them
	slow    chan struct{}  // closed when the slow task may end
	login   string         // Authorization of the calls
	store   taskstore.Store
	addr    string
	server  *http.Server
}

var refundFile = []byte(strings.Repeat("receipt \x00\xff", 2000))

// Execute implements a2asrv.AgentExecutor.
func (p *a2aPeer) Execute(ctx context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		tell := func(e sdk.Event) { yield(e, nil) }
		say := func(s sdk.TaskState, parts ...*sdk.Part) {
			tell(sdk.NewStatusUpdateEvent(ec, s, sdk.NewMessageForTask(sdk.MessageRoleAgent, ec, parts...)))
		}
		if ec.StoredTask == nil {
			tell(sdk.NewSubmittedTask(ec, ec.Message))
		}
		for _, part := range ec.Message.Parts {
			d, ok := part.Data().(map[string]any)
			if !ok || d["decision"] != "granted" {
				continue
			}
			p.mu.Lock()
			p.effects[ec.Message.ID]++
			p.mu.Unlock()
			tell(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateWorking, nil))
			select {
			case <-p.slow:
			case <-ctx.Done():
				return
			}
			raw := sdk.NewRawPart(refundFile)
			raw.Filename, raw.MediaType = "receipt.bin", "application/octet-stream"
			tell(sdk.NewArtifactEvent(ec, sdk.NewTextPart("Refunded 40 EUR."), raw))
			tell(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateCompleted, nil))
			return
		}
		ask := sdk.NewDataPart(map[string]any{"approvalId": "refund-" + string(ec.TaskID), "toolName": "refund", "args": map[string]any{"amount": 40.0}})
		ask.SetMeta("partType", "approval-request")
		say(sdk.TaskStateInputRequired, ask)
	}
}

// Cancel implements a2asrv.AgentExecutor.
func (p *a2aPeer) Cancel(_ context.Context, ec *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		yield(sdk.NewStatusUpdateEvent(ec, sdk.TaskStateCanceled, nil), nil)
	}
}

// everybody lets all callers in, so that tasks can be listed.
type everybody struct {
	a2asrv.PassthroughCallInterceptor
}

func (everybody) Before(ctx context.Context, c *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, any, error) {
	c.User = a2asrv.NewAuthenticatedUser("bridge", nil)
	return ctx, nil, nil
}

// serve runs it, with its card, until the end of the test, and returns its URL.
func (p *a2aPeer) serve(t *testing.T) string {
	t.Helper()
	p.effects, p.slow, p.addr = map[string]int{}, make(chan struct{}), freePort(t)
	p.store = taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{Authenticator: a2asrv.NewTaskStoreAuthenticator()})
	p.start(t)
	t.Cleanup(func() { _ = p.server.Close() })
	return "http://" + p.addr
}

// restart ends the server and begins another one, which knows of the tasks what is stored.
func (p *a2aPeer) restart(t *testing.T) {
	t.Helper()
	must(t, p.server.Close())
	p.start(t)
}

func (p *a2aPeer) start(t *testing.T) {
	t.Helper()
	h := a2asrv.NewHandler(p, a2asrv.WithCallInterceptors(everybody{}), a2asrv.WithPushNotifications(push.NewInMemoryStore(), push.NewHTTPPushSender(nil)), a2asrv.WithTaskStore(p.store))
	rpc := a2asrv.NewJSONRPCHandler(h)
	mux := http.NewServeMux()
	mux.HandleFunc("/rpc", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.login = r.Header.Get("Authorization")
		p.mu.Unlock()
		rpc.ServeHTTP(w, r)
	})
	l := listenAt(t, p.addr)
	p.server = &http.Server{Handler: mux}
	doc, err := card.Card{
		ID: "refunds", Name: "Refunds", Description: "Refunds.", Version: "1.0.0", Streaming: true, Skills: []card.Skill{{ID: "refund", Description: "Refunds."}},
		Transports: []card.Transport{{Protocol: card.ProtocolA2A, Binding: card.JSONRPC, Version: "1.0", URL: "http://" + p.addr + "/rpc"}},
	}.JSON(card.Omit, true)
	must(t, err)
	mux.Handle(card.WellKnown, card.NewDocument(doc))
	go func() { _ = p.server.Serve(l) }() // until it is closed
}

// once checks that each message had its effect once, and that there was one.
func (p *a2aPeer) once(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.effects) != 1 {
		t.Errorf("effects: %v", p.effects)
	}
	for id, n := range p.effects {
		if n != 1 {
			t.Errorf("%s had its effect %d times", id, n)
		}
	}
}

// turn is that of the effect, once there is one.
func (p *a2aPeer) turn(t *testing.T) (turn string) {
	t.Helper()
	await(t, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		for id := range p.effects {
			turn, _, _ = strings.Cut(id, ".")
		}
		return turn != ""
	})
	return turn
}

// hasReceipt checks that the very file of the agent came with a mail.
func hasReceipt(t *testing.T, m mailserver.Mail) {
	t.Helper()
	for _, a := range m.Attachments {
		if a.Filename == "receipt.bin" && sha256.Sum256(a.Content) == sha256.Sum256(refundFile) {
			return
		}
	}
	t.Errorf("the file is another: %d attachments", len(m.Attachments))
}

// A mail starts a task of an A2A agent, which asks; the agent is restarted and the bridge is
// killed while people are asked; Dana says yes on WhatsApp; the agent goes on for longer than a
// call, the bridge is killed twice and comes back; the mail has the answer and the very file,
// and the refund was made once.
func TestA2AStory(t *testing.T) {
	t.Parallel()
	p := &a2aPeer{}
	url := p.serve(t)
	s := newPhones(t, via(`"whatsapp", "mail"`), withAgent(`type = "a2a"
card = "`+url+`"
park_after = "1s"
[agents.assistant.auth]
type = "bearer"
secret = "a-credential-of-the-bridge"`))
	s.start()
	if out, code := s.cli("check"); !strings.Contains(out, "Refunds, A2A 1.0") {
		t.Errorf("check: %d\n%s", code, out)
	}
	if out, code := runBridge(t, "agents", "card", url); code != 0 || !strings.Contains(out, "A2A 1.0") || !strings.Contains(out, "without TLS") {
		t.Errorf("agents card: %d\n%s", code, out)
	}
	s.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Refund", Text: "my money, please"})
	prompt := s.rings(onWhatsApp+danaPhone, 0, "40")
	p.restart(t)
	s.kill()
	s.start()
	approve, _ := prompt.Button("Approve")
	_, err := s.twilio.Phone(onWhatsApp + danaPhone).Press(approve)
	must(t, err)
	turn := p.turn(t)
	time.Sleep(300 * time.Millisecond) // somewhere in the step of the decision, before it is parked
	s.kill()
	s.start()
	await(t, func() bool { // it is parked now
		out, _ := s.cli("trace", turn)
		return strings.Contains(out, "delegated")
	})
	s.kill()
	s.start()
	close(p.slow)
	hasReceipt(t, s.expect(0, eve, "Refunded 40 EUR."))
	p.once(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.login != "Bearer a-credential-of-the-bridge" {
		t.Errorf("login %q", p.login)
	}
}

// Two nodes on one Redis: the node that spoke to the agent is killed while the step is
// parked, before and after the decision, and the other goes on with the same task.
func TestParkedOnTwoNodes(t *testing.T) {
	t.Parallel()
	p := &a2aPeer{}
	mail := startMail(t, nil)
	fl := newFleet(t, 2, redistest.Start(t, redistest.Options{}).URL(), withMail(mail), withAgent(`type = "a2a"
card = "`+p.serve(t)+`"
park_after = "1s"`))
	a, b := fl.nodes[0], fl.nodes[1]
	a.start() // alone: it is the one that speaks
	a.send(mailserver.Letter{From: eve, To: agentAddr, Subject: "Refund", Text: "my money, please"})
	a.send(a.expect(0, dana, "[approval:", "amount: 40").Reply("yes"))
	turn := p.turn(t)
	await(t, func() bool {
		out, _ := a.cli("trace", turn)
		return strings.Contains(out, "delegated") && strings.Contains(out, "parked")
	})
	a.kill()
	b.start()
	if out, code := b.cli("trace", turn); code != 0 || !strings.Contains(out, "parked") {
		t.Errorf("the other node does not know it: %d\n%s", code, out)
	}
	close(p.slow)
	hasReceipt(t, b.expectWithin(takeover, 0, mailbox(eve), "Refunded 40 EUR."))
	p.once(t)
	a.start() // it finds nothing left to do
	b.quietWithin(takeover)
	p.once(t)
	n := 0
	for _, m := range mail.Mails() {
		if m.To == mailbox(eve) && strings.Contains(m.Text, "Refunded") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d mails", n)
	}
}
