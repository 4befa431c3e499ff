package reply

import (
	"slices"
	"strings"
	"testing"

	"bridge/internal/footertest"
	"bridge/internal/sampletest"
)

// doubts are what makes no verdict of any answer.
func doubts() []string { return footertest.Doubts() }

// afterNo are what a no is not kept with: agreement, permission, correction, handing over.
func afterNo() []string {
	return []string{
		"you're right", "I mean yes", "it's fine, pay", "ask Tom", "go ahead", "that's Tom's decision to decide", "my mistake",
		"hai ragione", "volevo dire sì", "va bene, paga", "chiedi a Tom", "procedi pure", "errore mio",
		"tienes razón", "quise decir sí", "está bien, paga", "pregúntale a Tom", "adelante", "me equivoqué",
		"vous avez raison", "je voulais dire oui", "c'est bon, payez", "demandez à Tom", "allez-y", "je me suis trompé",
		"du hast recht", "ich meinte ja", "passt schon, mach das", "frag Tom", "nur zu", "mein Fehler",
		"tens razão", "queria dizer sim", "está bem, paga", "pergunta ao Tom", "pode fazer", "enganei-me",
		"je hebt gelijk", "ik bedoel ja", "is goed, doe maar", "vraag het aan Tom", "ga je gang", "mijn fout",
		"masz rację", "to znaczy tak", "w porządku, zapłać to", "zapytaj Tomka", "działaj", "mój błąd",
	}
}

// answered are all labelled replies that say yes or no, of one line.
func answered(t testing.TB) []labelled {
	var all []labelled
	for _, dir := range []string{"langs", "heldout", "heldout2", "heldout3"} {
		for _, replies := range multilingual(t, dir) {
			all = append(all, replies...)
		}
	}
	all = append(all, corpus(t)...)
	return slices.DeleteFunc(all, func(c labelled) bool {
		return c.verdict == "none" || strings.ContainsAny(c.text, "\n\u2028") || c.reason != "" || len(c.text) > 200
	})
}

// No answer with a doubt before, after or inside it is a verdict. Each answer
// meets each doubt in one of the places; all places are met by all doubts.
func TestDoubtsNeverDecide(t *testing.T) {
	places := []func(answer, doubt string) string{
		func(a, d string) string { return a + ", " + d },
		func(a, d string) string { return a + " " + d },
		func(a, d string) string { return a + "\n" + d },
		func(a, d string) string { return a + ".\n\n" + strings.ToUpper(d[:1]) + d[1:] + "." },
		func(a, d string) string { return d + ", " + a },
		func(a, d string) string { return d + " " + a },
		func(a, d string) string { // inside
			w := strings.Fields(a)
			i := (len(w) + 1) / 2
			return strings.Join(slices.Concat(w[:i], []string{d}, w[i:]), " ")
		},
	}
	checked := 0
	for i, c := range answered(t) {
		for j, d := range doubts() {
			if (i+j)%3 > 0 || !sampletest.Today((i+j)/3, 11) { // the others meet the next doubt
				continue
			}
			place := (i + j/3) % len(places)
			if c.verdict == "deny" && (place == len(places)-1 || d == "może" && strings.HasSuffix(c.text, "nie")) { // "nie może" is cannot
				continue
			}
			text := places[place](c.text, d)
			checked++
			got := Parse(text, c.options)
			if got.Verdict == None || c.verdict == "deny" && got.Verdict == Deny && strings.HasPrefix(strings.ToLower(text), strings.ToLower(d)) {
				continue
			}
			t.Errorf("%q (%s) is %v", text, c.options.Language, got.Verdict)
		}
	}
	if checked < sampletest.Of(28_000, 11) {
		t.Errorf("%d texts", checked)
	}
}

// Agreement, correction, permission and handing over are no reasons of a no.
func TestNoReasonAfterANo(t *testing.T) {
	for _, no := range []string{"no", "No.", "nein", "non", "nee", "não", "nie", "Rejected", "odrzucam", "abgelehnt"} {
		for _, rest := range afterNo() {
			for _, sep := range []string{", ", ". ", "\n", " - ", ": "} {
				if got := Parse(no+sep+rest, Options{}); got.Verdict != None {
					t.Errorf("%q is %v", no+sep+rest, got.Verdict)
				}
			}
		}
	}
}

