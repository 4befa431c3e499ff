package render

import (
	"strings"
	"testing"
	"time"
)

// The answers about consent are one SMS each of the alphabet of every phone, so that
// the last message to somebody who said STOP costs one.
func TestConsentTexts(t *testing.T) {
	for name, text := range map[string]string{"stop": OptedOut(), "start": OptedIn(), "new": NewConversation()} {
		if len(text) == 0 || len(text) > 160 || strings.ContainsFunc(text, func(r rune) bool { return r > 126 || r < ' ' }) {
			t.Errorf("%s: %q", name, text)
		}
	}
	if got := Help("sup\nport"); !strings.Contains(got, `"sup port"`) || !strings.Contains(got, "STOP") || len(got) > 320 {
		t.Errorf("help: %q", got)
	}
	want := "More than 60 messages an hour in one conversation: what comes beyond that is not taken. If you get no answer, please send it again later."
	if got := TooManyNow(60, time.Hour, " in one conversation"); got != want {
		t.Errorf("too many: %q", got)
	}
}
