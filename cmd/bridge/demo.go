package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"bridge/config"
	"bridge/internal/mailserver"
	"bridge/internal/twilioserver"
)

// The people and the address of the demo.
const (
	demoAgentAddr = "agent@bridge.test"
	demoEve       = "eve@bridge.test"
	demoDana      = "dana@bridge.test"
)

// demoCommand runs a whole bridge on this machine: its own SMTP listener, a mail
// server that keeps what it sends, a stand-in for Twilio with phones, an agent, Eve
// who asks and Dana who approves.
func demoCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "demo")
	once := fs.Bool("once", false, "play the whole story, check each step and end")
	agent := fs.String("agent", "", "the URL of your HTTP agent instead of the built-in one")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	d, err := startDemo(ctx, s, *agent, *once)
	if err != nil {
		return fail(s, fmt.Errorf("demo: %w", err))
	}
	if *once {
		err := d.play(ctx, *agent == "")
		d.settle(ctx)
		if stop := d.stop(); err == nil {
			err = stop
		}
		if err != nil {
			return fail(s, fmt.Errorf("demo: %w", err))
		}
		fmt.Fprintln(s.out, "demo: ok")
		return exitOK
	}
	d.explain()
	code := d.bridge.wait(ctx, d.log)
	d.servers()
	return code
}

// playground is a running demo.
type playground struct {
	out    *lockedWriter
	dir    string
	bridge *bridge
	mail   *mailserver.Server
	twilio *twilioserver.Server
	smtp   string // where mail to the agent goes
	log    *slog.Logger
}

func startDemo(ctx context.Context, s std, agent string, once bool) (_ *playground, err error) {
	dir, err := os.MkdirTemp("", "bridge-demo-")
	if err != nil {
		return nil, err
	}
	d := &playground{dir: dir, out: &lockedWriter{w: s.out}}
	defer func() {
		if err != nil {
			d.servers()
		}
	}()
	if d.mail, err = mailserver.Start(filepath.Join(dir, "mail"), d.arrived); err != nil {
		return nil, err
	}
	d.smtp = freeAddr("127.0.0.1:2525", once)
	listen := freeAddr("127.0.0.1:8025", once)
	channels, err := d.startTwilio(listen)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, []byte(d.config(agent, listen)+channels), 0o600); err != nil {
		return nil, err
	}
	c, err := config.Load(file, s.env)
	if err != nil {
		return nil, err
	}
	d.log = slog.New(stepLog{w: d.out})
	if once {
		d.log = slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	o, err := options(c, d.log)
	if err != nil {
		return nil, err
	}
	o.LocalPages = true
	d.bridge, err = start(ctx, c, o)
	return d, err
}

// config is the configuration of the demo, of the same form as any other.
func (d *playground) config(agent, listen string) string {
	kind := `type = "demo"`
	if agent != "" {
		kind = "type = \"http\"\nurl = " + strconv.Quote(agent)
	}
	return fmt.Sprintf(`# the configuration of this demo
listen = %q
data_dir = "data"
stop_timeout = "5s"

[people.eve]
name = "Eve"
addresses = ["email:%s", "sms:%s"]

[people.dana]
name = "Dana"
addresses = ["%s", "email:%s"]

[agents.assistant]
%s

[approvals]
approvers = ["dana"]
trust = "asserted"

[channels.mail]
type = "email"
agent = "assistant"
address = "Assistant <%s>"
[channels.mail.listen]
addr = %q
hostname = "bridge.test"
[channels.mail.smtp]
addr = %q
tls = "none"
[channels.mail.auth]
require = "none"
`, listen, demoEve, demoEvePhone, demoDanaPhone, demoDana, kind, demoAgentAddr, d.smtp, d.mail.Addr())
}

func (d *playground) stop() error {
	err := d.bridge.stop(context.Background())
	d.servers()
	return err
}

// servers ends what stands in for the world outside, and removes the folder.
func (d *playground) servers() {
	if d.mail != nil {
		d.mail.Close()
	}
	if d.twilio != nil {
		d.twilio.Close()
	}
	_ = os.RemoveAll(d.dir) // a leftover in the system's temporary folder does no harm
}

// explain prints how to write to the agent and where the answers are.
func (d *playground) explain() {
	fmt.Fprintf(d.out, `Bridge is running. You are Eve; an agent answers at %[1]s.

Write to it from another terminal (needs only curl):

  printf 'From: %[2]s\nTo: %[1]s\nSubject: Trip\nMessage-ID: <%%s@bridge.test>\n\nflights\n' $(date +%%s) |
    curl -s --url smtp://%[3]s --mail-from %[2]s --mail-rcpt %[1]s -T -

Other texts to try: refund 40, clarify, error, slow, or anything else.
"refund 40" asks Dana by WhatsApp. Press a button for her, or write (YES and her CODE, or STOP):

  curl -s -X POST %[7]s/phones/%[8]s/press/Approve
  curl -s %[7]s/phones/%[8]s/text -d 'STOP'

After a STOP she is asked by mail. Open the page of her prompt in a browser, or answer with its CODE:

  printf 'From: %[4]s\nTo: %[1]s\nSubject: Re: [approval:CODE]\nMessage-ID: <%%s@bridge.test>\n\nyes\n' $(date +%%s) |
    curl -s --url smtp://%[3]s --mail-from %[4]s --mail-rcpt %[1]s -T -

Eve's phone, by SMS:

  curl -s %[7]s/phones/%[9]s/text -d 'flights'

With swaks: swaks --server %[3]s --from %[2]s --to %[1]s --header 'Subject: Trip' --body flights

Each step is shown below, and every message that the bridge sends. Until you stop, mails are files:
  ls %[5]s/*
Web: http://%[6]s/readyz, http://%[6]s/metrics    Stop: Ctrl-C

`, demoAgentAddr, demoEve, d.smtp, demoDana, filepath.Join(d.dir, "mail"), d.bridge.tcp.Addr(),
		d.twilio.URL(), demoDanaPhone, demoEvePhone)
}

// arrived prints a mail that the bridge has sent.
func (d *playground) arrived(m mailserver.Mail) {
	var b strings.Builder
	fmt.Fprintf(&b, "\n┌─ mail to %s: %s\n", m.To, m.Subject)
	for line := range strings.Lines(m.Text) {
		fmt.Fprintf(&b, "│ %s\n", strings.TrimRight(line, "\n"))
	}
	for _, a := range m.Attachments {
		fmt.Fprintf(&b, "│ attached: %s (%s, %d bytes)\n", a.Filename, a.MediaType, len(a.Content))
	}
	fmt.Fprintf(&b, "└─ %s\n\n", m.File)
	_, _ = io.WriteString(d.out, b.String()) // nowhere to report to
}

// freeAddr returns want if nobody listens there, else a free port.
func freeAddr(want string, any bool) string {
	for _, addr := range []string{want, "127.0.0.1:0"} {
		if any && addr == want {
			continue
		}
		if l, err := net.Listen("tcp", addr); err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	return want
}

// lockedWriter keeps lines of the log and printed mails apart.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
