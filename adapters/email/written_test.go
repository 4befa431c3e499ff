package email

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"bridge/adapters/email/content"
	"bridge/core/message"
	"bridge/internal/racetest"
)

// writtenMail is a mail and what its sender wrote in it this time, told by somebody who has
// read nothing of this project: Want has neither what is quoted or passed on, nor what mail
// programs, companies and templates of signatures put there.
// Alt, where there is one, is as good: a closing may or may not belong to it. Of set C the
// whole Mail is there, as its program made it, in place of its Text; of those after it too.
type writtenMail struct{ Name, Text, Mail, Want, Alt string }

var writtenSets = []string{"A", "B", "C", "D", "E", "F", "G"}

// TestWritten: what a person wrote, of the mails of fresh hands. How many were exact when
// each set was seen first stands in docs/channels/email.md.
func TestWritten(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	a, _ := newAdapter(t)
	for _, set := range writtenSets {
		least := map[string][2]int{"A": {45, 48}, "B": {40, 40}, "C": {50, 50}, "D": {50, 59}, "E": {56, 79}, "F": {40, 40}, "G": {34, 36}}[set]
		mails := freshOf[writtenMail](t, "testdata/written", set)
		exact, closing, much, lost := 0, 0, 0, 0
		byWords := set >= "D" // where its programs break lines, and what they put before an item of a list, is theirs
		for i, m := range mails {
			raw := m.Mail
			if raw == "" {
				raw = plainMail(m.Name, i, m.Text)
			}
			in := parsed(t, a, raw)
			got, want := lineEnds(writtenIn(in)), lineEnds(m.Want)
			if alt := lineEnds(m.Alt); alt == got {
				want = alt
			}
			said, all := want, textOf(in)
			if byWords && got != want {
				got, said, all = unlisted(got), unlisted(want), unlisted(all)
				if got == unlisted(lineEnds(m.Alt)) {
					said = got
				}
			}
			switch gone := append(lostWords(got, said), lostWords(all, said)...); {
			case got == want:
				exact++
			case byWords && got == said, m.Mail == "" && closed(m, want, got):
				closing++
			case len(gone) > 0:
				lost++
				t.Errorf("%s %d: lost %q of %q", set, i+1, gone, want)
			case m.Mail == "" && closed(m, got, want):
				closing++
			default:
				much++
				t.Logf("%s %d: more than was written: %q, not %q", set, i+1, got, want)
			}
			shown, err := content.Text(strings.NewReader(raw), int64(len(raw)))
			if err != nil {
				t.Fatal(set, i+1, err)
			}
			if strings.Join(strings.Fields(textOf(in)), " ") != strings.Join(strings.Fields(shown), " ") && len(filesOf(in)) == 0 && (in.Class == message.Human || in.Class == message.Quiet) {
				t.Errorf("%s %d: something was left out, and the whole mail is not beside it", set, i+1)
			}
		}
		t.Logf("%s: of %d mails %d are exact, %d exact but for closing words (D: by words), %d too much, %d too little", set, len(mails), exact, exact+closing, much, lost)
		if exact < least[0] || exact+closing < least[1] || lost > 0 {
			t.Errorf("%s: %d are exact and %d but for closing words or by words, %d before; words are lost in %d", set, exact, exact+closing, least, lost)
		}
	}
}

// plainMail is a mail of text alone.
func plainMail(name string, i int, text string) string {
	return crlf(fmt.Sprintf("From: %q <dana@example.com>\nTo: agent@example.com\nSubject: Re: Hi\nMessage-ID: <w%d@example.com>\nIn-Reply-To: <p@example.com>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s", name, i, text))
}

// closed reports whether got has besides want nothing but what closes the letter: a line of
// it and the sender's name below, one of them or both. Whether they belong to what is written
// this time, the hands told differently (docs/channels/email.md); above a card they are a part of
// it, and want may have them besides got.
func closed(m writtenMail, got, want string) bool {
	rest, ok := strings.CutPrefix(got, want+"\n")
	lines := strings.Split(rest, "\n")
	named := func(l string) bool {
		return len(lostWords(strings.ToLower(l), strings.ToLower(m.Name))) < len(strings.Fields(m.Name))
	}
	for _, l := range lines {
		ok = ok && len(strings.Fields(l)) < 6 && !strings.ContainsAny(l, "0123456789?")
	}
	last := lines[len(lines)-1]
	_, below, _ := strings.Cut(lineEnds(m.Text), "\n"+last+"\n")
	below, _, _ = strings.Cut(below, "\n")
	return ok && len(lines) < 3 && (named(last) || len(lines) == 1 && strings.ContainsFunc(below, unicode.IsUpper) && named(below))
}

