package email

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"bridge/adapters/email/dkimsign"
	"bridge/adapters/email/imap"
	"bridge/adapters/email/oauth"
	"bridge/adapters/email/smtpin"
	"bridge/adapters/email/smtpout"
	"bridge/adapters/email/tag"
	"bridge/config"
	"bridge/core/message"
	"bridge/internal/peers"
)

// Config is one [channels.NAME] section of type "email". The
// caller decodes it; Check and New report its mistakes key by key.
type Config struct {
	Address string `toml:"address,required"` // our mailbox, RFC 5322: "Assistant <agent@example.com>"
	// Also are other addresses whose mail is forwarded to us: what was written to them was
	// written to us, and the listener takes mail for them.
	Also   []string    `toml:"also"`
	Allow  []string    `toml:"-"`      // who may start a turn; read by admission, not here
	IMAP   *IMAP       `toml:"imap"`   // nil: no mailbox is read
	Listen *Listen     `toml:"listen"` // nil: there is no listener; with neither, this channel receives nothing
	SMTP   *Submission `toml:"smtp"`   // nil: this channel sends nothing
	OAuth  *OAuth      `toml:"oauth"`  // nil: logins are by password; else IMAP and SMTP log in with its tokens
	Auth   Auth        `toml:"auth"`
	DKIM   []DKIM      `toml:"dkim"` // each signs what goes out; none: the submission server signs
	// Humans are patterns of senders (as in Allow) whose mail counts as written by
	// a human although its header looks automatic: a ticket system, a web form, a
	// mailing list. Bounces and our own mail do not. It only starts turns: what a
	// sender may decide depends on what he has proven.
	Humans []string `toml:"humans"`
	// ReturnPath is "tagged" (MAIL FROM has a tag per mail, so that bounces are
	// assigned) or "plain" (for servers that accept the account's own address only);
	// "" = tagged with a listener, plain without.
	ReturnPath  string        `toml:"return_path"`
	PlainOnly   bool          `toml:"plain_only"`       // no HTML form beside the text
	Brand       message.Brand `toml:"brand"`            // what stands above and below the HTML form, and on the approval page
	Unsubscribe string        `toml:"list_unsubscribe"` // mailto: or https: URL of List-Unsubscribe in answers and notices; "" = none

	MaxMessage int64 `toml:"-"`                        // bytes of one mail coming in; 0 = 35 MB
	MaxAttach  int64 `toml:"max_attach" format:"size"` // bytes of all attachments of one mail going out; 0 = 10 MB
	AttachData bool  `toml:"attach_data"`              // domain-data goes out as a JSON attachment

	Dedupe time.Duration `toml:"-"` // how long Accept knows a mail again; 0 = 192 h

	ConnectionsPerPeer Rate `toml:"-"` // new connections of one IP address; zero = 50 a second
	// Open are the connections of the listener at a time; zero = 500, of one peer 100.
	Open peers.Limits `toml:"-"`
}

// Rate is a number of events in a time.
type Rate = smtpin.Rate

// IMAP is the mailbox that is read.
type IMAP struct {
	Addr     string        `toml:"addr,required"` // host:port
	Username string        `toml:"username,required"`
	Password func() string `toml:"password"`         // called for every login; nil = OAuth
	TLS      string        `toml:"tls"`              // "implicit", "starttls", "none"; "" = implicit on port 993, else starttls
	CA       string        `toml:"ca" format:"path"` // PEM file of the authorities to trust; "" = the system's
	Mailbox  string        `toml:"mailbox"`          // "" = INBOX
	After    string        `toml:"after"`            // what becomes of a mail that was taken: "keep", "seen" (default), "move:NAME", "delete"
	Backlog  string        `toml:"backlog"`          // of a mailbox never seen: "none" (default), "unseen", "all" or a duration as "24h"
	Sent     string        `toml:"sent"`             // mailbox that gets a copy of each mail sent; "" = none
}

