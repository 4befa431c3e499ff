// Package config reads config.toml: one typed Config with defaults filled in,
// the sections that adapters and agents decode themselves, and a list of every
// mistake with its line. It knows no other package of ours: what
// an address, a trust level or a channel type means is for those who use it.
//
// A file is read once, at the start. Texts may hold ${NAME} (an environment
// variable), ${file:PATH} (a file's content) and $${ (a literal ${). Relative
// paths are relative to the file's folder.
package config

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"
)

// Config is the whole configuration. Load fills it; afterwards nobody changes it.
type Config struct {
	File string // as given to Load
	Dir  string // its folder, absolute
	Sum  string // of its text, short: which configuration this is

	PublicURL string `toml:"public_url" format:"url"` // no slash at the end; absent: http:// and Listen
	Listen    string `toml:"listen,required" format:"listen"`
	DataDir   string `toml:"data_dir,required" format:"path"` // absolute
	Node      string `toml:"node"`                            // of this process, in metrics and the status; absent: the app takes the host's name
	Store     Store  // key store
	// WaitReplicas is how many replicas of Redis must have a message before it
	// counts as accepted; 0 to 16, and 0 with SQLite.
	WaitReplicas int           `toml:"wait_replicas"`
	Secrets      []Secret      `toml:"secret,single"` // each at least 32 bytes; the first signs, all verify; empty: the store makes one
	Log          Log           `toml:"log"`
	StopTimeout  time.Duration `toml:"stop_timeout,positive"`
	Dedupe       time.Duration `toml:"dedupe,positive"`  // how long the id of a message is remembered
	GiveUp       time.Duration `toml:"give_up,positive"` // how long a send is tried

	Artifacts  Artifacts         `toml:"artifacts"`
	Backup     Backup            `toml:"backup"`
	Retention  Retention         `toml:"retention"`
	Limits     Limits            `toml:"limits"`
	Alerts     Alerts            `toml:"alerts"`
	API        API               `toml:"api"`
	MCP        MCP               `toml:"mcp"`
	SCIM       SCIM              `toml:"scim"`
	Tenants    map[string]Tenant `toml:"tenants"`
	Console    Console           `toml:"console"`
	Telemetry  Telemetry         `toml:"telemetry"`
	People     []Person          // [people.ID], in file order
	Parts      []Part            `toml:"parts"`
	States     []StateMachine    `toml:"states"`
	Surfaces   []Surface         `toml:"surfaces"`
	LLMContext LLMContext        `toml:"llm_context"`
	Approvals  Approvals         `toml:"approvals"`

	Agents   []*Section // [agents.NAME], in file order; those without a type are left out
	Channels []*Section // [channels.NAME], in file order; those without a type are left out

	root     *node
	probs    *problemList
	warnings *problemList
	syntaxOK bool
	// storeBroken: the store URL has a mistake, so Store is not complete.
	storeBroken bool
}

// Log says what is logged and how.
type Log struct {
	Level  string `toml:"level" oneof:"debug info warn error"`
	Format string `toml:"format" oneof:"text json"`
}

// Artifacts says where attachments are kept.
type Artifacts struct {
	URL     string        `toml:"url"`    // "file" (a folder under DataDir), "file:" and an absolute path, "s3://…" or "mem://"
	Shared  bool          `toml:"shared"` // all nodes have the folder of URL
	MaxSize Size          `toml:"max_size,positive"`
	LinkTTL time.Duration `toml:"link_ttl,positive"`
}

// Retention says how long records are kept. Reasoning 0 keeps none of it.
type Retention struct {
	Messages  time.Duration `toml:"messages,positive"`
	Artifacts time.Duration `toml:"artifacts,positive"`
	Decisions time.Duration `toml:"decisions,positive"`
	Reasoning time.Duration `toml:"reasoning"`
	Usage     time.Duration `toml:"usage"` // 0 counts nothing
}

