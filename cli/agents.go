package cli

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"bridge/core/wire/card"
	"bridge/internal/httpguard"
)

const agentsUse = `usage: bridge agents card URL [-keys FILE] [-json]   fetch an agent's card, and say what is read and doubted; URL is its host, or the card itself
       bridge agents test URL|COMMAND|NAME [flags]      play the calls of docs/agents.md to an agent, and say what it gets wrong; NAME with -config FILE
       bridge agents login NAME [-listen HOST:PORT]      log in, by a browser, to the server whose tool an agent is`

// agentsCommand looks at agents, and logs in to them; login alone needs a bridge that runs.
func agentsCommand(ctx context.Context, s std, args []string) int {
	what, code, ok := verb(s, args, agentsUse, "card", "test", "login")
	if !ok {
		return code
	}
	switch what {
	case "test":
		return agentTest(ctx, s, args[1:])
	case "login":
		return loginCommand(ctx, s, args[1:])
	}
	fs := flags(s, "agents card")
	asJSON := fs.Bool("json", false, "print JSON")
	keys := fs.String("keys", "", "the card has to be signed by a key of this `FILE` (a JSON Web Key Set)")
	rest, code, ok := parseArgs(s, fs, args[1:], 1, 1)
	if !ok {
		return code
	}
	at, err := card.URL(rest[0])
	if err != nil {
		return wrong(s, fs.Name(), err)
	}
	var trusted *card.Trusted
	if *keys != "" {
		b, err := os.ReadFile(*keys)
		if err != nil {
			return fail(s, err)
		}
		if trusted, err = card.ReadKeys(b); err != nil {
			return fail(s, fmt.Errorf("%s: %w", *keys, err))
		}
	}
	c, err := fetchCard(ctx, at, trusted)
	if err != nil {
		return fail(s, fmt.Errorf("%s: %w", at, httpguard.Redact(err)))
	}
	if *asJSON {
		printJSON(s.out, c)
		return exitOK
	}
	printCard(s, at, c)
	return exitOK
}

// fetchCard reads the card at a URL that the operator wrote, which may be private; where
// it redirects to may not.
func fetchCard(ctx context.Context, at string, trusted *card.Trusted) (card.Card, error) {
	u, err := url.Parse(at)
	if err != nil {
		return card.Card{}, err
	}
	client := httpguard.New(httpguard.Options{AllowHosts: []string{httpguard.HostPort(u)}, MaxRedirects: 3})
	a, err := card.Fetch(ctx, client, at, card.Answer{})
	if err != nil {
		return card.Card{}, err
	}
	kid := ""
	if trusted != nil {
		if a.Body, kid, err = trusted.Verify(a.Body); err != nil {
			return card.Card{}, err
		}
	}
	c, err := card.Read(a.Body)
	c.Signed = kid
	return c, err
}

func printCard(s std, at string, c card.Card) {
	row := func(key, format string, a ...any) {
		if v := line(fmt.Sprintf(format, a...)); strings.TrimSpace(v) != "" {
			fmt.Fprintf(s.out, "%-12s %s\n", key, strings.TrimSpace(v))
		}
	}
	row("card", "%s", at)
	row("shape", "%s", c.Shape)
	row("signed", "%s", c.Signed)
	row("id", "%s", c.ID)
	row("name", "%s", c.Name)
	row("title", "%s", c.DisplayName)
	row("does", "%s", c.Description)
	row("version", "%s", c.Version)
	row("provider", "%s %s", c.Provider.Name, c.Provider.URL)
	row("contact", "%s", c.Contact)
	if !c.GeneratedAt.IsZero() {
		row("generated", "%s", moment(c.GeneratedAt))
	}
	for _, t := range c.Transports {
		row("reached by", "%s %s %s %s %s", t.Protocol, t.Binding, t.Version, t.URL, t.Tool)
	}
	for _, a := range c.Auth {
		row("logs in by", "%s %s %s %s", a.Type, a.Header, a.TokenURL, strings.Join(a.Scopes, " "))
	}
	var can []string
	for _, x := range []struct {
		what string
		has  bool
	}{{"streams", c.Streaming}, {"notifies", c.Push}, {"has an extended card", c.Extended}} {
		if x.has {
			can = append(can, x.what)
		}
	}
	row("can", "%s", strings.Join(can, ", "))
	row("takes", "%s", strings.Join(c.Inputs, " "))
	row("gives", "%s", strings.Join(c.Outputs, " "))
	for _, k := range c.Skills {
		row("skill", "%s: %s %s", k.ID, k.Description, bracketed(k.Scopes))
	}
	row("sends parts", "%s", strings.Join(c.Envelope.Parts, " "))
	row("wants parts", "%s", strings.Join(c.Envelope.Consumes, " "))
	row("surfaces of", "%s", c.Envelope.A2UICatalog)
	row("language", "%s", c.Envelope.Language)
	if c.Beach != nil {
		row("states", "%s", strings.Join(c.Beach.States, " "))
	}
	for _, e := range c.Extensions {
		row("extension", "%s %s", e.URI, map[bool]string{true: "(required)"}[e.Required])
	}
	for _, d := range c.Doubts {
		row("doubt", "%s", d)
	}
}

func bracketed(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	return "(needs " + strings.Join(scopes, " ") + ")"
}
