package footer_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bridge/approvals/reply"
	"bridge/approvals/reply/wording"
	"bridge/internal/cputime"
	"bridge/internal/footertest"
	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

func doubtsOf(t testing.TB, file string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	noerr.Must(t, err)
	var all []string
	for l := range strings.Lines(string(b)) {
		if _, d, ok := strings.Cut(strings.TrimRight(l, "\n"), "\t"); ok {
			all = append(all, strings.ReplaceAll(d, `\n`, "\n"))
		}
	}
	return all
}

// TestFooters: what stands below an answer is left out if it is known to say nothing, and
// only then.
func TestFooters(t *testing.T) {
	dana := reply.Options{Name: "Dana", From: "dana.rossi", Mail: true}
	for _, tt := range []struct {
		below string
		want  reply.Verdict
		coded reply.Verdict // with a code: None is as without one
	}{
		{"Dana Rossi\nChief Financial Officer\nACME Widgets Ltd\n+44 20 7946 0123", reply.Grant, reply.None},
		{"Dana Rossi | CFO | ACME", reply.Grant, reply.None},
		{"D. Rossi\nCFO", reply.Grant, reply.None},
		{"Tom Baker\nCFO\nACME Ltd\n+44 20 7946 0123", reply.None, reply.Grant}, // another hand
		{"Tom Rossi\nCFO", reply.None, reply.Grant},
		{"Dana Rossi\np.p. Tom Baker decides", reply.None, reply.None},
		{"Dana Rossi\nTom pays the rest", reply.None, reply.None},
		{"+44 20 7946 0123\n300", reply.None, reply.None},
		{"Dana Rossi\nT 300", reply.None, reply.None},
		{"Dana Rossi\n5000 Euro", reply.None, reply.None},
		{"5000 Bob", reply.None, reply.None},
		{"Finance Department", reply.None, reply.Grant},
		{"CFO", reply.None, reply.Grant},
		{"Only if the recipient is authorised.", reply.None, reply.None},
		{"This e-mail is confidential.", reply.Grant, reply.None},
		{"This e-mail is not valid before Friday.", reply.None, reply.None},
		{"This message was sent in error, please destroy it.", reply.None, reply.None},
		{"If you have received this message in error, please delete it.", reply.Grant, reply.None},
		{"This e-mail is confidential. My approval is for half of it.", reply.None, reply.None},
		{"This e-mail is confidential and intended for the addressee - but only half", reply.None, reply.None},
		{"This e-mail and its attachments are confidential. This is not an approval.", reply.None, reply.None},
		{"Do you really need to print this e-mail?", reply.Grant, reply.None},
		{"Do you really need to pay this?", reply.None, reply.None},
		{"Capitale sociale € 100.000 i.v.", reply.Grant, reply.None},
		{"€ 100.000", reply.None, reply.None},
		{"[image: Acme logo]", reply.Grant, reply.None},
		{"[image: but only half]", reply.None, reply.None},
		{"[cid:image001.png@01DB3C5E]", reply.Grant, reply.None},
		{"[wait for Tom]", reply.None, reply.None},
		{"https://www.acme.example/?utm_source=mail", reply.Grant, reply.None},
		{"https://www.acme.example/but-only-half", reply.None, reply.None},
		{"Dana Rossi\nOffice hours: Mon-Fri 9:00-17:00", reply.Grant, reply.None},
		{"Dana Rossi\nFriday 9:00-17:00", reply.None, reply.None},
		{"Follow us on LinkedIn: https://www.linkedin.com/company/acme", reply.Grant, reply.None},
		{"Schedule a meeting", reply.None, reply.Grant},
		{"Dana Rossi\nTulsa, OK 74103", reply.Grant, reply.None},
		{"Dana Rossi\nOK", reply.None, reply.None},
		{"Dana Rossi\n\nP.S. but only half", reply.None, reply.None},
		{"Please delete this message.", reply.None, reply.None},
		{"Bitte diese Mail löschen.", reply.None, reply.None},
		{"Please do not use the attachment.", reply.None, reply.None},
		{"Finance, Leeds office\nWe build bridges for people since 1978\nTom Baker", reply.None, reply.None}, // a sentence, another hand
		{"Finance, Leeds office\nThe second one\nTom Baker", reply.None, reply.None},
		{"Dana Rossi\n+44 20 7946 0123\nBuilding bridges since 1978", reply.Grant, reply.None},
		{"Dana Rossi\n+44 20 7946 0123\nBuilding bridges by 1978", reply.None, reply.None},
		{"Dana Rossi\n+44 20 7946 0123\nbuilding bridges", reply.None, reply.None},
		{"Dana Rossi\n+44 20 7946 0123\nGerda", reply.None, reply.None},
		{"Dana Rossi\n+44 20 7946 0123\nJavisst, skicka", reply.None, reply.None},
		{"We will never ask you for your PIN by e-mail.", reply.Grant, reply.None},
		{"Never pay them by e-mail.", reply.None, reply.None},
		{"Informationen zur Verarbeitung Ihrer personenbezogenen Daten finden Sie unter www.acme.example/datenschutz.\nUp to you", reply.None, reply.None},
		{"Informationen zur Verarbeitung Ihrer personenbezogenen Daten finden Sie unter www.acme.example\nPas encore", reply.None, reply.None},
		{"We will never ask you for your PIN by e-mail. If in doubt, please telephone us.", reply.Grant, reply.None},
		{"We will never ask you for your PIN by e-mail. If in doubt, please telephone me.", reply.None, reply.None},
		{"If in doubt, please telephone us.", reply.None, reply.None},
		{"Dana Rossi\nI work part-time: Tuesday to Thursday.", reply.Grant, reply.None},
		{"Dana Rossi\nI work part-time: ask Tom on Thursday.", reply.None, reply.None},
		{"Dana Rossi\nPart: Tuesday to Thursday.", reply.None, reply.None},
		{"Think before you print - save paper.", reply.Grant, reply.None},
		{"Think before you pay.", reply.None, reply.None},
		{"Think again before you print it.", reply.None, reply.None},
		{"Book an appointment online: https://www.acme.example/book", reply.Grant, reply.None},
		{"Book the other one: https://www.acme.example/book", reply.None, reply.None},
		{"Book two appointments: https://www.acme.example/book", reply.None, reply.None},
		{"Book the appointment tomorrow: https://www.acme.example/book", reply.None, reply.None},
		{"Dana Rossi\nFollow us on LinkedIn and Vinebook", reply.Grant, reply.None},
		{"Dana Rossi\nFollow us on LinkedIn and Monday", reply.None, reply.None},
		{"Dana Rossi\nHKZ-gecertificeerd", reply.Grant, reply.None},
		{"Dana Rossi\nRejection-certified", reply.None, reply.None},
		{"Dana Rossi\nReception: press 1", reply.Grant, reply.None},
		{"Dana Rossi\nPay: press 1", reply.None, reply.None},
		{"Dana Rossi\nRated 4.9/5 on Google", reply.Grant, reply.None},
		{"Dana Rossi\nPay 4.5/5 of it", reply.None, reply.None},
		{"Dana Rossi\nIch arbeite in Teilzeit: Mo-Mi", reply.Grant, reply.None},
		{"Dana Rossi\nIch arbeite an Teil 2: Mo-Mi", reply.None, reply.None},
		{"Dana Rossi\nConsultations sur rendez-vous du lundi au jeudi", reply.Grant, reply.None},
		{"Dana Rossi\nConsultation du lundi au jeudi pour le reste seulement", reply.None, reply.None},
		{"Nous ne vous demanderons jamais vos codes par e-mail. En cas de doute, contactez-nous.", reply.Grant, reply.None},
		{"Nous ne vous demanderons jamais vos codes par e-mail. En cas de doute, ne payez pas.", reply.None, reply.None},
		{"Dana Rossi\nDona il tuo 5 per mille: C.F. 97531860588", reply.Grant, reply.None},
		{"Dana Rossi\nDona il 5 per cento", reply.None, reply.None},
		{"Dana Rossi\nTel. +44 20 7946 0123 | Mon-Fri 9-17", reply.Grant, reply.None},
		{"Dana Rossi\nTel. +44 20 7946 0123 | on Friday", reply.None, reply.None},
		{"Dana Rossi\nRPPS 10001234567", reply.Grant, reply.None},
		{"Dana Rossi\nGive 10001234567", reply.None, reply.None},
		{"Dana Rossi (she/her)\nFreelance photographer & printmaker", reply.Grant, reply.None},
		{"Dana Rossi\nGive it to a photographer", reply.None, reply.None},
		{"Dana Rossi\nGitHub · X · LinkedIn", reply.Grant, reply.None},
		{"Dana Rossi\ndana.example | @danadraws on Instagram", reply.Grant, reply.None},
		{"Dana Rossi\nPost it on Instagram @danadraws", reply.None, reply.None},
		{"Dana Rossi\nReferat II/3 - Bauwesen\nMinisterium für Verkehr\nTel. 030 5550123", reply.Grant, reply.None},
		{"Dana Rossi\nRechtsanwältin\nAmtsgericht Bonn, PR 1234", reply.Grant, reply.None},
		{"Dana Rossi\nPR 1234", reply.None, reply.None},
		{"Dana Rossi\nOffice hours: Tuesday 10:00-12:00, room 2.04", reply.Grant, reply.None},
		{"Dana Rossi\nWorking days: Mon, Thu", reply.Grant, reply.None},
		{"Dana Rossi\nFrom Monday", reply.None, reply.None},
		{"Dana Rossi\nLundi midi", reply.None, reply.None},
		{"Dana Rossi\nWork 9-12", reply.None, reply.None},
		{"Dana Rossi\nCounsel\nRossi LLP\nRossi LLP is authorised by the Solicitors Regulation Authority. Registered in England no. 01234567. Registered office: 1 Mill Lane, York YO1 9ZZ. Calls may be recorded for training purposes.", reply.Grant, reply.None},
	} {
		for answer, want := range map[string]reply.Verdict{"Yes": tt.want, "YES QHM45C": max(tt.want, tt.coded)} {
			if got := reply.Parse(answer+"\n\n"+tt.below, dana).Verdict; got != want {
				t.Errorf("%s above %q: %v, want %v", answer, tt.below, got, want)
			}
		}
		phone := dana
		phone.Mail = false
		if got := reply.Parse("Yes\n\n"+tt.below, phone).Verdict; got == reply.Grant && tt.want != reply.Grant {
			t.Errorf("on a phone above %q: %v", tt.below, got)
		}
	}
}

