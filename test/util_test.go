package test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/smtp"
	"net/textproto"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/mailserver"
	"bridge/internal/noerr"
)

var secretLine = regexp.MustCompile(`(?m)^secret = ("[^"]*")$`)

// replaceSecret puts another secret of the bridge before the one that it has.
func (s *site) replaceSecret() {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	const line = `secret = ["the second secret of this bridge, 32 bytes", `
	text := secretLine.ReplaceAllString(string(b), line+"$1]")
	if text == string(b) { // it has made one itself
		text = line + "\"${file:data/secret}\"]\n" + text
	}
	s.write(text)
}

// unlimited lifts the limits that hundreds of mails from one machine would meet.
func unlimited() option {
	return withTop("[limits]\nturns_per_sender = \"1000000/h\"\nturns_per_session = \"1000000/h\"\nconnections_per_peer = \"100000/s\"")
}

// edit replaces text in the configuration file.
func (s *site) edit(old, replacement string) {
	s.t.Helper()
	b, err := os.ReadFile(s.config())
	must(s.t, err)
	if !strings.Contains(string(b), old) {
		s.t.Fatalf("the configuration has no %q", old)
	}
	s.write(strings.Replace(string(b), old, replacement, 1))
}

// spawn runs the bridge without waiting for anything.
func (s *site) spawn() {
	s.t.Helper()
	program := binary
	if s.binary != "" {
		program = s.binary
	}
	s.cmd = exec.Command(program, append([]string{"run", "-config", s.config()}, s.args...)...)
	s.cmd.Env = append(os.Environ(), s.env...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	must(s.t, s.cmd.Start())
	s.exited = make(chan error, 1)
	go func(c *exec.Cmd, done chan<- error) { done <- c.Wait() }(s.cmd, s.exited)
}

// listenAt listens at an address that was given back a moment ago: a process that is just being started
// may still have the one who listened there, until it is the program that it becomes.
func listenAt(t *testing.T, addr string) (l net.Listener) {
	t.Helper()
	within(t, patience, "to listen at "+addr, func() bool {
		var err error
		l, err = net.Listen("tcp", addr)
		return err == nil
	})
	return l
}

// observe puts another mail server in the place of the site's own: arrived is
// told of each mail before the bridge gets its 250.
func (s *site) observe(arrived func(mailserver.Mail)) {
	s.t.Helper()
	m := startMail(s.t, arrived)
	s.edit(s.mail.Addr(), m.Addr())
	s.mail.Close()
	s.mail = m
}

// handOver sends one mail and returns nil exactly if the reply to it was 250:
// what happens to the connection after that does not count. The mail comes in
// pieces; none of its lines begins with a dot.
func handOver(server, from string, mail ...[]byte) error {
	conn, err := net.DialTimeout("tcp", server, patience)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(4 * patience)); err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, "bridge.test")
	if err != nil {
		return err
	}
	if err := c.Mail(mailbox(from)); err != nil {
		return err
	}
	if err := c.Rcpt(agentAddr); err != nil {
		return err
	}
	if err := c.Text.PrintfLine("DATA"); err != nil {
		return err
	}
	if _, _, err := c.Text.ReadResponse(354); err != nil {
		return err
	}
	for _, piece := range append(mail, []byte(".\r\n")) {
		if _, err := conn.Write(piece); err != nil {
			return err
		}
	}
	if _, _, err := c.Text.ReadResponse(250); err != nil {
		return err
	}
	_ = c.Quit() // the mail is taken
	return nil
}

// intake is where people hand their letters in.
type intake interface {
	server() string // that gets the next attempt
}

func (s *site) server() string { return s.smtp }

func (s *site) deliver(ctx context.Context, l mailserver.Letter) error { return deliver(ctx, s, l) }

