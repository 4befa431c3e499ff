// Package setup writes a first configuration: from a few answers to a file with a mail
// channel, one approver and one agent, and the file of the secrets that it names.
package setup

import (
	"fmt"
	"net/mail"
	"slices"
	"strconv"
	"strings"
)

// Answers are what a first configuration is made of.
type Answers struct {
	Address  mail.Address // of the agent's mailbox, with the name that people see
	Provider string       // one of Providers
	IMAP     string       // HOST:PORT, where Provider is Own
	SMTP     string
	Username string // the account, where Provider is Own; "" is the address
	Approver mail.Address
	Zone     string   // of the approver: an IANA name
	Allow    []string // who may write besides the approver: patterns
	Agent    string   // the body of its section
	Token    string   // of the operator
}

// The providers.
const (
	Gmail     = "gmail"     // and Google Workspace
	Microsoft = "microsoft" // 365: a tenant
	Outlook   = "outlook"   // a person's account at outlook.com
	Fastmail  = "fastmail"
	ICloud    = "icloud"
	Own       = "own" // any other server
)

// Providers are those that there are.
func Providers() []string { return []string{Gmail, Microsoft, Outlook, Fastmail, ICloud, Own} }

// Detect says which provider an address belongs to by its domain alone. A domain of
// somebody's own says nothing of who has its mailboxes: sure is false then.
func Detect(address string) (provider string, sure bool) {
	_, domain, _ := strings.Cut(strings.ToLower(address), "@")
	for _, p := range []struct {
		provider string
		domains  []string
	}{
		{Gmail, []string{"gmail.com", "googlemail.com"}},
		{Outlook, []string{"outlook.com", "hotmail.com", "live.com", "msn.com"}},
		{Fastmail, []string{"fastmail.com", "fastmail.fm", "fastmail.net", "fastmail.org", "sent.com", "messagingengine.com"}},
		{ICloud, []string{"icloud.com", "me.com", "mac.com"}},
	} {
		if slices.Contains(p.domains, domain) {
			return p.provider, true
		}
	}
	if strings.HasSuffix(domain, ".onmicrosoft.com") {
		return Microsoft, true
	}
	return Own, false
}

// Public reports whether everybody can have an address of this one's domain: who else has
// one is no colleague.
func Public(address string) bool {
	p, sure := Detect(address)
	return sure && p != Microsoft
}

// Servers are what a server of one's own is probably called.
func Servers(address string) (imap, smtp string) {
	_, domain, _ := strings.Cut(address, "@")
	return "imap." + domain + ":993", "smtp." + domain + ":465"
}

// id is the name of a person in the configuration, made of an address.
func id(address string) string {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, local)
	if id = strings.Trim(id, "-_0123456789"); id == "" {
		return "me"
	}
	return id
}

// Secret is one that has to be put into the file of secrets.
type Secret struct{ Name, What string }

// server is the mailbox of a provider.
type server struct {
	imap, smtp string
	login      string // the account for IMAP; "" is the address
	secrets    []Secret
	oauth      string // lines of [channels.mail.oauth]; "": by password
	auth       string // lines of [channels.mail.auth]
	page       string // of docs/quickstart
	notes      []string
}

func (a Answers) server() server {
	local, domain, _ := strings.Cut(a.Address.Address, "@")
	password := func(what string) []Secret { return []Secret{{"MAIL_PASSWORD", what}} }
	switch a.Provider {
	case Gmail:
		return server{
			imap: "imap.gmail.com:993", smtp: "smtp.gmail.com:465", page: "gmail",
			secrets: password("the app password of the account: 16 letters without blanks, from https://myaccount.google.com/apppasswords"),
			auth:    `trusted_authserv = ["mx.google.com"] # what Gmail found of the sender counts`,
			notes:   []string{"An app password needs 2-Step Verification; where those are forbidden use [channels.mail.oauth]."},
		}
	case Microsoft:
		return server{
			imap: "outlook.office365.com:993", smtp: "smtp.office365.com:587", page: "microsoft365",
			secrets: []Secret{{"MICROSOFT_CLIENT_ID", "the Application (client) ID of the app registration"}, {"MICROSOFT_CLIENT_SECRET", "the value of its client secret"}},
			oauth:   "issuer = \"microsoft\"\ntenant = " + quote(domain) + " # or the directory ID\nclient_id = \"${MICROSOFT_CLIENT_ID}\"\nclient_secret = \"${MICROSOFT_CLIENT_SECRET}\"",
			notes:   []string{"Passwords do not work here: the bridge logs in as an application of your tenant."},
		}
	case Outlook:
		return server{
			imap: "outlook.office365.com:993", smtp: "smtp-mail.outlook.com:587", page: "microsoft365",
			secrets: []Secret{{"MICROSOFT_CLIENT_ID", "the Application (client) ID of an app for personal accounts"}, {"MICROSOFT_REFRESH_TOKEN", "a refresh token of the account for that app"}},
			oauth:   "issuer = \"microsoft\"\ntenant = \"consumers\"\nclient_id = \"${MICROSOFT_CLIENT_ID}\"\nrefresh_token = \"${MICROSOFT_REFRESH_TOKEN}\"",
			notes:   []string{"Passwords do not work here: the bridge logs in with a token of the account."},
		}
	case Fastmail:
		return server{
			imap: "imap.fastmail.com:993", smtp: "smtp.fastmail.com:465", page: "own-server",
			secrets: password("an app password with access to IMAP and SMTP: Settings, Privacy & Security"),
		}
	case ICloud:
		return server{
			imap: "imap.mail.me.com:993", smtp: "smtp.mail.me.com:587", login: local, page: "own-server",
			secrets: password("an app-specific password, from https://account.apple.com"),
			notes:   []string{"The account for IMAP is the name before the @ alone; if the login is refused, write the whole address."},
		}
	}
	return server{imap: a.IMAP, smtp: a.SMTP, login: a.Username, page: "own-server", secrets: password("the password of the mailbox")}
}

