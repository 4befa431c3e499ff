// Package htmltext reads what an HTML document shows: its text, with quotes marked, and
// whether some reader may see more or less of it. It runs nothing and fetches nothing.
package htmltext

import (
	"errors"
	"strings"

	"golang.org/x/net/html"

	"bridge/adapters/email/quote"
	"bridge/adapters/email/words"
	"bridge/adapters/email/written"
)

// Page is what an HTML document says.
type Page struct {
	Text   string // all visible text, with quotes, which are marked
	Person string // the same as far as no mail program made it: copied mails are marked too, signatures left out
	Cut    bool   // something is missing in text
	Unsure bool   // a reader may see more or less than the text, outside of quotes
	Hidden bool   // there are words, and none of them can be seen
	Signed bool   // person is without a signature that text has
	Images bool   // it shows pictures outside of quotes, which nobody reads
	Above  string // of Text the whole lines above the first of them, and above what it may stand beside
	// Signatures are the whole lines of Text that the mail program marks as its signature:
	// it has put them there, but people write into them, too.
	Signatures []string
}

// A document may have so many tags, and one more for each so many bytes. What has
// more is no letter, and a parser takes microseconds for each.
const (
	maxTags     = 10_000
	bytesPerTag = 16
)

var errTags = errors.New("too many tags")

// Read reads the visible text of an HTML document, up to about limit bytes:
// links as "text (url)", lists, tables row by row, struck text between "~~",
// quotes marked and with "> ". forward says that the mail passes on another one: none of
// it is then a copy. The marks of nested quotes and lists can make a
// text a thousand times longer than its document.
func Read(doc string, limit int, us quote.Us, forward bool) Page {
	// Mail is read without scripts: what stands in noscript is seen.
	var root *html.Node
	err := errTags
	if strings.Count(doc, "<") <= maxTags+len(doc)/bytesPerTag {
		root, err = html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
	}
	if err != nil {
		text := flatText(doc) // or it is nested deeper than the parser goes
		return Page{Text: text, Person: text, Unsure: true, Cut: errors.Is(err, errTags)}
	}
	sheets := readSheets(root)
	w := textWriter{limit: limit, sheets: sheets}
	w.quotes = us.EndsInAttribution
	w.node(root)
	p := Page{Text: strings.Trim(w.b.String(), " \n"), Cut: w.cut, Unsure: w.unsure || sheets.hide}
	p.Images, p.Signatures = w.images, w.signatures()
	p.Above = strings.Trim(w.b.String()[:w.above], " \n")
	p.Hidden = p.Unsure && !strings.ContainsFunc(p.Text, words.Rune) && hasWords(root)
	v := textWriter{limit: limit, sheets: sheets, quotes: written.Attributed}
	if !forward {
		v.roles = written.Roles(root)
	}
	v.node(root)
	p.Person, p.Signed = strings.Trim(v.b.String(), " \n"), v.signed
	return p
}