// A lengthened word is the word, and never turns a doubt or a no into a yes.
func TestLengthened(t *testing.T) {
	for text, want := range map[string]Verdict{
		"Yess": Grant, "yessss": Grant, "yeees": Grant, "siii": Grant, "sììì": Grant, "sííí": Grant, "ouiiii": Grant, "jaaa": Grant, "Jaaaa!": Grant, "simmm": Grant, "okkkk": Grant, "okaaay": Grant, "yeahhh": Grant, "daleee": Grant,
		"nooo": Deny, "noooooo": Deny, "noo": Deny, "neiiin": Deny, "nonnn": Deny, "nãooo": Deny, "nieee": Deny, "nopeee": Deny, "no wayyy": Deny,
		"yes buuut": None, "yes mayyybe": None, "waiiit": None, "yes, waiiit": None, "no, waiiit": None, "ja aberrr": None, "kkk": None, "mmm": None, "yees or noo": None, "yesss nooo": None,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
	for _, lang := range []string{"", "da", "nl"} {
		if got := Parse("taak", Options{Language: lang}); got.Verdict != None {
			t.Errorf("taak is %v to a person of %q", got.Verdict, lang)
		}
	}
	if got := Parse("Taaak!", Options{Language: "pl"}); got.Verdict != Grant {
		t.Error("taaak is", got.Verdict)
	}
	longer := func(w string, i, n int) string {
		r := []rune(w)
		i %= len(r)
		return string(r[:i]) + strings.Repeat(string(r[i]), n) + string(r[i+1:])
	}
	for _, l := range languages() {
		for i, w := range slices.Concat(l.noStrong, l.noWeak, l.hedges, l.idioms) {
			for n := 2; n < 5; n++ {
				if !sampletest.Today(i+n, 4) {
					continue
				}
				long := longer(w, i+n, n)
				if long == "ok ook" { // "ok, too" in Dutch
					continue
				}
				for _, frame := range []string{"%", "yes %", "% yes", "ja, %", "%, sí"} {
					text := strings.Replace(frame, "%", long, 1)
					grants := func(w string) bool { return Parse(strings.Replace(frame, "%", w, 1), Options{}).Verdict == Grant }
					if got := Parse(text, Options{}); got.Verdict == Grant && !grants(w) && !grants(strings.ReplaceAll(w, "l", "ll")) { // "yes, go on"; the Spanish "tranquila" becomes the Italian word
						t.Errorf("%q is a grant", text)
					}
				}
			}
		}
	}
}

// Words that are an answer in one language and something else in another count
// only where the person's language or the other words fit.
func TestHomographs(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		want       Verdict
	}{
		{"pl", "tak", Grant},
		{"pl-PL", "Tak!", Grant},
		{"", "tak", None},
		{"da", "tak", None},
		{"ms", "tak", None},
		{"en", "tak", None},
		{"", "tak, zgadzam się", Grant},
		{"en", "Tak, zatwierdzam", Grant},
		{"", "ja tak", None},
		{"", "Ja, tak", None},
		{"", "ok tak", None},
		{"", "super, tak", None},
		{"", "tak ok", None},
		{"", "mange tak", None},
		{"", "nej tak", None},
		{"", "tak setuju", None},
		{"da", "Ja tak", None},
		{"pl", "no", None},
		{"pl", "No.", None},
		{"cs", "no", None},
		{"fi", "no", None},
		{"en", "no", Deny},
		{"", "no", Deny},
		{"de", "no", Deny},
		{"sv", "no", None},
		{"pl", "no thanks", Deny},
		{"pl", "no, too expensive", None},
		{"pl", "no, not approved", Deny},
		{"pl", "no tak", Grant},
		{"pl", "No jasne", Grant},
		{"", "no tak", None},
		{"pl", "no niestety tak", Grant},
		{"en", "no niestety tak", None},
		{"cs", "jo jasne", None},
		{"pl", "jo jasne", Grant},
		{"en", "no tak", None},
		{"pl", "no dobra", None},
		{"pl", "no nie", None},
		{"pl", "nie", Deny},
		{"de", "ja", Grant},
		{"nl", "ja", Grant},
		{"", "ja", Grant},
		{"pl", "ja", None},
		{"sv", "ja", None},
		{"fi", "ja", None},
		{"es", "ja", None},
		{"es", "Ja, genehmigt", Grant},
		{"it", "si", Grant},
		{"es", "si", Grant},
		{"", "si", Grant},
		{"fr", "si", None},
		{"ro", "si", None},
		{"fr", "sì", Grant},
		{"", "jo", None},
		{"de", "jo", Grant},
		{"sv", "jo", None},
		{"", "nei", None},
		{"de", "nei", Deny},
		{"da", "klar", None},
		{"de", "klar", Grant},
	} {
		if got := Parse(tt.text, Options{Language: tt.lang}); got.Verdict != tt.want {
			t.Errorf("%s: %q is %v, want %v", tt.lang, tt.text, got.Verdict, tt.want)
		}
	}
}

