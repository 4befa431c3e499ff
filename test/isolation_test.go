package test

import (
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"bridge/internal/mailserver"
)

// twoChannels writes a site with two mail channels, each with an agent and a
// submission server of its own, and returns where the second one listens.
func twoChannels(t *testing.T, agentA, agentB, smtpA string) (*site, string) {
	t.Helper()
	s := newSite(t)
	second := freePort(t)
	channel := `
[channels.%[1]s]
type = "email"
agent = %[1]q
address = "%[1]s@bridge.test"
allow = ["*"]
[channels.%[1]s.listen]
addr = %[2]q
[channels.%[1]s.smtp]
addr = %[3]q
tls = "none"
[channels.%[1]s.auth]
require = "none"
`
	s.write(fmt.Sprintf(`
listen = %q
data_dir = "data"
stop_timeout = "1s"
[limits]
turns_per_sender = "1000/s"
turns_per_session = "1000/s"
connections_per_peer = "10000/s"
[agents.one]
type = "http"
url = %q
[agents.two]
type = "http"
url = %q
`, s.http, agentA, agentB) +
		fmt.Sprintf(channel, "one", s.smtp, smtpA) + fmt.Sprintf(channel, "two", second, s.mail.Addr()))
	return s.start(), second
}

// answeredOn sends one mail to the second channel and fails unless its answer
// comes soon.
func (s *site) answeredOn(addr string) {
	s.t.Helper()
	began := time.Now()
	l := mailserver.Letter{From: eve, To: "two@bridge.test", ID: "<two@bridge.test>", Subject: "x", Text: "hello"}
	must(s.t, l.Send(addr))
	s.expect(0, eve, "ok")
	if took := time.Since(began); took > time.Minute { // a hanging agent is given up after longer
		s.t.Errorf("the answer took %s", took)
	}
}

func (s *site) flood(n int) {
	s.t.Helper()
	for i := range n {
		s.send(mailserver.Letter{
			From: fmt.Sprintf("u%d@x.test", i), To: "one@bridge.test", ID: fmt.Sprintf("<%d@x.test>", i), Subject: "x", Text: "hello",
		})
	}
}

func answersOK(w http.ResponseWriter, _ *http.Request, _ call) { answerJSON(w, `{"text":"ok"}`) }

// More sessions than there are claims wait for an agent that hangs: the other
// agent is called all the same.
func TestHangingAgentHoldsOnlyItsOwn(t *testing.T) {
	t.Parallel()
	hangs := newAgent(t, func(_ http.ResponseWriter, r *http.Request, _ call) { <-r.Context().Done() })
	s, second := twoChannels(t, hangs.URL, newAgent(t, answersOK).URL, "127.0.0.1:1")
	s.flood(530)
	s.answeredOn(second)
	if n := len(hangs.seen()); n == 0 || n > 32 {
		t.Errorf("the hanging agent got %d calls, want 1 to 32 at a time", n)
	}
	s.kill() // before the stub closes: it waits for its calls
}

// A mail server that accepts connections and says nothing does not hold up the
// answers of another channel.
func TestSilentMailServerHoldsOnlyItsOwn(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = silent.Close() }) // never accepts: the kernel completes the connections
	agent := newAgent(t, answersOK)
	s, second := twoChannels(t, agent.URL, agent.URL, silent.Addr().String())
	s.flood(40)
	s.answeredOn(second)
}
