package config

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
)

// leastToken is the shortest token of an agent, in bytes.
const leastToken = 16

const likeToken = "a long random token, such as `openssl rand -hex 32` prints"

// checkAgentTokens checks the tokens of [api] agents, and that no two callers have the
// same token: whose request it is would be a guess.
func (c *Config) checkAgentTokens() {
	c.checkDirectory()
	owner := map[string]string{}
	own := func(n *node, who string) {
		switch other := owner[n.text]; {
		case n.text == "":
		case other != "":
			c.problem(n, "the token is the one of "+other+" already", "each caller another token")
		default:
			owner[n.text] = who
		}
	}
	named := map[string]string{} // operators, by where they stand
	tables := [][]string{{"api"}}
	for _, tenant := range c.names("tenants") {
		tables = append(tables, []string{"tenants", tenant})
	}
	for _, at := range tables {
		for _, kind := range []string{"operators", "agents"} {
			c.checkTokens(append(slices.Clone(at), kind), kind, named, own)
		}
	}
	if n := c.root.get("scim", "token"); n != nil && n.kind == kindString {
		own(n, "scim")
	}
	if clients := c.root.get("mcp", "clients"); clients != nil && clients.kind == kindTable {
		for _, name := range clients.keys {
			if n := clients.table[name].get("token"); n != nil && n.kind == kindString {
				own(n, "mcp.clients."+name)
			}
		}
	}
}

// checkTokens checks the tokens of one table.
func (c *Config) checkTokens(at []string, kind string, named map[string]string, own func(*node, string)) {
	t := c.root.get(at...)
	if t == nil || t.kind != kindTable {
		return
	}
	for _, name := range t.keys {
		n := t.table[name]
		if n.kind != kindString {
			continue
		}
		switch other := named[name]; {
		case kind != "operators":
		case other != "":
			c.problem(n, "the name is one of "+other+": records could not tell them apart", "another name")
		default:
			named[name] = strings.Join(at, ".")
		}
		switch {
		case kind == "agents" && !c.has("agents", name):
			c.unknownName(n, name, "agent", "agents")
		case kind != "agents" && at[0] == "api": // checkOperators
		case kind != "agents" && !isName(name):
			c.problem(n, "the name "+quote(name)+" is not valid", "a name of a-z, 0-9, _ and -")
		case n.src == "":
			c.problem(n, "the token is empty", likeToken)
		case n.text != "" && len(n.text) < leastToken:
			c.problem(n, "the token has fewer than 16 bytes and can be guessed", likeToken)
		}
		own(n, strings.TrimPrefix(strings.Join(append(slices.Clone(at), name), "."), "api."))
	}
}

// checkToken checks a token that a program of others shows.
func (c *Config) checkToken(n *node) {
	switch {
	case n.kind != kindString:
	case n.src == "" || n.text != "" && len(n.text) < leastToken:
		c.problem(n, "the token has fewer than 16 bytes and can be guessed", likeToken)
	case strings.ContainsFunc(n.text, func(r rune) bool { return r <= ' ' || r > '~' }):
		c.problem(n, "the token has characters that no header has (RFC 6750 §2.1)", likeToken)
	}
}

// checkDirectory checks who may change the directory.
func (c *Config) checkDirectory() {
	n := c.root.get("api", "directory")
	for i, name := range c.API.Directory {
		if _, is := c.API.Operators[name]; !is && n.items[i].kind == kindString {
			c.problem(n.items[i], "there is no operator "+quote(name), "a name of [api] operators")
		}
	}
}

const likeCallback = `"https://HOST" or "https://HOST:PORT", such as "https://*.example.com"; http for loopback only`

// checkCallbacks checks the patterns of [api] callbacks and the secrets that sign what
// goes there.
func (c *Config) checkCallbacks() {
	list := c.root.get("api", "callbacks")
	for i, pattern := range c.API.Callbacks {
		n := list.items[i]
		if n.kind != kindString || n.src != "" && n.text == "" {
			continue
		}
		if problem := callbackProblem(pattern); problem != "" {
			c.problem(n, quote(n.src)+" "+problem, likeCallback)
		}
	}
	secrets := c.root.get("api", "callback_secret")
	if len(c.API.Callbacks) > 0 && secrets == nil {
		c.problem(list, "what is sent there is signed, and there is no callback_secret", likeWebhookSecret)
	}
	if secrets == nil {
		return
	}
	items := secrets.list()
	if secrets.kind == kindArray && len(items) == 0 {
		c.problem(secrets, "the list is empty", "at least one secret")
	}
	for _, n := range items {
		if n.kind != kindString || n.src != "" && n.text == "" { // a reference that is reported
			continue
		}
		rest, ok := strings.CutPrefix(n.text, "whsec_")
		key, err := base64.StdEncoding.DecodeString(rest)
		if !ok || err != nil || len(key) < 24 || len(key) > 64 {
			c.problem(n, "the secret is not of the form of Standard Webhooks", likeWebhookSecret)
		}
	}
}

const likeWebhookSecret = "whsec_ and 24 to 64 random bytes in base64, such as `echo whsec_$(openssl rand -base64 32)` prints"

// callbackProblem says what is wrong with a pattern of URLs; "" if nothing is.
func callbackProblem(pattern string) string {
	u, err := url.Parse(pattern)
	if err != nil || u.Host == "" || u.Opaque != "" {
		return "is not a pattern of URLs"
	}
	host := u.Hostname()
	switch {
	case u.User != nil || u.Path != "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "has more than scheme, host and port"
	case u.Scheme != "https" && !(u.Scheme == "http" && IsLoopback(host)):
		return "is not https"
	case strings.ContainsAny(strings.TrimPrefix(host, "*."), `*?[\`):
		return `has a * that does not stand for the first names of the host ("*.example.com")`
	case strings.HasPrefix(host, "*.") && !strings.Contains(host[2:], "."):
		return "stands for a whole top-level domain"
	}
	return ""
}
