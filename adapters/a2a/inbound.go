package a2a

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters/untrusted"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	wire "bridge/wire/a2a"
)

const (
	contentMAC = 26 // characters of the digest of a message
	maxParts   = 100
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
	return "ctx_" + a.o.Keys.Sum(26, "a2a-context", string(a.o.Name), peer, m.ID)
}

// inbound is a message of a peer. Its files are stored: ids are what to forget if the message
// does not become a turn. An error of the type *sdk.Error is the peer's.
func (a *Adapter) inbound(ctx context.Context, c *call, m *sdk.Message) (in message.Inbound, ids []message.ArtifactID, err error) {
	what, err := json.Marshal(m)
	if err != nil {
		return in, nil, sdk.NewError(sdk.ErrInvalidParams, "the message cannot be read")
	}
	sum := sha256.Sum256(what)
	in = message.Inbound{
		Channel: a.o.Name, ExternalID: externalID(c.peer, m.ID), Class: message.Human, From: message.Address(string(Kind) + ":" + c.peer),
		Trust: message.Verified, Why: []string{"the token of " + c.peer}, ReceivedAt: a.o.Now(),
		Conversation: conversation(c.peer, a.contextOf(c.peer, m)),
		Content:      a.o.Keys.Sum(contentMAC, "a2a-content", string(a.o.Name), hex.EncodeToString(sum[:])),
		Peer:         &envelope.Peer{Consumes: a.o.Config.Consumes},
	}
	in.Keep(c.body)
	for _, p := range m.Parts {
		q, ok := wire.FromPeer(p, envelope.Response)
		if !ok {
			continue
		}
		if q, ids, err = a.part(ctx, q, ids); err != nil {
			return in, ids, err
		}
		in.Parts = append(in.Parts, q)
	}
	if len(in.Parts) == 0 {
		return in, ids, sdk.NewError(sdk.ErrInvalidParams, "the message says nothing")
	}
	return in, ids, nil
}

// part is a part of a peer as our agents get it: what it says, and nothing that counts as
// ours. A file is fetched and stored; one that cannot be had is a note in its place.
func (a *Adapter) part(ctx context.Context, p envelope.Part, ids []message.ArtifactID) (envelope.Part, []message.ArtifactID, error) {
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
		case envelope.ApprovalRequest, // our agent may ask so, or not: a peer asks the agent
			envelope.Artifact: // a reference in data could name a file of ours
			p.Type = envelope.DomainData
		}
		return p, ids, nil
	}
	p.Type, p.Metadata = envelope.Artifact, nil
	art, err := a.o.Artifacts.Import(ctx, "", p)
	var bad *artifacts.ImportError
	switch {
	case errors.As(err, &bad):
		return envelope.TextPart(envelope.Response, fmt.Sprintf("[The file %q is missing here: %s.]", p.Filename, bad.Reason)), ids, nil
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
