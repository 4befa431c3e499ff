package config

import (
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Kinds of store.
const (
	SQLite   = "sqlite"
	Redis    = "redis"    // one server, or a proxy that looks like one
	Sentinel = "sentinel" // a master that Redis Sentinels name
	Cluster  = "cluster"  // Redis Cluster
)

// Store says where the state is kept: the key store, a URL, in its parts. It can
// be printed: what is secret in it stays hidden.
type Store struct {
	Kind string // SQLite, Redis, Sentinel or Cluster
	Path string // of SQLite: the database file, absolute; else ""

	Addrs    []string // "HOST:PORT" of the server, the Sentinels or some of the Cluster's nodes; at least one, but with Socket
	Socket   string   // of Redis: a unix socket instead of Addrs, absolute; else ""
	Username string   // "" without an ACL user
	Password Secret
	DB       int    // 0 to 65535; of a Cluster always 0
	Master   string // of Sentinel: the name it watches the master under

	SentinelUsername string // for the Sentinels themselves, whose password is another
	SentinelPassword Secret

	TLS bool   // to all servers, Sentinels included; server names are verified
	CA  string // trust only this authority (a PEM file, absolute); "": those of the system
}

// IsRedis says whether many nodes can share the store.
func (s Store) IsRedis() bool { return s.Kind != SQLite }

// String returns the store as the file would have it, with *** for passwords.
func (s Store) String() string { return s.url(func(Secret) string { return hiddenPassword }) }

const hiddenPassword = "***"

// url writes the store; reveal says what stands for a password.
func (s Store) url(reveal func(Secret) string) string {
	if s.Kind == SQLite {
		return SQLite + ":" + s.Path
	}
	var b strings.Builder
	b.WriteString(s.scheme() + "://")
	if s.Username != "" || s.Password.IsSet() {
		b.WriteString(escape(s.Username))
		if s.Password.IsSet() {
			b.WriteString(":" + reveal(s.Password))
		}
		b.WriteByte('@')
	}
	var options []string
	set := func(name, value string) {
		if value != "" {
			options = append(options, name+"="+value)
		}
	}
	b.WriteString(strings.Join(s.Addrs, ","))
	switch db := strconv.Itoa(s.DB); {
	case s.Socket != "":
		b.WriteString(strings.ReplaceAll(escape(s.Socket), "%2F", "/"))
		if s.DB != 0 {
			set("db", db)
		}
	case s.Kind == Sentinel:
		b.WriteString("/" + escape(s.Master) + "/" + db)
	case s.Kind == Redis:
		b.WriteString("/" + db)
	}
	if s.TLS && s.Kind != Redis {
		set("tls", "true")
	}
	set("ca", strings.ReplaceAll(escape(s.CA), "%2F", "/"))
	set("sentinel_username", escape(s.SentinelUsername))
	if s.SentinelPassword.IsSet() {
		set("sentinel_password", reveal(s.SentinelPassword))
	}
	if len(options) > 0 {
		b.WriteString("?" + strings.Join(options, "&"))
	}
	return b.String()
}

// escape percent-encodes all that could mean something in a store URL.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func (s Store) scheme() string {
	switch {
	case s.Kind == Sentinel:
		return "redis+sentinel"
	case s.Kind == Cluster:
		return "redis+cluster"
	case s.Socket != "":
		return "redis+unix"
	case s.TLS:
		return "rediss"
	}
	return "redis"
}

// flaw is a mistake in the store URL. It never shows a part of the URL that may
// hold a password, well-formed or not.
type flaw struct{ problem, write string }

const storeForms = `"sqlite", "sqlite:PATH", or a URL with redis://, rediss://, redis+sentinel:// or redis+cluster://`

