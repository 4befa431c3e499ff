package footer_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"bridge/approvals/reply"
	"bridge/internal/footertest"
	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// rows are the lines of a table "language TAB text".
func rows(t *testing.T, table string) (all [][2]string) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(table)) {
		lang, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			t.Fatalf("%q", line)
		}
		all = append(all, [2]string{lang, text})
	}
	return all
}

func table(t *testing.T, file string) [][2]string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	noerr.Must(t, err)
	return rows(t, string(b))
}

const (
	card  = "Dana Rossi\nHead of Finance\nTel. +39 051 123456\n"
	twice = "Dana\n\nDana Rossi\nRossi & Figli S.r.l.\n"
)

// verdict is what an answer above such lines is read as, to a request.
func verdict(lang, answer, below, about string, memo *reply.Memo) reply.Verdict {
	return reply.Parse(answer+"\n\n"+below, reply.Options{Name: "Dana Rossi", Language: lang, Mail: true, Memo: memo, Shown: reply.Shown{About: []string{"", about, ""}}}).Verdict
}

// TestBriefNotices: short legal notices are left out, below a name and below a card.
func TestBriefNotices(t *testing.T) {
	memo := new(reply.Memo)
	for i, r := range table(t, "briefs.txt") {
		if !sampletest.Today(i, 2) {
			continue
		}
		yes, no := footertest.Answers(r[0])
		for _, place := range []string{"Dana Rossi\n\n", card + "\n"} {
			if got := verdict(r[0], yes[0], place+r[1], "", memo); got != reply.Grant {
				t.Errorf("%s above %q is %v", yes[0], r[1], got)
			}
		}
		if got := verdict(r[0], no[0]+" QHM45C", r[1], "", memo); got != reply.Deny {
			t.Errorf("no with a code above %q is %v", r[1], got)
		}
	}
}

// TestLasting: sentences of standing signatures that are no legal text are left out below one that surely is a signature.
func TestLasting(t *testing.T) {
	memo := new(reply.Memo)
	for _, r := range rows(t, `
en	I am in the parish office on Tuesdays and Thursdays only.
en	NO TEXTS AFTER 9PM
en	In an emergency call 999.
en	The school closes for midterm from Friday at 12.30.
en	Have you seen Deep Water yet? Book now!
en	No walk-ins, visits by appointment only.
en	We do not make home visits.
de	Montag und Dienstag Ruhetag
de	Ich bin dienstags und donnerstags im Büro.
de	Mittwochs nicht im Büro, wir arbeiten Mo bis Fr 8-12 Uhr.
de	Ja zur Vielfalt! 🌈
de	Im Notfall wählen Sie 112.
de	Keine Hausbesuche.
it	Urgenze: 0583 555 011 (no SMS)
it	Ti è piaciuto il laboratorio? Lascia una recensione!
it	Assente il venerdì.
es	Atención al público: de 9 a 14 h. No se atiende sin cita.
es	Los lunes cerrado.
fr	Absente le vendredi.
fr	En cas d'urgence, composez le 15.
fr	✨ Nocturne le 1er jeudi du mois ✨
pt	Já conhece a nossa loja?
pt	Encerrado ao domingo.
pt	"Amar é não abandonar"
nl	Maandag t.e.m. vrijdag, 8u–16u. Woensdagnamiddag gesloten.
nl	Niet tevreden? Laat het ons weten! Wel tevreden? Vertel het een ander.
nl	Afwezig op woensdag.
pl	Godziny przyjęć: wtorek 14–16
pl	Nie prowadzimy wizyt domowych.
pl	Byłaś? Byłeś? Oceń nas!`) {
		yes, no := footertest.Answers(r[0])
		for _, place := range []string{card, twice} {
			if got := verdict(r[0], yes[0], place+r[1], "", memo); got != reply.Grant {
				t.Errorf("%s above %q is %v", yes[0], place+r[1], got)
			}
			if got := verdict(r[0], no[0]+" QHM45C", place+r[1], "", memo); got != reply.Deny {
				t.Errorf("no with a code above %q is %v", place+r[1], got)
			}
		}
		// Below the bare name, or with nothing above, anybody may have typed it.
		for _, below := range []string{"\n" + r[1], r[1] + "\n\nDana Rossi"} {
			if got := verdict(r[0], yes[0], below, "", memo); got == reply.Grant && !strings.ContainsAny(r[1], ":/") {
				t.Errorf("%q is left out of %q", r[1], below)
			}
		}
	}
}

// TestBriefDoubts: what a person may add in the same place is read.
func TestBriefDoubts(t *testing.T) {
	memo := new(reply.Memo)
	for i, r := range table(t, "briefs-doubts.txt") {
		if !sampletest.Today(i, 2) {
			continue
		}
		yes, _ := footertest.Answers(r[0])
		for _, below := range []string{r[1], "Dana Rossi\n\n" + r[1], card + r[1], twice + "\n" + r[1], card + "\nThis email is confidential. If you are not the intended recipient, please delete it.\n\n" + r[1]} {
			for _, a := range []string{yes[0], yes[0] + " QHM45C"} {
				if verdict(r[0], a, below, "", memo) == reply.Grant {
					t.Errorf("%q is left out of %q", r[1], a+"\n\n"+below)
				}
			}
		}
	}
}

