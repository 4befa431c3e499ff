package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/adapters/email"
	"bridge/agents"
	"bridge/agents/demo"
	"bridge/agents/execagent"
	"bridge/agents/httpagent"
	"bridge/app"
	"bridge/config"
	"bridge/internal/httpguard"
	"bridge/message"
)

// channelType decodes one [channels.NAME] section. Mistakes go into the
// section's configuration.
type channelType func(*config.Config, *config.Section) app.Channel

// channelTypes is the table of adapters: a new channel is one line here.
func channelTypes() map[string]channelType {
	return map[string]channelType{
		"cron":     cronChannel,
		"email":    mailboxes{}.channel,
		"sms":      smsChannel,
		"whatsapp": whatsappChannel,
		"webhook":  webhookChannel,
	}
}

// mailboxes are the mailboxes that are read, with their channels.
type mailboxes map[string]string

// channel is emailChannel. Of two channels that read one mailbox each would take
// each mail.
func (m mailboxes) channel(c *config.Config, s *config.Section) app.Channel {
	ch, reads := emailChannel(c, s)
	if other, ok := m[reads]; ok && reads != "" {
		s.Problem("imap.mailbox", "the channel "+other+" reads this mailbox: each mail would be answered by both", "a folder or an account of its own for each channel")
	}
	m[reads] = s.Name()
	return ch
}

// laterChannels are types that the design has and this version has not.
func laterChannels() []string { return nil }

// agentType decodes one [agents.NAME] section.
type agentType func(*config.Config, *config.Section) app.Agent

func agentTypes() map[string]agentType {
	return map[string]agentType{"http": httpAgent, "exec": execAgent, "demo": demoAgent}
}

func laterAgents() []string { return []string{"a2a", "mcp"} }

type emailSection struct {
	Address    string         `toml:"address,required"`
	IMAP       *imapSection   `toml:"imap"`
	Listen     *listenSection `toml:"listen"`
	SMTP       *smtpSection   `toml:"smtp"`
	OAuth      *oauthSection  `toml:"oauth"`
	Auth       email.Auth     `toml:"auth"`
	DKIM       []dkimSection  `toml:"dkim"`
	Humans     []string       `toml:"humans"`
	ReturnPath string         `toml:"return_path"`
	PlainOnly  bool           `toml:"plain_only"`
	Unsub      string         `toml:"list_unsubscribe"`
	MaxAttach  config.Size    `toml:"max_attach"`
	AttachData bool           `toml:"attach_data"`
}

type imapSection struct {
	Addr     string        `toml:"addr,required"`
	Username string        `toml:"username,required"`
	Password config.Secret `toml:"password"`
	TLS      string        `toml:"tls"`
	CA       string        `toml:"ca" format:"path"`
	Mailbox  string        `toml:"mailbox"`
	After    string        `toml:"after"`
	Backlog  string        `toml:"backlog"`
	Sent     string        `toml:"sent"`
}

type oauthSection struct {
	Issuer       string        `toml:"issuer"`
	Tenant       string        `toml:"tenant"`
	TokenURL     string        `toml:"token_url" format:"url"`
	ClientID     string        `toml:"client_id,required"`
	ClientSecret config.Secret `toml:"client_secret"`
	RefreshToken config.Secret `toml:"refresh_token"`
	Scopes       []string      `toml:"scopes"`
}

type dkimSection struct {
	Selector string `toml:"selector,required"`
	Domain   string `toml:"domain"`
	Key      string `toml:"key,required" format:"path"`
}

type smtpSection struct {
	Addr     string        `toml:"addr,required"`
	Username string        `toml:"username"`
	Password config.Secret `toml:"password"`
	TLS      string        `toml:"tls"`
	CA       string        `toml:"ca" format:"path"`
}