// deliver sends a letter as a mail server does: again, under the same
// Message-ID, until it is accepted. A 5xx is final.
func deliver(ctx context.Context, in intake, l mailserver.Letter) error {
	if l.To == "" {
		l.To = agentAddr
	}
	mail := l.Compose()
	for {
		err := handOver(in.server(), l.From, mail)
		var reply *textproto.Error
		if err == nil || errors.As(err, &reply) && reply.Code >= 500 {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s was not accepted: %w", l.ID, err)
		case <-time.After(time.Duration(5+rand.IntN(20)) * time.Millisecond):
		}
	}
}

// thread returns the n-th letter of a conversation that one customer begins and
// goes on with before any answer comes: it refers to the letter before it.
func thread(name string, n int) mailserver.Letter {
	id := func(n int) string { return fmt.Sprintf("<%s-%d@customers.test>", name, n) }
	l := mailserver.Letter{
		From: name + "@customers.test", ID: id(n), Subject: "About " + name, Text: letterText(name, n),
	}
	if n > 0 {
		l.Subject = "Re: " + l.Subject
		l.InReplyTo = id(n - 1)
		l.References = id(0)
		if n > 1 {
			l.References += " " + id(n-1)
		}
	}
	return l
}

func letterText(name string, n int) string { return fmt.Sprintf("%s/%d", name, n) }

// watched is a state that many goroutines change and the test waits on.
type watched struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced at every change
}

func newWatched() *watched { return &watched{changed: make(chan struct{})} }

// do runs f with the state locked and wakes who waits.
func (w *watched) do(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	close(w.changed)
	w.changed = make(chan struct{})
}

// until waits for cond, which runs with the state locked, and reports whether it
// came true within the time.
func (w *watched) until(d time.Duration, cond func() bool) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		w.mu.Lock()
		ok, changed := cond(), w.changed
		w.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		}
	}
}

// settledAs fails the test unless the bridge has sent n messages, none has
// failed or is unknown, and there is no dead letter.
func (s *site) settledAs(n int) {
	s.t.Helper()
	st := s.status()
	poll(takeover, func() bool { st = s.status(); return st.Sends["sent"] >= n }) // a receipt may be recorded a moment later
	for name, q := range st.Queues {
		if q.Dead != 0 {
			s.t.Errorf("%d dead letters in the %s", q.Dead, name)
		}
	}
	for state, count := range st.Sends {
		if state != "sent" && count != 0 {
			s.t.Errorf("%d sends are %s", count, state)
		}
	}
	if st.Sends["sent"] != n {
		s.t.Errorf("%d messages were sent, want %d", st.Sends["sent"], n)
	}
}

// percentile returns the p-th percentile of ds, which it sorts.
func percentile(ds []time.Duration, p int) time.Duration {
	slices.Sort(ds)
	return ds[min(len(ds)*p/100, len(ds)-1)]
}

// soaking reports whether the long variants of tests run.
func soaking() bool { return os.Getenv("BRIDGE_SOAK") != "" }

// soakTime is BRIDGE_SOAK_TIME, or d.
func soakTime(t *testing.T, d time.Duration) time.Duration {
	t.Helper()
	if text := os.Getenv("BRIDGE_SOAK_TIME"); text != "" {
		var err error
		if d, err = time.ParseDuration(text); err != nil {
			t.Fatalf("BRIDGE_SOAK_TIME: %v", err)
		}
	}
	return d
}

// linux skips a test that reads /proc.
func linux(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("needs /proc/PID/status, which only Linux has")
	}
}

// dialogue is a hand-written SMTP client.
type dialogue struct {
	t    *testing.T
	conn net.Conn
	r    *bufio.Reader
}

func dial(t *testing.T, addr string) *dialogue {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	d := &dialogue{t: t, conn: conn, r: bufio.NewReader(conn)}
	d.line()
	return d
}

// write sends text as it is.
func (d *dialogue) write(s string) {
	d.t.Helper()
	must(d.t, noerr.Of(d.conn.Write([]byte(s))))
}

