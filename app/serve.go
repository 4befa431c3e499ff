package app

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/agents"
	"bridge/app/console"
	"bridge/app/gateway"
	"bridge/app/mcpserver"
	"bridge/app/scimserver"
	"bridge/core/message"
	"bridge/internal/httpguard"
	"bridge/internal/issuer"
)

// serve answers calls, if there is anywhere to listen.
func (a *App) serve(ctx context.Context) error {
	h := a.o.HTTP
	if h.Listen == "" {
		return nil
	}
	tcp, unix, err := gateway.Listen(ctx, h.Listen, h.Socket)
	if err != nil {
		return err
	}
	a.addr = tcp.Addr()
	routes := a.Routes()
	o := gateway.Options{
		Desk: a.desk, Channels: routes, Callbacks: a.callbacks(), Cards: a.Cards(routes), Artifacts: a.artifacts.Handler(), Pages: a.pages, Metrics: a.counts.handler(),
		Operators: h.Operators, Parts: h.Parts, MCP: a.assistants(), PublicURL: a.o.PublicURL, Log: a.o.Log, Home: h.Home,
	}
	if a.o.SCIM.Token != "" {
		if o.SCIM, err = a.directory(); err != nil {
			return err
		}
	}
	g := gateway.New(o)
	if h.Console {
		operators, tenants := h.console()
		g.Console(console.New(console.Options{
			API: g.API, Operators: operators, Tenants: tenants, Open: h.OpenTo, Home: console.Link{Path: h.HomePath, Name: h.HomeName}, Keys: a.keys,
			Secure: strings.HasPrefix(a.o.PublicURL, "https:"), Now: a.o.Now, Log: a.o.Log,
		}))
	}
	a.servers.Go("http", func(soft, hard context.Context) error { return g.ServePublic(soft, hard, tcp, h.Limits, a.counts) })
	a.servers.Go("socket", func(soft, hard context.Context) error { return g.Serve(soft, hard, unix, g.Operator()) })
	return nil
}

// directory serves the directory to that of a company.
func (a *App) directory() (http.Handler, error) {
	s := a.o.SCIM
	for _, result := range scimserver.Results() {
		a.counts.provisioned.With(result)
	}
	h, err := scimserver.New(scimserver.Options{
		People: a.desk.Provisioner("scim", s.Tenant), Token: s.Token, PublicURL: a.o.PublicURL, Calls: s.Calls, Per: s.Per, Buckets: a.store,
		Counted: func(result string) { a.counts.provisioned.With(result).Inc() }, Log: a.o.Log,
	})
	if err != nil {
		return nil, fmt.Errorf("scim: %w", err)
	}
	return h, nil
}

// assistants serves the clients of [mcp]; nil if there are none.
func (a *App) assistants() http.Handler {
	m := a.o.MCP
	if len(m.Clients) == 0 {
		return nil
	}
	o := mcpserver.Options{
		Desk: a.desk, Clients: m.Clients, PublicURL: a.o.PublicURL, Version: a.o.Version, Wait: m.Wait, Calls: m.Calls, Per: m.Per,
		Buckets: a.store, Counted: a.counts.assisted, Stopping: a.stopping, Log: a.o.Log,
	}
	for _, c := range m.Clients {
		a.counts.assistants.With(c.Name, "", "limit") // an alert needs the series before the first event
	}
	if m.Issuer != "" {
		guard := httpguard.Options{Timeout: 10 * time.Second, AllowHosts: []string{httpguard.HostPortOf(m.Issuer)}}
		o.OAuth = &issuer.Options{Issuer: m.Issuer, Audience: m.Audience, Client: httpguard.New(guard), Now: a.o.Now}
	}
	return mcpserver.New(o)
}

// Routes returns the HTTP handlers of the channels by name.
func (a *App) Routes() map[message.ChannelName]http.Handler {
	m := map[message.ChannelName]http.Handler{}
	for _, ad := range a.adapters {
		if r, ok := ad.(adapters.Routed); ok {
			m[ad.Name()] = a.intake.guard(r.Routes(a.accept))
		}
	}
	return m
}

// Cards returns the documents of the channels whose agents have cards, by their paths from
// the root, where it is clear whose they are; and the channels themselves at /a2a/NAME.
func (a *App) Cards(channels map[message.ChannelName]http.Handler) map[string]http.Handler {
	all := map[string]http.Handler{}
	places := map[string][]map[string]http.Handler{}
	for _, ad := range a.adapters {
		if _, ok := ad.(adapters.Announced); ok {
			at := "/a2a/" + string(ad.Name())
			all[at] = http.StripPrefix(at, channels[ad.Name()])
			all[at+"/"] = all[at]
		}
	}
	for _, ad := range a.adapters {
		if c, ok := ad.(adapters.Announced); ok {
			agent, docs := c.Cards()
			for _, at := range []string{"", "/a2a/" + agent} {
				if all[at] == nil { // else a channel of that name has its own there
					places[at] = append(places[at], docs)
				}
			}
		}
	}
	for at, docs := range places {
		if len(docs) == 1 {
			for path, doc := range docs[0] {
				all[at+path] = doc
			}
		}
	}
	return all
}

// callbacks returns the HTTP handlers of the agents by name.
func (a *App) callbacks() map[string]http.Handler {
	m := map[string]http.Handler{}
	for name, ag := range a.agents {
		if r, ok := ag.(agents.Routed); ok {
			m[name] = a.intake.guard(r.Routes())
		}
	}
	return m
}