// OAuth is where access tokens for IMAP and SMTP come from.
type OAuth struct {
	Issuer       string        `toml:"issuer"`                 // "google", "microsoft", or "" with TokenURL
	Tenant       string        `toml:"tenant"`                 // of Microsoft
	TokenURL     string        `toml:"token_url" format:"url"` // of another issuer, https
	ClientID     string        `toml:"client_id,required"`
	ClientSecret func() string `toml:"client_secret"`
	RefreshToken func() string `toml:"refresh_token"` // nil = client credentials
	Scopes       []string      `toml:"scopes"`        // none = the issuer's own
}

// DKIM is one signing key.
type DKIM = dkimsign.Config

// Listen is our own SMTP or LMTP listener.
type Listen struct {
	Addr     string `toml:"addr,required"`      // host:port
	Protocol string `toml:"protocol"`           // "smtp" (default) or "lmtp"
	Hostname string `toml:"hostname"`           // in the greeting and in our EHLO; "" = the domain of Address
	Cert     string `toml:"cert" format:"path"` // PEM file; with Key it turns STARTTLS on; both are read again when they change
	Key      string `toml:"key" format:"path"`  // PEM file
	TLS      string `toml:"tls"`                // with Cert: "starttls" (default) or "implicit"
	// Edge says that the peers are the senders' own servers, so that SPF can be
	// checked by their IP. Behind a relay of ours every mail would have the relay's.
	Edge  bool                     `toml:"edge"`
	Users map[string]func() string `toml:"users"` // who may submit, by name; none: nobody logs in and everybody may
}

// Submission is the server that takes our outgoing mail.
type Submission struct {
	Addr     string        `toml:"addr,required"` // host:port
	Username string        `toml:"username"`
	Password func() string `toml:"password"`         // called for every login; nil = OAuth, or none. A function, so that printing a Config shows no secret
	TLS      string        `toml:"tls"`              // "implicit", "starttls", "none"; "" = implicit on port 465, else starttls
	CA       string        `toml:"ca" format:"path"` // PEM file of the authorities to trust; "" = the system's
}

// Auth says what a sender must prove.
type Auth struct {
	// Require is "dmarc" (default: a sender that is not proven starts no turn) or
	// "none" (the From line is believed for turns).
	Require string `toml:"require"`
	// TrustedAuthserv are the names under which our own border servers write
	// Authentication-Results (RFC 8601 authserv-id); they must strip those of others.
	// Through the listener they count from loopback and private addresses only.
	TrustedAuthserv []string `toml:"trusted_authserv"`
	// Refusals is "silent" (default) or "notify": people, and senders of the domain of
	// the channel's address, hear once a day that their mail is refused as not proven.
	Refusals string `toml:"refusals"`
	DNS      string `toml:"dns"` // host:port of the DNS server to ask for keys and policies; "" = the system's
}

// The defaults of the limits, in bytes.
const (
	defaultMaxMessage = 35_000_000
	defaultMaxAttach  = 10_000_000
)

// The values of Config.ReturnPath.
const (
	pathTagged = "tagged"
	pathPlain  = "plain"
)

// The values of Auth.Require.
const (
	requireDMARC = "dmarc"
	requireNone  = "none"
)

// ConfigError is one mistake in a Config.
type ConfigError struct {
	Key     string // relative to the channel's section, as in "smtp.addr"
	Problem string
	Write   string // what to write instead; may be empty
}

// Error returns the mistake on one line.
func (e ConfigError) Error() string {
	s := e.Key + ": " + e.Problem
	if e.Write != "" {
		s += "; write " + e.Write
	}
	return s
}

// ConfigErrors is every mistake of a Config; New returns it.
type ConfigErrors []ConfigError

