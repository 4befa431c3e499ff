package email

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	grammar "bridge/approvals/reply"
	"bridge/core/message"
	"bridge/internal/footertest"
	"bridge/internal/racetest"
	"bridge/internal/sampletest"
)

// What people write, told by somebody who has read nothing of this project: answers, doubts,
// and signatures as their mail programs make them.
type (
	freshReply struct {
		Lang, Channel, Request, Text, Expect, Why string
		Name                                      string // that the person is configured with; guessed from the text where the set does not say it
		Unsigned                                  bool   // nobody has the name that the last words may be
		Kind                                      string // of BN and later: "plain", or "remark" where more is told beside the yes, as readers say who saw neither the lists nor a result
	}
	freshSignature struct {
		Lang, Client, HTML, Plain, Name, Comment string
		Marked                                   bool
	}
)

func freshOf[T any](t testing.TB, dir, name string) (all []T) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil || len(all) == 0 {
		t.Fatal(dir, name, len(all), err)
	}
	return all
}

// freshRequests are what the answers of a set are about: one of three, or what the prompt asks in words.
func freshRequests(request string) grammar.Shown {
	if strings.Contains(request, " ") {
		return shownOf(request)
	}
	return map[string]grammar.Shown{
		"refund":  {About: []string{"refund", "", "Refund EUR 840 to ACME Ltd"}, Amount: "840", Currency: "EUR", Values: []string{"ACME Ltd"}},
		"restart": {About: []string{"restart", "", "Restart server db-2"}, Values: []string{"db-2"}},
		"offer":   {About: []string{"send_offer", "", "Send the offer to Meyer GmbH"}, Values: []string{"Meyer GmbH"}},
	}[request]
}

var (
	freshAmount = regexp.MustCompile(`(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d\d))? ?(EUR|GBP|USD|PLN|CHF|BRL|SEK|€|£)`)
	// A line in which no name stands: what somebody is, and what a program adds.
	freshProgram = regexp.MustCompile(`^(?:\(.*\)|(?:Sent from|Gesendet|Envoyé|Inviato|Enviado|Verzonden|Wysłan).*)?$`)
	freshName    = regexp.MustCompile(`\pL.* (\p{Lu}\pL+ \p{Lu}\pL+|[A-Z]{4,})`)
)

// shownOf is what a prompt shows that asks something in words: an amount with its currency, and a name, if there is one.
func shownOf(request string) grammar.Shown {
	s := grammar.Shown{About: []string{"", "", request}, By: "Eve"} // as who asks is called in the sets
	if all := freshAmount.FindAllStringSubmatch(request, -1); len(all) == 1 {
		s.Amount, s.Currency = strings.ReplaceAll(all[0][1], " ", ""), all[0][3]
		if all[0][2] != "" {
			s.Amount += "." + all[0][2]
		}
	}
	if all := freshName.FindAllStringSubmatch(request, -1); len(all) == 1 {
		s.Values = []string{all[0][1]}
	}
	return s
}

