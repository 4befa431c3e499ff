// Package test runs the built binary as a black box: a configuration file, real
// SMTP and HTTP, nothing of the inside.
package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/mailserver"
	"bridge/internal/porttest"
)

// The people of the tests. Eve asks, Dana approves, Mallory is nobody.
const (
	agentAddr = "agent@bridge.test"
	eve       = "Eve <eve@bridge.test>"
	dana      = "Dana <dana@bridge.test>"
	frank     = "Frank <frank@bridge.test>"
	mallory   = "Mallory <mallory@evil.test>"
)

// patience is how long a test waits for something that should happen within a second:
// it tells a hang from a slow machine, and judges no speed.
const patience = 3 * time.Minute

// atOnce is how many tests run at a time. What they do most is to wait.
const atOnce = 8

// binary is the built program, faulty the one of withFaults; TestMain says where they are.
var (
	binary, faulty string
	buildFaulty    sync.Once
)

func TestMain(m *testing.M) {
	if effects := os.Getenv(wipes); effects != "" {
		if err := wiper(effects, nil).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return
	}
	// Whoever runs the tests may ignore SIGHUP (nohup does), and programs inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	flag.Parse()
	if p := flag.Lookup("test.parallel"); p.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) { // nobody chose
		_ = p.Value.Set(strconv.Itoa(atOnce))
	}
	dir, err := os.MkdirTemp("", "bridge-test-")
	if err != nil {
		panic(err)
	}
	binary, faulty = filepath.Join(dir, "bridge"), filepath.Join(dir, "faults")
	if out, err := build(binary); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// build links a bridge without tables for debuggers: that takes half the time.
func build(file string, flags ...string) (out []byte, err error) {
	return exec.Command("go", slices.Concat([]string{"build", "-ldflags=-s -w", "-o", file}, flags, []string{"bridge/cmd/bridge"})...).CombinedOutput()
}

// withFaults returns the bridge that ends where it is told to, built once.
func withFaults(t *testing.T) string {
	t.Helper()
	buildFaulty.Do(func() {
		if out, err := build(faulty, "-tags", "faults"); err != nil {
			faulty = ""
			t.Errorf("build: %v\n%s", err, out)
		}
	})
	if faulty == "" {
		t.FailNow()
	}
	return faulty
}

// site is one configured bridge: its folder survives restarts of the process.
type site struct {
	t      *testing.T
	dir    string
	data   string // data_dir
	smtp   string
	http   string
	mail   *mailserver.Server
	cmd    *exec.Cmd
	exited chan error
	log    *logBuffer
	// socket talks to the operators' socket; status makes it.
	socket *http.Client
	binary string   // "" is the one that users have
	env    []string // besides the test's own
	args   []string // besides the configuration
}

// option changes the configuration of a site.
type option func(*settings)

type settings struct {
	top, approvals, channel, agent string
	mail                           *mailserver.Server
}

func withTop(s string) option       { return func(o *settings) { o.top += s + "\n" } }
func withApprovals(s string) option { return func(o *settings) { o.approvals = s } }
func withChannel(s string) option   { return func(o *settings) { o.channel += s + "\n" } }
func withAgent(s string) option     { return func(o *settings) { o.agent = s } }

// withMail has the bridge send through a mail server that others use too.
func withMail(m *mailserver.Server) option { return func(o *settings) { o.mail = m } }

func httpAgent(url string) option {
	return withAgent(fmt.Sprintf("type = \"http\"\nurl = %q", url))
}

// startMail runs a mail server until the end of the test. arrived, unless nil, is
// told of each mail before the bridge gets its 250.
func startMail(t *testing.T, arrived func(mailserver.Mail)) *mailserver.Server {
	t.Helper()
	m, err := mailserver.Start("", arrived)
	must(t, err)
	t.Cleanup(m.Close)
	return m
}

