package reply

import "testing"

// TestOnlyTold: behind a plain no, sentences that tell why at length, or deny the deed once more.
func TestOnlyTold(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Accept the visit on Thursday?\nLunch for eight.", nil,
			[]string{"No, sorry. Thursday is far too busy and the partners don't want visitors before Christmas.", "no. we got maybe one good talk out of all these visits"},
			[]string{"No. Not before Christmas.", "No, maybe later.", "No, half of them.", "No, but Friday would be good for us here.", "No, let the others decide about that first.", "No, that would be fine with all of us here.", "No, Paula needs a quiet room on Tuesday night.", "No, nobody here knows that before Monday morning.", "No, I never got the first part of this.", "No, I see no reason to keep anyone waiting.", "No, they could have had it for nothing before Christmas."},
		},
		{
			"en", "Cancel the milk for Easter?\n2 pints a day.", nil,
			[]string{"No, please do not cancel it as I shall be at home after all."},
			[]string{"No, they already have some milk in the fridge.", "No, please do not cancel it until I have spoken to Mum.", "No, don't cancel it if it still costs the same.", "No, don't cancel the papers, we read them on Sundays.", "No, don't cancel hers, she drinks it every week."},
		},
		{
			"de", "Die Dateien löschen?\n31 GB.", nil,
			[]string{"Nein, die Dateien bitte nicht löschen!", "Nein, bitte nicht löschen, die sind noch im Einsatz."},
			[]string{"Nein, die brauchen wir nicht mehr.", "Nein, bitte noch nicht löschen.", "Nein, nicht löschen, sondern verschieben."},
		},
		{
			"de", "Das Treffen mit Carla verschieben?\nWegen Krankheit.", nil,
			[]string{"Nein, das Treffen bitte nicht verschieben!"},
			[]string{"Nein, bitte nicht auf Freitag verschieben, da ist Carla weg."},
		},
		{
			"it", "Accettare il lavoro?\nDue giorni.", nil,
			[]string{"No, in questo periodo non prendo altri lavori.", "No grazie, ho già troppi altri clienti da seguire quest'anno."},
			[]string{"No, solo se pagano subito.", "No, non lo so prima del fine settimana."},
		},
		{
			"es", "¿Borrar el expediente?\n2008.", nil,
			[]string{"No, no lo borre por favor.", "No, el expediente no se lo borre a nadie, por favor."},
			[]string{"No, no lo borre todavía.", "No, no borres los contratos de la carpeta.", "No, no recibí la otra mitad del correo."},
		},
		{
			"nl", "Akkoord gaan met het plan?\nTwaalf maanden.", nil,
			[]string{"Neen, mijn cliënt gaat daar niet mee akkoord.", "Nee, mijn vrouw wil dat niet en ik eerlijk gezegd ook niet."},
			[]string{"Nee, dat weet ik niet voor het weekend.", "Nee, voorlopig niet.", "Nee, mijn cliënt is akkoord."},
		},
		{
			"fr", "Accepter le client ?\nOnze salariés.", nil,
			[]string{"Non, nous n'avons pas la capacité en ce moment.", "Non, je suis complète en ce moment"},
			[]string{"Non, mon patron règle tout ça avant vendredi.", "Non, en ce moment nous n'attendons que ça.", "Non, pas en ce moment.", "Non, attends la semaine prochaine, je te dirai."},
		},
		{
			"pt", "Mudar o seguro?\n90 EUR por ano.", nil,
			[]string{"Não. Fico onde estou, que quando houve o granizo pagaram direito."},
			[]string{"Não. Só se for mais barato.", "Não, ainda não."},
		},
		{
			"pl", "Przyjąć klienta?\nOd stycznia.", nil,
			nil,
			[]string{"Nie, jeszcze nie.", "Nie, dopiero jak zapłaci za poprzedni rok."},
		},
		{
			"en", "Order the cake?\nFrom Tully's.", nil,
			[]string{"Oh no, don't order it.", "Oh no, thank you."},
			[]string{"Oh no, not again!", "Oh no! Poor Tom.", "Oh no, poor Tom is ill"},
		},
		{"de", "Torte bestellen?\n28 €.", nil, []string{"Oh nein, bitte nicht bestellen."}, []string{"Oh nein, nicht schon wieder!", "Oh nein, der Arme ist krank"}},
	})
}