// storeForm says how a store of a scheme is written, and which options it has.
func storeForm(scheme string) (form string, options []string) {
	const user = "[USER:PASSWORD@]"
	switch scheme {
	case "redis":
		return `"redis://` + user + `HOST:PORT[/DB]"`, nil
	case "rediss":
		return `"rediss://` + user + `HOST:PORT[/DB][?ca=FILE]"`, []string{"ca"}
	case "redis+unix":
		return `"redis+unix://` + user + `PATH[?db=N]"`, []string{"db"}
	case "redis+sentinel":
		return `"redis+sentinel://` + user + `HOST:PORT,HOST:PORT/MASTER[/DB][?tls=true]"`,
			[]string{"tls", "ca", "sentinel_username", "sentinel_password"}
	case "redis+cluster":
		return `"redis+cluster://` + user + `HOST:PORT,HOST:PORT[?tls=true]"`, []string{"tls", "ca"}
	}
	return "", nil
}

// parseStore reads the value of the key store. path makes paths absolute. With
// flaws the Store is not complete. Passwords with @ : / ? # % in them are
// percent-encoded: url.Parse would take "p/x@host" for the host "p", and shows
// what it cannot read, so this does not use it.
func parseStore(text string, path func(string) string) (Store, []flaw) {
	if kind, file, hasFile := strings.Cut(text, ":"); kind == SQLite {
		if hasFile && file == "" {
			return Store{Kind: SQLite}, []flaw{{"it names no file", `"sqlite" or "sqlite:PATH"`}}
		}
		return Store{Kind: SQLite, Path: path(file)}, nil
	}
	scheme, rest, isURL := strings.Cut(text, "://")
	form, options := storeForm(scheme)
	if !isURL || form == "" {
		return Store{}, []flaw{{"it is not a store", storeForms}}
	}
	p := storeParser{form: form, path: path}
	p.parse(scheme, rest, options)
	return p.s, p.flaws
}

type storeParser struct {
	s     Store
	form  string
	path  func(string) string
	flaws []flaw
}

func (p *storeParser) flaw(problem, write string) {
	if write == "" {
		write = p.form
	}
	p.flaws = append(p.flaws, flaw{problem, write})
}