// TestFootersUnderstood: plain answers above ordinary footers of others are understood, by
// themselves and with a code, and no doubt in such a footer is taken for a part of it.
func TestFootersUnderstood(t *testing.T) {
	for file, least := range map[string][2]int{"ours": {100, 100}, "ours2": {99, 99}, "ours3": {93, 95}, "ours4": {88, 88}, "ours5": {85, 85}, "fresh1": {69, 69}, "fresh2": {41, 44}, "fresh3": {100, 100}, "fresh4": {98, 98}, "fresh5": {86, 86}, "fresh6": {84, 84}, "fresh7": {67, 69}, "fresh8": {35, 35}} {
		var understood, all [2]int
		if !sampletest.Today(len(file)+int(file[len(file)-1]), 4) {
			continue
		}
		for _, f := range footertest.Read(t, "testdata/"+file+".txt") {
			yes, no := footertest.Answers(f.Lang)
			memo := new(reply.Memo)
			for i, a := range []string{yes[0], no[0], yes[0] + " QHM45C", no[0] + " QHM45C"} {
				want, coded := []reply.Verdict{reply.Grant, reply.Deny}[i%2], i/2
				o := reply.Options{Name: f.Person, Language: f.Lang, Mail: true, Memo: memo}
				if reply.Parse(a, o).Verdict != want { // "Nie" to a person without a language
					continue
				}
				all[coded]++
				switch got := reply.Parse(a+"\n\n"+f.Text, o).Verdict; got {
				case want:
					understood[coded]++
				case reply.None:
				default:
					t.Errorf("%q above %s is %v", a, f.Name, got)
				}
			}
		}
		for coded, n := range understood {
			if n*100 < least[coded]*all[coded] {
				t.Errorf("%s, with a code %v: %d of %d", file, coded > 0, n, all[coded])
			}
		}
	}
	for _, file := range []string{"ours2", "ours3", "fresh3", "fresh4", "fresh8"} {
		for i, f := range footertest.Read(t, "testdata/"+file+"-doubts.txt") {
			if !sampletest.Today(i, 4) {
				continue
			}
			yes, _ := footertest.Answers(f.Lang)
			memo := new(reply.Memo)
			for _, a := range append(yes, yes[0]+" QHM45C") {
				if got := reply.Parse(a+"\n\n"+f.Text, reply.Options{Name: f.Person, Language: f.Lang, Mail: true, Memo: memo}).Verdict; got == reply.Grant {
					t.Errorf("%q above %s: %q", a, f.Name, f.Text)
				}
			}
		}
	}
}