// newSite writes a configuration. The built-in demo agent answers unless an
// option says otherwise.
func newSite(t *testing.T, opts ...option) *site {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), smtp: freePort(t), http: freePort(t), log: &logBuffer{}}
	s.data = filepath.Join(s.dir, "data")
	o := settings{agent: `type = "demo"`, approvals: "approvers = [\"dana\"]\ntrust = \"asserted\""}
	for _, f := range opts {
		f(&o)
	}
	if s.mail = o.mail; s.mail == nil {
		s.mail = startMail(t, nil)
	}
	s.write(fmt.Sprintf(`
listen = %q
data_dir = "data"
stop_timeout = "10s"
%s
[people.eve]
name = "Eve"
addresses = ["email:eve@bridge.test"]
[people.dana]
name = "Dana Bianchi"
addresses = ["email:dana@bridge.test"]
timezone = "Europe/Rome"
[people.frank]
name = "Frank"
addresses = ["email:frank@bridge.test"]
[agents.assistant]
%s
[approvals]
%s
[channels.mail]
type = "email"
address = "Assistant <%s>"
allow = ["*@customers.test"]
%s
[channels.mail.listen]
addr = %q
hostname = "bridge.test"
[channels.mail.smtp]
addr = %q
tls = "none"
[channels.mail.auth]
require = "none"
`, s.http, o.top, o.agent, o.approvals, agentAddr, o.channel, s.smtp, s.mail.Addr()))
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("log of the bridge:\n%s", s.log.String())
		}
	})
	return s
}

func (s *site) config() string { return filepath.Join(s.dir, "config.toml") }

func (s *site) write(text string) {
	s.t.Helper()
	must(s.t, os.WriteFile(s.config(), []byte(text), 0o600))
}

// start runs the bridge and waits until it is ready.
func (s *site) start() *site {
	s.t.Helper()
	s.spawn()
	deadline := time.Now().Add(patience)
	for {
		resp, err := http.Get("http://" + s.http + "/readyz")
		if err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return s
			}
		}
		select {
		case err := <-s.exited:
			s.exited <- err
			s.t.Fatalf("the bridge ended at its start: %v\n%s", err, s.log.String())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the bridge is not ready: %v\n%s", err, s.log.String())
		}
	}
}

// supervise starts the bridge again when it ends, as who runs it does. settled waits until it
// has had nothing to do for half a second (a late point kills one that has done all that is
// seen of it), ends the supervision and says whether the bridge had ended.
func (s *site) supervise() (settled func() (died bool)) {
	died, over := make(chan bool, 1), make(chan struct{})
	go func() {
		select {
		case err := <-s.exited:
			s.exited <- err
			s.env = nil
			s.spawn()
			died <- true
		case <-over:
			died <- false
		}
	}()
	return func() bool {
		s.t.Helper()
		var idle time.Time // since when; zero: it is not
		within(s.t, patience, "a bridge that has done its work", func() bool {
			switch st, err := s.asked(); {
			case err != nil || st.busy() > 0:
				idle = time.Time{}
			case idle.IsZero():
				idle = time.Now()
			}
			return !idle.IsZero() && time.Since(idle) > 500*time.Millisecond
		})
		close(over)
		return <-died
	}
}

// kill ends the process as a power cut would.
func (s *site) kill() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
		<-s.exited
		s.cmd = nil
	}
}

// stop asks the process to end and returns how long it took and how it ended.
func (s *site) stop() (time.Duration, error) {
	s.t.Helper()
	began := time.Now()
	must(s.t, s.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case err := <-s.exited:
		s.cmd = nil
		return time.Since(began), err
	case <-time.After(patience):
		s.t.Fatalf("the bridge did not end\n%s", s.log.String())
		return 0, nil
	}
}

// send hands a letter to the bridge and fails the test if it is not accepted.
func (s *site) send(l mailserver.Letter) {
	s.t.Helper()
	if l.To == "" {
		l.To = agentAddr
	}
	if err := l.Send(s.smtp); err != nil {
		s.t.Fatalf("send %q: %v", l.Subject, err)
	}
}

// expect waits for a mail to somebody, from the n-th mail on, that contains all
// the words in its subject or text.
func (s *site) expect(n int, to string, words ...string) mailserver.Mail {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m, err := s.mail.Await(ctx, n, mailbox(to), func(m mailserver.Mail) bool {
		for _, w := range words {
			if !strings.Contains(m.Subject+"\n"+m.Text, w) {
				return false
			}
		}
		return true
	})
	if err != nil {
		for i, m := range s.mail.Mails()[min(n, s.mail.Count()):] {
			s.t.Logf("mail %d to %s: %s\n%s", n+i, m.To, m.Subject, m.Text)
		}
		s.t.Fatalf("no mail to %s with %q: %v", to, words, err)
	}
	return m
}

// quiet waits until the bridge has nothing left to do and returns how many mails
// have come.
func (s *site) quiet() int {
	s.t.Helper()
	return s.quietWithin(patience)
}