// Limits bounds what comes in.
type Limits struct {
	TurnsPerSender  Rate `toml:"turns_per_sender"`
	TurnsPerSession Rate `toml:"turns_per_session"` // of one sender
	// People and Groups have rates of their own, by id and name; of the groups of a person the
	// widest counts.
	People             map[string]PersonLimits `toml:"people"`
	Groups             map[string]PersonLimits `toml:"groups"`
	ConnectionsPerPeer Rate                    `toml:"connections_per_peer"`
	MaxMessage         Size                    `toml:"max_message,positive"` // of one mail
	SMSSegments        Rate                    `toml:"sms_segments"`         // that all SMS channels send together
	// Open connections, of all peers and of one: at each mail listener, and of HTTP.
	SMTPOpen        int `toml:"smtp_open,positive"`
	SMTPOpenPerPeer int `toml:"smtp_open_per_peer,positive"`
	HTTPOpen        int `toml:"http_open,positive"`
	HTTPOpenPerPeer int `toml:"http_open_per_peer,positive"`
}

// PersonLimits are those of a person, or of each person of a group.
type PersonLimits struct {
	TurnsPerSender Rate `toml:"turns_per_sender,required"`
}

// Alerts says who is told of the bridge's own failures.
type Alerts struct {
	To []string `toml:"to"` // "CHANNEL:PERSON" or "CHANNEL:VALUE"
}

// API holds the bearer tokens of the HTTP API, and where it may call back.
type API struct {
	// Directory names the operators who may change the directory of people, and so may make
	// somebody an approver of a group; the socket may.
	Directory []string          `toml:"directory"`
	Operators map[string]Secret `toml:"operators"`
	Agents    map[string]Secret `toml:"agents"` // by the name of an [agents.NAME]; for approval requests of its own
	// Callbacks are where a decision may be sent to: https://HOST[:PORT], where HOST may
	// begin with "*.". http is for loopback.
	Callbacks      []string `toml:"callbacks"`
	CallbackSecret []Secret `toml:"callback_secret,single"` // "whsec_" and base64; the first signs beside the others
}

// Console says whether the operators' page is served.
type Console struct {
	Enabled bool `toml:"enabled"` // under /console/, to who has the token of one of [api] operators, or a link of `bridge console`
}

// Telemetry says where spans of the bridge's work go.
type Telemetry struct {
	Traces  string            `toml:"traces" format:"url"` // of a collector that takes OTLP over HTTP; "": nothing is sent
	Headers map[string]Secret `toml:"headers"`             // of each call
	Service string            `toml:"service"`             // the name of this bridge there
	Percent int               `toml:"percent,positive"`    // of all traces, at most 100
}

// Person is a human with addresses.
type Person struct {
	ID        string         // [a-z0-9_-]+
	Name      string         `toml:"name"`      // absent: the ID
	Addresses []string       `toml:"addresses"` // "kind:value", mail in lower case; no address belongs to two people
	Timezone  *time.Location `toml:"timezone"`  // absent: UTC
	Language  string         `toml:"language"`  // a BCP 47 tag; absent: "en"
	Quiet     Hours          `toml:"quiet"`     // by Timezone; absent: none
	Groups    []string       `toml:"groups"`    // rules name them as "group:NAME"
}

// Part is a custom part type (seed 001). What the rules mean is the part-type
// registry's to say; it refuses names that are not its own once more.
type Part struct {
	Type                 string   `toml:"type,required"`                                                          // "slug.type-name"; no two are the same
	Streaming            string   `toml:"streaming" oneof:"flush deltas settle final reference bytes drop audit"` // absent: flush
	Buffered             string   `toml:"buffered" oneof:"flush deltas settle final reference bytes drop audit"`  // absent: settle
	AllowedTransports    []string `toml:"allowed_transports"`                                                     // empty: all
	RequiresPeerConsumes bool     `toml:"requires_peer_consumes"`
}

// Approvals holds the defaults for approval requests.
type Approvals struct {
	Approvers []string      `toml:"approvers"` // ids of People
	TTL       time.Duration `toml:"ttl,positive"`
	Quorum    int           `toml:"quorum,positive"`
	Trust     string        `toml:"trust" oneof:"asserted carrier verified"`
	// Verified: a vote counts only from an address from which a code has come back.
	Verified bool `toml:"verified"`
	// Reverify is how long a phone number that nobody writes from decides; nil: always.
	Reverify *time.Duration `toml:"reverify,positive"`
	Self     bool           `toml:"self"` // the person who started the turn may approve it
	Via      []string       `toml:"via"`  // names of Channels; empty: the order of a person's addresses
	// ReplyWindow is how long after a prompt on a phone a bare yes or no may answer it.
	ReplyWindow time.Duration `toml:"reply_window,positive"`
	// Hours are when people are asked and a yes counts; "" = always. What they may be
	// is for those who use them.
	Hours         string        `toml:"hours"`
	OnExpiry      string        `toml:"on_expiry" oneof:"deny escalate"`
	Escalate      *Escalate     `toml:"escalate"`
	OperatorGrant bool          `toml:"operator_grant"` // operators may say yes
	Summary       string        `toml:"summary"`        // a template; "" = made from tool and arguments
	Subject       string        `toml:"subject"`        // likewise, of mails that ask; "" = the summary
	Grace         time.Duration `toml:"grace"`          // how long a yes can be taken back
	Receipt       string        `toml:"receipt" oneof:"none other"`
	Remind        *Remind       `toml:"remind"`
	Rules         []Rule        `toml:"rules"` // in file order
}