// Languages that the grammar does not know decide nothing by their own words,
// whether the person's language says so or not.
func TestUnknownLanguages(t *testing.T) {
	for lang, texts := range map[string][]string{
		"sv": {"ja tack", "Ja, godkänt", "Nej", "nej tack", "Godkänner", "Kör på", "Det är okej, kör", "Nej, det är för dyrt", "No, det är för dyrt", "javisst", "Absolut inte", "ok, tack för info", "visst, gör det"},
		"da": {"tak", "ja tak", "Nej tak", "Godkendt", "Ja, det er fint", "Nej, for dyrt", "No, det er for dyrt", "fint, tak", "det er ok", "Ok tak", "helt sikkert ikke", "jeg godkender"},
		"nb": {"Ja takk", "nei takk", "Nei, for dyrt", "Godkjent", "Det er greit", "kjør på", "no, det er for dyrt", "takk", "ikke godkjent"},
		"fi": {"Kyllä", "joo", "No joo", "No, kyllä se käy", "ei", "Ei käy", "hyväksyn", "En hyväksy", "No niin", "selvä", "no en", "ok, kiitos tiedosta"},
		"cs": {"Ano", "no jo", "No, to je v pořádku", "Ne", "ne, je to drahé", "Schvaluji", "souhlasím", "No, je to moc drahé", "jasně", "neschvaluji", "no ano"},
		"ro": {"Da", "da, de acord", "Nu", "Nu, e prea scump", "No, e bine", "Aprob", "sigur că da", "No, e prea scump", "bine", "și"},
		"tr": {"Evet", "Hayır", "tamam", "onaylıyorum", "No, çok pahalı", "olur", "Hayır, çok pahalı", "peki", "yok"},
		"ru": {"Да", "Нет", "Нет, слишком дорого", "No, слишком дорого", "Одобряю", "хорошо", "да, конечно", "не надо"},
		"uk": {"Так", "Ні", "Ні, задорого", "No, задорого", "Погоджуюсь", "добре", "гаразд"},
		"el": {"Ναι", "Όχι", "Όχι, πολύ ακριβό", "No, πολύ ακριβό", "Εγκρίνω", "εντάξει", "ναι, προχωρήστε"},
		"ar": {"نعم", "لا", "لا، غالي جدا", "No, غالي جدا", "موافق", "تمام", "نعم، تفضل"},
		"hi": {"हाँ", "नहीं", "नहीं, बहुत महंगा", "No, बहुत महंगा", "ठीक है", "मंज़ूर", "haan", "nahi", "theek hai"},
		"zh": {"是", "不", "好的", "同意", "不，太贵了", "No, 太贵了", "可以", "不行", "没问题"},
		"ja": {"はい", "いいえ", "承認します", "いいえ、高すぎます", "No, 高すぎます", "了解", "お願いします", "だめ"},
		"ms": {"Ya", "tak", "tidak", "Tak setuju", "tak, terlalu mahal", "No, terlalu mahal", "setuju", "boleh", "tak boleh", "ya, teruskan", "tak nak", "jangan"},
	} {
		for _, text := range texts {
			for _, l := range []string{lang, "", "en"} {
				if got := Parse(text, Options{Language: l}); got.Verdict != None {
					t.Errorf("%s: %q is %v to a person of %q", lang, text, got.Verdict, l)
				}
			}
		}
	}
}