func (p *storeParser) parse(scheme, rest string, options []string) {
	p.s.Kind = Redis
	p.s.TLS = scheme == "rediss"
	if strings.ContainsFunc(rest, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		p.flaw("there is a blank or control character in it", "it percent-encoded, as in %20")
		return
	}
	if strings.Contains(rest, "#") {
		p.flaw("there is a # in it", "%23 for a # in a password")
		return
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, tail, hasTail := strings.Cut(rest, "/")
	user, hosts, hasUser := cutLast(authority, "@")
	if !hasUser {
		hosts = authority
	}
	if strings.Contains(query, "@") || strings.Contains(user, "@") || strings.Contains(tail, "@") {
		p.flaw("there is an @ where none can be", "a password percent-encoded: %40 for @, %2F for /, %3F for ?, %23 for #, %25 for %")
		return
	}
	if hasUser {
		name, password, _ := strings.Cut(user, ":")
		p.s.Username = p.decode(name, "the user name")
		p.s.Password = NewSecret(p.decode(password, "the password"))
		if password == "" {
			p.flaw("there is no password before the @", "")
		}
	}
	switch scheme {
	case "redis", "rediss":
		p.hosts(hosts, "6379", 1)
		p.db(tail, hasTail)
	case "redis+unix":
		p.socket(hosts, tail, hasTail)
	case "redis+sentinel":
		p.s.Kind = Sentinel
		p.hosts(hosts, "26379", maxStoreHosts)
		master, db, hasDB := strings.Cut(tail, "/")
		if p.s.Master = p.decode(master, "the name of the master"); p.s.Master == "" {
			p.flaw("it names no master", "")
		}
		p.db(db, hasDB)
	case "redis+cluster":
		p.s.Kind = Cluster
		p.hosts(hosts, "6379", maxStoreHosts)
		if tail != "" {
			p.flaw("a cluster has no databases", "")
		}
	}
	p.options(query, options)
}

// decode replaces %XX.
func (p *storeParser) decode(s, what string) string {
	text, err := url.PathUnescape(s)
	if err != nil {
		p.flaw(what+" has a % that is no %XX", "%25 for a %")
	}
	return text
}

// maxStoreHosts bounds the addresses of Sentinels and Cluster nodes: a few
// suffice, they name the others.
const maxStoreHosts = 64

func (p *storeParser) hosts(list, port string, most int) {
	all := strings.Split(list, ",")
	if len(all) > most {
		problem := "it names more than one server"
		if most > 1 {
			problem = "it names more than " + strconv.Itoa(most) + " servers"
		}
		p.flaw(problem, "")
		return
	}
	for i, h := range all {
		which := "the server"
		if len(all) > 1 {
			which = "server " + strconv.Itoa(i+1)
		}
		addr, problem := storeAddr(h, port)
		switch {
		case problem != "":
			p.flaw(which+" "+problem, "")
		case slices.Contains(p.s.Addrs, addr):
			p.flaw(which+" is there twice", "each server once")
		default:
			p.s.Addrs = append(p.s.Addrs, addr)
		}
	}
}

// storeAddr returns h as HOST:PORT, with the usual port where it has none.
func storeAddr(h, usual string) (addr, problem string) {
	host, port := h, usual
	if i := strings.LastIndexByte(h, ':'); i >= 0 && !strings.HasSuffix(h, "]") {
		host, port = h[:i], h[i+1:]
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		if host, ok = strings.CutSuffix(inner, "]"); !ok || net.ParseIP(host) == nil || !strings.Contains(host, ":") {
			return "", "has brackets without an IPv6 address"
		}
	} else if host == "" {
		return "", "has no host"
	} else if strings.ContainsFunc(host, isNotHost) {
		return "", "has a host that is none (an IPv6 address needs brackets)"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", "has no valid port"
	}
	return net.JoinHostPort(host, port), ""
}

func isNotHost(r rune) bool {
	return r > 0x7f || !isBare(string(r)) && r != '.'
}

func (p *storeParser) db(s string, given bool) {
	if !given || s == "" {
		return
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		p.flaw("its database is not a number from 0 to 65535", "")
		return
	}
	p.s.DB = int(n)
}

// maxSocketPath is what a socket address of Linux and macOS has room for.
const maxSocketPath = 103

func (p *storeParser) socket(first, tail string, hasTail bool) {
	file := first
	if hasTail {
		file += "/" + tail
	}
	if file = p.decode(file, "the path"); file == "" || strings.HasSuffix(file, "/") {
		p.flaw("it names no socket", "")
		return
	}
	switch p.s.Socket = filepath.Clean(p.path(file)); {
	case p.s.Socket == "/":
		p.flaw("it names no socket", "")
	case len(p.s.Socket) > maxSocketPath:
		p.flaw("the path of the socket is longer than "+strconv.Itoa(maxSocketPath)+" bytes", "a shorter one")
	}
}

func (p *storeParser) options(query string, known []string) {
	if query == "" {
		return
	}
	seen := map[string]bool{}
	for _, pair := range strings.Split(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case !slices.Contains(known, name):
			p.unknownOption(name, query, known)
			continue
		case seen[name]:
			p.flaw("the option "+name+" is there twice", "it once")
			continue
		}
		seen[name] = true
		value = p.decode(value, "the option "+name)
		if value == "" {
			p.flaw("the option "+name+" has no value", name+"=VALUE")
			continue
		}
		switch name {
		case "ca":
			p.s.CA = p.path(value)
		case "db":
			p.db(value, true)
		case "sentinel_username":
			p.s.SentinelUsername = value
		case "sentinel_password":
			p.s.SentinelPassword = NewSecret(value)
		case "tls":
			if value != "true" && value != "false" {
				p.flaw("the option tls is neither true nor false", "tls=true")
			}
			p.s.TLS = value == "true"
		}
	}
	if seen["ca"] && !p.s.TLS {
		p.flaw("it has a ca and no TLS", "tls=true with it")
	}
	if seen["sentinel_username"] && !seen["sentinel_password"] {
		p.flaw("it has a sentinel_username and no sentinel_password", "both")
	}
}

