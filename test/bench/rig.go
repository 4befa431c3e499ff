package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/agents"
	"bridge/agents/agent"
	"bridge/app"
	"bridge/approvals"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/admission"
	"bridge/store"
)

const (
	channelName = message.ChannelName("mail")
	agentName   = "assistant"
)

// text is what people write and what the agent answers: 512 bytes of words.
func text() string {
	const words = "The train to Verona leaves at a quarter past nine from platform four and takes an hour. "
	return strings.Repeat(words, 1+512/len(words))[:512]
}

// rig is a whole bridge on one store, between a channel in memory and an agent
// that answers at once. Nothing else of it is different.
type rig struct {
	app    *app.App
	accept adapters.AcceptFunc
	sent   []chan message.Outbound // by caller
	text   string
	dir    string
}

// newRig runs a bridge on the engine's store, which stop closes.
func newRig(ctx context.Context, p plan, e *engine, callers int) (*rig, error) {
	return newRigWith(ctx, p, e, callers, nil)
}

// newRigWith runs a bridge with another channel than the one in memory; nil is
// that one.
func newRigWith(ctx context.Context, p plan, e *engine, callers int, build func(channel.Deps) (adapters.Adapter, error)) (*rig, error) {
	sent := make([]chan message.Outbound, callers)
	for i := range sent {
		sent[i] = make(chan message.Outbound, 1)
	}
	ready := make(chan adapters.AcceptFunc, 1)
	own := build == nil
	if own {
		build = func(channel.Deps) (adapters.Adapter, error) { return &mailbox{sent: sent, ready: ready}, nil }
	}
	r, err := newRigOf(ctx, p, e, []channel.Channel{{
		Name: channelName, Kind: "email", Agent: agentName, Allow: []string{"*"}, Proves: message.Verified, Build: build,
	}})
	if err != nil {
		return nil, err
	}
	r.sent = sent
	if own {
		r.accept = <-ready
	}
	return r, nil
}

// newRigOf runs a bridge with these channels.
func newRigOf(ctx context.Context, p plan, e *engine, channels []channel.Channel) (_ *rig, err error) {
	r := &rig{text: text()}
	if r.dir, err = os.MkdirTemp(p.dir, "app-"); err != nil {
		return nil, err
	}
	r.app, err = app.New(ctx, app.Options{
		Version: "bench", PublicURL: "https://bridge.example.com", DataDir: r.dir, Node: "bench",
		OpenStore:    func(context.Context) (store.Store, error) { return e.store, nil },
		ArtifactsURL: "file", StopTimeout: 10 * time.Second, GiveUp: 48 * time.Hour, Retention: options().Retention,
		KeepArtifacts: 30 * 24 * time.Hour, Limit: admission.Limit{N: 1_000_000, Per: time.Second, Key: "limits.turns_per_sender"},
		Rules:    approvals.Rules{TTL: 24 * time.Hour, Quorum: 1, Trust: message.Carrier},
		Channels: channels,
		Agents: []agent.Agent{{
			Name: agentName, Timeout: time.Minute, MaxConcurrent: 32,
			Build: func(agent.Deps) (agents.Agent, error) { return answerer{r.text}, nil },
		}},
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		return nil, err
	}
	if err := r.app.Start(ctx); err != nil {
		_ = r.app.Close() // the first error counts
		return nil, err
	}
	return r, nil
}

// stop ends the bridge and closes its store.
func (r *rig) stop(ctx context.Context) error { return r.app.Stop(context.WithoutCancel(ctx)) }

// talk is where a conversation stands: what the next mail refers to.
type talk struct {
	from    message.Address
	session message.SessionID // "" before the first message
	last    message.Ref       // the answer that the next mail replies to
}

// say hands one mail of a conversation over, as the mail channel does, and waits
// until its answer is handed to the channel. id is unique in the store.
func (r *rig) say(ctx context.Context, caller int, id string, t *talk) error {
	said := id + r.text[len(id):] // who repeats himself gets no answers
	self := message.Ref("<" + strconv.Itoa(caller) + "." + id + "@example.org>")
	in := message.Inbound{
		Channel: channelName, ExternalID: string(self), Class: message.Human, From: t.from, Trust: message.Verified,
		Why: []string{"dmarc=pass"}, ReceivedAt: time.Now(), Subject: "The train", HasSubject: true,
		Parts: []envelope.Part{envelope.TextPart(envelope.Response, said)}, Unquoted: said,
		Binding: message.Binding{Session: t.session, Self: []message.Ref{self}},
		Thread:  message.Thread{Subject: "The train", Parent: string(self)},
	}
	if t.last != "" {
		in.Binding.Refs = []message.Ref{t.last}
		in.Thread.References = in.Binding.Refs
	}
	acc, err := r.accept(ctx, in)
	if err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	if acc.Outcome != message.OutcomeTurn || t.session != "" && acc.Session != t.session {
		return fmt.Errorf("the message became %s of session %s: %s", acc.Outcome, acc.Session, acc.Reason)
	}
	select {
	case out := <-r.sent[caller]:
		if out.Session != acc.Session || out.Thread.Parent != string(self) {
			return fmt.Errorf("the answer to %s of session %s is for %s of %s", self, acc.Session, out.Thread.Parent, out.Session)
		}
		t.session, t.last = acc.Session, answerRef(out.ID)
		return nil
	case <-ctx.Done():
		return fmt.Errorf("no answer to %s: %w", self, context.Cause(ctx))
	}
}

func answerRef(id message.MessageID) message.Ref {
	return message.Ref("<" + string(id) + "@bridge.example.com>")
}

// mailbox is a mail channel without mail servers.
type mailbox struct {
	sent  []chan message.Outbound // by caller
	ready chan<- adapters.AcceptFunc
}

func (c *mailbox) Name() message.ChannelName { return channelName }

func (c *mailbox) Caps() message.Caps {
	return message.Caps{Kind: "email", Attach: true, MaxAttach: 20 << 20, KnownByID: true, ProvesSender: message.Verified}
}

// Receive gives the rig the way in.
func (c *mailbox) Receive(ctx context.Context, accept adapters.AcceptFunc) error {
	c.ready <- accept
	<-ctx.Done()
	return nil
}

// Send gives the message to the caller that waits for it.
func (c *mailbox) Send(ctx context.Context, out message.Outbound) (message.Receipt, error) {
	number, _, _ := strings.Cut(strings.TrimPrefix(out.Thread.Parent, "<"), ".")
	caller, err := strconv.Atoi(number)
	if err != nil || caller >= len(c.sent) {
		return message.Receipt{}, &message.SendError{Kind: message.SendInvalid, NotSent: true, Err: fmt.Errorf("nobody waits for %s", out.Thread.Parent)}
	}
	select {
	case c.sent[caller] <- out: // it has room: a timer for the end of ctx would be the load's, not the bridge's
		return message.Receipt{Detail: "250 2.0.0 Ok"}, nil
	default:
		return message.Receipt{}, &message.SendError{Kind: message.SendUnreachable, NotSent: true, Err: errors.New("the caller has not read the answer before")}
	}
}

// Ref is the Message-ID of an answer.
func (c *mailbox) Ref(out message.Outbound) message.Ref { return answerRef(out.ID) }

// answerer answers at once.
type answerer struct{ text string }

func (a answerer) Respond(context.Context, agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		yield(envelope.Update{State: envelope.Complete, Parts: []envelope.Part{envelope.TextPart(envelope.Response, a.text)}}, nil)
	}
}