type listenSection struct {
	Addr     string `toml:"addr,required"`
	Protocol string `toml:"protocol"`
	Hostname string `toml:"hostname"`
	Cert     string `toml:"cert" format:"path"`
	Key      string `toml:"key" format:"path"`
	TLS      string `toml:"tls"`
	Edge     bool   `toml:"edge"`

	Users map[string]config.Secret `toml:"users"`
}

func emailChannel(c *config.Config, s *config.Section) (ch app.Channel, reads string) {
	sec := emailSection{MaxAttach: maxAttach, Auth: email.Auth{Require: "dmarc"}}
	s.Decode(&sec)
	ch = app.Channel{Name: message.ChannelName(s.Name()), Kind: message.KindEmail, Agent: s.Agent, Allow: s.Allow, Address: email.Address}
	cfg := email.Config{
		Address: sec.Address, Allow: s.Allow, Auth: sec.Auth, AttachData: sec.AttachData, Humans: sec.Humans,
		ReturnPath: sec.ReturnPath, PlainOnly: sec.PlainOnly, Unsubscribe: sec.Unsub,
		MaxMessage: int64(c.Limits.MaxMessage), MaxAttach: int64(sec.MaxAttach), Dedupe: c.Dedupe,
		ConnectionsPerPeer: email.Rate{N: c.Limits.ConnectionsPerPeer.N, Per: c.Limits.ConnectionsPerPeer.Per},
	}
	if l := sec.Listen; l != nil {
		cfg.Listen = &email.Listen{Addr: l.Addr, Protocol: l.Protocol, Hostname: l.Hostname, Cert: l.Cert, Key: l.Key, TLS: l.TLS, Edge: l.Edge}
		for name, password := range l.Users {
			if cfg.Listen.Users == nil {
				cfg.Listen.Users = map[string]func() string{}
			}
			cfg.Listen.Users[name] = password.Reveal
		}
	}
	if m := sec.IMAP; m != nil {
		cfg.IMAP = &email.IMAP{
			Addr: m.Addr, Username: m.Username, Password: reveal(m.Password), TLS: m.TLS, CA: m.CA,
			Mailbox: m.Mailbox, After: m.After, Backlog: m.Backlog, Sent: m.Sent,
		}
		ch.Probes = append(ch.Probes, app.Probe{What: "imap " + m.Addr, Try: func(ctx context.Context) (string, error) { return email.ProbeMailbox(ctx, cfg) }})
	}
	if m := sec.OAuth; m != nil {
		cfg.OAuth = &email.OAuth{
			Issuer: m.Issuer, Tenant: m.Tenant, TokenURL: m.TokenURL, ClientID: m.ClientID,
			ClientSecret: reveal(m.ClientSecret), RefreshToken: reveal(m.RefreshToken), Scopes: m.Scopes,
		}
	}
	for _, k := range sec.DKIM {
		cfg.DKIM = append(cfg.DKIM, email.DKIM{Selector: k.Selector, Domain: k.Domain, Key: k.Key})
	}
	if m := sec.SMTP; m != nil {
		cfg.SMTP = &email.Submission{Addr: m.Addr, Username: m.Username, Password: reveal(m.Password), TLS: m.TLS, CA: m.CA}
		ch.Probes = append(ch.Probes, app.Probe{What: "smtp " + m.Addr, Try: func(ctx context.Context) (string, error) { return email.ProbeSMTP(ctx, cfg) }})
	}
	ch.Probes = append(ch.Probes, dkimProbes(cfg)...)
	ch.Proves, ch.Least = cfg.Proves(), cfg.Least()
	for _, e := range cfg.Check() {
		s.Problem(e.Key, e.Problem, e.Write)
	}
	ch.Build = func(d app.Deps) (adapters.Adapter, error) {
		return email.New(email.Options{
			Name: ch.Name, Config: cfg, Artifacts: d.Artifacts, Keys: d.Keys, Log: d.Log, Now: d.Now, InstanceID: d.Instance,
			StopGrace: c.StopTimeout, TempDir: d.TempDir, State: d.State,
			Metrics: email.Metrics{
				Refused:     func(reason string) { d.Refused(ch.Name, reason) },
				Quarantined: func(text string) { d.Quarantined(ch.Name, text) },
				Reconnected: func() { d.Reconnected(ch.Name) },
				Copied:      func(ok bool) { d.Copied(ch.Name, ok) },
			},
		})
	}
	return ch, cfg.Reads()
}