// writtenIn is what the person wrote themselves.
func writtenIn(in message.Inbound) string {
	for _, p := range in.Parts {
		var own string
		if raw, ok := p.Metadata["written"]; ok && json.Unmarshal(raw, &own) == nil {
			return own
		}
	}
	return textOf(in)
}

// lineEnds is a text without blanks at the ends of lines and without blank lines.
func lineEnds(s string) string {
	var lines []string
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimRight(l, " \t\r\u00a0"); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// unlisted is a text by its words, without what stands before the items of its lists.
func unlisted(s string) string {
	var all []string
	for l := range strings.SplitSeq(s, "\n") {
		w := strings.Fields(l)
		if len(w) > 1 && strings.Contains("-*•·–", w[0]) {
			w = w[1:]
		}
		all = append(all, w...)
	}
	return strings.Join(all, " ")
}

// lostWords are the words of want that got has not, in their order.
func lostWords(got, want string) (lost []string) {
	g, w := strings.Fields(got), strings.Fields(want)
	common := make([][]int, len(w)+1) // of the words from i and j on
	common[len(w)] = make([]int, len(g)+1)
	for i := len(w) - 1; i >= 0; i-- {
		common[i] = make([]int, len(g)+1)
		for j := len(g) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); w[i] == g[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(w); {
		switch {
		case j < len(g) && w[i] == g[j]:
			i, j = i+1, j+1
		case j < len(g) && common[i][j+1] >= common[i+1][j]:
			j++
		default:
			lost = append(lost, w[i])
			i++
		}
	}
	return lost
}

// TestWrittenAnywhere: whatever a person says below what they wrote, above their signature,
// a notice or a quote, with a blank line or without one, reaches the agent.
func TestWrittenAnywhere(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	remarks := strings.Split(`But pay only half of it.
but only half
PS: not before Friday
Ask Tom first
Call me on 0541 555 0101
On Monday I will pay 300
am Freitag
Ma solo metà
Legal is against it.
This message is for Tom alone.
Please delete the message from Tom.
Print it, please
Budget exhausted
Only half
From: Rome, not Milan
Date: not before Friday
To be clear: pay 300
300, not 400:
Sincerely not.
no
Tom Miller decides
Thanks for nothing
See https://example.com/offer first
Nur mit Rechnung
Sent to Bob already`, "\n")
	a, _ := newAdapter(t)
	n, lost := 0, 0
	for _, set := range writtenSets {
		for i, m := range freshOf[writtenMail](t, "testdata/written", set) {
			want := lineEnds(m.Want)
			if m.Mail != "" { // as its program made the text; with a part of the remarks
				if !strings.Contains(m.Mail, "\nIn-Reply-To:") {
					continue // ">" in a mail that answers none is another thing
				}
				shown, err := content.Text(strings.NewReader(m.Mail), int64(len(m.Mail)))
				if err != nil {
					t.Fatal(set, i+1, err)
				}
				m.Text, want = lineEnds(shown), lineEnds(writtenIn(parsed(t, a, m.Mail)))
			}
			at := strings.Index(m.Text, want)
			if at < 0 {
				continue // it is between quotes
			}
			at += len(want)
			for k, r := range remarks {
				if m.Mail != "" && (i+k)%5 > 0 {
					continue
				}
				joint := []string{"\n\n" + r + "\n", "\n" + r + "\n", "\n\n" + r}[(i+k)%3]
				n++
				in := parsed(t, a, plainMail(m.Name, i, m.Text[:at]+joint+m.Text[at:]))
				if gone := append(lostWords(writtenIn(in), want+"\n"+r), lostWords(textOf(in), want+"\n"+r)...); len(gone) > 0 {
					lost++
					t.Errorf("%s %d: lost %q with %q (%d): %q", set, i+1, gone, r, (i+k)%3, writtenIn(in))
				}
			}
		}
	}
	t.Logf("%d of %d lost", lost, n)
}
