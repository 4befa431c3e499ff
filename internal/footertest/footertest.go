// Package footertest reads the footers that tests put below answers: signatures, notices,
// what programs add.
package footertest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bridge/internal/noerr"
)

// Blind is the environment variable that names a folder of replies which whoever wrote
// the grammar has not seen: footers.txt, footers-doubts.txt, mails, answers.
const Blind = "BLIND_REPLIES"

// Unseen is a file or folder of the blind replies; the test is skipped without it.
func Unseen(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv(Blind)
	if dir == "" {
		t.Skip("measures replies that nobody here has seen: set " + Blind + " to their folder")
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return path
}

// Footer is what stands below an answer: in a text, and in HTML if that is told.
type Footer struct{ Name, Lang, Person, Text, HTML string }

// Read reads blocks that a line "%%%% name language person" begins, with the HTML form
// behind "%%html". Without a person it is the one that the text names.
func Read(t testing.TB, path string) []Footer {
	t.Helper()
	b, err := os.ReadFile(path)
	noerr.Must(t, err)
	var all []Footer
	for _, block := range strings.Split("\n"+strings.ReplaceAll(string(b), "\r\n", "\n"), "\n%%%% ")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		w := append(strings.Fields(head), "", "")
		f := Footer{Name: w[0], Lang: w[1], Person: strings.TrimSpace(strings.Join(w[2:], " "))}
		f.Text, f.HTML, _ = strings.Cut(text, "\n%%html\n")
		f.Text, f.HTML = strings.Trim(f.Text, "\n"), strings.Trim(f.HTML, "\n")
		if f.Person == "" {
			f.Person = signedBy(f.Text)
		}
		all = append(all, f)
	}
	return all
}

// notNames are words of lines in capitals that are no names of people.
var notNames = regexp.MustCompile(`(?i)gmbh|\bAG\b|s\.?r\.?l|s\.p\.a|ltd|llc|inc\b|klinik|universit|universid|uniwers|school|escola|katedra|bank|saluti|saludos|grüß|grüss|regards|cordia|groet|pozdraw|szacun|poważan|cumprimentos|atenciosamente|beijinhos|coordinator|manager|director|direktor|kancelaria|studio|cabinet|department|team|office|notice|aviso|disclaimer|best|thank|cheers|câmara|comune|mairie|hospital|group|gruppe`)

// signedBy is who signs a footer: the first line that is two to four words in capitals.
func signedBy(text string) string {
	one := ""
	for _, l := range strings.Split(text, "\n") {
		first, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(l), "*_"), "|")
		first, _, _ = strings.Cut(first, ",")
		first, _, _ = strings.Cut(first, "(")
		first, _, _ = strings.Cut(first, " - ")
		first, _, _ = strings.Cut(first, " •")
		first, _, _ = strings.Cut(first, " ·")
		var words []string
		name := !strings.ContainsAny(first, "0123456789@:/")
		for _, w := range strings.Fields(first) {
			if strings.HasSuffix(w, ".") && len(w) < 8 || w == "dr" || w == "hab" || w == "Dra" || w == "Dr" {
				continue
			}
			words = append(words, w)
			name = name && (w[0] < 'a' || w[0] > 'z' || strings.Contains(" de van von der da dos den dos di del la el ", " "+w+" "))
		}
		switch {
		case notNames.MatchString(first) || !name:
		case len(words) > 1 && len(words) < 5:
			return strings.Join(words, " ")
		case len(words) == 1 && one == "":
			one = words[0]
		}
	}
	if one != "" {
		return one
	}
	return "Dana Rossi"
}

// Answers are plain answers in a language: four that say yes and four that say no.
func Answers(lang string) (yes, no []string) {
	lang, _, _ = strings.Cut(lang, "+")
	lang, _, _ = strings.Cut(lang, "-")
	all, ok := map[string][2]string{
		"en": {"Yes|Approved.|Yes, please go ahead.|OK, go ahead", "No|No, thank you.|Rejected.|I do not approve this."},
		"de": {"Ja|Genehmigt.|Ja, bitte.|Einverstanden.", "Nein|Nein, danke.|Abgelehnt.|Ich lehne ab."},
		"fr": {"Oui|Approuvé.|Oui, allez-y.|D'accord.", "Non|Non merci.|Refusé.|Je refuse."},
		"it": {"Sì|Approvato.|Sì, procedete pure.|D'accordo.", "No|No, grazie.|Rifiutato.|Non approvo."},
		"es": {"Sí|Aprobado.|Sí, adelante.|De acuerdo.", "No|No, gracias.|Rechazado.|No lo apruebo."},
		"pt": {"Sim|Aprovado.|Sim, pode avançar.|De acordo.", "Não|Não, obrigado.|Recusado.|Não aprovo."},
		"nl": {"Ja|Goedgekeurd.|Ja, ga uw gang.|Akkoord.", "Nee|Nee, bedankt.|Afgewezen.|Ik keur het niet goed."},
		"pl": {"Tak|Zatwierdzam.|Tak, proszę.|Zgadzam się.", "Nie|Nie, dziękuję.|Odrzucam.|Nie zgadzam się."},
	}[lang]
	if !ok {
		return Answers("en")
	}
	return strings.Split(all[0], "|"), strings.Split(all[1], "|")
}

// Doubts are what makes no verdict of any answer, in eight languages: condition,
// later, question, a part, handing over, permission, correction.
func Doubts() []string {
	return []string{
		"if he pays", "unless Tom objects", "but only half", "but wait", "tomorrow", "not yet", "maybe", "what for?", "up to you", "provided he signs", "I meant the other way",
		"se paga", "ma solo metà", "domani", "non ancora", "forse", "perché?", "a patto che paghi", "aspetta", "volevo dire il contrario",
		"si paga él", "pero solo la mitad", "mañana", "todavía no", "quizás", "¿por qué?", "siempre que pague", "espera", "quise decir lo contrario",
		"s'il paie", "mais seulement la moitié", "demain", "pas encore", "peut-être", "pourquoi ?", "à condition qu'il paie", "attendez", "je voulais dire le contraire",
		"wenn er zahlt", "aber nur die Hälfte", "morgen", "noch nicht", "vielleicht", "warum?", "unter der Bedingung, dass er zahlt", "warte", "ich meinte das Gegenteil",
		"se ele pagar", "mas só metade", "amanhã", "ainda não", "talvez", "porquê?", "desde que pague", "espera aí", "queria dizer o contrário",
		"als hij betaalt", "maar alleen de helft", "overmorgen", "nog niet", "misschien", "waarom?", "mits hij betaalt", "wacht even", "ik bedoel het andere",
		"jeśli zapłaci", "ale tylko połowa", "jutro", "jeszcze nie", "może", "dlaczego?", "pod warunkiem że zapłaci", "poczekaj", "chciałem powiedzieć odwrotnie",
	}
}
