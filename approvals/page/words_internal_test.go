package page

import (
	"regexp"
	"testing"

	"bridge/render"
)

// TestHintOfEveryChannel: the code stands in brackets in mails only, so no page sends
// people looking for them.
func TestHintOfEveryChannel(t *testing.T) {
	brackets := regexp.MustCompile(`(?i)square|quadre|corchetes|crochets|eckig|colchetes|vierkante|kwadrat`)
	for _, tag := range render.Languages() {
		if w := wordsOf(tag); w.codeHint == "" || brackets.MatchString(w.codeHint) {
			t.Errorf("%s: %q", tag, w.codeHint)
		}
	}
}