// No doubt between what may stand around a yes leaves it one, and between what may stand
// around a refusal and its calling off makes it none: each doubt meets each opener,
// address, remark and closing.
func TestDoubtsBetweenClasses(t *testing.T) {
	shown := Shown{About: []string{"pay"}}
	checked, all, grants := 0, 0, 0
	for _, c := range []struct{ before, yes, after []string }{
		{[]string{"Hi,", "Good morning,", "Sure,", "No problem,", "Just landed,", "It's the plumber,", "I've checked it,"}, []string{"yes", "yes boss", "approved", "go ahead", "pay the bill", "yes, pay it"}, []string{"thanks", "as usual", "boss", "no problem", "it's for the school trip", "kind regards"}},
		{[]string{"Ciao,", "Certo,", "Nessun problema,", "Sono appena atterrato,"}, []string{"sì", "sì capo", "approvo", "paga pure", "procedi con il bonifico"}, []string{"grazie", "come sempre", "è l'idraulico", "senza problemi", "un abbraccio"}},
		{[]string{"Hola,", "Claro,", "Sin problema,", "Acabo de llegar,"}, []string{"sí", "sí jefa", "apruebo", "págalo", "autorizo el pago"}, []string{"gracias", "como siempre", "es el fontanero", "sin problemas", "un abrazo"}},
		{[]string{"Bonjour,", "Bien sûr,", "Pas de souci,", "Je viens de rentrer,"}, []string{"oui", "oui chef", "je valide", "payez-le", "j'autorise le virement"}, []string{"merci", "comme d'habitude", "c'est le plombier", "aucun problème", "bises"}},
		{[]string{"Hallo,", "Klar,", "Kein Problem,", "Gerade gelandet,"}, []string{"ja", "ja Chef", "genehmigt", "bitte zahlen", "ich genehmige die Zahlung"}, []string{"danke", "wie immer", "das ist der Klempner", "kein Thema", "viele Grüße"}},
		{[]string{"Olá,", "Claro,", "Sem problema,", "Acabei de chegar,"}, []string{"sim", "sim chefe", "aprovo", "pode pagar", "autorizo a transferência"}, []string{"obrigado", "como sempre", "é o canalizador", "sem problemas", "abraço"}},
		{[]string{"Hallo,", "Natuurlijk,", "Geen probleem,", "Net geland,"}, []string{"ja", "ja baas", "akkoord", "betaal maar", "ik geef toestemming voor de betaling"}, []string{"bedankt", "zoals altijd", "dat is de loodgieter", "geen punt", "groetjes"}},
		{[]string{"Cześć,", "Jasne,", "Nie ma sprawy,", "Właśnie wróciłem,"}, []string{"tak, zatwierdzam", "zatwierdzam szefie", "proszę zapłacić", "zatwierdzam przelew"}, []string{"dziękuję", "jak zawsze", "to hydraulik", "bez problemu", "pozdrawiam"}},
	} {
		for i, b := range c.before {
			for j, y := range c.yes {
				for k, a := range c.after {
					all++
					if Parse(b+" "+y+", "+a, Options{Shown: shown}).Verdict == Grant {
						grants++
					}
					for l, d := range doubts() {
						if (i+j+k+l)%19 > 0 || !sampletest.Today(l, 4) { // the others meet the next doubt
							continue
						}
						for _, text := range []string{d + ", " + b + " " + y + ", " + a, b + " " + d + ", " + y + ", " + a, b + " " + y + ", " + d + ", " + a, b + " " + y + ", " + a + ", " + d, b + " " + y + " " + d + ". " + a} {
							checked++
							if got := Parse(text, Options{Shown: shown}); got.Verdict == Grant {
								t.Errorf("%q is a grant", text)
							}
						}
					}
				}
			}
		}
	}
	for _, no := range []string{"I cannot approve this", "cancel it", "not needed", "annulla", "non posso approvare", "cancélalo", "no puedo aprobarlo", "annulez", "je ne peux pas valider", "nicht nötig", "das kann ich nicht genehmigen", "cancela", "não posso aprovar", "annuleer het", "dit kan ik niet goedkeuren", "anuluj", "nie mogę zatwierdzić"} {
		for i, d := range doubts() {
			if !sampletest.Today(i, 4) {
				continue
			}
			for _, text := range []string{no + ", " + d, no + " " + d, no + ". " + d, no + "\n" + d, d + " " + no} {
				checked++
				if got := Parse(text, Options{Shown: shown}); got.Verdict != None {
					t.Errorf("%q is %v", text, got.Verdict)
				}
			}
		}
	}
	if checked < sampletest.Of(10_000, 4) || grants*10 < all*8 {
		t.Errorf("%d texts, %d grants of %d without a doubt", checked, grants, all)
	}
}
