package reply

import "testing"

// TestChecked: behind an order of what is asked, that the thing is ready, right or checked says why; one that denies it, tells of something else
// or of when, and one without an order is none.
func TestChecked(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		grant, asked []string
	}{
		{
			"en", "Send the report to Ms Hale?\nQuarterly figures.",
			[]string{"Yes, please send it. I've read it through and it's correct.", "Yes, send it, it's already checked.", "Yes, send it. The report is ready.", "Yes, send it. It's correct. Thanks"},
			[]string{"Yes, it's ready.", "It's checked.", "Yes, send it, it's not ready.", "Yes, send it, when it's ready.", "Yes, send it, the invoice is ready.", "Yes, send it, it's nearly ready.", "Yes, send it, it's ready tomorrow", "Yes, send it, it's ready, but wait", "Yes, send it, is it checked", "Yes, send it, it's sent.", "Yes, send the other one, it's checked.", "Yes, send me it, it's ready", "Yes, send it, only page one is checked", "Yes, send it. Tom has checked it is wrong.", "Yes, send half, it's ready.", "Yes, send it, it's ready if Tom agrees."},
		},
		{"en", "Cancel the order?\n12 chairs.", nil, []string{"Yes, cancel it, it's correct.", "Yes, cancel it, it's ready."}},
		{"en", "Send the invoice to Tom?\nDraft 2.", nil, []string{"Yes, send it. The letter is ready."}},
		{"en", "Prepare the invoice?\n", nil, []string{"Yes, prepare it. It's ready"}},
		{"de", "Die Rechnung prüfen?\n", nil, []string{"Ja, prüf sie. Sie ist geprüft"}},
		{"en", "Sign the contract and send the report?", nil, []string{"Yes, send it, it's checked."}},
		{
			"es", "¿Enviar las notas a jefatura?\n28 alumnos.",
			[]string{"Sí, envíalas, ya están revisadas.", "Sí, envíalas, están correctas.", "Sí, envíalas. Ya las he revisado, están bien."},
			[]string{"Sí, ya están listas.", "Sí, envíalas, no están revisadas.", "Sí, envíalas, cuando están revisadas.", "Sí, envíalas, las de mates están revisadas.", "Sí, envíalas, están casi listas."},
		},
		{
			"de", "Die Noten schicken?\n2b.",
			[]string{"Ja, schick sie, sind schon geprüft.", "Ja, schick sie, sie sind vollständig.", "Ja, schick sie. Die Noten sind geprüft."},
			[]string{"Ja, sie sind fertig.", "Ja, schick sie, sie sind noch nicht geprüft.", "Ja, schick sie, sobald sie geprüft sind.", "Ja, schick sie, morgen sind sie fertig.", "Ja, schick sie, die Zeugnisse sind geprüft."},
		},
		{
			"fr", "Envoyer les notes ?\n2b.",
			[]string{"Oui, envoyez-les, elles sont vérifiées.", "Oui, envoyez-les, je les ai relues.", "Oui, envoyez-les, c'est prêt."},
			[]string{"Oui, elles sont prêtes.", "Oui, envoyez-les, elles ne sont pas vérifiées.", "Oui, envoyez-les, quand elles sont prêtes.", "Oui, envoyez-les, elles sont presque prêtes."},
		},
		{
			"it", "Inviare i voti?\n2b.",
			[]string{"Sì, inviali, sono già controllati.", "Sì, inviali, i voti sono corretti."},
			[]string{"Sì, sono pronti.", "Sì, inviali, non sono controllati.", "Sì, inviali, quando sono pronti.", "Sì, inviali, sono quasi pronti."},
		},
		{
			"pt", "Enviar as notas?\n2b.",
			[]string{"Sim, envia, já estão revistas.", "Sim, envie, está tudo certo."},
			[]string{"Sim, estão prontas.", "Sim, envia, ainda não estão revistas.", "Sim, envia, quando estão prontas."},
		},
		{
			"nl", "De cijfers sturen?\n2b.",
			[]string{"Ja, stuur ze maar, ze zijn nagekeken."},
			[]string{"Ja, ze zijn klaar.", "Ja, stuur ze maar, ze zijn niet nagekeken.", "Ja, stuur ze maar, als ze klaar zijn."},
		},
		{
			"pl", "Wysłać oceny?\n2b.",
			[]string{"Tak, wyślij, są już sprawdzone.", "Tak, wyślij, wszystko jest w porządku."},
			[]string{"Tak, są gotowe.", "Tak, wyślij, nie są sprawdzone.", "Tak, wyślij, jak są gotowe."},
		},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{tt.prompt}, By: "Eve"}}
		for v, texts := range map[Verdict][]string{Grant: tt.grant, None: tt.asked} {
			for _, text := range texts {
				if got := Parse(text, o).Verdict; got != v {
					t.Errorf("%q to %q: %v, want %v", text, tt.prompt, got, v)
				}
			}
		}
	}
}
