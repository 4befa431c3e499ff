package reply

import "testing"

// TestToldOnly: a time, a number or a word for still is a part of a reason that tells what is or was; another time or number, a put-off, a
// doubt, a forgotten deed, agreement and delight are none.
func TestToldOnly(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt string
		deny, asked  []string
	}{
		{
			"en", "Order 6 chairs?\nOne is €40.",
			[]string{"No, the barn's still full.", "no, they closed in January", "No. We got some last year.", "sorry no, I'm in court", "no we have no money", "No, nobody sits there any more", "no, this is not possible", "NO. OLD ONE WORKS FINE", "no I can't stand that lot", "nooooo the cellar leaks badly"},
			[]string{"no, he quoted 200", "no, my wife is still thinking", "no, I'm still undecided", "no, not yet", "oh no, I forgot", "nooo I forgot", "sorry no, I overlooked it", "no, that still works for me", "no, all is settled", "no, I do it tomorrow", "no, I'm doing that tomorrow", "no, cheaper is not possible", "no it was Anna", "no the other one", "no I don't have a key"},
		},
		{
			"de", "Sechs Stühle bestellen?\nEiner 40 €.",
			[]string{"nein, der Keller ist noch voll", "Nein, 40 € sind mir zu viel", "nein, wir haben seit Januar genug", "nein, sie hat schon welche", "nein, da sitzt doch keiner"},
			[]string{"nein, ich bin noch am Überlegen", "nein, ich bin mir noch unsicher", "nein, noch nicht", "nein, wir sind zu acht", "nein, am Montag ist besser", "nein, das sind doch die falschen", "nein, doch"},
		},
		{
			"fr", "Commander six chaises ?\n40 € la chaise.",
			[]string{"non, la cave est encore pleine", "non laisse tomber, on ne s'assoit jamais"},
			[]string{"non, on réfléchit encore", "non, pas encore", "non, ça me va encore"},
		},
		{
			"it", "Ordinare sei sedie?\n40 € l'una.",
			[]string{"no, la cantina è ancora piena", "No, siamo chiusi in agosto", "No ho già quelle di mia madre"},
			[]string{"no, ci sto ancora pensando", "no ci sto pensando", "no, non ancora", "no, martedì ho tempo", "oh no, ho dimenticato", "nooo le adoro", "no la festa è lunedì"},
		},
		{
			"es", "¿Pedir seis sillas?\n40 € cada una.",
			[]string{"no, la panadería cerró en enero", "no, todavía hay en el sótano"},
			[]string{"no tengo opinión sobre esto", "no, todavía lo pensamos", "no, aún lo hablamos", "oh no, se me olvidó", "nooo qué bonito", "no el martes tengo tiempo", "no esta es la buena", "no lo he pedido"},
		},
		{
			"pt", "Encomendar seis cadeiras?\n40 € cada.",
			[]string{"não, a cave ainda está cheia", "não, isso fechou em janeiro"},
			[]string{"não tenho opinião sobre isso", "não, ainda pensamos nisso", "não, ainda não", "nãooo eu amo", "não, fica para amanhã", "não, somos oito"},
		},
		{
			"nl", "Zes stoelen bestellen?\n€ 40 per stuk.",
			[]string{"nee, de kelder is nog vol", "nee, die hadden we in januari"},
			[]string{"nee, we twijfelen nog", "nee, nog niet", "nee, we zijn met acht", "nee, toch wel"},
		},
		{
			"pl", "Zamówić sześć krzeseł?\n40 zł.",
			[]string{"nie, piwnica jest jeszcze pełna", "nie, mieliśmy je w styczniu"},
			[]string{"nie mam zdania w tej sprawie", "nie moja sprawa to jest", "nie, jeszcze myślimy", "nie, jeszcze nie", "nie, teraz mam czas", "nie, teraz jest nas trzech", "nieee uwielbiam je"},
		},
		{"es", "¿Borrar las copias?\n64.", []string{"No, por norma no borramos nada viejo"}, []string{"no, la copia no se borra"}},
		{"de", "Offerte annehmen?\nCHF 1240.", nil, []string{"Nein. Ablehnen auch nicht."}},
		{"en", "Send the invoice to Tom?\nDraft 2.", nil, []string{"no, the old draft works fine"}},
		{"de", "Reifen wechseln lassen?\nFreitag.", []string{"nein, die sind vom letzten Jahr"}, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, nil, tt.deny, tt.asked)
	}
}

// TestOthersMay: that somebody else may or can do it, and greetings to be given, are no yes, where the prompt does not ask for them.
func TestOthersMay(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt  string
		grants, asked []string
	}{
		{"pt", "Comprar os bilhetes?\nDois.", []string{"sim, pode comprar"}, []string{"ela pode comprar", "sim, eles podem comprar"}},
		{"de", "Rechnung von Müller bezahlen?\n80 €.", []string{"ja, du kannst bezahlen"}, []string{"ja, sie kann bezahlen"}},
		{"en", "Order the toner?\n£14.", nil, []string{"she can order it", "yes they may order it"}},
		{"nl", "De kaartjes bestellen?\nZondag.", []string{"ja doe maar"}, []string{"ja doe ze de groeten"}},
		{"nl", "Oma de groeten doen?\n", []string{"ja doe maar"}, nil},
	} {
		decides(t, Options{Name: "Paula Testowa", Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}, By: "Eve"}}, tt.grants, nil, tt.asked)
	}
}
