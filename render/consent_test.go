package render

import (
	"strings"
	"testing"

	"bridge/core/locale"
	"bridge/core/message"
	"bridge/render/gsm7"
)

// The answers about consent are cheap in every language: the last message to somebody
// who said STOP is one SMS.
func TestConsentTexts(t *testing.T) {
	for _, tag := range locale.Languages() {
		w := In(tag)
		for name, text := range map[string]string{"stop": w.OptedOut(), "start": w.OptedIn(), "new": w.NewConversation()} {
			sms := Chat(text, message.MarkupGSM7)
			if n, enc, _ := gsm7.Segments(sms); n != 1 || enc != gsm7.GSM7 {
				t.Errorf("%s %s: %d segments: %q", tag, name, n, text)
			}
		}
		for _, word := range []string{"START", "STOP"} {
			if !strings.Contains(w.Help("x"), word) || !strings.Contains(w.OptedOut()+w.OptedIn(), word) {
				t.Errorf("%s: no word %s", tag, word)
			}
		}
		if got := w.Help("sup\nport"); !strings.Contains(got, `"sup port"`) || len(got) > 330 {
			t.Errorf("%s: help: %q", tag, got)
		}
	}
}
