package turns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/excerpt"
	"bridge/flow/live"
)

// Translator writes the llm-context of answers whose agent wrote none: the zero value writes
// none.
type Translator struct {
	Agent   string        // the name of one of Options.Agents
	Timeout time.Duration // for one text
}

// maxContext bounds an llm-context that is made, in bytes.
const maxContext = 64 << 10

// complete adds to an outcome what the builder of envelopes adds (seed 001): the surfaces of
// its data, and an llm-context if somebody who gets the answer asks for it. Both are recorded
// with the step.
func (t *Turns) complete(soft, ctx context.Context, log *slog.Logger, turn Turn, s *Step, run live.Run) {
	rule, _ := t.o.Registry.States().Lookup(s.State)
	if s.Failure != "" || !rule.EmitsEnvelope || s.byPeople() {
		return
	}
	made := t.o.Surfaces.Of(s.Parts)
	run.Say(made)
	s.Parts = append(s.Parts, made...)
	if t.o.Translator.Agent == "" || !t.contextWanted(turn, s.Parts) {
		return
	}
	text, err := t.translate(soft, ctx, turn, *s)
	t.o.Counts.Translated(err == nil)
	if err != nil { // the answer goes out without it
		log.Warn("no llm-context", "agent", t.o.Translator.Agent, "err", err)
		return
	}
	s.Parts = append(s.Parts, envelope.TextPart(envelope.LLMContext, text))
}

// contextWanted says whether somebody consumes an llm-context that the agent did not write,
// and there is something to write it from.
func (t *Turns) contextWanted(turn Turn, parts []envelope.Part) bool {
	has := func(types ...envelope.Type) bool {
		return slices.ContainsFunc(parts, func(p envelope.Part) bool { return slices.Contains(types, p.Type) })
	}
	if has(envelope.LLMContext) || !has(envelope.Response, envelope.DomainData) {
		return false
	}
	return turn.Call.Peer.Wants(envelope.LLMContext) ||
		slices.ContainsFunc(turn.Originators, func(o Originator) bool { return o.Peer.Wants(envelope.LLMContext) })
}

// translate calls the translator, once.
func (t *Turns) translate(soft, ctx context.Context, turn Turn, s Step) (text string, err error) {
	a, ok := t.o.Agents[t.o.Translator.Agent]
	if !ok {
		return "", errors.New("there is no such agent")
	}
	ctx, cancel := context.WithTimeout(ctx, t.o.Translator.Timeout)
	defer cancel()
	defer context.AfterFunc(soft, cancel)()
	free, err := t.slots[t.o.Translator.Agent].take(soft, ctx, t.o.Now)
	if err != nil {
		return "", err
	}
	defer free()
	defer func() {
		if p := recover(); p != nil {
			t.o.Log.Error("turns: the translator panicked", "turn", turn.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.o.Counts.Panic()
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	var said []envelope.Part
	for _, p := range s.Parts {
		if slices.Contains([]envelope.Type{envelope.Response, envelope.DomainData, envelope.Citation}, p.Type) {
			said = append(said, p)
		}
	}
	asm := envelope.NewAssembler(t.o.Registry, envelope.Carried{})
	told := t.traceparent(turn, s.Key)
	for u, err := range a.Agent.Respond(t.o.Spans.Calling(ctx, told), agents.Call{
		Key: callKey(turn.ID, s.Key) + ".llm-context", Parts: said, Traceparent: told,
		Meta: agents.Meta{
			SessionID: string(turn.Session) + ".llm-context", TurnID: string(turn.ID), ReceivedAt: s.RecordedAt,
			Trust: turn.Call.Trust, Purpose: agents.PurposeLLMContext,
		},
	}) {
		if err = errors.Join(err, ctx.Err()); err == nil {
			err = asm.Apply(u)
		}
		if err != nil {
			return "", err
		}
		if asm.Done() {
			break
		}
	}
	return contextOf(asm.End(0))
}

// contextOf is the text of a translator's answer.
func contextOf(res envelope.Result) (string, error) {
	if res.State != envelope.Complete {
		return "", fmt.Errorf("the answer ended as %s %s", res.State, res.Note)
	}
	for _, typ := range []envelope.Type{envelope.LLMContext, envelope.Response} {
		var texts []string
		for _, p := range res.Parts {
			if p.Type == typ && p.Kind == envelope.KindText && strings.TrimSpace(p.Text) != "" {
				texts = append(texts, p.Text)
			}
		}
		if text := strings.Join(texts, "\n\n"); text != "" {
			return excerpt.Cut(text, maxContext), nil
		}
	}
	return "", errors.New("the answer has no text")
}
