package twilio

import (
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/internal/twilioserver"
)

// Every row as an answer to a send and as the code of a status callback.
func TestProblems(t *testing.T) {
	const (
		config, invalid, throttled, rejected = message.SendConfig, message.SendInvalid, message.SendThrottled, message.SendRejected
		failed, dead, out                    = message.DeliveryFailed, message.DeliveryDead, message.DeliveryOptedOut
	)
	type want struct {
		kind  message.SendKind
		state message.DeliveryState
		wait  time.Duration
		alert bool
	}
	wants := map[string]want{
		"20429": {throttled, failed, 0, false}, "14107": {throttled, failed, time.Minute, true},
		"21611": {throttled, failed, 15 * time.Minute, true}, "30001": {throttled, failed, 15 * time.Minute, true},
		"63017": {throttled, failed, 10 * time.Second, false}, "63018": {throttled, failed, 4 * time.Hour, true},
		"63038": {throttled, failed, 8*time.Hour + 5*time.Minute, true}, "30610": {throttled, failed, time.Hour, false}, "30047": {throttled, failed, time.Hour, false},
		"20500": {message.SendUnreachable, failed, 0, false},
		"20003": {config, failed, 0, true}, "20404": {config, failed, 0, true}, "21601": {config, failed, 0, true}, "21606": {config, failed, 0, true},
		"21609": {config, failed, 0, true}, "21603": {config, failed, 0, true}, "21655": {config, failed, 0, true}, "21910": {config, failed, 0, true},
		"21703": {config, failed, 0, true}, "30002": {config, failed, 0, true}, "30010": {rejected, failed, 0, true}, "30007": {config, failed, 0, true},
		"30032": {config, failed, 0, true}, "30034": {config, failed, 0, true}, "63007": {config, failed, 0, true}, "63008": {config, failed, 0, true},
		"21211": {rejected, dead, 0, false}, "21604": {rejected, dead, 0, false}, "21612": {rejected, dead, 0, false}, "21614": {rejected, dead, 0, false},
		"30005": {rejected, dead, 0, false}, "30006": {rejected, dead, 0, false}, "63003": {rejected, dead, 0, false}, "63024": {rejected, dead, 0, false},
		"21408": {rejected, failed, 0, true}, "21608": {rejected, failed, 0, true}, "572002": {rejected, failed, 0, true}, "572005": {rejected, failed, 0, true},
		"30003": {rejected, failed, 0, false}, "30004": {rejected, failed, 0, false}, "30008": {rejected, failed, 0, false},
		"21610": {message.SendOptedOut, out, 0, false}, "63014": {message.SendOptedOut, out, 0, false},
		"63016": {message.SendWindow, failed, 0, false},
		"21617": {invalid, failed, 0, false}, "21619": {invalid, failed, 0, false}, "21620": {invalid, failed, 0, false}, "21623": {invalid, failed, 0, false},
		"63005": {invalid, failed, 0, false}, "21656": {invalid, failed, 0, true}, "21658": {invalid, failed, 0, false}, "63019": {invalid, failed, 0, false}, "63021": {invalid, failed, 0, false},
	}
	b := newBench(t, nil)
	b.opts.Now = func() time.Time { return time.Date(2026, 11, 22, 16, 0, 0, 0, time.UTC) }
	for _, p := range problems() {
		w, ok := wants[p.Code]
		if !ok {
			t.Errorf("%s has no test, or two rows", p.Code)
			continue
		}
		delete(wants, p.Code)
		if p.Means == "" || p.Public == "" || p.Again == "" || deliveryOf(p.Code) != w.state {
			t.Errorf("%s: %+v", p.Code, p)
		}
		code, _ := strconv.Atoi(p.Code)
		b.fake.Fail(twilioserver.Fault{Status: http.StatusBadRequest, Code: code, Message: "about " + testTo})
		clear(b.alerts)
		_, se := b.send("hello")
		if se == nil || se.Kind != w.kind || se.Code != p.Code || se.RetryAfter != w.wait || se.NotSent != (p.Code != "20500") || se.Public != p.Public {
			t.Errorf("%s as an answer: %+v", p.Code, se)
		}
		if got := b.alerts["twilio "+p.Code]; (got != "") != w.alert || w.alert && !strings.Contains(got, p.Operator) {
			t.Errorf("%s: alert %q", p.Code, got)
		}
		clear(b.alerts)
		b.opts.Metrics.problem(p.Code) // as a callback
		if (len(b.alerts) > 0) != w.alert {
			t.Errorf("%s as a callback: alerts %v", p.Code, b.alerts)
		}
	}
	for code := range wants {
		t.Errorf("%s is not in the table", code)
	}
	if deliveryOf("12345") != message.DeliveryFailed || deliveryOf("") != message.DeliveryFailed {
		t.Error("an unknown code is more than a failure")
	}
	if n := b.fake.Phone(testTo).Count(); n != 0 {
		t.Errorf("%d messages arrived", n)
	}
}

// TestProblemsAreDocumented: operators find each code in the documentation.
func TestProblemsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/channels/sms.md")
	noerr.Must(t, err)
	for _, p := range problems() {
		if !regexp.MustCompile(`(?m)^\|[^|]*\b` + p.Code + `\b[^|]*\|`).Match(doc) {
			t.Errorf("%s (%s) is not in the table", p.Code, p.Means)
		}
	}
}

func TestScrub(t *testing.T) {
	for in, want := range map[string]string{
		"The 'To' number +393331234567 is not valid":   "The 'To' number … is not valid",
		"whatsapp:US.13491208655302741918 is  unknown": "whatsapp:US.… is unknown",
		"(555) 010-9999 and error 21211":               "(… and error 21211",
	} {
		if got := scrub(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}
