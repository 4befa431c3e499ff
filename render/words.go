package render

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"bridge/core/locale"
)

// catalog fills in the words of a language.
type catalog struct{ *locale.Language }

// In returns the words of a person's language, a BCP 47 tag; English where there are
// none in it.
func In(language string) Words { return Words{locale.In(language)} }

// in is the catalog of w.
func (w Words) in() catalog {
	if w.l == nil {
		return catalog{locale.In("")}
	}
	return catalog{w.l}
}

// Tag returns the BCP 47 tag of the words, for lang attributes.
func (w Words) Tag() string { return w.in().Tag }

// Yes and No return the words that prompts suggest as answers; the reply grammar takes
// them with and without their accents.
func (w Words) Yes() string { return w.in().Yes }

// No is documented at Yes.
func (w Words) No() string { return w.in().No }

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
func (c catalog) number(f locale.Forms, n int, pairs ...string) string {
	return fill(f[c.Plural(n)], append(pairs, "n", fmt.Sprint(n))...)
}

// when writes a time with weekday and zone of the reader: "Fri 20 Nov 2026, 21:03
// CET". Zones without an abbreviation show their offset. nil is UTC.
func (c catalog) when(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	t = t.In(zone)
	name, _ := t.Zone()
	if name == "" || name[0] == '+' || name[0] == '-' {
		name = "UTC" + t.Format("-07:00")
	}
	return fill(c.Date, "day", c.Days[t.Weekday()], "d", fmt.Sprint(t.Day()), "month", c.Months[t.Month()-1],
		"y", fmt.Sprint(t.Year()), "time", t.Format("15:04"), "zone", name)
}

// people joins names: "Dana", "Dana or Eve", "Dana, Eve or Finn".
func (c catalog) people(names []string, last func(next string) string) string {
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

func (c catalog) person(name string) string {
	return exactName(orElse(name, c.Notices.Somebody), maxName)
}

func (c catalog) summary(s string) string {
	return exact(c.counts(orElse(s, c.Prompt.Unnamed)), maxSummary)
}

// capital makes the first letter a capital one.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// sentence is a summary as the end of a sentence.
func (c catalog) sentence(summary string) string {
	s := c.summary(summary)
	if r, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".…?!", r) {
		return s
	}
	return s + "."
}