// Page is the name of the page of docs/quickstart that says the rest.
func (a Answers) Page() string { return a.server().page }

// Secrets are those that have to be filled in.
func (a Answers) Secrets() []Secret { return a.server().secrets }

// Config is the configuration.
func (a Answers) Config() string {
	s := a.server()
	login, sender := s.login, a.Address.Address
	if login == "" {
		login = sender
	}
	if a.Provider == Own {
		sender = login
	}
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# Made by `bridge init`. `bridge check` names every mistake with its line, and logs in to the")
	p("# mail servers; `bridge config default` prints every key with its meaning. Secrets are in .env.")
	p("# A key that is left out has its default.")
	p("")
	p("data_dir = \"data\"         # the database, the attachments, and the socket of the command line")
	p("listen = \"127.0.0.1:8080\" # approval pages, links to files, the console; a proxy in front does TLS")
	p("# public_url = \"https://bridge.example.com\" # how people reach it; left out: this machine alone")
	p("")
	p("[api]")
	p("operators = { ops = \"${BRIDGE_TOKEN}\" } # who may call the API and log in to the console")
	p("")
	p("[console]")
	p("enabled = true # the operators' page at /console/; `bridge console` prints a link")
	p("")
	p("# The people that the bridge knows. They may write to the agent; more of them are further tables.")
	p("[people.%s]", id(a.Approver.Address))
	p("name = %s", quote(a.Approver.Name))
	p("addresses = [%s] # also \"sms:+39…\", \"whatsapp:+39…\", the preferred one first", quote("email:"+a.Approver.Address))
	p("timezone = %s", quote(a.Zone))
	p("")
	p("# Who answers (docs/agents.md). `bridge agents test` says whether it keeps the contract.")
	p("[agents.assistant]")
	p("%s", a.Agent)
	p("")
	p("# Who says yes or no when the agent asks (docs/approvals.md).")
	p("[approvals]")
	p("approvers = [%s]", quote(id(a.Approver.Address)))
	p("trust = \"verified\" # a mail decides only if its sender is proven")
	p("self = true        # who asked for something may approve it; with a second approver leave this out")
	p("")
	p("# The agent's mailbox (docs/channels/email.md). Every mail that arrives there is taken.")
	p("[channels.mail]")
	p("type = \"email\"")
	p("address = %s", quote(address(a.Address)))
	if len(a.Allow) > 0 {
		p("allow = %s # who may write to the agent, besides [people]", list(a.Allow))
	} else {
		p("# allow = [\"*@example.com\"] # who may write to the agent, besides [people]")
	}
	for _, n := range s.notes {
		p("# %s", n)
	}
	for _, box := range []struct{ name, addr, login string }{{"imap", s.imap, login}, {"smtp", s.smtp, sender}} {
		p("[channels.mail.%s]", box.name)
		p("addr = %s", quote(box.addr))
		p("username = %s", quote(box.login))
		if s.oauth == "" {
			p("password = \"${MAIL_PASSWORD}\"")
		}
		if box.name == "imap" {
			p("# after = \"move:Processed\" # what becomes of a mail that was taken; left out: it is marked as seen")
		}
	}
	if s.oauth != "" {
		p("[channels.mail.oauth]")
		p("%s", s.oauth)
	}
	if s.auth != "" {
		p("[channels.mail.auth]")
		p("%s", s.auth)
	}
	return b.String()
}

// ChangeMe is the value of a secret that nobody has filled in.
const ChangeMe = "change-me"

// Env is the file of the secrets, for a shell, systemd (EnvironmentFile=) and containers
// (--env-file): no value needs quotes.
func (a Answers) Env() string {
	var b strings.Builder
	b.WriteString("# The secrets of bridge.toml: for nobody else's eyes, and for no repository.\n# set -a; . ./.env; set +a\nBRIDGE_CONFIG=bridge.toml\n")
	for _, s := range a.Secrets() {
		fmt.Fprintf(&b, "# %s\n%s=%s\n", s.What, s.Name, ChangeMe)
	}
	fmt.Fprintf(&b, "# the token of the operator: for the console, the API and `bridge … -url URL`\nBRIDGE_TOKEN=%s\n", a.Token)
	return b.String()
}

// address is an address as people read it: mail.Address would encode what is not ASCII.
func address(a mail.Address) string {
	if a.Name == "" {
		return a.Address
	}
	return a.Name + " <" + a.Address + ">"
}

func list(all []string) string {
	var quoted []string
	for _, s := range all {
		quoted = append(quoted, quote(s))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// quote makes text a string of the file: ${ in it is no reference.
func quote(text string) string { return strconv.Quote(strings.ReplaceAll(text, "${", "$${")) }
