// Package demo is the built-in agent (type = "demo"). It shows every
// part type, so that a person can see what a channel makes of each, and plays a
// refund that needs approval. It keeps no state: the same call gives the same
// answer, also after a restart.
package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"bridge/internal/retry"

	"bridge/agents"
	"bridge/core/envelope"
)

// slowWait is how long the command "slow" takes.
const slowWait = 3 * time.Second

// Agent is the demo agent. Its zero value is ready and safe for concurrent use.
type Agent struct{}

var _ agents.Agent = Agent{}

// Respond implements agents.Agent. The first line of the text is the command:
// flights, departures, refund <n>, clarify, error or slow; everything else is echoed with a
// list of what was attached.
func (Agent) Respond(ctx context.Context, call agents.Call) iter.Seq2[envelope.Update, error] {
	return func(yield func(envelope.Update, error) bool) {
		updates, err := answer(ctx, call)
		if e := agents.Interrupted(ctx); e != nil {
			err = e
		}
		if err != nil {
			yield(envelope.Update{}, err)
			return
		}
		for _, u := range updates {
			if !yield(u, nil) {
				return
			}
		}
	}
}

// answer returns the updates for a call, in order. It errs only when ctx ends.
func answer(ctx context.Context, call agents.Call) ([]envelope.Update, error) {
	for _, p := range call.Parts {
		if p.Type == envelope.ApprovalResponse {
			return one(decided(p)), nil
		}
	}
	if u, ok := venue(call); ok {
		return one(u), nil
	}
	text := agents.Text(call.Parts)
	line := firstLine(text)
	if call.Meta.Continues != "" {
		return one(complete(fmt.Sprintf("Thank you, %q it is.", line))), nil
	}
	word, rest, _ := strings.Cut(strings.ToLower(line), " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "flights" && rest == "":
		return flights(), nil
	case word == "departures" && rest == "":
		return departures(), nil
	case word == "refund":
		return one(refund(call.Meta.TurnID, strings.TrimSpace(strings.TrimSuffix(rest, "eur")))), nil
	case word == "clarify" && rest == "":
		return one(state(envelope.Clarifying, envelope.TextPart(envelope.Clarify, "Which day do you mean: today or tomorrow?"))), nil
	case word == "error" && rest == "":
		return one(failed("The demo agent fails because you asked it to.")), nil
	case word == "slow" && rest == "":
		if !retry.Sleep(ctx, slowWait) {
			return nil, ctx.Err()
		}
		return one(complete("Here I am, three seconds later.")), nil
	}
	return one(complete(echo(text, call.Parts))), nil
}

func one(u envelope.Update) []envelope.Update { return []envelope.Update{u} }

func state(s envelope.State, parts ...envelope.Part) envelope.Update {
	return envelope.Update{Parts: parts, State: s}
}

func complete(text string) envelope.Update {
	return state(envelope.Complete, envelope.TextPart(envelope.Response, text))
}

func failed(text string) envelope.Update {
	return state(envelope.Failed, envelope.TextPart(envelope.ErrorPart, text))
}

// firstLine is the first line of trimmed text, its words apart by one space.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.Join(strings.Fields(line), " ")
}

// echo repeats a message: its text, structured data, and what is attached.
func echo(text string, parts []envelope.Part) string {
	var b strings.Builder
	if text != "" {
		fmt.Fprintf(&b, "You wrote:\n\n%s\n", text)
	}
	list := 0
	for _, p := range parts {
		switch {
		case p.Type == envelope.DomainData && p.Kind == envelope.KindData:
			fmt.Fprintf(&b, "\nYou sent data:\n\n```json\n%s\n```\n", p.Data)
		case p.Type == envelope.Artifact:
			if list++; list == 1 {
				b.WriteString("\nYou attached:\n\n")
			}
			fmt.Fprintf(&b, "- %s\n", attachment(p))
		}
	}
	if b.Len() == 0 {
		return "You sent nothing that I can read."
	}
	return strings.TrimSpace(b.String())
}

// attachment describes one artifact: name, type and size.
func attachment(p envelope.Part) string {
	ref, _ := p.ArtifactRef()
	name, mediaType, size := ref.Filename, ref.MediaType, ref.SizeBytes
	if p.Kind == envelope.KindRaw {
		name, mediaType, size = p.Filename, p.MediaType, int64(len(p.Raw))
	}
	if name == "" {
		name = "a file without a name"
	}
	if mediaType == "" {
		mediaType = "unknown type"
	}
	return fmt.Sprintf("%s (%s, %d bytes)", name, mediaType, size)
}

// data returns a data part of JSON that is written in this package.
func data(t envelope.Type, json string) envelope.Part {
	return envelope.Part{Kind: envelope.KindData, Type: t, Data: []byte(json)}
}

// with returns p with one more metadata entry; value is JSON.
func with(p envelope.Part, key, value string) envelope.Part {
	m := map[string]json.RawMessage{key: json.RawMessage(value)}
	for k, v := range p.Metadata {
		m[k] = v
	}
	p.Metadata = m
	return p
}
