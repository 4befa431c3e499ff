package test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/mailserver"
)

// maxMemory is what the process may need at its peak, whatever it is sent: an answer of
// 32 MB in several forms, and a collector that gets little of the machine.
const maxMemory = 320 << 20

// talk is one SMTP connection of a client that says whatever it likes.
type talk struct {
	t *testing.T
	c net.Conn
	r *bufio.Reader
}

// dial connects to the mail listener. from is the local IP address, "" is any:
// Linux has the whole of 127.0.0.0/8 to come from.
func (s *site) dial(from string) (*talk, error) {
	d := net.Dialer{Timeout: patience}
	if from != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	c, err := d.Dial("tcp", s.smtp)
	if err != nil {
		return nil, err
	}
	s.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(2 * patience))
	return &talk{t: s.t, c: c, r: bufio.NewReader(c)}, nil
}

// hello connects and greets.
func (s *site) hello() *talk {
	s.t.Helper()
	k, err := s.dial("")
	must(s.t, err)
	k.want("220")
	k.say("EHLO client.test", "250")
	return k
}

// reply reads one reply, its lines joined by LF; "" when the connection ends.
func (k *talk) reply() string {
	k.t.Helper()
	var lines []string
	for {
		line, err := k.r.ReadString('\n')
		if err != nil {
			return strings.Join(lines, "\n")
		}
		line = strings.TrimRight(line, "\r\n")
		lines = append(lines, line)
		if len(line) < 4 || line[3] != '-' {
			return strings.Join(lines, "\n")
		}
	}
}

// want reads one reply, which must begin like this.
func (k *talk) want(prefix string) string {
	k.t.Helper()
	r := k.reply()
	if !strings.HasPrefix(r, prefix) {
		k.t.Errorf("the reply is %q, want %q", r, prefix)
	}
	return r
}

// write sends bytes as they are. An error is no failure: the peer may have
// closed, and said why.
func (k *talk) write(b []byte) { _, _ = k.c.Write(b) }

// say sends a line and reads its reply, which must begin with want.
func (k *talk) say(line, want string) string {
	k.t.Helper()
	k.write([]byte(line + "\r\n"))
	return k.want(want)
}

// mail sends one mail and returns the reply to it, or the first refusal before.
func (k *talk) mail(from string, to []string, raw []byte) string {
	k.t.Helper()
	for _, line := range append([]string{"MAIL FROM:<" + from + ">"}, prefixed("RCPT TO:<", to, ">")...) {
		k.write([]byte(line + "\r\n"))
		if r := k.reply(); !strings.HasPrefix(r, "2") {
			return r
		}
	}
	k.say("DATA", "354")
	k.write(dotted(raw))
	return k.reply()
}

func prefixed(before string, list []string, after string) []string {
	var out []string
	for _, s := range list {
		out = append(out, before+s+after)
	}
	return out
}

// dotted is a mail as it follows DATA: dots doubled, CRLF and a dot at the end.
func dotted(raw []byte) []byte {
	if bytes.HasPrefix(raw, []byte(".")) {
		raw = append([]byte("."), raw...)
	}
	out := bytes.ReplaceAll(raw, []byte("\n."), []byte("\n.."))
	if !bytes.HasSuffix(out, []byte("\r\n")) {
		out = append(out, "\r\n"...)
	}
	return append(out, ".\r\n"...)
}

// hand sends one mail from somebody on a connection of its own.
func (s *site) hand(from string, raw []byte) string {
	s.t.Helper()
	k := s.hello()
	defer k.c.Close()
	return k.mail(mailbox(from), []string{agentAddr}, raw)
}

// in returns the site for a subtest, so that what fails is the subtest.
func (s *site) in(t *testing.T) *site {
	c := *s
	c.t = t
	return &c
}