func (s *site) quietWithin(d time.Duration) int {
	s.t.Helper()
	began := time.Now()
	for still := 0; ; {
		st := s.status()
		// Redis counts one queue after another: what moves from the second to the first is in neither.
		if still++; st.busy() > 0 {
			still = 0
		}
		if still == 2 {
			return s.mail.Count()
		}
		if time.Since(began) > d {
			s.t.Fatalf("the bridge is still busy: %+v", st.Queues)
		}
		if still == 0 {
			time.Sleep(untilNext(began))
		} else {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

type depth struct{ Waiting, Claimed, Delayed, Dead int }

type status struct {
	Queues           map[string]depth `json:"queues"`
	Sends            map[string]int   `json:"sends"`
	ApprovalsPending int              `json:"approvalsPending"`
	Config           config           `json:"config"`
}

// status asks the running bridge by its socket: tests that wait ask often, and a
// command costs a process.
func (s *site) status() status {
	s.t.Helper()
	st, err := s.asked()
	if err != nil {
		s.t.Fatalf("status: %v", err)
	}
	return st
}

// asked is the status of a bridge that may be down.
func (s *site) asked() (st status, err error) {
	s.t.Helper()
	if s.socket == nil {
		s.socket = socketClient(s.t, filepath.Join(s.data, "bridge.sock"))
	}
	resp, err := s.socket.Get("http://bridge/api/v1/status")
	if err != nil {
		return st, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return st, errors.New(resp.Status)
	}
	return st, json.NewDecoder(resp.Body).Decode(&st)
}

// busy is how many items the queues hold, dead letters aside.
func (st status) busy() (n int) {
	for _, d := range st.Queues {
		n += d.Waiting + d.Claimed + d.Delayed
	}
	return n
}

// cli runs a subcommand with the site's configuration.
func (s *site) cli(args ...string) (string, int) {
	s.t.Helper()
	return runBridge(s.t, append(args, "-config", s.config())...)
}

func runBridge(t *testing.T, args ...string) (string, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("bridge %v: %v", args, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// call is one request that a recording agent got.
type call struct {
	Key    string
	Header http.Header
	Raw    []byte
	Body   struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
		Meta  struct {
			SessionID string  `json:"sessionId"`
			TurnID    string  `json:"turnId"`
			Continues string  `json:"continues"`
			Trust     string  `json:"trust"`
			Subject   *string `json:"subject"`
			Sender    string  `json:"sender"`
			Tenant    string  `json:"tenant"`
			Person    *struct {
				ID, Name string
			} `json:"person"`
		} `json:"meta"`
	}
}

type part struct {
	Text      string          `json:"text"`
	URL       string          `json:"url"`
	Filename  string          `json:"filename"`
	MediaType string          `json:"mediaType"`
	Data      json.RawMessage `json:"data"`
	Metadata  struct {
		PartType   string `json:"partType"`
		ArtifactID string `json:"artifactId"`
		SizeBytes  int64  `json:"sizeBytes"`
		Written    string `json:"written"`
	} `json:"metadata"`
}

// text returns the response text of a call.
func (c call) text() string {
	for _, p := range c.Body.Parts {
		if p.Metadata.PartType == "response" {
			return p.Text
		}
	}
	return ""
}

// stubAgent is an HTTP agent that records its calls.
type stubAgent struct {
	*httptest.Server
	mu    sync.Mutex
	calls []call
}

// newAgent answers every call by answer.
func newAgent(t *testing.T, answer func(http.ResponseWriter, *http.Request, call)) *stubAgent {
	t.Helper()
	a := &stubAgent{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		c := call{Key: r.Header.Get("Idempotency-Key"), Header: r.Header.Clone(), Raw: raw}
		if err == nil {
			err = json.Unmarshal(raw, &c.Body)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		a.mu.Lock()
		a.calls = append(a.calls, c)
		a.mu.Unlock()
		answer(w, r, c)
	}))
	t.Cleanup(a.Close)
	return a
}

func (a *stubAgent) seen() []call {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]call(nil), a.calls...)
}

func answerJSON(w http.ResponseWriter, v string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, v)
}

func mailbox(s string) string {
	if i := strings.IndexByte(s, '<'); i >= 0 {
		return strings.Trim(s[i:], "<>")
	}
	return s
}

// freePort returns an address to listen on until the test ends, a different one each time.
func freePort(t *testing.T) string {
	t.Helper()
	p, err := porttest.Reserve()
	must(t, err)
	t.Cleanup(p.Release)
	return p.Addr()
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