// TestBriefOfTheRequest: what speaks of what is asked, in any language, is read.
func TestBriefOfTheRequest(t *testing.T) {
	memo := new(reply.Memo)
	for _, r := range [][3]string{
		{"en", "Fix the typos on the web site?", "Please forgive the typos."},
		{"pt", "Abandonar o projeto?", "\"Amar é não abandonar\""},
		{"pl", "Print the flyers?", "Drukuj tylko, gdy to konieczne."},
		{"de", "Flyer drucken?", "Bitte prüfen Sie, ob man das wirklich drucken muss."},
		{"en", "Accept the offer?", "Nothing in this email constitutes a contract."},
		{"pl", "Przyjąć ofertę?", "Treść tej wiadomości nie stanowi oferty."},
		{"en", "Delete the customers' data?", "We keep your data in accordance with the UK GDPR."},
		{"es", "¿Borrar los datos?", "Tratamos sus datos conforme al RGPD."},
		{"en", "Share the report with Tom?", "Confidential – please do not share."},
		{"pl", "Change the passwords?", "Nigdy nie prosimy o hasła."},
		{"en", "Call the customers?", "No calls after 9pm"},
		{"en", "Book the hall for Tuesday?", "I am in the parish office on Tuesdays and Thursdays only."},
		{"de", "Lieferung am Dienstag annehmen?", "Montag und Dienstag Ruhetag"},
		{"fr", "Fixer la réunion à vendredi ?", "Absente le vendredi."},
		{"fr", "Publier la story de la nocturne ?", "✨ Nocturne le 1er jeudi du mois ✨"},
		{"it", "Confermare il laboratorio di mercoledì?", "Ti è piaciuto il laboratorio? Lascia una recensione!"},
		{"en", "Book the coach?", "Have you seen Deep Water yet? Book now!"},
		{"de", "Am Fest für Vielfalt teilnehmen?", "Ja zur Vielfalt! 🌈"},
	} {
		yes, _ := footertest.Answers(r[0])
		if verdict(r[0], yes[0], card+r[2], r[1], memo) == reply.Grant {
			t.Errorf("%q is left out to %q", r[2], r[1])
		}
	}
}

// TestCodeAboveOthers: an answer with its code alone in the first line counts above whatever signature, and what says something
// of the answer there is read.
func TestCodeAboveOthers(t *testing.T) {
	memo := new(reply.Memo)
	for _, below := range []string{
		"LINDA CASTELLANO\nCASTELLANO PROPERTIES LLC\n201-555-0188\nNO TEXTS AFTER 9PM",
		"Dana Rossi\nRestorán El Cerro",
		"Dana Rossi\nTandartspraktijk Kralingen\nNiet tevreden? Laat het ons weten!",
		"Tom Baker\nCFO\nTel. 051 123456\n\nDo you really need to print this?",
		"Registered in England No. 1234567\nIn caso di urgenza chiamare il 112",
		"This email is confidential. If it isn't meant for you, please bin it and let me know.",
	} {
		for answer, want := range map[string]reply.Verdict{"YES QHM45C": reply.Grant, "NO QHM45C": reply.Deny} {
			if got := verdict("en", answer, below, "Send the plumber to apartment 3B?", memo); got != want {
				t.Errorf("%s above %q is %v", answer, below, got)
			}
		}
		for _, doubt := range []string{"but only half", "only on Friday", "not before May", "Frank decides", "wait for Tom", "3C instead", "to the office in Leeds", "and call me first", "maybe", "300", "ma solo domani", "aber nur bis 300"} {
			for _, text := range []string{below + "\n" + doubt, below + "\n\n" + doubt, doubt + "\n\n" + below, doubt + "\n" + below} {
				if verdict("en", "YES QHM45C", text, "Send the plumber to apartment 3B?", memo) == reply.Grant {
					t.Errorf("%q is left out of %q", doubt, text)
				}
			}
		}
	}
}

// TestBriefStanding: what stood below three mails is excused, of whatever kind, and a doubt in it never.
func TestBriefStanding(t *testing.T) {
	for line, excused := range map[string]bool{
		"Rechtsverbindliche Erklärungen bedürfen der Schriftform.":                 true,
		"Onze stichting heeft de ANBI-status.":                                     true,
		"Spenden sind steuerlich absetzbar.":                                       true,
		"Zuständige Aufsichtsbehörde: Ärztekammer Hessen.":                         true,
		"Chi lo riceve per errore è pregato di distruggerlo.":                      true,
		"Sent on behalf of the Chair of Governors.":                                true,
		"We bake with love and butter":                                             true,
		"Beware of fraud: our bank account details will not change.":               true,
		"Please call us before making any payment.":                                false,
		"Christmas fair on 13 December":                                            false,
		"¿Ya hiciste tu limpieza semestral?":                                       false,
		"Only if the board agrees":                                                 false,
		"Wir sind nicht verpflichtet, an einem Schlichtungsverfahren teilzunehmen": true,
	} {
		o := reply.Options{Name: "Dana Rossi", Language: "en", Mail: true}
		below := "\n\nDana Rossi\nHead of Finance\n\n" + line
		lines := reply.Standing("Hello there"+below, o)
		if reply.Parse("Yes"+below, o).Verdict == reply.Grant {
			t.Errorf("%q is known before it stood anywhere", line)
		}
		o.Standing = func(l string) bool { return slices.Contains(lines, l) }
		if got := reply.Parse("Yes"+below, o).Verdict; (got == reply.Grant) != excused {
			t.Errorf("%q, which stood there: %v", line, got)
		}
	}
}