// Escalate says who else is asked: After the first prompt was handed over, or at the end
// of the time to live where on_expiry says so.
type Escalate struct {
	After *time.Duration `toml:"after,positive"`
	To    []string       `toml:"to,required"` // ids of People
}

// Remind says how often those who have not answered are reminded.
type Remind struct {
	Every time.Duration `toml:"every,required,positive"`
	Max   int           `toml:"max,required,positive"`
}

// Rule is one [[approvals.rules]]. A key that it does not have is left to the other
// rules that match, and then to [approvals].
type Rule struct {
	Name          string         `toml:"name,required"` // [a-z0-9_-]+, unique, and not that of a person
	Tool          string         `toml:"tool"`          // a pattern; absent: every tool
	When          string         `toml:"when"`          // an expression; absent: always
	Approvers     []string       `toml:"approvers"`
	TTL           *time.Duration `toml:"ttl,positive"`
	Quorum        *int           `toml:"quorum,positive"`
	Trust         string         `toml:"trust" oneof:"asserted carrier verified"`
	Self          *bool          `toml:"self"`
	Via           []string       `toml:"via"`
	Hours         string         `toml:"hours"`
	OnExpiry      string         `toml:"on_expiry" oneof:"deny escalate"`
	Escalate      *Escalate      `toml:"escalate"`
	Decide        string         `toml:"decide" oneof:"grant deny"` // without asking anybody
	OperatorGrant *bool          `toml:"operator_grant"`
	Summary       string         `toml:"summary"`
	Subject       string         `toml:"subject"`
	Grace         *time.Duration `toml:"grace"`
	Receipt       string         `toml:"receipt" oneof:"none other"`
	Remind        *Remind        `toml:"remind"`
}

// defaults is the configuration of an empty file.
func defaults() *Config {
	return &Config{
		Listen:      "127.0.0.1:8080",
		DataDir:     "data",
		Store:       Store{Kind: SQLite},
		Log:         Log{Level: "info", Format: "text"},
		StopTimeout: 30 * time.Second,
		Telemetry:   Telemetry{Service: "bridge", Percent: 100},
		Dedupe:      192 * time.Hour,
		GiveUp:      48 * time.Hour,
		Artifacts:   Artifacts{URL: fileArtifacts, MaxSize: 25e6, LinkTTL: 168 * time.Hour},
		Backup:      Backup{Keep: 14, Timezone: time.UTC},
		Retention:   Retention{Messages: 90 * day, Artifacts: 30 * day, Decisions: 3650 * day, Usage: 400 * day},
		Limits: Limits{
			TurnsPerSender:     Rate{60, time.Hour},
			TurnsPerSession:    Rate{30, time.Hour},
			ConnectionsPerPeer: Rate{50, time.Second},
			MaxMessage:         35e6,
			SMSSegments:        Rate{2000, 24 * time.Hour},
			SMTPOpen:           500, SMTPOpenPerPeer: 100, HTTPOpen: 2000, HTTPOpenPerPeer: 1000,
		},
		MCP:        MCP{Wait: 25 * time.Second, CallsPerClient: Rate{120, time.Minute}},
		SCIM:       SCIM{Rate: Rate{1800, time.Minute}},
		LLMContext: LLMContext{Timeout: 30 * time.Second},
		Approvals:  Approvals{TTL: day, Quorum: 1, Trust: "carrier", ReplyWindow: 30 * time.Minute, OnExpiry: "deny", Receipt: "none"},
	}
}

//go:embed config.toml
var defaultFile string