// line reads a reply and returns its last line.
func (d *dialogue) line() string {
	d.t.Helper()
	for {
		s, err := d.r.ReadString('\n')
		if err != nil {
			d.t.Fatalf("no reply: %v", err)
		}
		if len(s) < 4 || s[3] != '-' {
			return strings.TrimSpace(s)
		}
	}
}

// command sends a command that must be accepted.
func (d *dialogue) command(s string) {
	d.t.Helper()
	d.write(s + "\r\n")
	if reply := d.line(); reply == "" || reply[0] != '2' && reply[0] != '3' {
		d.t.Fatalf("%s: %s", s, reply)
	}
}

// Shape of a flight: how many mails are under way while the bridge is killed.
const (
	flightThreads = 50
	flightLetters = 10 // in each thread
	flightKills   = 5
	// inDoubt is how many sends can be under way at a time, and so be in doubt
	// when the process is killed.
	inDoubt = 16
	// settle is how many more answers come between a restart and the next kill,
	// besides those that the agent had given: then what was in doubt has been
	// repeated and recorded. A mail in doubt twice is not tried a third time.
	settle = 3 * inDoubt / 2
)

// fate is what became of one letter.
type fate struct {
	accepted bool
	keys     map[string]int // Idempotency-Key: calls
	answered map[string]bool
	ids      map[string]int // Message-ID of the answer: deliveries
	texts    map[string]int
}

// flight follows all letters from the sender to the agent and back.
type flight struct {
	*watched
	t        *testing.T
	fates    map[string]*fate
	order    map[string][]int // thread: numbers of the answers as they came
	calls    map[string][]int // thread: numbers of the letters as the agent got them
	accepted int
	begun    int
	arrived  int // first deliveries

	pace   time.Duration // the longest pause of a sender between two letters of a thread
	within time.Duration // how long senders try with each letter
	copies int           // of one answer, at most
}

func newFlight(t *testing.T) *flight {
	return &flight{
		watched: newWatched(), t: t, fates: map[string]*fate{}, order: map[string][]int{}, calls: map[string][]int{},
		pace: 80 * time.Millisecond, within: 3 * time.Minute, copies: 2,
	}
}

func (f *flight) fate(text string) *fate {
	if f.fates[text] == nil {
		f.fates[text] = &fate{keys: map[string]int{}, answered: map[string]bool{}, ids: map[string]int{}, texts: map[string]int{}}
	}
	return f.fates[text]
}

// respond answers a call after up to delay. Every call gets another answer, so
// that the mail shows which call was recorded.
func (f *flight) respond(delay time.Duration) func(http.ResponseWriter, *http.Request, call) {
	return func(w http.ResponseWriter, r *http.Request, c call) {
		text := strings.TrimSpace(c.text())
		name, n := split(text)
		answer := ""
		f.do(func() {
			x := f.fate(text)
			if len(x.ids) > 0 {
				f.t.Errorf("the agent is called for %s after its answer has arrived", text)
			}
			if x.keys[c.Key]++; x.keys[c.Key] == 1 {
				f.calls[name] = append(f.calls[name], n)
			}
			f.begun++
			answer = fmt.Sprintf("re %s call %d", text, f.begun)
		})
		if delay > 0 {
			select {
			case <-time.After(rand.N(delay)):
			case <-r.Context().Done(): // the bridge was killed; it is another call's answer that counts
			}
		}
		f.do(func() { f.fate(text).answered[answer] = true })
		answerJSON(w, fmt.Sprintf(`{"text":%q}`, answer))
	}
}

// arrive notes an answer.
func (f *flight) arrive(m mailserver.Mail) {
	answer := strings.TrimSpace(m.Text)
	words := strings.Fields(answer)
	if len(words) != 4 || words[0] != "re" {
		f.t.Errorf("a mail to %s that is no answer: %s\n%s", m.To, m.Subject, m.Text)
		return
	}
	name, n := split(words[1])
	f.do(func() {
		x := f.fate(words[1])
		if !x.answered[answer] {
			f.t.Errorf("%q was never answered by the agent", answer)
		}
		if len(x.ids) == 0 {
			f.arrived++
		}
		x.ids[m.Header.Get("Message-ID")]++
		x.texts[answer]++
		f.order[name] = append(f.order[name], n)
		if m.To != name+"@customers.test" {
			f.t.Errorf("the answer to %s went to %s", words[1], m.To)
		}
	})
}

