package demo

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bridge/app"
	"bridge/internal/mailserver"
	"bridge/internal/twilioserver"
)

// The people and the address of the demo.
const (
	agentAddr = "agent@bridge.test"
	eve       = "eve@bridge.test"
	dana      = "dana@bridge.test"
)

// playground is a running demo.
type playground struct {
	chat   string // secret of the tokens of the chat
	token  string // of the client of MCP
	out    *lockedWriter
	dir    string
	bridge *app.App
	mail   *mailserver.Server
	twilio *twilioserver.Server
	smtp   string // where mail to the agent goes
	log    *slog.Logger
	begun  atomic.Bool            // the steps are shown
	window atomic.Pointer[window] // nil before it is open
}

// happened tells the page that a message has come or gone.
func (d *playground) happened() {
	if w := d.window.Load(); w != nil {
		w.changed.tell()
	}
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
	d.happened()
}

// freeAddrs returns each address where nobody listens, and another one with a free port for
// each where somebody does, or for all of them. No two are the same.
func freeAddrs(others bool, want ...string) []string {
	const free = "127.0.0.1:0"
	addrs := slices.Clone(want)
	for i, addr := range want {
		if others {
			addr = free
		}
		l, err := net.Listen("tcp", addr)
		if err != nil {
			l, err = net.Listen("tcp", free)
		}
		if err == nil {
			defer l.Close() // held until all are chosen
			addrs[i] = l.Addr().String()
		}
	}
	return addrs
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

// storyTimeout bounds one step of the story.
const storyTimeout = 30 * time.Second

// The phones of the demo, and the numbers at Twilio that they write to.
const (
	evePhone       = "+393331234567"
	danaPhone      = "whatsapp:+393337654321"
	smsNumber      = "+15005550006"
	whatsAppNumber = "+14155238886"
)