// unknownOption names the option only where it cannot be the rest of a password
// with an & or ? in it.
func (p *storeParser) unknownOption(name, query string, known []string) {
	shown := " "
	if isBare(name) && len(name) <= maxSuggest && !p.s.Password.IsSet() && !strings.Contains(query, "password") {
		shown = " " + quote(name) + " "
	}
	write := "a URL without options"
	if len(known) > 0 {
		write = oneOf(known)
	}
	p.flaw("there is no option"+shown+"of this store", write)
}

// decodeStore reads the keys store and wait_replicas.
func (c *Config) decodeStore() {
	c.Store.Path = filepath.Join(c.DataDir, "bridge.db")
	n := c.root.get("store")
	if n == nil || n.kind == kindBroken || !c.decoder().want(n, kindString, "a store", storeForms) {
		return
	}
	if n.text == SQLite {
		return
	}
	var flaws []flaw
	c.Store, flaws = parseStore(n.text, c.Path)
	for _, f := range flaws {
		if isBare(strings.TrimSuffix(n.src, ":")) { // no URL, so no password
			f.problem = quote(n.src) + strings.TrimPrefix(f.problem, "it")
		}
		c.problem(n, f.problem, f.write)
	}
	c.storeBroken = len(flaws) > 0
}

// checkStore looks at what only a store on Redis has, or does not go with it.
func (c *Config) checkStore() {
	if c.storeBroken {
		return
	}
	if n := c.root.get("wait_replicas"); n != nil && n.kind == kindInt {
		switch {
		case c.WaitReplicas > 0 && !c.Store.IsRedis():
			c.problem(n, "only a store on Redis has replicas", "wait_replicas = 0, or leave the key out")
		case c.WaitReplicas > maxReplicas:
			c.problem(n, "it is more than "+strconv.Itoa(maxReplicas), "a number from 0 to "+strconv.Itoa(maxReplicas))
		}
	}
	if !c.Store.IsRedis() {
		return
	}
	line := c.root.get("store").line
	if c.root.get("secret") == nil {
		// A secret that lay beside what it seals would be no secret.
		c.probs.add(line, "secret", "a store on Redis needs a secret: it seals what is stored there, and all nodes have the same", `secret = "${BRIDGE_SECRET}", made with "openssl rand -hex 32"`)
	}
	n := c.root.get("artifacts", "url")
	if n != nil {
		if n.kind != kindString {
			return
		}
		line = n.line
	}
	const write = `"s3://BUCKET?region=REGION", or "file:PATH" and shared = true for a folder that all nodes have`
	switch u := c.Artifacts.URL; {
	case u == memArtifacts:
		c.probs.add(line, "artifacts.url", "with a store on Redis all nodes need the same artifacts, and those in memory are each node's own", write)
	case isFileArtifacts(u) && !c.Artifacts.Shared:
		c.probs.add(line, "artifacts.url", "with a store on Redis all nodes need the same artifacts, and nothing says that they share this folder", write)
	}
}

// maxReplicas bounds wait_replicas.
const maxReplicas = 16

// showStore is the store as Show writes it: a text with a ${…} in it as it is in
// the file, and no password.
func (c *Config) showStore() string {
	n := c.root.get("store")
	switch {
	case n == nil && hasReference(c.root.get("data_dir")):
		return c.Store.Kind
	case c.storeBroken && n != nil: // who knows what in it is the password
		scheme, _, isURL := strings.Cut(n.src, "://")
		if form, _ := storeForm(scheme); !isURL || form == "" {
			return ""
		}
		return scheme + "://" + hiddenPassword
	case !hasReference(n):
		return c.Store.String()
	}
	url, query, hasQuery := strings.Cut(n.src, "?")
	if scheme, rest, ok := strings.Cut(url, "://"); ok && c.Store.Password.IsSet() {
		_, host, found := cutLast(rest, "@")
		if !found { // it is in one of the references, or around it
			return scheme + "://" + hiddenPassword
		}
		url = scheme + "://" + hiddenPassword + "@" + host
	}
	if hasQuery && c.Store.SentinelPassword.IsSet() {
		query = hiddenPassword
	}
	if hasQuery {
		url += "?" + query
	}
	return url
}
