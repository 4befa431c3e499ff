package config

import (
	"fmt"
	"net"
	"net/url"
	"reflect"
	"strings"
	"time"
)

func (c *Config) problem(n *node, problem, write string) {
	c.probs.add(n.line, n.path(), problem, write)
}

func (c *Config) warn(n *node, problem, write string) {
	c.warnings.add(n.line, n.path(), problem, write)
}

// decodePeople reads [people.ID].
func (c *Config) decodePeople() {
	d := c.decoder()
	for _, n := range c.tables("people") {
		p := Person{ID: n.name, Name: n.name, Timezone: time.UTC, Language: "en"}
		d.structure(n, reflect.ValueOf(&p).Elem())
		if p.Name == "" {
			p.Name = n.name
		}
		if l := n.get("language"); l != nil && l.kind == kindString && !isLanguage(p.Language) {
			c.problem(l, quote(l.src)+" is not a language tag", `a BCP 47 tag, such as "en" or "pt-BR"`)
		}
		for i, g := range p.Groups {
			if item := n.get("groups").items[i]; item.kind == kindString && !isName(g) {
				c.problem(item, quote(g)+" is no name of a group", "a-z, 0-9, _ and -")
			}
		}
		c.People = append(c.People, p)
	}
}

// Addresses reads the addresses of people: parse returns what one is as its channel
// writes it, or what is wrong with it. Each belongs to one person. It is called once, by
// those who know the kinds of channels.
func (c *Config) Addresses(parse func(kind, value string) (address, problem, write string)) {
	owner := map[string]string{}
	for i := range c.People {
		p := &c.People[i]
		n := c.root.get("people", p.ID, "addresses")
		for j, a := range p.Addresses {
			item := n.items[j]
			if item.kind != kindString {
				continue // reported by the decoder
			}
			kind, value, _ := strings.Cut(a, ":")
			a, problem, write := parse(kind, value)
			if problem != "" {
				c.problem(item, quote(item.src)+" "+problem, write)
				continue
			}
			p.Addresses[j] = a
			switch other, taken := owner[a]; {
			case taken && other == p.ID:
				c.problem(item, quote(item.src)+" is there twice", "each address once")
			case taken:
				c.problem(item, quote(item.src)+" belongs to "+other+" already", "each address at one person")
			default:
				owner[a] = p.ID
			}
		}
	}
}

// isLanguage is true for what looks like a BCP 47 tag: "en", "pt-BR", "zh-Hant".
func isLanguage(s string) bool {
	for i, sub := range strings.Split(s, "-") {
		if !isBare(sub) || strings.Contains(sub, "_") || len(sub) > 8 {
			return false
		}
		if i == 0 && (len(sub) < 2 || len(sub) > 3 || strings.ContainsAny(sub, "0123456789")) {
			return false
		}
	}
	return true
}

// check looks at what depends on more than one value.
func (c *Config) check() {
	c.checkTop()
	c.checkConnections()
	c.checkArtifacts()
	c.checkBackup()
	c.checkStore()
	c.checkParts()
	c.checkLLMContext()
	c.checkOperators()
	c.checkCallbacks()
	c.checkTelemetry()
	if c.syntaxOK {
		// With a syntax error a table may be missing only because of it.
		c.checkAgentTokens()
		c.checkMCP()
		c.checkSCIM()
		c.checkTenants()
		c.checkChannels()
		c.checkApprovals()
		c.checkAlerts()
	}
}

