package a2a

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters/untrusted"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	wire "bridge/core/wire/a2a"
)

const (
	maxParts     = 100
	maxAddressee = 128
	fetchTime    = 20 * time.Second // for all files of a message that are elsewhere
)

// check returns why a message is not taken, whatever task it is for.
func check(m *sdk.Message) error {
	switch {
	case m == nil:
		return errors.New("message is missing")
	case m.ID == "" || len(m.ID) > maxMessage:
		return fmt.Errorf("messageId is missing or too long: 1 to %d bytes, new for each message", maxMessage)
	case m.Role != sdk.MessageRoleUser:
		return errors.New("the role of a message to an agent is user")
	case len(m.Parts) == 0 || len(m.Parts) > maxParts:
		return fmt.Errorf("a message has 1 to %d parts", maxParts)
	}
	if to, named := m.Metadata["to"]; named {
		if s, ok := to.(string); !ok || s == "" || len(s) > maxAddressee {
			return fmt.Errorf("metadata.to is whom the message is for: a text of 1 to %d bytes", maxAddressee)
		}
	}
	return checkContext(m.ContextID)
}

// externalID is what a message of a peer is known by, however often it comes.
func externalID(peer, messageID string) string {
	sum := sha256.Sum256([]byte(peer + "\n" + messageID))
	return "message:" + hex.EncodeToString(sum[:])
}

// contextOf is the context of a message: the one that it names, or one of its own.
func (a *Adapter) contextOf(peer string, m *sdk.Message) string {
	if m.ContextID != "" {
		return m.ContextID
	}
	return "ctx_" + digest("context", string(a.o.Name), peer, m.ID) // without a key: keys are replaced
}

// digest is short for some texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d %s\n", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// content is what a message says, whichever version of the protocol it came by: media types
// of texts are not in both.
func content(m *sdk.Message) ([]string, error) {
	all := []string{m.ContextID, string(m.TaskID)}
	for _, p := range m.Parts {
		if p == nil {
			continue
		}
		b, err := json.Marshal(p.Content)
		if err != nil {
			return nil, err
		}
		named, _ := p.Metadata["partType"].(string)
		all = append(all, string(b), p.Filename, named)
	}
	if to := addressee(m); to != "" {
		all = append(all, "to", to)
	}
	return all, nil
}

// addressee is whom a message is for, where people are behind the channel: metadata.to.
func addressee(m *sdk.Message) string {
	to, _ := m.Metadata["to"].(string)
	return to
}

// inbound is a message of a peer. Its files are stored: ids are what to forget if the message
// does not become a turn. An error of the type *sdk.Error is the peer's.
func (a *Adapter) inbound(ctx context.Context, c *call, m *sdk.Message) (in message.Inbound, ids []message.ArtifactID, err error) {
	what, err := content(m)
	if err != nil {
		return in, nil, sdk.NewError(sdk.ErrInvalidParams, "the message cannot be read")
	}
	in = message.Inbound{
		Channel: a.o.Name, ExternalID: externalID(c.peer, m.ID), Class: message.Human, From: message.Address(string(Kind) + ":" + c.peer),
		Trust: message.Verified, Why: []string{c.why}, ReceivedAt: a.o.Now(),
		Conversation: conversation(c.peer, a.contextOf(c.peer, m)),
		Content:      digest(append(what, "content", string(a.o.Name))...),
		Peer:         &envelope.Peer{Consumes: a.o.Config.Consumes},
	}
	in.Keep(c.body)
	written := dataOf(c.body, len(m.Parts))
	fetch, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	for i, p := range m.Parts {
		q, ok := wire.FromPeer(p, envelope.Response)
		if !ok {
			continue
		}
		if q.Kind == envelope.KindData && same(written[i], q.Data) {
			q.Data = written[i]
		}
		if q, ids, err = a.part(ctx, fetch, q, ids); err != nil {
			return in, ids, err
		}
		if to, err := json.Marshal(addressee(m)); err == nil && len(in.Parts) == 0 && addressee(m) != "" {
			q.Metadata = maps.Clone(q.Metadata)
			if q.Metadata == nil {
				q.Metadata = map[string]json.RawMessage{}
			}
			q.Metadata["to"] = to
		}
		in.Parts = append(in.Parts, q)
	}
	if len(in.Parts) == 0 {
		return in, ids, sdk.NewError(sdk.ErrInvalidParams, "the message says nothing")
	}
	return in, ids, nil
}

