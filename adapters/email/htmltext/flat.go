package htmltext

import (
	"strings"

	"golang.org/x/net/html"

	"bridge/adapters/email/mime"
)

// flatText is the text of a document that cannot be parsed, without any structure.
func flatText(doc string) string {
	z := html.NewTokenizer(strings.NewReader(doc))
	var b strings.Builder
	skip := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			text, _ := mime.CleanText(b.String())
			return strings.TrimSpace(text)
		case html.TextToken:
			if skip == "" {
				b.WriteString(strings.Join(strings.Fields(string(z.Text())), " "))
				b.WriteByte('\n')
			}
		case html.StartTagToken:
			if name, _ := z.TagName(); skip == "" && (string(name) == "style" || string(name) == "script" || string(name) == "title" || string(name) == "xml") {
				skip = string(name)
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == skip {
				skip = ""
			}
		}
	}
}