// TestCodeAboveAnything: below an answer with a code anything may stand that says nothing
// of the answer; each doubt does.
func TestCodeAboveAnything(t *testing.T) {
	doubts := footertest.Doubts()
	for _, file := range []string{"ours", "fresh1", "fresh2"} {
		doubts = append(doubts, doubtsOf(t, file+"-doubts.txt")...)
	}
	for i, d := range doubts {
		for j, below := range []string{d, "Best,\n" + d, "Liz Baker\n" + strings.ToUpper(d[:1]) + d[1:] + ".", "https://a.example/ " + d, "This e-mail is confidential.\n\n" + d + "\n\nLiz"} {
			if !sampletest.Today(i+j, 4) {
				continue
			}
			if reply.Parse("YES QHM45C\n\n"+below, reply.Options{Name: "Dana Rossi", Mail: true}).Verdict == reply.Grant {
				t.Errorf("above %q", below)
			}
		}
	}
}

// TestFooterCodes: what looks like a code in a footer is none of the answer's.
func TestFooterCodes(t *testing.T) {
	r := reply.Parse("YES QHM45C\n\nDana Rossi\nUnit 4, Leeds K7 2QM\nVAT K7Q2M9", reply.Options{Name: "Dana Rossi", Mail: true})
	if r.Verdict != reply.Grant || len(r.Codes) != 1 || r.Codes[0] != "QHM45C" {
		t.Errorf("%+v", r)
	}
}

