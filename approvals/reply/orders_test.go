package reply

import (
	"slices"
	"strings"
	"testing"

	"bridge/internal/sampletest"
)

// orderExamples are clauses that only their roles tell, by language: what tells to do it,
// what agrees, what says that nothing hinders, and what forbids it.
func orderExamples() map[string][4][]string {
	return map[string][4][]string{
		"en": {{"please process the refund today", "release it please", "you can transfer the money"}, {"absolutely fine with me", "all good from our end"}, {"no objections from my side", "nothing against it"}, {"please don't reimburse them", "do not touch it"}},
		"it": {{"rimborsatelo subito", "rimborsate pure l'importo", "potete versare la somma."}, {"per me va benissimo così", "per noi tutto ok"}, {"nessuna obiezione da parte mia", "non ho nulla in contrario"}, {"non rimborsatelo", "non versate la somma"}},
		"es": {{"reembólsenlo ya", "devuelvan el importe por favor", "pueden transferir el dinero"}, {"por mi parte está bien", "para mí está bien"}, {"por mi parte no hay inconveniente", "no tengo nada que objetar"}, {"no lo paguéis", "no devuelvan el dinero"}},
		"fr": {{"remboursez-les aujourd'hui", "versez l'argent svp", "vous pouvez verser la somme"}, {"c'est tout bon pour nous", "pour moi c'est bon"}, {"pas d'objection de mon côté", "je n'ai rien contre"}, {"ne remboursez pas la somme", "ne versez pas l'argent"}},
		"de": {{"bitte zahlt den Betrag zurück", "bitte das Geld auszahlen", "die Erstattung kann raus"}, {"das ist mir recht", "das ist für mich ok"}, {"von meiner Seite keine Einwände", "ich habe nichts dagegen"}, {"bitte das Geld nicht auszahlen", "überweist das nicht"}},
		"pt": {{"reembolsem já", "devolvam o valor por favor", "podem transferir o dinheiro"}, {"para mim está ótimo", "por nós tudo certo"}, {"da minha parte sem objeções", "não tenho nada contra"}, {"não paguem isso", "não devolvam o dinheiro"}},
		"nl": {{"graag het bedrag terugstorten", "stort het geld maar terug", "de terugbetaling mag uitgevoerd worden"}, {"voor mij is het goed", "dat is voor ons prima"}, {"van mijn kant geen bezwaar", "ik heb er niets op tegen"}, {"stort het geld niet terug", "niet terugbetalen"}},
		"pl": {{"przelejcie środki teraz", "proszę przelać pieniądze", "możecie zwrócić kwotę."}, {"dla mnie jest ok", "z mojej strony wszystko ok"}, {"z mojej strony nie ma przeciwwskazań", "nie mam nic przeciwko"}, {"nie zwracajcie pieniędzy", "proszę nie przelewać środków"}},
	}
}

var refundShown = Shown{About: []string{"refund", "", "Refund EUR 840 to ACME Ltd"}, Amount: "840", Currency: "EUR", Values: []string{"ACME Ltd"}}

// TestOrders: clauses are understood by the roles of their words, and none of them under any
// doubt, wherever that stands, nor where the request is another.
func TestOrders(t *testing.T) {
	yes := map[string]string{"en": "yes", "it": "sì", "es": "sí", "fr": "oui", "de": "ja", "pt": "sim", "nl": "ja", "pl": "tak"}
	for lang, classes := range orderExamples() {
		o := Options{Name: "Dana Doe", Language: lang, Shown: refundShown}
		for kind, texts := range classes {
			want := map[bool]Verdict{true: Deny, false: Grant}[kind == 3]
			for k, text := range texts {
				answer := text
				if kind == 1 && Parse(text, o).Verdict == None { // what somebody thinks of it
					answer = yes[lang] + ", " + text
				}
				if got := Parse(answer, o); got.Verdict != want {
					t.Errorf("%s: %q is %v, want %v", lang, answer, got.Verdict, want)
				}
				if got := Parse(text+"?", o); got.Verdict != None {
					t.Errorf("%s: %q as a question is %v", lang, text, got.Verdict)
				}
				if kind != 3 {
					if got := Parse("no, "+text, Options{Language: lang, Shown: refundShown}); got.Verdict == Grant {
						t.Errorf("%s: no, %q is a grant", lang, text)
					}
				}
				if got := Parse(text, Options{Language: lang, Shown: Shown{About: []string{"restart", "Restart server db-2"}}}); kind == 0 && got.Verdict == Grant {
					t.Errorf("%s: %q to another request is %v", lang, text, got.Verdict)
				}
				words := strings.Fields(text)
				for d, doubt := range append(doubts(), "480", "db-3", "Müller", "😉", "🤔", "⏳", "by Friday", "to my account", "and the other one", "half") {
					inside := strings.Join(slices.Concat(words[:1+d%len(words)], []string{doubt}, words[1+d%len(words):]), " ")
					for j, s := range []string{text + " " + doubt, doubt + " " + text, text + ", " + doubt, text + ".\n" + doubt, inside, yes[lang] + ", " + text + " " + doubt, doubt + ", " + yes[lang] + " " + text} {
						if !sampletest.Today(d+j+k, 23) {
							continue
						}
						if got := Parse(s, o); got.Verdict == Grant || got.Verdict == Deny && got.Reason == "" && kind < 3 {
							t.Errorf("%s: %q is %v", lang, s, got.Verdict)
						}
					}
				}
			}
		}
	}
}