// read is what an answer is to the request, of somebody who is configured with the name that
// they sign with: the last words of the text, if it is any, or one of the lines above those, without what they are.
func (r freshReply) read(mail bool) grammar.Verdict {
	names := []string{r.Name}
	lines := strings.Split(strings.TrimSpace(r.Text), "\n")
	for k, line := range slices.Backward(lines) {
		if r.Name != "" {
			break
		}
		if freshProgram.MatchString(line) && k >= len(lines)-3 {
			continue
		}
		line, _, _ = strings.Cut(line, "(")
		words := strings.Fields(strings.Trim(line, " .,"))
		if r.Unsigned || len(words) == 0 || len(words) > 6 && k < len(lines)-1 || k < len(lines)-4 {
			break
		}
		for n := 1; n <= min(6, len(words)); n++ {
			if name := strings.Join(words[len(words)-n:], " "); name != strings.Trim(r.Text, " .") && strings.ToLower(name) != name {
				names = append(names, name)
			}
		}
		if name, _, more := strings.Cut(line, ","); more && strings.ToLower(name) != name && len(lines) > 1 {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if v := grammar.Parse(r.Text, grammar.Options{Name: name, Language: r.Lang, Mail: mail, Shown: freshRequests(r.Request)}).Verdict; v != grammar.None {
			return v
		}
	}
	return grammar.None
}

// freshMail is the mail that a program makes of an answer above a signature of its own.
func freshMail(client, text, rich string, out message.Outbound) string {
	switch client {
	case "gmail":
		return gmailMail(text, rich, out)
	case "outlook-desktop":
		return outlookMail(text, rich, out)
	case "owa", "outlook-mobile":
		return owaMail(text, rich, out)
	case "apple-mail", "ios-mail":
		return appleMail(text, rich, out)
	}
	return thunderbirdMail(text, rich, out)
}

// freshCounts are how many of how many were understood, by what they are.
type freshCounts map[string][2]int

func (c freshCounts) add(key string, ok bool) {
	n := c[key]
	if n[1]++; ok {
		n[0]++
	}
	c[key] = n
}

// measureFresh measures a set; of the doubts above every fourth signature it takes one of every, with 0 neither
// answers nor signatures.
func measureFresh(t *testing.T, dir string, quiet bool, every int) (counts freshCounts, granted, denied int) {
	counts = freshCounts{}
	say := func(format string, args ...any) {
		if !quiet {
			t.Logf(format, args...)
		}
	}
	wrong := func(what string, v grammar.Verdict, text string) {
		if v == grammar.Grant {
			granted++
		} else {
			denied++
		}
		say("FALSE %s, %s: %q", v, what, text)
	}
	for _, channel := range []string{"mail", "phone"} {
		if _, err := os.Stat(filepath.Join(dir, "replies_"+channel+".json")); err != nil || every == 0 { // doubts alone
			break
		}
		for _, r := range freshOf[freshReply](t, dir, "replies_"+channel) {
			want := map[string]grammar.Verdict{"yes": grammar.Grant, "no": grammar.Deny}[r.Expect]
			got := r.read(channel == "mail")
			counts.add(channel, got == want)
			if got == grammar.None {
				say("missed %s %s %s to %q: %q", channel, r.Lang, r.Expect, r.Request, r.Text)
			} else if got != want {
				wrong(channel+" "+r.Request, got, r.Text)
			}
		}
	}
	doubts := freshOf[freshReply](t, dir, "doubts")
	for _, r := range doubts {
		got := r.read(r.Channel == "mail")
		counts.add("doubts asked back", got == grammar.None)
		if got != grammar.None {
			wrong("a doubt ("+r.Why+", "+r.Request+")", got, r.Text)
		}
	}

	if _, err := os.Stat(filepath.Join(dir, "hostile.json")); err == nil {
		for _, r := range freshOf[freshReply](t, dir, "hostile") {
			want := map[string]grammar.Verdict{"yes": grammar.Grant, "no": grammar.Deny}[r.Expect]
			got := r.read(r.Channel == "mail")
			counts.add("hostile, "+r.Expect, got == want)
			if got != grammar.None && got != want {
				wrong("hostile ("+r.Why+", "+r.Request+")", got, r.Text)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "signatures.json")); err != nil || every == 0 { // answers alone
		return counts, granted, denied
	}
	a, _ := newAdapter(t)
	out := htmlPrompt()
	head := strings.Replace(basicHead, "Subject: Hi", "Subject: Re: "+out.Subject, 1) + "In-Reply-To: " + string(a.Ref(out)) + "\n"
	mail := func(s freshSignature, answer string) message.Inbound {
		return parsed(t, a, crlf(head+freshMail(s.Client, answer+"\n\n"+s.Plain, above(answer)+s.HTML, out)))
	}
	for i, s := range freshOf[freshSignature](t, dir, "signatures") {
		first := parsed(t, a, crlf(strings.Replace(basicHead, "Subject: Hi", "Subject: Numbers", 1)+multi("alternative", plainPart("Please send me the numbers.\n\n"+s.Plain), htmlPart("<html><body>"+above("Please send me the numbers.")+s.HTML+"</body></html>"))))
		yes, no := footertest.Answers(s.Lang)
		for _, w := range []struct {
			answer, key string
			want        grammar.Verdict
		}{{yes[0], "yes", grammar.Grant}, {no[0], "no", grammar.Deny}, {yes[0] + " QHM45C", "yes with the code", grammar.Grant}, {no[0] + " QHM45C", "no with the code", grammar.Deny}} {
			in := mail(s, w.answer)
			for mails, got := range []grammar.Verdict{decided(in, s.Name, s.Lang), decided(in, s.Name, s.Lang, first), decided(in, s.Name, s.Lang, first, first, first)} {
				marked := map[bool]string{true: "marked", false: "unmarked"}[s.Marked]
				counts.add([]string{"signatures, ", "signatures, after one mail, ", "signatures, after three mails, "}[mails]+w.key, got == w.want)
				counts.add([]string{"signatures, ", "signatures, after one mail, ", "signatures, after three mails, "}[mails]+marked, got == w.want)
				if got != w.want && got != grammar.None {
					wrong("signature", got, in.Unquoted)
				} else if got == grammar.None && w.key == "yes" {
					say("missed signature %s %s %s, mails before: %d, ambiguous %v, differs %v", s.Lang, s.Client, s.Name, mails, in.Ambiguous, in.Differs)
				}
			}
		}
		if i%4 > 0 {
			continue
		}
		for k, r := range doubts {
			if (i/4+k)%every > 0 {
				continue
			}
			in := mail(s, r.Text)
			for _, got := range []grammar.Verdict{decided(in, s.Name, r.Lang), decided(in, s.Name, r.Lang, first, first, first)} {
				counts.add("doubts above signatures asked back", got == grammar.None)
				if got == grammar.Grant {
					wrong("a doubt ("+r.Why+") above "+s.Name, got, r.Text)
				}
			}
		}
	}
	return counts, granted, denied
}

// Fresh is the environment variable that names a folder of what people write, to be
// measured; FRESH_QUIET=1 tells nothing of it but the figures.
const Fresh = "FRESH_REPLIES"

// TestFresh measures what nobody who wrote the grammar has seen.
func TestFresh(t *testing.T) {
	dir := os.Getenv(Fresh)
	if dir == "" {
		t.Skip("measures replies that nobody here has seen: set " + Fresh + " to their folder")
	}
	counts, granted, denied := measureFresh(t, dir, os.Getenv("FRESH_QUIET") != "", 1)
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		n := counts[key]
		t.Logf("%-50s %4d of %4d (%.1f %%)", key, n[0], n[1], 100*float64(n[0])/float64(n[1]))
	}
	t.Logf("false: %d grants, %d denials", granted, denied)
}

// TestFreshBefore: no fewer of the sets that were measured are understood than before, and
// nothing is decided falsely. B, M, O and P were never read by who wrote the grammar, nor were AL, AM, BQ, BR and BS. All is asked of one set
// of four each day, only the doubts of another, and everything if BRIDGE_WHOLE is set, as make soak does and who changes the grammar.
func TestFreshBefore(t *testing.T) {
	racetest.Skip(t)
	t.Parallel()
	for set, least := range map[string]map[string]int{
		"A":  {"mail": 148, "phone": 146, "signatures, marked": 67, "signatures, unmarked": 10, "signatures, after one mail, marked": 96, "signatures, after three mails, marked": 136},
		"B":  {"mail": 104, "phone": 110, "signatures, marked": 36, "signatures, unmarked": 8, "signatures, after one mail, marked": 54, "signatures, after three mails, marked": 124},
		"C":  {"mail": 150, "phone": 148},
		"D":  {"mail": 132, "phone": 136},
		"E":  {"mail": 115, "phone": 124, "hostile, unclear": 217},
		"F":  {"mail": 66, "phone": 96},
		"G":  {"mail": 37, "phone": 48},
		"H":  {"mail": 92, "phone": 113},
		"I":  {"doubts asked back": 617},
		"J":  {"mail": 92, "phone": 110},
		"K":  {"mail": 134, "phone": 136, "doubts asked back": 200},
		"L":  {"mail": 128, "phone": 126, "doubts asked back": 200},
		"M":  {"mail": 123, "phone": 124, "doubts asked back": 200},
		"O":  {"mail": 73, "phone": 60, "doubts asked back": 160},
		"P":  {"mail": 227, "phone": 235, "doubts asked back": 160},
		"Q":  {"mail": 185, "phone": 210, "doubts asked back": 160},
		"T":  {"mail": 38, "phone": 227, "doubts asked back": 160},
		"U":  {"mail": 110, "phone": 230, "doubts asked back": 160},
		"X":  {"mail": 110, "phone": 221, "doubts asked back": 160},
		"Y":  {"mail": 105, "phone": 226, "doubts asked back": 160},
		"Z":  {"mail": 123, "phone": 230, "doubts asked back": 160},
		"AA": {"mail": 101, "phone": 222, "doubts asked back": 160},
		"AC": {"mail": 136, "phone": 221, "doubts asked back": 160},
		"AD": {"mail": 136, "phone": 216, "doubts asked back": 160},
		"AE": {"mail": 229, "phone": 225, "doubts asked back": 144},
		"AF": {"mail": 194, "phone": 227, "doubts asked back": 144},
		"AG": {"mail": 161, "phone": 231, "doubts asked back": 144},
		"AH": {"mail": 221, "phone": 236, "doubts asked back": 144},
		"AI": {"mail": 157, "phone": 233, "doubts asked back": 144},
		"AJ": {"mail": 185, "phone": 213, "doubts asked back": 144},
		"AK": {"mail": 143, "phone": 232, "doubts asked back": 144},
		"AL": {"mail": 231, "phone": 230, "doubts asked back": 144},
		"AM": {"mail": 220, "phone": 225, "doubts asked back": 144},
		"AN": {"mail": 183, "phone": 230, "doubts asked back": 144},
		"AO": {"mail": 216, "phone": 227, "doubts asked back": 144},
		"AP": {"mail": 219, "phone": 229, "doubts asked back": 144},
		"AQ": {"mail": 232, "phone": 225, "doubts asked back": 144},
		"AR": {"mail": 206, "phone": 231, "doubts asked back": 144},
		"AS": {"mail": 224, "phone": 225, "doubts asked back": 144},
		"AT": {"mail": 199, "phone": 225, "doubts asked back": 144},
		"AU": {"mail": 208, "phone": 228, "doubts asked back": 144},
		"AV": {"mail": 197, "phone": 230, "doubts asked back": 144},
		"AW": {"mail": 196, "phone": 226, "doubts asked back": 144},
		"AX": {"mail": 219, "phone": 229, "doubts asked back": 144},
		"AY": {"mail": 219, "phone": 230, "doubts asked back": 144},
		"AZ": {"mail": 197, "phone": 220, "doubts asked back": 144},
		"BA": {"mail": 219, "phone": 227, "doubts asked back": 144},
		"BB": {"mail": 228, "phone": 226, "doubts asked back": 144},
		"BC": {"mail": 214, "phone": 227, "doubts asked back": 144},
		"BD": {"mail": 220, "phone": 216, "doubts asked back": 144},
		"BN": {"doubts asked back": 96},
		"BO": {"doubts asked back": 96},
		"BP": {"doubts asked back": 96},
		"BQ": {"doubts asked back": 96},
		"BR": {"doubts asked back": 96},
		"BS": {"doubts asked back": 96},
		"BT": {"doubts asked back": 96},
		"BU": {"doubts asked back": 96},
		"BV": {"doubts asked back": 96},
		"BW": {"doubts asked back": 96},
		"BX": {"doubts asked back": 96},
		"BY": {"doubts asked back": 96},
		"BZ": {"doubts asked back": 96},
		"CA": {"doubts asked back": 96},
		"CB": {"doubts asked back": 96},
		"CC": {"doubts asked back": 96},
		"CD": {"doubts asked back": 96},
		"CE": {"doubts asked back": 96},
		"CF": {"doubts asked back": 96},
		"CG": {"doubts asked back": 96},
		"CH": {"mail": 300, "phone": 230, "doubts asked back": 400},
		"CI": {"mail": 305, "phone": 255, "doubts asked back": 400},
		"CJ": {"mail": 290, "phone": 245, "doubts asked back": 400},
	} {
		every, turn := 40, int(set[len(set)-1]-'A')
		if !sampletest.Today(turn, 4) && !sampletest.Today(turn+1, 4) {
			continue
		}
		if !sampletest.Today(turn, 4) {
			every, least = 0, map[string]int{"hostile, unclear": least["hostile, unclear"], "doubts asked back": least["doubts asked back"]}
		}
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			counts, granted, denied := measureFresh(t, filepath.Join("testdata", "fresh", set), true, every)
			if granted > 0 || denied > 0 {
				t.Errorf("with one of %d: %d false grants, %d false denials", every, granted, denied)
			}
			for key, n := range least {
				if counts[key][0] < n {
					t.Errorf("%s: %d of %d, were %d", key, counts[key][0], counts[key][1], n)
				}
			}
		})
	}
}
