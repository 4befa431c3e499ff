package render

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// catalog is all that the bridge says about approvals in one language. Texts have
// places to fill in: "{summary}". Each language fills in every field; a test compares
// the fields and their places with those of English.
type catalog struct {
	tag string // BCP 47

	days   [7]string // from Sunday on, abbreviated
	months [12]string
	date   string // {day} {d} {month} {y} {time} {zone}
	plural func(n int) int

	yes, no string // what an approver answers
	list    string // the word that asks for what is pending

	// Between the last two of a list, with the blanks: by what follows.
	or, and func(next string) string

	prompt  promptWords
	notices noticeWords
	later   laterWords
}

// forms are a text by number: for one, for a few where a language has that form, and
// for many.
type forms [3]string

// The forms of a number.
const (
	one = iota
	few
	many
)

// either is a text about a yes and the same about a no.
type either struct{ yes, no string }

func (e either) of(granted bool) string {
	if granted {
		return e.yes
	}
	return e.no
}

// promptWords are the prompt's own. Labels end with their colon.
type promptWords struct {
	askedBy, approver, tool, title, arguments, digest, agentSays string

	via         string // {name} {via}
	unnamed     string // a request without a summary
	noTool      string // behind the label
	noArguments string // behind the label
	tooLong     string // behind the label: {size}
	nameAbove   string // for the name of an argument that stands in the line above
	subject     string // of a mail without a summary
	never       string // instead of a time until when

	answer     string // {yes} {no}
	answerCode string // {yes} {no} {code}
	onlyNo     string // of a mail that does not show everything: {yes} {no}
	onlyNoCode string // of a chat message: {no} {code}
	notHere    string // of a chat message that does not show everything: {yes}
	byMail     string
	operator   string
	until      string // {when}
	page       string // a label, before an address
}

// noticeWords are the sentences that follow from an answer. {summary} ends with its
// own full stop.
type noticeWords struct {
	waiting, waitingFor            string // {summary}; {people}
	until                          string // {when}
	decided                        either // {by} {when} {summary}
	already                        either // {by} {when}
	voted                          either // {summary}
	votes                          string // {n} {of}
	alreadyVoted                   either // {when}
	expired                        string // {when} {summary}
	cancelled                      string // {summary}
	noCode, noRequest              string // {code}
	stillOpen                      string // {when}
	answerWith                     string // {yes} {no} {code}
	onlyThey, notYou               string // {people}
	didNotCount                    string // {reason} {summary}
	wrongAddress, trustTooLow      string // {reason} of didNotCount
	incomplete, notAccepted        string
	whichOne                       string // {yes} {no}
	whichSubject                   string
	item, itemBy                   string // {code} {summary} {when}; {by}
	nobody, own                    string // {summary}
	gone                           either // {summary}
	moved                          forms  // {kind} {n}
	movedSubject                   string
	sms, whatsapp, email, channel  string // {kind}
	somebody, operator, policyRule string // {by}, where nobody is named
	timeout, anOperator            string // {by}; among {people}
}

// In returns the words of a person's language, a BCP 47 tag: of its base language if
// that is one of the eight (en, it, es, fr, de, pt, nl, pl), else English.
func In(language string) Words {
	base, _, _ := strings.Cut(strings.ReplaceAll(language, "_", "-"), "-")
	switch strings.ToLower(base) {
	case "it":
		return Words{italian()}
	case "es":
		return Words{spanish()}
	case "fr":
		return Words{french()}
	case "de":
		return Words{german()}
	case "pt":
		return Words{portuguese()}
	case "nl":
		return Words{dutch()}
	case "pl":
		return Words{polish()}
	}
	return Words{english()}
}

// Languages returns the tags of the languages there are words in.
func Languages() []string { return []string{"en", "it", "es", "fr", "de", "pt", "nl", "pl"} }

// in is the catalog of w.
func (w Words) in() *catalog {
	if w.c == nil {
		return english()
	}
	return w.c
}

// Tag returns the BCP 47 tag of the words, for lang attributes.
func (w Words) Tag() string { return w.in().tag }

// Yes and No return the words that prompts suggest as answers; the reply grammar takes
// them with and without their accents.
func (w Words) Yes() string { return w.in().yes }

// No is documented at Yes.
func (w Words) No() string { return w.in().no }

// fill puts values into the places of a text: pairs of name and value. Values are
// never looked at again, whatever they hold.
func fill(text string, pairs ...string) string {
	list := make([]string, len(pairs))
	for i, s := range pairs {
		if i%2 == 0 {
			s = "{" + s + "}"
		}
		list[i] = s
	}
	return strings.NewReplacer(list...).Replace(text)
}

// number returns the form for n with n in it.
func (c *catalog) number(f forms, n int, pairs ...string) string {
	return fill(f[c.plural(n)], append(pairs, "n", fmt.Sprint(n))...)
}

// oneOrMany is the plural of most of the languages.
func oneOrMany(n int) int {
	if n == 1 {
		return one
	}
	return many
}

// always is a word between two of a list that does not depend on what follows.
func always(word string) func(string) string {
	return func(string) string { return " " + word + " " }
}

// when writes a time with weekday and zone of the reader: "Fri 20 Nov 2026, 21:03
// CET". Zones without an abbreviation show their offset. nil is UTC.
func (c *catalog) when(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	t = t.In(zone)
	name, _ := t.Zone()
	if name == "" || name[0] == '+' || name[0] == '-' {
		name = "UTC" + t.Format("-07:00")
	}
	return fill(c.date, "day", c.days[t.Weekday()], "d", fmt.Sprint(t.Day()), "month", c.months[t.Month()-1],
		"y", fmt.Sprint(t.Year()), "time", t.Format("15:04"), "zone", name)
}

// people joins names: "Dana", "Dana or Eve", "Dana, Eve or Finn".
func (c *catalog) people(names []string, last func(next string) string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = c.person(n)
	}
	if len(list) == 1 {
		return list[0]
	}
	end := list[len(list)-1]
	return strings.Join(list[:len(list)-1], ", ") + last(end) + end
}

func (c *catalog) person(name string) string { return exact(orElse(name, c.notices.somebody), maxName) }

func (c *catalog) summary(s string) string { return exact(orElse(s, c.prompt.unnamed), maxSummary) }

// capital makes the first letter a capital one.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// sentence is a summary as the end of a sentence.
func (c *catalog) sentence(summary string) string {
	s := c.summary(summary)
	if r, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".…?!", r) {
		return s
	}
	return s + "."
}