// reveal returns what reads a secret when it is needed; nil if it is not set.
func reveal(s config.Secret) func() string {
	if !s.IsSet() {
		return nil
	}
	return s.Reveal
}

// step holds the keys that every type of agent has.
type step struct {
	Timeout       time.Duration `toml:"timeout,positive"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

const (
	maxAttach     = 10_000_000 // bytes of all attachments of one mail: most mailboxes take it
	stepTimeout   = 10 * time.Minute
	maxConcurrent = 32
	maxProcesses  = 4 // of an exec agent
)

type httpSection struct {
	URL           string          `toml:"url,required"`
	Timeout       time.Duration   `toml:"timeout,positive"`
	Secrets       []config.Secret `toml:"secret,single"`
	Share         []string        `toml:"share"`
	MaxConcurrent int             `toml:"max_concurrent,positive"`
}

func httpAgent(_ *config.Config, s *config.Section) app.Agent {
	sec := httpSection{Timeout: stepTimeout, MaxConcurrent: maxConcurrent}
	s.Decode(&sec)
	share := shared(s, sec.Share)
	o := httpagent.Options{URL: sec.URL, Share: share, Client: httpguard.Agent()}
	for _, x := range sec.Secrets {
		o.Secrets = append(o.Secrets, []byte(x.Reveal()))
	}
	if _, err := httpagent.New(o); err != nil && sec.URL != "" {
		key, write := "url", `"http://127.0.0.1:9000/respond"`
		if strings.HasPrefix(err.Error(), "secret") {
			key, write = "secret", `"${AGENT_SECRET}" with a longer one, as "openssl rand -hex 32" makes`
		}
		s.Problem(key, err.Error(), write)
	}
	return app.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent, URL: sec.URL,
		Build: func(d app.Deps) (agents.Agent, error) { o.Now = d.Now; return httpagent.New(o) },
	}
}

type execSection struct {
	Command       []string      `toml:"command,required"`
	Timeout       time.Duration `toml:"timeout,positive"`
	Share         []string      `toml:"share"`
	MaxConcurrent int           `toml:"max_concurrent,positive"`
}

func execAgent(c *config.Config, s *config.Section) app.Agent {
	sec := execSection{Timeout: stepTimeout, MaxConcurrent: maxProcesses}
	s.Decode(&sec)
	if len(sec.Command) > 0 && strings.TrimSpace(sec.Command[0]) == "" {
		s.Problem("command", "the program has no name", `["python3", "agent.py"]`)
	}
	o := execagent.Options{Command: sec.Command, Dir: c.Dir, Share: shared(s, sec.Share)}
	return app.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(app.Deps) (agents.Agent, error) { return execagent.New(o) },
	}
}

func demoAgent(_ *config.Config, s *config.Section) app.Agent {
	sec := step{Timeout: stepTimeout, MaxConcurrent: maxConcurrent}
	s.Decode(&sec)
	return app.Agent{
		Name: s.Name(), Timeout: sec.Timeout, MaxConcurrent: sec.MaxConcurrent,
		Build: func(app.Deps) (agents.Agent, error) { return demo.Agent{}, nil },
	}
}

func shared(s *config.Section, names []string) agents.Share {
	for _, n := range names {
		if n != "sender" && n != "channel" {
			s.Problem("share", "unknown word "+n, `"sender" or "channel"`)
		}
	}
	return agents.Share{Sender: slices.Contains(names, "sender"), Channel: slices.Contains(names, "channel")}
}