// crlf makes CRLF line ends.
func crlf(s string) []byte {
	return []byte(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n"))
}

// alive asserts that the process runs, is ready, and has needed little memory.
func (s *site) alive() {
	s.t.Helper()
	select {
	case err := <-s.exited:
		s.exited <- err
		s.t.Fatalf("the bridge has ended: %v", err)
	default:
	}
	if code, body := s.get("/readyz"); code != http.StatusOK {
		s.t.Errorf("readyz is %d: %s", code, body)
	}
	if runtime.GOOS != "linux" { // only Linux tells the peak of another process
		return
	}
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	must(s.t, err)
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(b)
	if m == nil {
		s.t.Fatalf("no VmHWM in\n%s", b)
	}
	kb, _ := strconv.Atoi(string(m[1]))
	if kb<<10 > maxMemory {
		s.t.Errorf("the process has needed %d MB, more than %d", kb>>10, maxMemory>>20)
	}
}

// stillAnswers sends a normal mail and waits for its answer.
func (s *site) stillAnswers() {
	s.t.Helper()
	n := s.mail.Count()
	s.send(mailserver.Letter{From: dana, ID: fmt.Sprintf("<still%d@bridge.test>", n), Subject: "Still there?", Text: "still there"})
	s.expect(n, dana, "still there")
	s.alive()
}

// get fetches a path over TCP.
func (s *site) get(path string) (int, string) {
	s.t.Helper()
	resp, err := http.Get("http://" + s.http + path)
	must(s.t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	must(s.t, err)
	return resp.StatusCode, string(b)
}

// audit returns the audit log: it is in the database, for any SQLite tool, once the tables have what the journal has.
func (s *site) audit() []string {
	s.t.Helper()
	c, err := sqlite.OpenConn(filepath.Join(s.dir, "data", "bridge.db"), sqlite.OpenReadOnly)
	must(s.t, err)
	defer c.Close()
	c.SetBusyTimeout(patience)
	s.settled(c)
	var lines []string
	err = sqlitex.ExecuteTransient(c, "SELECT CAST(body AS TEXT) FROM records WHERE kind = 'audit' ORDER BY id", &sqlitex.ExecOptions{
		ResultFunc: func(st *sqlite.Stmt) error { lines = append(lines, st.ColumnText(0)); return nil },
	})
	must(s.t, err)
	return lines
}

// settled waits until the tables have all that the journal has.
func (s *site) settled(c *sqlite.Conn) {
	s.t.Helper()
	if !poll(takeover, func() bool {
		rows, err := sqlitex.ResultInt64(c.Prep("SELECT count(*) FROM journal"))
		must(s.t, err)
		return rows == 0
	}) {
		s.t.Error("the tables never had all that the journal has")
	}
}

// counter returns a metric, 0 if it is not there yet. series is its name with
// its labels, as /metrics writes them.
func (s *site) counter(series string) float64 {
	s.t.Helper()
	_, body := s.get("/metrics")
	for line := range strings.Lines(body) {
		if rest, ok := strings.CutPrefix(line, series+" "); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			must(s.t, err)
			return v
		}
	}
	return 0
}

// counts checks a metric: what happens may be counted a moment after it is seen.
func (s *site) counts(series string, want float64) {
	s.t.Helper()
	var got float64
	if !poll(takeover, func() bool { got = s.counter(series); return got == want }) {
		s.t.Errorf("%s is %v, want %v", series, got, want)
	}
}

// rewrite changes the configuration file before the start.
func (s *site) rewrite(old, new string) {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	text := strings.Replace(string(b), old, new, 1)
	if text == string(b) {
		s.t.Fatalf("the configuration has no %q", old)
	}
	s.write(text)
}

// eventually waits until something is true.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("it never happened: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// parrot is an agent that repeats what it is told.
func parrot(t *testing.T) *stubAgent {
	t.Helper()
	return newAgent(t, func(w http.ResponseWriter, _ *http.Request, c call) {
		answerJSON(w, fmt.Sprintf(`{"text":%q}`, "you said "+strings.TrimSpace(cutText(c.text(), 200))))
	})
}

func cutText(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "?")
}

// heard returns the calls whose text contains a word.
func (a *stubAgent) heard(word string) []call {
	var cs []call
	for _, c := range a.seen() {
		if bytes.Contains(c.Raw, []byte(word)) {
			cs = append(cs, c)
		}
	}
	return cs
}

// has reports whether one of the lines has all the words.
func has(lines []string, words ...string) bool {
	for _, l := range lines {
		all := true
		for _, w := range words {
			all = all && strings.Contains(l, w)
		}
		if all {
			return true
		}
	}
	return false
}

// environ runs a subcommand with a given environment, and nothing else of it.
func environ(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := newCommand(t, args...)
	cmd.Dir, cmd.Env = dir, env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && !isExit(err) {
		t.Fatalf("bridge %v: %v", args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func isExit(err error) bool {
	var e interface{ ExitCode() int }
	return errors.As(err, &e)
}

// newCommand is the program with arguments, ended with the test.
func newCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return exec.CommandContext(ctx, binary, args...)
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	if t.Helper(); err != nil {
		t.Fatal(err)
	}
}