func split(text string) (name string, n int) {
	name, number, _ := strings.Cut(text, "/")
	n, _ = strconv.Atoi(number)
	return name, n
}

// launch sends the letters of all threads, each thread in order, until they are
// accepted. The returned function waits for that.
func (f *flight) launch(in intake, prefix string, threads, letters int) (wait func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := range threads {
		wg.Go(func() {
			for n := range letters {
				time.Sleep(rand.N(f.pace))
				if !f.hand(ctx, in, thread(fmt.Sprintf("%s%d", prefix, i), n)) {
					return
				}
			}
		})
	}
	return func() { wg.Wait(); cancel() }
}

// hand sends one letter until it is accepted.
func (f *flight) hand(ctx context.Context, in intake, l mailserver.Letter) bool {
	ctx, cancel := context.WithTimeout(ctx, f.within)
	defer cancel()
	if err := deliver(ctx, in, l); err != nil {
		f.t.Errorf("send %s: %v", l.ID, err)
		return false
	}
	f.do(func() { f.fate(l.Text).accepted = true; f.accepted++ })
	return true
}

// check judges the whole flight and returns how many answers came twice.
func (f *flight) check(want, kills int) (repeats int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.fates) != want {
		f.t.Errorf("%d letters are known, want %d", len(f.fates), want)
	}
	owner := map[string]string{}
	for _, text := range slices.Sorted(maps.Keys(f.fates)) {
		x := f.fates[text]
		if !x.accepted || len(x.keys) != 1 || len(x.ids) != 1 || len(x.texts) != 1 {
			f.t.Errorf("%s: accepted %v, turns %v, answers %v %v; want one of each", text, x.accepted, x.keys, x.ids, x.texts)
		}
		for key := range x.keys {
			if other, ok := owner[key]; ok {
				f.t.Errorf("%s and %s share the turn %s", text, other, key)
			}
			owner[key] = text
		}
		for id, n := range x.ids {
			repeats += n - 1
			if n > f.copies {
				f.t.Errorf("the answer %s to %s was sent %d times", id, text, n)
			}
		}
	}
	// Besides those under way there are those whose record waits for the commit of the moment: as many again, where the disk is slow.
	if most := 2 * inDoubt * kills; repeats > most {
		f.t.Errorf("%d answers came again after %d kills; at most %d sends were in doubt", repeats, kills, most)
	}
	for name, ns := range f.order {
		if !slices.IsSorted(ns) {
			f.t.Errorf("the answers in thread %s came as %v", name, ns)
		}
	}
	for name, ns := range f.calls {
		if !slices.IsSorted(ns) {
			f.t.Errorf("the agent got the letters of thread %s as %v", name, ns)
		}
	}
	return repeats
}

type counts struct{ accepted, begun, arrived int }

// counts is for callers that hold the lock, at for the others.
func (f *flight) counts() counts { return counts{f.accepted, f.begun, f.arrived} }

// owed returns for each thread the first letter that the agent has answered and
// whose answer has not arrived.
func (f *flight) owed() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := map[string]int{}
	for text, x := range f.fates {
		name, n := split(text)
		if old, ok := first[name]; len(x.answered) > 0 && len(x.ids) == 0 && (!ok || n < old) {
			first[name] = n
		}
	}
	var texts []string
	for name, n := range first {
		texts = append(texts, letterText(name, n))
	}
	return texts
}

func (f *flight) at() counts {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts()
}

func (f *flight) mustReach(t *testing.T, what string, cond func() bool) {
	t.Helper()
	if !f.until(2*patience, cond) {
		t.Fatalf("no %s: %+v", what, f.at())
	}
}
