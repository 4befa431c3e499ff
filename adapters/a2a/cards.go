package a2a

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/adapters/channel"
	"bridge/config"
	"bridge/core/envelope"
	"bridge/core/wire/card"
)

// The documents of an agent are made from these, where nothing is said.
const (
	defaultVersion = "1.0.0"
	defaultSkill   = "talk"
)

// keySet is where the public keys of signed cards are, below the channel.
const keySet = "/.well-known/jwks.json"

// logins are the ways in which callers may log in.
func (c Config) logins() []card.Auth {
	var bearer, certificate bool
	for _, p := range c.Peers {
		bearer = bearer || len(p.Tokens) > 0 || p.OAuth != nil
		certificate = certificate || len(p.Certificates) > 0
	}
	var all []card.Auth
	if bearer {
		all = append(all, card.Auth{Name: "bearer", Type: card.AuthBearer})
	}
	if certificate {
		all = append(all, card.Auth{Name: "mtls", Type: card.AuthMTLS})
	}
	return all
}

// agentOf is the agent that the peers of a channel talk to.
func agentOf(c channel.Setup, s *config.Section) string {
	if s.Agent == "" && len(c.Agents) > 0 {
		return c.Agents[0].Name() // the only one
	}
	return s.Agent
}

// documents are the cards of the agent, by their paths, and what those who log in get
// besides; nil if that is nothing.
func (sec section) documents(c channel.Setup, s *config.Section, cfg Config, push bool, at time.Time) (map[string]http.Handler, *sdk.AgentCard, error) {
	bad := func(key string, err error) (map[string]http.Handler, *sdk.AgentCard, error) {
		return nil, nil, &cardError{key, err}
	}
	public, all := sec.cards(c, s, cfg, push)
	public.GeneratedAt, all.GeneratedAt = at, at
	if err := card.Check(all, card.Words{States: all.Beach.States}); err != nil {
		return bad("card", err)
	}
	var extended *sdk.AgentCard
	if public.Extended {
		b, err := all.JSON(card.A2AGo, false)
		if err == nil {
			extended = &sdk.AgentCard{}
			err = json.Unmarshal(b, extended)
		}
		if err != nil {
			return bad("card", err)
		}
	}
	doc, err := public.JSON(card.Omit, true)
	if err != nil {
		return bad("card", err)
	}
	seed, err := public.SeedJSON()
	if err != nil {
		return bad("card", err)
	}
	docs := map[string]http.Handler{}
	keys, err := sec.keys(c, s)
	if err != nil {
		return bad("sign", err)
	}
	if len(keys) > 0 {
		plain, err := public.JSON(card.Omit, false)
		if err == nil {
			doc, err = card.Sign(doc, plain, keys)
		}
		if err != nil {
			return bad("sign", err)
		}
		set, err := card.KeySet(keys)
		if err != nil {
			return bad("sign", err)
		}
		docs[keySet] = card.NewDocument(set)
	}
	docs[card.WellKnown], docs[card.WellKnownSeed] = card.NewDocument(doc), card.NewDocument(seed)
	return docs, extended, nil
}

// cardError is a mistake in the keys that the card is made from.
type cardError struct {
	key string
	err error
}

func (e *cardError) Error() string { return "the card: " + e.err.Error() }

// generated is since when a channel has had a card that says what this one says. It is kept,
// for all nodes: the same time never stands in two cards that differ, and an unchanged card
// keeps its own over restarts.
func (sec section) generated(ctx context.Context, state adapters.State, c channel.Setup, s *config.Section, cfg Config, push bool, now time.Time) (time.Time, error) {
	public, all := sec.cards(c, s, cfg, push)
	sum := sha256.New()
	for _, x := range []card.Card{public, all} {
		b, err := x.JSON(card.Omit, true)
		if err != nil {
			return now, err
		}
		sum.Write(b)
	}
	var kept struct {
		Sum string    `json:"sum"`
		At  time.Time `json:"at"`
	}
	key, is := "a2a card "+s.Name(), hex.EncodeToString(sum.Sum(nil))
	b, ok, err := state.ChannelState(ctx, key)
	if err != nil {
		return now, err
	}
	if ok && json.Unmarshal(b, &kept) == nil && kept.Sum == is {
		return kept.At, nil
	}
	at := now.UTC().Truncate(time.Second)
	if !kept.At.Before(at) { // two cards within a second, or by a clock that went back
		at = kept.At.Add(time.Second)
	}
	kept.Sum, kept.At = is, at
	if b, err = json.Marshal(kept); err != nil {
		return now, err
	}
	return at, state.SaveChannelState(ctx, key, b)
}

// keys are the private keys that sign the card: one file each, the newest first.
func (sec section) keys(c channel.Setup, s *config.Section) ([]card.Key, error) {
	var all []card.Key
	for _, path := range sec.Sign {
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		k, err := card.ReadPrivate(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		k.Set = endpoint(c, s) + keySet
		all = append(all, k)
	}
	return all, nil
}

// cards are the card that everybody reads, and the one of those who log in.
func (sec section) cards(c channel.Setup, s *config.Section, cfg Config, push bool) (public, all card.Card) {
	name := agentOf(c, s)
	var said config.Card
	consumes := []string{"response", "domain-data", "artifact"}
	for _, ag := range c.Agents {
		if ag.Name() == name {
			said, consumes = ag.Card, append(consumes, ag.Consumes...)
		}
	}
	said = said.Over(sec.Card)
	all = card.Card{
		ID: name, Name: cmp.Or(said.Name, name), Description: cmp.Or(said.Description, "The agent "+name+", reached through a bridge that asks people where it has to."),
		Version: cmp.Or(said.Version, defaultVersion), Contact: said.Contact, Documentation: said.Documentation, Icon: said.Icon,
		Provider:  card.Provider{Name: said.Provider, URL: said.ProviderURL},
		Streaming: true, Push: push, Inputs: []string{"text/plain", "application/json", "application/octet-stream"}, Outputs: []string{"text/plain", "application/json", "application/octet-stream"},
		Auth: cfg.logins(),
		Envelope: card.Envelope{
			Parts:    []string{"ack", "thinking", "progress", "response", "domain-data", "llm-context", "a2ui-surface", "artifact", "citation", "clarify", "error"},
			Consumes: consumes, A2UICatalog: said.Catalog, Language: said.Language,
		},
		Beach: &card.Beach{Version: "1.0", States: []string{string(envelope.Complete), string(envelope.Clarifying), string(envelope.Suspended), string(envelope.Failed)}},
	}
	for _, t := range []card.Transport{{Binding: card.JSONRPC, Version: "1.0"}, {Binding: card.REST, Version: "1.0"}, {Binding: card.JSONRPC, Version: "0.3"}} {
		t.Protocol, t.URL = card.ProtocolA2A, endpoint(c, s)
		all.Transports = append(all.Transports, t)
	}
	public = all
	for _, k := range said.Skills {
		skill := card.Skill{ID: k.ID, Name: cmp.Or(k.Name, k.ID), Description: k.Description, Tags: k.Tags, Examples: k.Examples}
		if all.Skills = append(all.Skills, skill); k.Private {
			public.Extended, all.Extended = true, true
		} else {
			public.Skills = append(public.Skills, skill)
		}
	}
	talk := card.Skill{ID: defaultSkill, Name: all.Name, Description: all.Description, Tags: []string{"conversation"}}
	if len(all.Skills) == 0 {
		all.Skills = []card.Skill{talk}
	}
	if len(public.Skills) == 0 {
		public.Skills = []card.Skill{talk}
	}
	return public, all
}