func (c *Config) checkTop() {
	if n := c.root.get("public_url"); c.PublicURL != "" && n != nil && n.kind == kindString {
		u, err := url.Parse(c.PublicURL)
		if err == nil && (u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.User != nil) {
			c.problem(n, quote(n.src)+" has more than scheme, host and path", `a URL such as "https://bridge.example.com"`)
		}
		c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	} else {
		c.PublicURL = "http://" + reachable(c.Listen)
	}
	if n := c.root.get("secret"); n != nil {
		items := n.list()
		for _, item := range items {
			if item.kind == kindString && len(item.text) < 32 && (item.text != "" || item.src == "") {
				c.problem(item, "the secret has fewer than 32 bytes", "at least 32 random bytes, such as `openssl rand -hex 32` prints")
			}
		}
		if n.kind == kindArray && len(items) == 0 {
			c.problem(n, "the list is empty", "at least one secret, or leave the key out")
		}
	}
	if n := c.root.get("node"); n != nil && n.kind == kindString && c.Node != "" && !isNodeName(c.Node) {
		c.problem(n, quote(n.src)+" is not the name of a node", "up to 64 letters, digits, dots, _ and -")
	}
}

// checkConnections bounds what one peer may open by what all may.
func (c *Config) checkConnections() {
	l := &c.Limits
	u, err := url.Parse(c.PublicURL)
	if err == nil && c.root.get("limits", "http_open_per_peer") == nil && IsLoopback(c.Listen) && !IsLoopback(u.Host) {
		l.HTTPOpenPerPeer = l.HTTPOpen // a proxy on this machine is the only peer
	}
	for _, b := range []struct {
		key  string
		peer *int
		all  int
	}{{"smtp_open", &l.SMTPOpenPerPeer, l.SMTPOpen}, {"http_open", &l.HTTPOpenPerPeer, l.HTTPOpen}} {
		if *b.peer <= b.all {
			continue
		}
		if n := c.root.get("limits", b.key+"_per_peer"); n != nil {
			c.problem(n, fmt.Sprintf("one peer cannot have more connections than all, which limits.%s says: %d", b.key, b.all), "a smaller number")
		}
		*b.peer = b.all
	}
}

// IsLoopback reports whether HOST or HOST:PORT names this machine to itself, and can name no
// other.
func IsLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// isNodeName is true for what can be a host name, so for a label of a metric.
func isNodeName(s string) bool {
	return len(s) <= maxName && isBare(strings.ReplaceAll(s, ".", "-"))
}

// reachable returns a listen address as this machine can dial it.
func reachable(listen string) string {
	i := strings.LastIndex(listen, ":")
	switch host := listen[:max(i, 0)]; host {
	case "", "0.0.0.0", "[::]":
		return "127.0.0.1" + listen[max(i, 0):]
	}
	return listen
}

func (c *Config) checkParts() {
	lines := map[string]int{}
	n := c.root.get("parts")
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Streaming == "" {
			p.Streaming = "flush"
		}
		if p.Buffered == "" {
			p.Buffered = "settle"
		}
		for j, name := range p.AllowedTransports {
			if item := n.items[i].get("allowed_transports").items[j]; item.kind == kindString && !isPartName(name) {
				c.problem(item, quote(item.src)+" is not the name of a transport", `names such as "email", "sse" or "a2a"`)
			}
		}
		t := n.items[i].get("type")
		if t == nil || t.kind != kindString || p.Type == "" {
			continue
		}
		slug, name, _ := strings.Cut(p.Type, ".")
		if !isPartName(slug) || !isPartName(name) {
			c.problem(t, quote(t.src)+" is not of the form slug.type-name", `lower case letters, digits and hyphens, such as "acme.seat-map"`)
		} else if first := lines[p.Type]; first != 0 {
			c.problem(t, fmt.Sprintf("%s is registered twice, first on line %d", quote(t.src), first), "it once")
		} else {
			lines[p.Type] = t.line
		}
	}
}

// isPartName is true for a slug or a name of a custom part type, and for a
// transport: lower case letters, digits, and hyphens inside.
func isPartName(s string) bool {
	return isName(s) && !strings.Contains(s, "_") && s[0] != '-' && s[len(s)-1] != '-'
}