// TestRoles: what makes a condition, a delay or a doubt in any language has no role in any, and
// what negates does nothing else.
func TestRoles(t *testing.T) {
	p := grammar()
	fine := set("maar", "ma", "spricht") // "stuur maar", "nie ma", and the ground of "spricht nichts dagegen"
	for l, o := range p.orders {
		for w, r := range o.roles {
			if p.hedges.of[w] && !fine[w] {
				t.Errorf("%s: %q is a doubt and has the roles %b", p.codes[l], w, r)
			}
			if p.negators[w] && r&(negation|lacking|half) == 0 {
				t.Errorf("%s: %q negates and has the roles %b", p.codes[l], w, r)
			}
			for m, other := range p.orders {
				if not := other.roles[w] & (negation | lacking); not != 0 && r&(negation|lacking) == 0 && r&(verbs|agreeing) != 0 {
					t.Errorf("%q negates in %s and has the roles %b in %s", w, p.codes[m], r, p.codes[l])
				}
			}
		}
	}
}

// TestFaces: what a face does to an answer.
func TestFaces(t *testing.T) {
	for text, want := range map[string]Verdict{
		"no 🙏": Deny, "yes 🚀": Grant, "do it 😂": Grant, "ok 👍🏼": Grant, "non 😡": Deny, "nein 🙄": Deny, "nee 🙅🏽‍♀️": Deny, "nem pensar 😂": Deny, "assolutamente no 😅": Deny,
		"ok 😂": None, "yes 🙄": None, "yes 😡": None, "oui 🛑": None, "ja ✋": None, "yes 🤔": None, "no 🤔": None, "sí 🙅": None, "yes 🤷‍♂️": None, "yes ⏳": None, "Nein, 😂": Deny, "🛑": None, "😂": None, "ok 🫡": None,
		"send it x": Grant, "No xx": Deny, "x": None,
	} {
		if got := Parse(text, Options{}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}

// TestOtherThings: a clause about another thing than the request's is no answer to it, and what
// corrects a number is no denial.
func TestOtherThings(t *testing.T) {
	offer := Shown{About: []string{"send_offer", "Send the offer to Meyer GmbH"}, Values: []string{"Meyer GmbH"}}
	for text, want := range map[string]Verdict{
		"Please send the offer out today.": Grant, "Bitte das Angebot an die Meyer GmbH versenden.": Grant, "jasne, wysyłaj ofertę do Meyera": Grant, "Yes, please send out the contract.": None, "ja, bitte den Vertrag rausschicken": None,
		"Yes, please send it out to Miller": None, "Tak, wyślij fakturę": None, "Meyer GmbH manda": None, "Sì, Meyer GmbH invia": None, "Das Angebot darf an Meyer GmbH.": Grant, "Das Angebot darf an Müller.": None, "se manda": None, "se mandar": None, "si envía": None,
		"Nein, db-3 bitte, nicht db-2.": None, "No, please restart db-3": None, "No, db-3 is still failing over": Deny,
	} {
		if got := Parse(text, Options{Name: "Dana Doe", Shown: offer}); got.Verdict != want {
			t.Errorf("%q is %v, want %v", text, got.Verdict, want)
		}
	}
}
