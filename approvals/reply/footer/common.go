package footer

import (
	_ "embed"
	"strings"

	"bridge/internal/lazyre"
)

//go:embed common.txt
var commonText string

// commonWords are frequent small words of some fifty languages, as nameKey has them:
// sentences are made of them, and what stands on a card is not.
var commonWords = lazyre.Once(func() map[string]bool {
	words := map[string]bool{}
	for line := range strings.Lines(commonText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			words[w] = true
		}
	}
	return words
})
