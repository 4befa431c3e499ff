package config

import (
	"net/url"
	"slices"
	"time"
)

// MCP is who may ask the bridge over the Model Context Protocol; nobody without Clients.
type MCP struct {
	// Wait is how long at most a call waits for people or an agent before it answers "pending".
	Wait           time.Duration        `toml:"wait,positive"`
	CallsPerClient Rate                 `toml:"calls_per_client"`
	OAuth          *MCPOAuth            `toml:"oauth"`
	Clients        map[string]MCPClient `toml:"clients"` // by the name that stands in records
}

// MCPClient is one program that may ask. It is known by its Token, or by the Subject of a
// token of OAuth.
type MCPClient struct {
	Token   Secret   `toml:"token"`
	Subject string   `toml:"subject"`
	People  []string `toml:"people"` // whom it may write to and ask for words; ids of People
	Agents  []string `toml:"agents"` // which it may talk to
	Tenant  string   `toml:"tenant"` // whose its turns and requests are; absent: the default
}

// MCPOAuth is the authorization server whose access tokens are taken.
type MCPOAuth struct {
	Issuer   string `toml:"issuer,required" format:"url"`
	Audience string `toml:"audience"` // absent: public_url and /mcp
}

// maxMCPWait is the longest wait: a proxy in between ends what takes a minute.
const maxMCPWait = 55 * time.Second

// checkMCP checks the clients of [mcp].
func (c *Config) checkMCP() {
	if n := c.root.get("mcp", "wait"); n != nil && c.MCP.Wait > maxMCPWait {
		c.problem(n, "the wait is longer than 55s, which proxies do not bear", `at most "55s"`)
	}
	if o := c.MCP.OAuth; o != nil {
		n := c.root.get("mcp", "oauth", "issuer")
		if u, err := url.Parse(o.Issuer); err == nil && n != nil && n.kind == kindString && n.text != "" && u.Scheme == "http" && !IsLoopback(u.Host) {
			c.problem(n, "the issuer is not https: who is in between could make tokens", `"https://…"`)
		}
		if o.Audience == "" {
			o.Audience = c.PublicURL + "/mcp"
		}
	}
	clients := c.root.get("mcp", "clients")
	if clients == nil || clients.kind != kindTable {
		return
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Scheme == "http" && !IsLoopback(u.Host) && len(clients.keys) > 0 {
		c.warn(clients, "public_url is http: the tokens of clients elsewhere go over the network as plain text", "a public_url with https, and a proxy for it")
	}
	subjects := map[string]string{}
	for _, name := range clients.keys {
		n, cl := clients.table[name], c.MCP.Clients[name]
		if n.kind != kindTable {
			continue
		}
		switch {
		case !isName(name):
			c.problem(n, "the name "+quote(name)+" is not valid", "a name of a-z, 0-9, _ and -")
		case c.has("agents", name):
			c.problem(n, "an agent has the name: records could not tell them apart", "another name")
		}
		token, subject := n.get("token"), n.get("subject")
		switch {
		case token == nil && subject == nil:
			c.problem(n, "nothing says who it is", "a token, or the subject of the tokens of [mcp.oauth]")
		case token != nil:
			c.checkToken(token)
		}
		if subject != nil && subject.kind == kindString {
			switch {
			case c.MCP.OAuth == nil:
				c.problem(subject, "there is no [mcp.oauth] whose tokens could have it", "[mcp.oauth] with an issuer, or a token")
			case subjects[cl.Subject] != "":
				c.problem(subject, "the subject is the one of "+subjects[cl.Subject]+" already", "each client another subject")
			}
			subjects[cl.Subject] = name
		}
		c.known(n.get("people"), cl.People, "person", "people")
		for _, p := range c.People {
			if slices.Contains(cl.People, p.ID) && len(p.Addresses) == 0 {
				c.warn(n, p.ID+" has no address: nothing that the client writes reaches anybody there", "an address, or a client without "+p.ID)
			}
		}
		c.known(n.get("agents"), cl.Agents, "agent", "agents")
	}
}

// known checks that each name of a list is in a table.
func (c *Config) known(n *node, list []string, what, table string) {
	for i, name := range list {
		if item := n.items[i]; item.kind == kindString && !c.has(table, name) {
			c.unknownName(item, name, what, table)
		} else if slices.Contains(list[:i], name) {
			c.problem(item, quote(name)+" is there twice", "each once")
		}
	}
}
