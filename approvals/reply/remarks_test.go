package reply

import (
	"os"
	"slices"
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/sampletest"
)

// objecting are remarks that take a yes away, or may, made of plain words: what was done
// already, what is wrong with it, whose it is to decide, what comes first, a choice, a
// question. None of them may stand beside a yes.
func objecting() []string {
	return []string{
		"it is done", "it was paid", "I have paid it", "we have it already", "they have their money", "it was cancelled", "I booked the flight", "the invoice was paid last week", "she got it", "he has left the company",
		"the amount is wrong", "this is not ours", "the price is high", "it is the wrong customer", "it looks odd", "the supplier is a fraud", "I was hacked", "it is a lot of money", "that is the old invoice", "they are crooks",
		"legal is against it", "my boss decides", "Tom has to sign", "it is his call", "my wife says no", "the board meets on Monday", "you are right", "I know", "we spoke", "I am not sure",
		"we need the contract", "I want a discount", "they must sign", "the rest is yours", "the first one is fine", "the hotel is too dear", "the other is nicer", "was it the plumber", "is it the plumber", "are they happy", "I was told to say so", "I am joking",
		"das ist erledigt", "die haben das Geld schon", "das ist die alte Rechnung", "der Betrag ist falsch", "das ist zu teuer", "der Chef entscheidet", "ich weiß", "wie besprochen", "das war im Spaß", "die Firma ist pleite",
		"è già pagato", "l'importo è sbagliato", "decide il capo", "è troppo caro", "ho letto tutto", "è la vecchia fattura", "hanno già i soldi", "lo so bene",
		"ya está pagado", "el importe está mal", "decide el jefe", "es muy caro", "ya tienen el dinero", "es la factura vieja", "era una broma",
		"c'est déjà payé", "le montant est faux", "c'est le chef qui décide", "c'est trop cher", "c'est fait", "ils ont déjà l'argent", "c'était pour rire",
		"já foi pago", "o valor está errado", "quem decide é o chefe", "é muito caro", "está feito", "era brincadeira",
		"het is al betaald", "het bedrag is fout", "de baas beslist", "het is te duur", "het is gedaan", "zoals besproken",
		"to już zapłacone", "kwota jest zła", "szef decyduje", "to jest za drogo", "przeczytałem to", "to zrobione", "jak rozmawialiśmy",
	}
}

// No remark that objects may stand beside a yes as a clause of its own.
func TestRemarksBesideAYes(t *testing.T) {
	hostile, err := os.ReadFile("footer/testdata/hostile.txt")
	noerr.Must(t, err)
	remarks := slices.Concat(objecting(), strings.Split(strings.TrimSpace(string(hostile)), "\n"))
	granted := 0
	for i, d := range remarks {
		if Parse(d, Options{}).Verdict == Grant || strings.HasPrefix(d, "~") || len(strings.Fields(d)) < 2 {
			continue
		}
		for j, yes := range []string{"Yes", "Yes, please pay it", "Approved", "Ja, genehmigt", "Sì, paga pure", "Sí, págalo", "Oui, je valide", "Sim, pode pagar", "Ja, betaal maar", "Tak, zatwierdzam"} {
			if !sampletest.Today(i+j, 4) {
				continue
			}
			for _, text := range []string{yes + ". " + d, yes + ", " + d, yes + "\n" + d, d + ". " + yes} {
				if Parse(text, Options{}).Verdict == Grant {
					granted++
					t.Errorf("%q is a grant", text)
				}
			}
		}
	}
	if len(remarks) < 400 {
		t.Errorf("%d remarks", len(remarks))
	}
}
