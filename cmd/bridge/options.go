package main

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/adapters/email"
	"bridge/admission"
	"bridge/app"
	"bridge/config"
	"bridge/envelope"
	"bridge/message"
	"bridge/render"
)

// options decodes the sections of agents and channels and returns everything the
// app needs. The error is every mistake in the configuration.
func options(c *config.Config, log *slog.Logger) (app.Options, error) {
	o := app.Options{
		Version: version(), PublicURL: c.PublicURL, DataDir: c.DataDir, Node: c.Node, OpenStore: opener(c, log),
		ArtifactsURL: c.Artifacts.URL, MaxArtifact: int64(c.Artifacts.MaxSize), LinkTTL: c.Artifacts.LinkTTL,
		StopTimeout: c.StopTimeout, GiveUp: c.GiveUp,
		Retention:     retention(c),
		KeepArtifacts: c.Retention.Artifacts, KeepReasoning: c.Retention.Reasoning > 0,
		Limit: admission.Limit{N: c.Limits.TurnsPerSender.N, Per: c.Limits.TurnsPerSender.Per, Key: "limits.turns_per_sender"},
		SessionLimit: admission.Limit{
			N: c.Limits.TurnsPerSession.N, Per: c.Limits.TurnsPerSession.Per, Key: "limits.turns_per_session",
		},
		Callbacks: app.Callbacks{Hosts: c.API.Callbacks, Secrets: revealed(c.API.CallbackSecret)}, Log: log, Now: time.Now,
	}
	for _, s := range c.Secrets {
		o.Secrets = append(o.Secrets, []byte(s.Reveal()))
	}
	for _, p := range c.Parts {
		o.PartTypes = append(o.PartTypes, envelope.Registration{
			Type: envelope.Type(p.Type), Streaming: envelope.Rule(p.Streaming), Buffered: envelope.Rule(p.Buffered),
			AllowedTransports: p.AllowedTransports, RequiresPeerConsumes: p.RequiresPeerConsumes,
		})
	}
	for _, p := range c.People {
		base, _, _ := strings.Cut(strings.ToLower(p.Language), "-")
		if known := render.Languages(); base != "" && !slices.Contains(known, base) {
			c.Warn("people."+p.ID+".language", fmt.Sprintf("there are no words in %q, so prompts and notices are in English", p.Language), "one of "+strings.Join(known, " "))
		}
		q := message.Person{ID: message.PersonID(p.ID), Name: p.Name, Zone: p.Timezone, Language: p.Language, Quiet: message.QuietHours(p.Quiet)}
		for _, a := range p.Addresses {
			q.Addresses = append(q.Addresses, minted(message.Address(a)))
		}
		o.People = append(o.People, q)
	}
	o.Rules, o.Set = approvalRules(c)
	o.ReplyWindow = c.Approvals.ReplyWindow
	o.Alerts = targets(c, o.People)
	types, kinds := channelTypes(), agentTypes()
	for _, s := range c.Agents {
		if decode, ok := kinds[s.Type()]; ok {
			o.Agents = append(o.Agents, decode(c, s))
		} else {
			s.RefuseType(names(kinds), laterAgents())
		}
	}
	for _, s := range c.Channels {
		if s.Name() == callbackChannel {
			s.Problem("", "the name is taken: it is that of the channel that decisions go out by", "another name")
		}
		if decode, ok := types[s.Type()]; ok {
			o.Channels = append(o.Channels, decode(c, s))
		} else {
			s.RefuseType(names(types), laterChannels())
		}
	}
	checkRules(c, o)
	if len(o.Callbacks.Hosts) > 0 {
		o.Channels = append(o.Channels, callbackSender(o.Callbacks))
	}
	return o, c.Check()
}

func revealed(secrets []config.Secret) []string {
	var texts []string
	for _, s := range secrets {
		texts = append(texts, s.Reveal())
	}
	return texts
}

// provable is the strongest trust that one of the channels gives a sender.
func provable(chs []app.Channel) message.Trust {
	best := message.Asserted
	for _, c := range chs {
		best = max(best, c.Proves)
	}
	return best
}

// targets resolves "CHANNEL:PERSON" and "CHANNEL:VALUE"; config has checked that
// the channel exists and that a word without @ or + is a person. Of a person's
// addresses the first one of the channel's kind counts.
func targets(c *config.Config, people message.People) []app.Target {
	var ts []app.Target
	for i, t := range c.Alerts.To {
		ch, who, _ := strings.Cut(t, ":")
		kind := message.AddressKind("")
		if j := slices.IndexFunc(c.Channels, func(s *config.Section) bool { return s.Name() == ch }); j >= 0 {
			kind = message.AddressKind(c.Channels[j].Type())
		}
		j := slices.IndexFunc(people, func(p message.Person) bool { return string(p.ID) == who })
		if j < 0 {
			ts = append(ts, app.Target{Channel: message.ChannelName(ch), Address: minted(message.Address(string(kind) + ":" + who))})
			continue
		}
		k := slices.IndexFunc(people[j].Addresses, func(a message.Address) bool { return a.Kind() == kind })
		if k < 0 {
			c.Warn(fmt.Sprintf("alerts.to[%d]", i), fmt.Sprintf("%s has no address of the kind of the channel %s: nothing goes there", who, ch), `a person with one, or "CHANNEL:ADDRESS"`)
			continue
		}
		ts = append(ts, app.Target{Channel: message.ChannelName(ch), Address: people[j].Addresses[k], Name: people[j].Name})
	}
	return ts
}

// minted writes an address as its adapter does, so that the two are equal.
func minted(a message.Address) message.Address {
	if a.Kind() == message.KindEmail {
		if m, err := email.Address(a.Value()); err == nil {
			return m
		}
	}
	return a
}

func names[T any](m map[string]T) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// socketPath is where the operator's socket of a configuration is.
func socketPath(c *config.Config) string { return filepath.Join(c.DataDir, "bridge.sock") }

// logger returns the logger of [log].
func logger(c config.Log, s std) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(strings.ToUpper(c.Level))) // config has checked the word
	o := &slog.HandlerOptions{Level: level}
	if c.Format == "json" {
		return slog.New(slog.NewJSONHandler(s.err, o))
	}
	return slog.New(slog.NewTextHandler(s.err, o))
}
