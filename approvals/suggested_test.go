package approvals_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/approvals"
	"bridge/approvals/prompt"
	"bridge/approvals/reply"
	"bridge/core/locale"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render"
)

// suggested finds what a text of ours says to answer with: capitals and the code.
var suggested = regexp.MustCompile(`(\p{Lu}{2,5}) K7Q2M9`)

// TestSuggestedAnswersAreUnderstood: whatever a prompt or a notice tells people to
// write, in each language and on each channel, is an unmistakable answer, however they
// write it.
func TestSuggestedAnswersAreUnderstood(t *testing.T) {
	until := time.Date(2026, 11, 20, 20, 3, 0, 0, time.UTC)
	mailto := regexp.MustCompile(`<(mailto:[^>]+)>`)
	for _, tag := range locale.Languages() {
		w := render.In(tag)
		p := render.Prompt{
			Summary: "refund: amount 40", Tool: "refund", Requester: "Eve", Args: json.RawMessage(`{"amount":40}`), Code: "K7Q2M9", Until: until, Language: tag,
			ReplyTo: "agent@example.com",
		}
		long := p
		long.Args = json.RawMessage(`{"body":"` + strings.Repeat("a long letter ", 200) + `"}`)
		open := []render.Open{{Summary: p.Summary, Code: p.Code, Until: until}}
		notices := []string{
			w.NoVerdict(until, nil, p.Code), w.Uncoded(until, nil, p.Code), w.TakesEffect(p.Summary, until, p.Code, nil), w.Held(p.Summary, "Dana", until, p.Code, nil), w.OtherVoted(p.Summary, "Dana", 1, 2, p.Code),
			w.Receipt(true, p.Summary, "x", until, until, p.Code, nil), w.ObjectOpen(p.Code), w.ObjectLate(p.Code), w.StepUpCode("483920", p.Summary, until, nil, p.Code),
		}
		texts := map[message.Markup]string{"": p.Text() + "\n" + long.Text() + "\n" + strings.Join(notices, "\n")}
		for _, m := range []message.Markup{message.MarkupStars, message.MarkupGSM7} {
			whole, _ := p.For(m, 1600)
			part, _ := long.For(m, 1600)
			texts[m] = whole + "\n" + part
			for _, n := range notices {
				texts[m] += "\n" + render.Chat(n, m)
			}
		}
		for m, text := range texts {
			answers := map[string]bool{w.Yes(): true, w.No(): false}
			for _, word := range []string{w.Yes(), w.No()} { // in a mail, and in lists with the code of one
				if m == "" && (!strings.Contains(p.Text(), word) || !strings.Contains(w.WhichOne(open, nil), word) || !strings.Contains(w.Listed([]render.Listing{{Open: open[0]}}, nil), word)) {
					t.Errorf("%s: no %s in a prompt or a list", tag, word)
				}
			}
			yeses := 0
			for _, found := range suggested.FindAllStringSubmatch(text, -1) {
				grant := plain(found[1]) == plain(w.Yes())
				if !grant && plain(found[1]) != plain(w.No()) {
					t.Errorf("%s %q: neither yes nor no: %q", tag, m, found[0])
				}
				if grant {
					yeses++
				}
				answers[found[0]], answers[found[1]] = grant, grant
			}
			if yeses < 3 { // the prompt, two notices
				t.Errorf("%s %q: %d times it is said how to say yes\n%s", tag, m, yeses, text)
			}
			for _, found := range mailto.FindAllStringSubmatch(text, -1) {
				u, err := url.Parse(found[1])
				noerr.Must(t, err)
				body := u.Query().Get("body")
				answers[body] = plain(strings.Fields(body)[0]) == plain(w.Yes())
			}
			for answer, grant := range answers {
				for _, said := range []string{answer, strings.ToLower(answer), strings.ToUpper(answer[:1]) + strings.ToLower(answer[1:]), answer + ".", answer + "\n", plain(answer)} {
					got := reply.Parse(said, reply.Options{Name: "Dana", Language: tag, OptOuts: m == message.MarkupGSM7})
					want := reply.Deny
					if grant {
						want = reply.Grant
					}
					if got.Verdict != want || !got.Strong {
						t.Errorf("%s %q: %q is %+v", tag, m, said, got)
					}
					if strings.Contains(answer, p.Code) && !slices.Contains(reply.FindCodes(said), p.Code) {
						t.Errorf("%s %q: no code in %q", tag, m, said)
					}
				}
			}
			if got := reply.Parse(w.No()+", "+"Budget 2026", reply.Options{Language: tag, OptOuts: m == message.MarkupGSM7}); got.Verdict != reply.Deny || got.Reason == "" {
				t.Errorf("%s %q: a reason after a comma: %+v", tag, m, got)
			}
		}
	}
}

// plain is a suggested answer as keyboards without accents write it.
func plain(s string) string {
	return strings.NewReplacer("Ì", "I", "Í", "I", "Ã", "A", "ì", "i", "í", "i", "ã", "a").Replace(s)
}

// TestEachReadsTheirLanguage: prompts, notices and the sentence that it waits are in
// the language of who reads them.
func TestEachReadsTheirLanguage(t *testing.T) {
	change := func(o *approvals.Options) {
		o.Channels = []prompt.Channel{{Name: "mail", Kind: "email", Traits: traits("email"), HTML: true, Address: "agent@example.com"}}
	}
	onDesk(t, change, func(t *testing.T, d *desk) {
		for i, language := range []string{"fr", "it-IT", "de", "en"} {
			d.people[i].Language = language
		}
		a := d.ask(asking("", `{"amount":50}`))
		if !strings.HasPrefix(a.Waiting, "En attente d'approbation par Dana ou Frank : refund: amount 50. Ouverte jusqu'au ") {
			t.Errorf("the requester reads %q", a.Waiting)
		}
		code := map[string]string{}
		for _, m := range d.outbox() {
			code[string(m.Person)] = token.FindStringSubmatch(m.Subject)[1]
			want := map[string]string{"dana": "\nRichiesto da: Eve\n", "frank": "\nAnfrage von: Eve\n"}[string(m.Person)]
			link := `<a href="mailto:agent@example.com?subject=%5Bapproval:` + code[string(m.Person)] + `%5D&amp;body=`
			if !strings.Contains(m.Text, want) || strings.Count(m.HTML, link) != 2 {
				t.Errorf("%s reads %s\n%s", m.Person, m.Text, m.HTML)
			}
		}
		d.answer("eve", "yes "+code["frank"])
		d.answer("frank", "hm "+code["frank"])
		d.answer("frank", "no "+code["frank"])
		said := fmt.Sprint(d.said())
		for _, want := range []string{
			"eve: La décision revient uniquement à Dana ou Frank.", "frank: Es wurde nichts entschieden: Nur ein klares Ja oder Nein zählt. Noch offen bis ", " Antworten Sie JA " + code["frank"] + " oder NEIN ",
			"frank: Abgelehnt von Frank am ", "dana: Rifiutato da Frank, ",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("nobody reads %q: %s", want, said)
			}
		}
	})
}
