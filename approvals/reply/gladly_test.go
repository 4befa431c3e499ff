package reply

import "testing"

// TestGladly: behind a yes, who is happy to do it lets it be done; of an invitation whoever answers accepts it.
func TestGladly(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Confirm the teaching session for the fourth years?\nMonday 2pm, seminar room B.",
			[]string{"Yes, happy to confirm.", "Yes, happy to.", "Yes, I'm more than happy to confirm it", "Sure, glad to do so"},
			nil,
			[]string{
				"Yes, happy to have a chat about it.", "Yes, happy to confirm on Tuesday.", "Yes, happy to move it.", "Happy to once I know the room.", "Yes, happy to if the room is free.", "Yes, not happy to confirm.", "Happy to.",
				"Ok, happy to wait.", "Yes, happy to confirm the other one.", "Yes, happy to confirm part of it.",
			},
		},
		{"en", "Cancel the session?\n", nil, nil, []string{"Yes, happy to confirm it for Tuesday.", "Yes, happy to come."}},
		{"en", "Rewrite the letter?\n", nil, nil, []string{"Yes, happy to pay it."}},
		{"en", "Call the customer?\n", nil, nil, []string{"Happy to call him.", "Happy to."}},
		{"en", "Pay the invoice?\n", []string{"Yes, happy to pay it."}, nil, []string{"Yes, happy to pay half."}},
		{
			"de", "Einladung annehmen?\n",
			[]string{"ja, nehmen wir gern an", "ja gern, nehmen wir an", "Ja, die nehme ich sehr gerne an."},
			nil,
			[]string{"ja, nehme ich an", "nehme ich an", "ja, gern, nehmen wir an es regnet", "nein, nehmen wir gern an"},
		},
		{"de", "Einladung ablehnen?\n", nil, nil, []string{"ja, nehmen wir gern an", "nehmen wir gern an"}},
		{"de", "Kunden anrufen?\n", nil, nil, []string{"ja gern, nehmen wir an"}},
		{"nl", "Uitnodiging aannemen?\n", []string{"ja, neem ik graag aan"}, nil, []string{"ja, neem ik aan", "neem ik graag aan als het kan"}},
		{"pl", "Przyjąć zaproszenie?\n", []string{"tak, chętnie przyjmę"}, nil, []string{"chętnie przyjmę jutro", "nie, chętnie przyjmę"}},
	})
}

// TestNoted: what has been taken in is left out before an order, and nowhere else.
func TestNoted(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Close the enquiry for packing boxes?\nRFQ 2291, five offers received.",
			[]string{"Noted. Please close it.", "Noted, thanks. Please close it.", "Understood. Close it please."},
			nil,
			[]string{
				"Noted.", "Noted, thanks.", "Noted. Thanks.", "Noted. Please keep it open.", "Noted. Close it on Monday.", "Understood. Will decide tomorrow.", "Understood. Ok.", "Noted. Please close the other one.", "I see. Great.",
				"Noted. Do I close it?", "Noted. Close it if nobody objects.",
			},
		},
		{"de", "Die Anfrage schließen?\n", []string{"Verstanden. Bitte schließen."}, nil, []string{"Alles klar. Danke.", "Verstanden. Bitte nicht heute schließen."}},
		{"nl", "De aanvraag sluiten?\n", []string{"Begrepen. Graag sluiten."}, nil, []string{"Begrepen. Dank.", "Begrepen. Morgen sluiten."}},
		{"pl", "Zamknąć zgłoszenie?\n", []string{"Rozumiem. Proszę zamknąć.", "Przyjąłem. Proszę zamknąć."}, nil, []string{"Rozumiem. Dziękuję.", "Przyjąłem. Dobrze.", "Rozumiem. Zamknąć jutro."}},
	})
}