// dataOf is what the data of a message's parts are as they were written, one for each of n
// parts: the library reads numbers into what keeps 15 digits of them.
func dataOf(body []byte, n int) []json.RawMessage {
	type written struct {
		Message struct {
			Parts []struct {
				Data json.RawMessage `json:"data"`
			} `json:"parts"`
		} `json:"message"`
	}
	var r struct {
		Params written `json:"params"`
		written
	}
	all := make([]json.RawMessage, n)
	if json.Unmarshal(body, &r) != nil {
		return all
	}
	for _, w := range []written{r.Params, r.written} {
		if len(w.Message.Parts) != n {
			continue
		}
		for i, p := range w.Message.Parts {
			all[i] = p.Data
		}
	}
	return all
}

// same reports whether data are read alike.
func same(written, read json.RawMessage) bool {
	var a, b any
	return len(written) > 0 && json.Unmarshal(written, &a) == nil && json.Unmarshal(read, &b) == nil && reflect.DeepEqual(a, b)
}

// part is a part of a peer as our agents get it: what it says, and nothing that counts as
// ours. A file is fetched and stored; one that cannot be had is a note in its place.
func (a *Adapter) part(ctx, fetch context.Context, p envelope.Part, ids []message.ArtifactID) (envelope.Part, []message.ArtifactID, error) {
	p.Extra = nil
	switch p.Kind {
	case envelope.KindText:
		p.Text, _ = untrusted.Text(p.Text)
		p.Type = envelope.Response
		return p, ids, nil
	case envelope.KindData:
		if b, err := json.Marshal(p); err != nil || json.Unmarshal(b, new(envelope.Part)) != nil {
			return p, ids, sdk.NewError(sdk.ErrInvalidParams, "a data part is nested too deep, or has names that part types do not have")
		}
		switch p.Type {
		case envelope.ApprovalResponse:
			return p, ids, sdk.NewError(sdk.ErrUnsupportedOperation, "people decide; a peer does not")
		case envelope.DomainData, envelope.LLMContext, envelope.A2UISurface, envelope.Citation:
		default: // types of an operator's have a dot; whatever else it is called, it is data for our agent
			if !strings.Contains(string(p.Type), ".") {
				p.Type = envelope.DomainData
			}
		}
		return p, ids, nil
	}
	p.Type, p.Metadata = envelope.Artifact, nil
	missing := func(why string) (envelope.Part, []message.ArtifactID, error) {
		return envelope.TextPart(envelope.Response, fmt.Sprintf("[The file %q is missing here: %s.]", p.Filename, why)), ids, nil
	}
	if p.Kind == envelope.KindRaw {
		fetch = ctx
	}
	art, err := a.o.Artifacts.Import(fetch, "", p)
	var bad *artifacts.ImportError
	switch {
	case err != nil && ctx.Err() == nil && fetch.Err() != nil:
		return missing("it took too long")
	case errors.As(err, &bad):
		return missing(bad.Reason)
	case err != nil:
		return p, ids, err
	}
	return a.o.Artifacts.Part(art), append(ids, art.ID), nil
}

// forget deletes files that no turn refers to.
func (a *Adapter) forget(ctx context.Context, ids []message.ArtifactID) {
	for _, id := range ids {
		if err := a.o.Artifacts.Delete(ctx, id); err != nil {
			a.o.Log.Warn("a2a: a file of a refused message stays until it expires", "channel", a.o.Name, "artifact", id, "err", err)
		}
	}
}