func (c *Config) checkOperators() {
	t := c.root.get("api", "operators")
	if t == nil || t.kind != kindTable {
		return
	}
	for _, name := range t.keys {
		n := t.table[name]
		switch {
		case n.kind != kindString:
		case !isName(name):
			c.problem(n, "the name "+quote(name)+" is not valid", "a name of a-z, 0-9, _ and -")
		case name == "socket":
			c.problem(n, "the name is that of whoever opens the socket, who may do more", "another name")
		case n.src == "":
			c.problem(n, "the token is empty", "a long random token, such as `openssl rand -hex 32` prints")
		case n.text != "" && len(n.text) < 16:
			c.warn(n, "the token has fewer than 16 bytes and can be guessed", "a long random token, such as `openssl rand -hex 32` prints")
		}
	}
}

// names returns the names of the sub-tables of a top-level table.
func (c *Config) names(table string) []string {
	if t := c.root.get(table); t != nil {
		return t.keys
	}
	return nil
}

// has says whether a top-level table has a sub-table of that name.
func (c *Config) has(table, name string) bool { return c.root.get(table, name) != nil }

// unknownName reports a name that nothing has; what is "agent", "person" or
// "channel", table where they are.
func (c *Config) unknownName(n *node, name, what, table string) {
	if c.probs.full() {
		return
	}
	names := c.names(table)
	shown := quote(name)
	if n.refs {
		shown = quote(n.src)
	}
	problem := "there is no " + what + " " + shown
	near := nearest(name, names)
	switch {
	case near != "":
		c.problem(n, problem+fmt.Sprintf(", did you mean %q?", near), fmt.Sprintf("%q", near))
	case len(names) == 0 || len(names) > maxOffer:
		c.problem(n, problem, "the name of a ["+table+".NAME]")
	default:
		c.problem(n, problem, choices(names))
	}
}

func (c *Config) checkChannels() {
	agents := c.names("agents")
	for _, s := range c.Channels {
		n := s.node.get("agent")
		switch {
		case n != nil && n.kind != kindString:
		case n == nil && len(agents) == 1:
			s.Agent = agents[0]
		case n == nil: // those who decode the section know whether it needs one
		case !c.has("agents", s.Agent):
			c.unknownName(n, s.Agent, "agent", "agents")
		}
		for i, r := range s.Routes {
			if item := s.node.get("routes").items[i].get("agent"); item != nil && item.kind == kindString && !c.has("agents", r.Agent) {
				c.unknownName(item, r.Agent, "agent", "agents")
			}
		}
		for i, pattern := range s.Allow {
			if item := s.node.get("allow").items[i]; item.kind == kindString && strings.TrimSpace(pattern) == "" {
				c.problem(item, "an empty pattern allows nobody", `a pattern, such as "*@example.com"`)
			}
		}
	}
	if len(c.names("channels")) == 0 {
		c.warnings.add(1, "channels", "there is no channel, so nobody can write to an agent", "a [channels.NAME] section")
	}
}

func (c *Config) checkAlerts() {
	for i, target := range c.Alerts.To {
		n := c.root.get("alerts", "to").items[i]
		if n.kind != kindString {
			continue
		}
		channel, to, ok := strings.Cut(target, ":")
		switch {
		case !ok || channel == "" || to == "":
			c.problem(n, quote(n.src)+" is not a target", `"CHANNEL:PERSON" or "CHANNEL:VALUE", such as "mail:dana"`)
		case !c.has("channels", channel):
			c.unknownName(n, channel, "channel", "channels")
		case isName(to) && !c.has("people", to):
			c.unknownName(n, to, "person", "people")
		}
	}
}

// checkTelemetry checks what cannot be read off one key.
func (c *Config) checkTelemetry() {
	t := c.root.get("telemetry")
	if t == nil || t.kind != kindTable {
		return
	}
	if c.Telemetry.Percent > 100 {
		c.problem(t.get("percent"), "it is more than all traces", "100 or less")
	}
	if len(c.Telemetry.Headers) > 0 && c.Telemetry.Traces == "" {
		c.problem(t.get("headers"), "there is no collector that gets them", `traces = "http://127.0.0.1:4318"`)
	}
}
