// Package demo is a whole bridge on this machine, with stand-ins for the world around it and
// a story that checks it.
package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"bridge/adapters/chat"
	"bridge/app"
	"bridge/config"
	"bridge/internal/mailserver"
	"bridge/internal/twilioserver"
)

// Options say how the demo is run.
type Options struct {
	Once     bool   // play the whole story, check each step and end
	A2A      bool   // agents of others talk to the agent and to people, and do in the story
	Agent    string // instead of the built-in one: the URL of an HTTP agent, or a command; "": none
	Kinds    app.Kinds
	Out, Err io.Writer
	Env      func(string) (string, bool)
}

// Run runs a whole bridge on this machine: its own SMTP listener, a mail server that keeps
// what it sends, a stand-in for Twilio with phones, an agent, Eve who asks and Dana who
// approves. It ends with the story (Options.Once) or with ctx.
func Run(ctx context.Context, o Options) error {
	d, err := start(ctx, o)
	for try := 1; try < starts && errors.Is(err, syscall.EADDRINUSE); try++ {
		d, err = start(ctx, o) // somebody took a port between its choice and its use
	}
	if err != nil {
		return err
	}
	if o.Once {
		err := d.play(ctx, o.Agent == "", o.A2A)
		d.settle(ctx)
		if stop := d.stop(); err == nil {
			err = stop
		}
		if err == nil {
			fmt.Fprintln(o.Out, "demo: ok")
		}
		return err
	}
	d.explain()
	if o.A2A {
		d.explainA2A()
	}
	ok := d.bridge.Wait(ctx)
	d.servers()
	if !ok {
		return ErrFailed
	}
	return nil
}

// starts is how often the demo is started before it gives up on a port.
const starts = 5

// ErrFailed says that a part of the bridge ended by itself; the log says which.
var ErrFailed = errors.New("the bridge failed")

func start(ctx context.Context, o Options) (_ *playground, err error) {
	dir, err := os.MkdirTemp("", "bridge-demo-")
	if err != nil {
		return nil, err
	}
	d := &playground{dir: dir, token: rand.Text(), chat: rand.Text() + rand.Text(), out: &lockedWriter{w: o.Out}}
	defer func() {
		if err != nil {
			d.servers()
		}
	}()
	if d.mail, err = mailserver.Start(filepath.Join(dir, "mail"), d.arrived); err != nil {
		return nil, err
	}
	if d.twilio, err = twilioserver.Start(twilioserver.Options{Arrived: d.phoned}); err != nil {
		return nil, err
	}
	// The ports of the bridge are chosen last: the servers above could have been given them.
	addrs := freeAddrs(o.Once, "127.0.0.1:8025", "127.0.0.1:2525")
	listen := addrs[0]
	d.smtp = addrs[1]
	channels := d.phones(listen)
	if o.A2A {
		channels += d.a2aChannels()
	}
	file := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, []byte(d.config(o.Agent, listen)+channels), 0o600); err != nil {
		return nil, err
	}
	c, err := config.Load(file, o.Env)
	if err != nil {
		return nil, err
	}
	d.log = slog.New(stepLog{w: d.out, begun: &d.begun})
	if o.Once {
		d.log = slog.New(slog.NewTextHandler(o.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	ao, err := app.Configure(c, o.Kinds, d.log)
	if err != nil {
		return nil, err
	}
	ao.LocalPages = true
	w := &window{d: d, log: d.log, changed: newSignal()}
	d.window.Store(w)
	ao.HTTP.Console, ao.HTTP.OpenTo, ao.HTTP.Home = true, operatorName, w.handler()
	ao.HTTP.HomePath, ao.HTTP.HomeName = "/", "Demo"
	d.bridge, err = app.Start(ctx, ao)
	return d, err
}

// config is the configuration of the demo, of the same form as any other.
func (d *playground) config(agent, listen string) string {
	kind := `type = "demo"`
	if agent != "" {
		kind = AgentSection(agent)
	}
	return fmt.Sprintf(`# the configuration of this demo
listen = %q
data_dir = "data"
stop_timeout = "5s"

[people.eve]
name = "Eve"
addresses = ["email:%s", "sms:%s", "chat:eve"]

[people.dana]
name = "Dana"
addresses = ["%s", "email:%s", "chat:dana"]

[agents.assistant]
%s

[mcp.clients.coder]
token = "%s"
people = ["dana"]
agents = ["assistant"]

[approvals]
approvers = ["dana"]
trust = "asserted"

[[states]]
component = "demo"
allow_handler_transitions = true
coordinates.step = { initial = "new", transitions = { new = ["offered"] } }

[channels.hook]
type = "webhook"
agent = "assistant"
scheme = "none"
deliver = ["mail:eve"]

[channels.daily]
type = "cron"
agent = "assistant"
schedule = "0 8 * * *"
prompt = "departures"
subject = "Departures of today"
deliver = ["mail:eve"]

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

[channels.chat]
type = "chat"
agent = "assistant"
title = "Bridge demo"
secrets = [%q]
`, listen, eve, evePhone, danaPhone, dana, kind, d.token, agentAddr, d.smtp, d.mail.Addr(), d.chat)
}

// page is where somebody chats, for a day.
func (d *playground) page(who, name string) string {
	return "/channels/chat/#token=" + chat.Token(d.chat, "chat", who, name, time.Now().Add(24*time.Hour))
}

func (d *playground) stop() error {
	err := d.bridge.Stop(context.Background())
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

// explain prints where the page is, and what else there is; from then on the steps are shown.
func (d *playground) explain() {
	fmt.Fprintf(d.out, `Open http://%[1]s/ in a browser: you are Eve, who writes, and
Dana, who approves. Their mail and phones are there.

Things to write: flights, departures, refund 40 (asks Dana by WhatsApp),
clarify, error, slow, or anything else.

Mail to %[2]s is taken at smtp://%[3]s, too.
What the bridge sends is kept while it runs, in
  %[4]s

For a coding assistant (MCP):
  claude mcp add --transport http bridge http://%[1]s/mcp \
    --header 'Authorization: Bearer %[5]s'

Stop it with Ctrl-C. Each step is shown below, and every message that the
bridge sends.

`, d.bridge.Addr(), agentAddr, d.smtp, filepath.Join(d.dir, "mail"), d.token)
	d.begun.Store(true)
}
