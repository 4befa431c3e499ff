package reply

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"bridge/internal/sampletest"
)

// deedFrames are how people of one language say yes and no in a sentence with the verb that was asked, "%s", and prompts that ask for it.
type deedFrames struct {
	language, prompt string
	yes, no          []string
}

func framesOfDeeds() [plAt + 1]deedFrames {
	return [...]deedFrames{
		enAt: {
			"en", "%s Falcon\nRef. 4471.",
			[]string{"yes %s it", "Yes, please %s it.", "you can %s it", "you may %s it", "please do %s it", "Yes, I agree to %s it", "happy for you to %s it", "yes do %s", "Feel free to %s it", "I'd like you to %s it", "go ahead and %s it"},
			[]string{"no don't %s it", "please don't %s it", "do not %s", "no, I don't want to %s it", "I don't want you to %s it", "I'd rather not %s it", "no need to %s it", "never %s it"},
		},
		itAt: {
			"it", "%s Falcon\nRif. 4471.",
			[]string{"sì, può %s", "Puoi %s.", "sì, si può %s", "ok, puoi %s pure", "sì %s", "%s grazie", "procedi a %s", "autorizzo a %s", "va bene %s"},
			[]string{"no, non %s", "non %s", "non voglio %s", "no, non si deve %s", "preferisco non %s", "non è il caso di %s", "non bisogna %s", "meglio non %s"},
		},
		esAt: {
			"es", "%s Falcon\nRef. 4471.",
			[]string{"sí, puedes %s", "puede %s", "ok, puedes %s", "sí, podés %s", "sí %s", "favor de %s", "sí por favor %s", "adelante, puedes %s", "autorizo %s"},
			[]string{"no quiero %s", "no, no quiero %s", "mejor no %s", "no hace falta %s", "prefiero no %s", "no se debe %s", "no deseo %s"},
		},
		frAt: {
			"fr", "%s Falcon\nRéf. 4471.",
			[]string{"oui, tu peux %s", "vous pouvez %s", "ok pour %s", "oui %s", "d'accord pour %s", "oui, merci de %s", "je veux bien %s", "prière de %s"},
			[]string{"je ne veux pas %s", "non, ne pas %s", "je préfère ne pas %s", "inutile de %s", "pas la peine de %s", "je ne souhaite pas %s", "je refuse de %s", "il ne faut pas %s", "pas besoin de %s", "on ne va pas %s"},
		},
		deAt: {
			"de", "Falcon %s\nNr. 4471.",
			[]string{"ja, bitte %s", "bitte %s", "ja, kannst du %s", "ja, kannst %s", "du kannst das %s", "Sie können das %s", "ja %s", "ok, %s", "ja, Sie dürfen %s", "gerne %s", "einverstanden, bitte %s"},
			[]string{"nein, nicht %s", "bitte nicht %s", "nein, bitte nicht %s", "ich möchte das nicht %s", "ich will nicht %s", "lieber nicht %s", "nicht %s", "auf keinen Fall %s"},
		},
		ptAt: {
			"pt", "%s Falcon\nRef. 4471.",
			[]string{"sim, pode %s", "pode %s", "ok, pode %s", "sim %s", "favor %s", "pode sim %s", "autorizo %s", "sim, é para %s", "queira %s", "por favor %s"},
			[]string{"não quero %s", "não, não quero %s", "melhor não %s", "não é preciso %s", "prefiro não %s", "não precisa %s", "não vamos %s", "não desejo %s", "nem pensar em %s"},
		},
		nlAt: {
			"nl", "Falcon %s\nNr. 4471.",
			[]string{"ja, graag %s", "ja %s", "je mag het %s", "u mag het %s", "ja hoor, %s maar", "ok %s", "akkoord, %s", "doe maar %s", "ja laten we %s", "gaarne %s"},
			[]string{"nee, niet %s", "niet %s", "liever niet %s", "graag niet %s", "ik wil dat niet %s", "nee, we gaan niet %s", "beter niet %s", "nee hoor niet %s"},
		},
		plAt: {
			"pl", "%s Falcon\nNr 4471.",
			[]string{"tak, proszę %s", "proszę %s", "tak, możesz %s", "można %s", "tak %s", "zgoda, proszę %s", "zgadzam się, proszę %s", "może Pan %s"},
			[]string{"nie %s", "proszę nie %s", "nie chcę %s", "lepiej nie %s", "wolę nie %s", "nie, nie %s"},
		},
	}
}

// TestDeedsInFrames: whatever is asked for may be ordered and refused in every such sentence, and nothing is taken for its contrary. A
// twentieth of the verbs a day, all if BRIDGE_WHOLE is set.
func TestDeedsInFrames(t *testing.T) {
	t.Parallel()
	for l, f := range framesOfDeeds() {
		t.Run(f.language, func(t *testing.T) {
			t.Parallel()
			asked, understood := 0, 0
			for k, act := range acts() {
				for i, verb := range strings.Fields(act[l]) {
					if !unicode.IsLetter([]rune(verb)[0]) || len(verb) < 3 || grammar().negators[verb] || !sampletest.Today(k+i, 20) {
						continue
					}
					title := verb
					if !grammar().orders[l].negLast {
						title = strings.ToUpper(string([]rune(verb)[:1])) + string([]rune(verb)[1:])
					}
					o := Options{Language: f.language, Shown: Shown{About: []string{"", "", fmt.Sprintf(f.prompt, title)}, By: "Eve"}}
					for want, frames := range map[Verdict][]string{Grant: f.yes, Deny: f.no} {
						for _, frame := range frames {
							say := fmt.Sprintf(frame, verb)
							asked++
							switch got := Parse(say, o).Verdict; got {
							case want:
								understood++
							case None:
							default:
								t.Errorf("%q to %q is %v", say, o.Shown.About[2], got)
							}
						}
					}
				}
			}
			t.Logf("%d of %d", understood, asked)
			if least := map[bool]int{true: 993, false: 930}[sampletest.Whole()]; 1000*understood < least*asked { // the same few verbs fail, and may meet on a day
				t.Errorf("%d of %d are understood, at least %d of 1000 were", understood, asked, least)
			}
		})
	}
}

// TestAgentAsksWhether: however an English agent asks whether to do something, that is what is asked.
func TestAgentAsksWhether(t *testing.T) {
	for _, asks := range []string{"Do you want me to", "Would you like me to", "Is it OK if I", "Is it okay to", "Shall I go ahead and", "Are you happy for me to", "Should I"} {
		o := Options{Language: "en", Shown: Shown{About: []string{"", "", asks + " order the toner?\nTwo boxes, £58."}, By: "Eve"}}
		decides(t, o, []string{"order it", "yes, order it", "please do order it"}, []string{"don't order it", "no need to order it", "cancel it"}, []string{"order the paper", "order it tomorrow", "yes, pay it"})
	}
	decides(t, Options{Language: "en", Shown: Shown{About: []string{"", "", "Do you want me to order the toner or the paper?\n£58."}}}, nil, nil, []string{"yes order it"})
	decides(t, Options{Language: "en", Shown: Shown{About: []string{"", "", "Cancel the membership?\n£58."}}}, []string{"Yes, you can cancel it"}, []string{"don't cancel it"}, []string{"cancel the other one"})
	decides(t, Options{Language: "nl", Shown: Shown{About: []string{"", "", "De rekening betalen?\nNr. 4."}}}, []string{"Wat mij betreft kun je hem betalen"}, []string{"betaal hem maar niet", "doe maar niet betalen"}, []string{"betaal maar niet alles", "wat mij betreft kan hij betalen"})
}
