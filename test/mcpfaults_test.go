package test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bridge/internal/mailserver"
)

// sampledOfTools is how many kills the story of a tool gets in `make test`; `make faults`
// gives it all.
const sampledOfTools = 6

// TestFaultPointsOfTools kills the bridge between every two steps of a call of a tool that
// destroys: Eve's mail, Dana's yes on WhatsApp, the call, the answer. The tool has its effect
// once, or nobody knows, and Eve hears which.
func TestFaultPointsOfTools(t *testing.T) {
	t.Parallel()
	program := withFaults(t)
	slots := make(chan struct{}, 4)
	play := func(t *testing.T, point string) (ready int, steps []string) {
		slots <- struct{}{}
		defer func() { <-slots }()
		return toolStory(t, program, point)
	}
	ready, steps := play(t, "")
	if len(steps)-ready < 8 {
		t.Fatalf("a whole story has %d steps: %q", len(steps), steps)
	}
	sample := sampledOfTools
	if os.Getenv("BRIDGE_FAULTS") == "all" {
		sample = 0
	}
	killsAt(t, ready, len(steps), sample, rand.Shuffle, play)
}

// toolStory plays the story with a kill at point, unless it is "". It returns the number of
// steps until the bridge was ready, and all steps; nil if the point was not reached.
func toolStory(t *testing.T, program, point string) (ready int, steps []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "effects")
	effects := func() int { b, _ := os.ReadFile(file); return strings.Count(string(b), "\n") }
	srv := wiper(file, nil)
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(web.Close)
	p := newPhones(t, unlimited(), via(`"whatsapp"`), withAgent(fmt.Sprintf("type = \"mcp\"\ntool = \"wipe\"\nargs = { folder = \"{{.text}}\" }\nurl = %q", web.URL)))
	s := p.site
	s.binary = program
	if point != "" {
		s.env = []string{"BRIDGE_FAULT=" + point}
	}
	p.start()
	ready = len(stepLine.FindAllString(s.log.String(), -1))
	settled := s.supervise()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := deliver(ctx, s, mailserver.Letter{From: eve, ID: "<wipe@bridge.test>", Subject: "Files", Text: "tmp"}); err != nil {
		t.Fatalf("ask: %v", err)
	}
	prompt := p.rings(onWhatsApp+danaPhone, 0, "wipe")
	if effects() != 0 {
		t.Error("the tool is called before the yes")
	}
	approve, ok := prompt.Button("Approve")
	if !ok {
		t.Fatalf("the prompt is %+v", prompt)
	}
	press, err := p.twilio.Phone(onWhatsApp + danaPhone).Press(approve)
	for ; err != nil && press.SID != "" && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		_, err = p.twilio.Phone(onWhatsApp + danaPhone).Again(press.SID)
	}
	must(t, err)
	s.expect(0, eve, "folder tmp", "Waiting for approval by Dana")
	ends := func() (done, doubt int) {
		for _, m := range s.mail.Mails() {
			done += strings.Count(m.Text, "Wiped tmp.")
			doubt += strings.Count(m.Text, "it may have been done")
		}
		return done, doubt
	}
	within(t, patience, "the end, for Eve", func() bool { done, doubt := ends(); return done+doubt > 0 })
	p.rings(onWhatsApp+danaPhone, 0, "Granted by Dana")
	killed := settled()
	within(t, patience, "a bridge that answers", func() bool {
		resp, err := http.Get("http://" + s.http + "/readyz")
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	s.quiet()
	done, doubt := ends()
	// A mail whose sending was cut off may come twice, as itself.
	switch n := effects(); {
	case n > 1 || done > 0 && n != 1 || done > 0 && doubt > 0 || done > 2 || doubt > 2 || !killed && (n != 1 || done != 1):
		t.Errorf("%d effects; Eve hears of %d, and of a doubt %d times", n, done, doubt)
	}
	if point != "" && !killed {
		return ready, nil
	}
	for _, m := range stepLine.FindAllStringSubmatch(s.log.String(), -1) {
		steps = append(steps, m[1])
	}
	return ready, slices.Clip(steps)
}