// Error returns one line per mistake.
func (es ConfigErrors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

func (es *ConfigErrors) add(key, problem, write string) {
	*es = append(*es, ConfigError{Key: key, Problem: problem, Write: write})
}

// Check returns every mistake of c, nil if there is none. It reads the
// certificate files and opens no connection.
func (c Config) Check() ConfigErrors {
	var es ConfigErrors
	if _, err := tag.ParseMailbox(c.Address); err != nil {
		es.add("address", err.Error(), `"Assistant <agent@example.com>"`)
	}
	for i, s := range c.Also {
		if _, err := tag.ParseMailbox(s); err != nil {
			es.add(fmt.Sprintf("also[%d]", i), err.Error(), `"support@example.com"`)
		}
	}
	if key, err := c.Brand.Check(); err != nil {
		es.add("brand."+key, err.Error(), `brand = { name = "Example Ltd", logo = "https://example.com/logo.png", colour = "#0b57d0", footer = "Example Ltd, Rome" }`)
	}
	if c.IMAP == nil && c.Listen == nil && c.SMTP == nil {
		es.add("listen", "the channel has neither a way in nor a way out", "a [channels.NAME.imap], [channels.NAME.listen] or [channels.NAME.smtp] section")
	}
	if c.IMAP != nil {
		c.IMAP.check(&es, c.OAuth != nil, c.SMTP != nil)
	}
	if c.Listen != nil {
		c.Listen.check(&es)
	}
	if c.SMTP != nil {
		c.SMTP.check(&es, c.OAuth != nil)
	}
	if c.OAuth != nil {
		c.OAuth.check(&es)
	}
	c.Auth.check(&es)
	for i, p := range c.Humans {
		if _, err := path.Match(p, ""); err != nil || strings.TrimSpace(p) == "" {
			es.add(fmt.Sprintf("humans[%d]", i), fmt.Sprintf("%q is not a pattern of addresses", p), `"*@tickets.example.com"`)
		}
	}
	switch c.ReturnPath {
	case "", pathTagged, pathPlain:
	default:
		es.add("return_path", fmt.Sprintf("unknown value %q", c.ReturnPath), `"tagged" or "plain"`)
	}
	c.checkDKIM(&es)
	if c.Unsubscribe != "" {
		if err := checkUnsubscribe(c.Unsubscribe); err != nil {
			es.add("list_unsubscribe", err.Error(), `"mailto:leave@example.com" or "https://example.com/leave"`)
		}
	}
	if c.MaxMessage < 0 {
		es.add("max_message", "must not be negative", `"35MB"`)
	}
	if c.MaxAttach < 0 {
		es.add("max_attach", "must not be negative", `"10MB"`)
	}
	return es
}

func (a Auth) check(es *ConfigErrors) {
	switch a.Require {
	case "", requireDMARC, requireNone:
	default:
		es.add("auth.require", fmt.Sprintf("unknown value %q", a.Require), `"dmarc" or "none"`)
	}
	switch a.Refusals {
	case "", "silent", refusalsNotify:
	default:
		es.add("auth.refusals", fmt.Sprintf("unknown value %q", a.Refusals), `"silent" or "notify"`)
	}
	for _, id := range a.TrustedAuthserv {
		if id == "" || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`";()\`, r) }) {
			es.add("auth.trusted_authserv", fmt.Sprintf("%q is not a name that servers write", id), `the word after "Authentication-Results:" in a mail, such as "mx.example.com"`)
		}
	}
	if host, port, err := net.SplitHostPort(a.DNS); a.DNS != "" && (err != nil || host == "" || port == "") {
		es.add("auth.dns", fmt.Sprintf("%q is not host:port", a.DNS), `"127.0.0.1:53"`)
	}
}

// refusalsNotify is the value of Auth.Refusals that tells senders.
const refusalsNotify = "notify"

// TellsRefused reports whether senders of our own hear that their mail is refused, and
// whose domain that is.
func (c Config) TellsRefused() (bool, []string) {
	own, err := mail.ParseAddress(c.Address)
	if err != nil {
		return false, nil // named by Check
	}
	return c.Auth.Refusals == refusalsNotify, []string{strings.ToLower(own.Address[strings.LastIndexByte(own.Address, '@')+1:])}
}

// Proves is the strongest trust that the channel gives a sender.
func (c Config) Proves() message.Trust {
	if c.Listen == nil && c.IMAP == nil {
		return message.Asserted
	}
	return message.Verified
}

// Least is the trust that a sender needs to start a turn.
func (c Config) Least() message.Trust {
	if c.Auth.Require == requireNone {
		return message.Asserted
	}
	return message.Verified
}

// checkUnsubscribe accepts what may stand in List-Unsubscribe (RFC 2369 §3.2).
func checkUnsubscribe(s string) error {
	u, err := url.Parse(s)
	switch {
	case err != nil || len(s) > 500 || strings.ContainsAny(s, "<>, ") || strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }):
		return errors.New("is not a URL that can stand in a header")
	case u.Scheme == "https" && u.Host != "" && u.User == nil:
		return nil
	case u.Scheme == "mailto":
		if _, err := mail.ParseAddress(u.Opaque); err == nil {
			return nil
		}
		return errors.New("has no mail address")
	}
	return errors.New("is neither a mailto: nor an https: URL")
}

func (l *Listen) check(es *ConfigErrors) {
	if _, _, err := net.SplitHostPort(l.Addr); err != nil {
		es.add("listen.addr", fmt.Sprintf("%q is not host:port", l.Addr), `":2525"`)
	}
	switch l.Protocol {
	case "", "smtp", "lmtp":
	default:
		es.add("listen.protocol", fmt.Sprintf("unknown value %q", l.Protocol), `"smtp" or "lmtp"`)
	}
	if l.Edge && l.Protocol == "lmtp" {
		es.add("listen.edge", "the peer of an LMTP listener is never the sender's own server", "false")
	}
	switch {
	case (l.Cert == "") != (l.Key == ""):
		es.add("listen.cert", "cert and key go together", "both or none")
	case l.Cert != "":
		if _, err := tls.LoadX509KeyPair(l.Cert, l.Key); err != nil {
			es.add("listen.cert", "cannot be used: "+err.Error(), "the PEM files of a certificate and its key")
		}
	}
	switch l.TLS {
	case "":
	case smtpout.TLSStart, smtpout.TLSImplicit:
		if l.Cert == "" {
			es.add("listen.tls", "there is no certificate", "listen.cert and listen.key")
		}
	default:
		es.add("listen.tls", fmt.Sprintf("unknown value %q", l.TLS), `"starttls" or "implicit"`)
	}
	l.checkUsers(es)
}

func (l *Listen) checkUsers(es *ConfigErrors) {
	if len(l.Users) == 0 {
		return
	}
	host, _, err := net.SplitHostPort(l.Addr)
	switch {
	case l.Protocol == "lmtp":
		es.add("listen.users", "there are no logins by LMTP", `protocol = "smtp", or no users`)
	case l.Cert == "" && err == nil && !config.IsLoopback(host):
		es.add("listen.users", "the passwords would cross the network in the clear", "listen.cert and listen.key")
	}
	for name, password := range l.Users {
		if name == "" || password == nil || password() == "" {
			es.add("listen.users", fmt.Sprintf("the user %q has no name or no password", name), `name = "${PASSWORD}"`)
		}
	}
}

// check finds the mistakes; tokens says that logins may be by access token.
func (s *Submission) check(es *ConfigErrors, tokens bool) {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil || host == "" {
		es.add("smtp.addr", fmt.Sprintf("%q is not host:port", s.Addr), `"smtp.example.com:465"`)
	}
	switch s.TLS {
	case "", smtpout.TLSImplicit, smtpout.TLSStart, smtpout.TLSNone:
	default:
		es.add("smtp.tls", fmt.Sprintf("unknown value %q", s.TLS), `"implicit", "starttls" or "none"`)
	}
	if s.CA != "" {
		if _, err := loadCA(s.CA); err != nil {
			es.add("smtp.ca", err.Error(), "a PEM file of certificates")
		}
	}
	switch {
	case s.Username == "" && s.Password != nil:
		es.add("smtp.username", "is missing while there is a password", "the account's name")
	case s.Username != "" && s.Password == nil && !tokens:
		es.add("smtp.password", "is missing while there is a username", `"${MAIL_PASSWORD}"`)
	case s.Username != "" && s.mode() == smtpout.TLSNone && err == nil && !config.IsLoopback(host):
		es.add("smtp.tls", "the password would cross the network in the clear", `"starttls" or "implicit"`)
	}
}

// mode returns how the connection is protected.
func (s *Submission) mode() string {
	if s.TLS != "" {
		return s.TLS
	}
	if _, port, _ := net.SplitHostPort(s.Addr); port == "465" {
		return smtpout.TLSImplicit
	}
	return smtpout.TLSStart
}

func (s *Submission) tlsConfig() (*tls.Config, error) {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return nil, err
	}
	conf := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if s.CA != "" {
		if conf.RootCAs, err = loadCA(s.CA); err != nil {
			return nil, err
		}
	}
	return conf, nil
}

func loadCA(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, errors.New("has no certificate in it")
	}
	return pool, nil
}

func (c Config) withDefaults() Config {
	if c.MaxMessage == 0 {
		c.MaxMessage = defaultMaxMessage
	}
	if c.MaxAttach == 0 {
		c.MaxAttach = defaultMaxAttach
	}
	if c.Auth.Require == "" {
		c.Auth.Require = requireDMARC
	}
	if c.ConnectionsPerPeer.N <= 0 || c.ConnectionsPerPeer.Per <= 0 {
		c.ConnectionsPerPeer = Rate{N: 50, Per: time.Second}
	}
	if c.Open.All <= 0 {
		c.Open.All = 500
	}
	if c.Open.Peer <= 0 {
		c.Open.Peer = 100
	}
	return c
}

// checkDKIM returns the mistakes of the signing keys.
func (c Config) checkDKIM(es *ConfigErrors) {
	from, err := tag.ParseMailbox(c.Address)
	if err != nil {
		return // said already
	}
	seen := map[string]bool{}
	for i, d := range c.DKIM {
		k, err := d.Load(from.Domain)
		var bad *dkimsign.Mistake
		switch {
		case errors.As(err, &bad):
			es.add(fmt.Sprintf("dkim[%d].%s", i, bad.Key), bad.Problem, bad.Write)
		case err == nil && seen[k.Record().Name]:
			es.add(fmt.Sprintf("dkim[%d].selector", i), fmt.Sprintf("%q is used twice: each key has a record of its own", d.Selector), "another selector")
		case err == nil:
			seen[k.Record().Name] = true
		}
	}
}

// DKIMRecords returns the records of the configured keys, in their order. It reads
// the key files; the error tells a mistake.
func (c Config) DKIMRecords() ([]dkimsign.Record, error) {
	from, err := tag.ParseMailbox(c.Address)
	if err != nil {
		return nil, ConfigError{Key: "address", Problem: err.Error()}
	}
	records := make([]dkimsign.Record, 0, len(c.DKIM))
	for _, d := range c.DKIM {
		k, err := d.Load(from.Domain)
		if err != nil {
			return nil, err
		}
		records = append(records, k.Record())
	}
	return records, nil
}

// check finds the mistakes; tokens says that logins may be by access token, sends
// that the channel sends mail.
func (m *IMAP) check(es *ConfigErrors, tokens, sends bool) {
	host, _, err := net.SplitHostPort(m.Addr)
	if err != nil || host == "" {
		es.add("imap.addr", fmt.Sprintf("%q is not host:port", m.Addr), `"imap.example.com:993"`)
	}
	switch m.TLS {
	case "", smtpout.TLSImplicit, smtpout.TLSStart, smtpout.TLSNone:
	default:
		es.add("imap.tls", fmt.Sprintf("unknown value %q", m.TLS), `"implicit", "starttls" or "none"`)
	}
	if m.CA != "" {
		if _, err := loadCA(m.CA); err != nil {
			es.add("imap.ca", err.Error(), "a PEM file of certificates")
		}
	}
	switch {
	case m.Username == "":
		es.add("imap.username", "is missing", "the account's name, often the mail address")
	case m.Password == nil && !tokens:
		es.add("imap.password", "is missing", `"${MAIL_PASSWORD}", or a [channels.NAME.oauth] section`)
	case m.mode() == smtpout.TLSNone && err == nil && !config.IsLoopback(host):
		es.add("imap.tls", "the password would cross the network in the clear", `"starttls" or "implicit"`)
	}
	if err := imap.CheckAfter(m.After); err != nil {
		es.add("imap.after", err.Error(), `"seen", "keep", "delete" or "move:NAME"`)
	} else if folder, move := strings.CutPrefix(m.After, "move:"); move && imap.SameMailbox(folder, cmp.Or(m.Mailbox, "INBOX")) {
		es.add("imap.after", "mail would be moved to the mailbox that is read", `"move:Processed"`)
	}
	if err := imap.CheckBacklog(m.Backlog); err != nil {
		es.add("imap.backlog", err.Error(), `"none", "unseen", "all", or an age such as "24h" or "7d"`)
	}
	inbox := func(name string) bool { return name == "" || strings.EqualFold(name, "INBOX") }
	if m.Sent != "" && (m.Sent == m.Mailbox || inbox(m.Sent) && inbox(m.Mailbox)) {
		es.add("imap.sent", "the copies would be read as mail that came back", `"Sent"`)
	}
	if m.Sent != "" && !sends {
		es.add("imap.sent", "the channel sends no mail that could be copied", "a [channels.NAME.smtp] section, or a config without it")
	}
}

// mode returns how the connection is protected.
func (m *IMAP) mode() string {
	if m.TLS != "" {
		return m.TLS
	}
	return imap.ModeOf(m.Addr)
}

// Reads names the mailbox that the channel reads, the same for everybody who would
// read it; "" if it reads none.
func (c Config) Reads() string {
	if c.IMAP == nil {
		return ""
	}
	host, _, err := net.SplitHostPort(c.IMAP.Addr)
	if err != nil {
		return ""
	}
	return imap.Name(c.IMAP.Username, host, c.IMAP.Mailbox)
}

// relay is the host of the server that our mail is handed to; "" if there is none.
func (c Config) relay() string {
	if c.SMTP == nil {
		return ""
	}
	host, _, _ := net.SplitHostPort(c.SMTP.Addr)
	return host
}

// hostname is our name in greetings.
func (c Config) hostname(self tag.Mailbox) string {
	if c.Listen != nil && c.Listen.Hostname != "" {
		return c.Listen.Hostname
	}
	return self.Domain
}

// config is o as the package that gets the tokens wants it.
func (o OAuth) config() oauth.Config {
	return oauth.Config{
		Issuer: o.Issuer, Tenant: o.Tenant, TokenURL: o.TokenURL, ClientID: o.ClientID,
		ClientSecret: o.ClientSecret, RefreshToken: o.RefreshToken, Scopes: o.Scopes,
	}
}

func (o OAuth) check(es *ConfigErrors) {
	for _, p := range o.config().Check() {
		es.add("oauth."+p.Key, p.Text, p.Write)
	}
}

// brand is how the channel presents itself: by the name of its address where no other is
// written.
func (c Config) brand(self tag.Mailbox) message.Brand {
	b := c.Brand
	b.Name = cmp.Or(b.Name, self.Name)
	return b
}