// TestFooterDoubts: no doubt beside, above, within or below a footer is taken for a part
// of it, in any place, on ours and on those of others.
func TestFooterDoubts(t *testing.T) {
	n, memo := 0, new(reply.Memo)
	for _, from := range []struct {
		file  string
		every int
	}{{"ours", 1}, {"fresh1", 17}, {"fresh2", 17}} {
		file, every := from.file, from.every
		doubts := append(doubtsOf(t, "ours-doubts.txt"), append(doubtsOf(t, "fresh1-doubts.txt"), doubtsOf(t, "fresh2-doubts.txt")...)...)
		if every == 1 {
			doubts = doubtsOf(t, "ours-doubts.txt")
		}
		for _, f := range footertest.Read(t, "testdata/"+file+".txt") {
			head, footer := f.Name, f.Text
			o := reply.Options{Name: "Dana Rossi", From: "dana", Mail: true, Memo: memo}
			lines := strings.Split(footer, "\n")
			for i, d := range doubts {
				if n++; n%every != 0 || !sampletest.Today(n/every, 5) {
					continue
				}
				answer := []string{"Yes", "YES QHM45C", "Ja", "ok, go ahead"}[n%4]
				text := answer + "\n\n"
				switch at := n % 7; at {
				case 0:
					text += d + "\n\n" + footer
				case 1:
					text = answer + ". " + d + "\n\n" + footer
				case 2:
					text = answer + "\n" + d + "\n" + footer
				case 3:
					text += footer + "\n\n" + d
				case 4:
					text += footer + "\n" + d
				default:
					k := (i + n) % (len(lines) + 1)
					text += strings.Join(append(append(append([]string{}, lines[:k]...), d), lines[k:]...), "\n")
				}
				if reply.Parse(text, o).Verdict == reply.Grant {
					t.Errorf("%s: %q decides", head, text)
				}
			}
		}
	}
}

// TestStandingLines: what stood below earlier mails is no doubt's excuse.
func TestStandingLines(t *testing.T) {
	text := "Hello there\n\nDana Rossi\nExcellence in motion\nbut only half\nWinner of 2024\nTomorrow we grow\nWould you like more?"
	o := reply.Options{Name: "Dana Rossi", Mail: true}
	lines := reply.Standing(text, o)
	if len(lines) != 1 || lines[0] != "excellence in motion" {
		t.Fatalf("%q", lines)
	}
	o.Standing = func(string) bool { return true }
	if reply.Parse("Yes\n\nDana Rossi\nExcellence in motion", o).Verdict != reply.Grant {
		t.Error("a line that always stands there is in the way")
	}
	for _, doubt := range []string{"but only half", "Winner of 2024", "Tomorrow we grow", "Would you like more?", "bara hälften tack, men 30", "но только половина"} {
		if reply.Parse("Yes\n\nDana Rossi\n"+doubt, o).Verdict != reply.None {
			t.Errorf("%q is excused", doubt)
		}
	}
}

// TestFooterTime: the work on what stands below an answer is bounded.
func TestFooterTime(t *testing.T) {
	for _, piece := range []string{"if you are not the intended recipient ", "Dana Rossi\n", "this e-mail is confidential. but\n", "[[[[", "a | b | ", "+44 20 ", "x\n", "www.a.example <https://"} {
		text := "Yes\n\n" + strings.Repeat(piece, wording.MaxBytes/len(piece)-2)
		start := cputime.Used()
		reply.Parse(text, reply.Options{Name: "Dana Rossi", Mail: true})
		reply.Standing(text, reply.Options{Name: "Dana Rossi", Mail: true})
		if d := cputime.Used() - start; d > 10*time.Second {
			t.Errorf("%q: %v", piece, d)
		}
	}
}

// FuzzFooter: whatever stands around it, a doubt is read.
func FuzzFooter(f *testing.F) {
	for _, footer := range footertest.Read(f, "testdata/ours.txt") {
		f.Add(footer.Text)
	}
	f.Fuzz(func(t *testing.T, below string) {
		o := reply.Options{Name: "Dana Rossi", From: "dana", Mail: true, Standing: func(string) bool { return true }}
		for _, text := range []string{"Yes\n\n" + below + "\nbut only half", "Yes\n\nbut only half\n" + below} {
			if reply.Parse(text, o).Verdict == reply.Grant {
				t.Errorf("%q decides", text)
			}
		}
	})
}