// Default returns the annotated example that `bridge config default` prints. It
// loads without mistakes when MAIL_PASSWORD is set.
func Default() []byte { return []byte(defaultFile) }

// Find returns the path of the config file: the -config flag, $BRIDGE_CONFIG,
// ./config.toml, /etc/bridge/config.toml, the first that is given or exists. env
// is os.LookupEnv.
func Find(flag string, env func(string) (string, bool)) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if p, ok := env("BRIDGE_CONFIG"); ok && p != "" {
		return p, nil
	}
	const here, system, initial = "config.toml", "/etc/bridge/config.toml", "bridge.toml" // the last is that of bridge init
	for _, p := range []string{here, system} {
		// What exists but cannot be read is still the one that was meant.
		if _, err := os.Stat(p); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return p, nil
		}
	}
	hint := "`bridge init` writes one"
	if _, err := os.Stat(initial); err == nil {
		hint = initial + " is here: `set -a; . ./.env; set +a` names it and has its secrets, or write -config " + initial
	}
	return "", fmt.Errorf("no config file: neither ./%s nor %s exists, and neither -config nor $BRIDGE_CONFIG names one (%s)", here, system, hint)
}

// Load reads the file at path. env is os.LookupEnv. When the file can be read
// the Config is never nil: with mistakes the error is Problems, and the caller
// who wants to report all of them at once decodes the Sections all the same and
// asks Check. A file that cannot be read, or has more than 1 MiB, is another
// error.
func Load(path string, env func(string) (string, bool)) (*Config, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	data, err := readBounded(abs, maxFile)
	if errors.Is(err, errTooLong) {
		return nil, fmt.Errorf("config: %s has more than %d bytes", path, maxFile)
	}
	if err != nil {
		return nil, fmt.Errorf("config: read %s: %w", path, err)
	}
	c := load(path, filepath.Dir(abs), data, env, readSmallFile)
	return c, c.Check()
}

// load is Load without the file system.
func load(file, dir string, data []byte, env func(string) (string, bool), readFile func(string) ([]byte, error)) *Config {
	c := defaults()
	c.File, c.Dir = file, dir
	c.Sum = fmt.Sprintf("%x", sha256.Sum256(data))[:12]
	c.probs, c.warnings = &problemList{file: file}, &problemList{file: file}

	refs := references{dir: dir, env: env, readFile: readFile, probs: c.probs}
	p := parser{data: data, probs: c.probs, expand: refs.expand}
	c.root = p.parse()
	c.syntaxOK = p.syntax == 0

	d := c.decoder()
	c.DataDir = c.Path(c.DataDir)
	d.structure(c.root, reflect.ValueOf(c).Elem(), "store", "people", "agents", "channels")
	c.decodeStore()
	c.decodePeople()
	c.Agents = c.decodeSections("agents", "type", "consumes", "handover", "router")
	c.Channels = c.decodeSections("channels", "type", "agent", "allow", "strangers", "consumes", "tenant", "routes")
	c.check()
	return c
}

func (c *Config) decoder() *decoder { return &decoder{dir: c.Dir, probs: c.probs} }

// Path returns a path of the file as an absolute one: relative paths are relative
// to the file's folder. An empty path stays empty. Keys with the tag
// format:"path" are absolute already.
func (c *Config) Path(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// Check returns every mistake found so far as Problems, those of the sections
// that were decoded included, or nil.
func (c *Config) Check() error {
	if ps := c.probs.sorted(); ps != nil {
		return ps
	}
	return nil
}

// Warnings returns what is allowed but probably not meant, in line order.
func (c *Config) Warnings() Problems { return c.warnings.sorted() }

// Warn adds a warning at a key of the file, or at its nearest table that is
// there: "approvals.trust", "approvals.rules[0].trust".
func (c *Config) Warn(key, problem, write string) {
	c.warnings.add(c.lineOf(key), key, problem, write)
}

// Problem adds a mistake that only those who use a value can see, at a key of the file
// as in Warn. It adds nothing where the key has a mistake already.
func (c *Config) Problem(key, problem, write string) {
	if !c.probs.has(key) {
		c.probs.add(c.lineOf(key), key, problem, write)
	}
}

// lineOf is the line of a key, or of its nearest table that is there.
func (c *Config) lineOf(key string) int {
	return c.root.nearest(key).line
}
