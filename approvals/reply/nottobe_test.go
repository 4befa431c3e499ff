package reply

import "testing"

// TestNotToBe: that the thing is not to be what is asked is a no, and nothing else is.
func TestNotToBe(t *testing.T) {
	decidesAll(t, []answeredTo{
		{
			"en", "Cancel the order for 200 pallets?\nPO 4500018790, not yet despatched.",
			nil,
			[]string{"This order is not to be cancelled.", "It is not to be cancelled", "The order must not be cancelled, please."},
			[]string{
				"This order is not to be cancelled before Monday.", "This order is not to be cancelled yet.", "The invoice is not to be cancelled.", "This order is not to be shipped.", "This order is not to be cancelled without asking me.",
				"The 20 pallets are not to be cancelled.", "Is this order not to be cancelled?",
			},
		},
		{"en", "Pay the invoice from Kerr?\n", nil, []string{"The invoice is not to be paid.", "This invoice must not be paid."}, []string{"The invoice is not to be sent.", "Half is not to be paid."}},
		{"en", "Keep the order?\n", nil, nil, []string{"It is not to be cancelled."}},
		{"en", "Tell Kerr that the invoice must be paid?\n", nil, nil, []string{"The invoice must not be paid."}},
		{"de", "Die Rechnung bezahlen?\n", nil, []string{"Diese Rechnung wird nicht bezahlt."}, []string{"Die Rechnung wird nicht doppelt bezahlt.", "Die Mahnung wird nicht bezahlt.", "Die Rechnung wird nicht gemahnt.", "Die Rechnung wird nicht heute bezahlt."}},
		{"de", "Die Rechnung stornieren?\n", nil, nil, []string{"Die Rechnung wird nicht bezahlt."}},
		{"nl", "De factuur betalen?\n", nil, []string{"Deze factuur wordt niet betaald."}, []string{"Deze factuur wordt niet vandaag betaald.", "Die offerte wordt niet betaald.", "De factuur werd niet betaald."}},
	})
}

// TestNoAnd: to leave the thing or to refuse it says a no once more.
func TestNoAnd(t *testing.T) {
	decidesAll(t, []answeredTo{
		{"en", "Accept the job in Inverurie?\nLoft hatch and ladder, customer offers £300.", nil, []string{"No leave that one", "No, skip that one", "no, say no", "nah skip it"}, []string{"leave that one", "skip", "yes, leave that one", "yes, say no"}},
		{"en", "Skip the meeting?\n", nil, nil, []string{"no skip it", "skip it no"}},
		{"en", "Drop the parcel at the depot?\n", nil, nil, []string{"no, drop it"}},
		{"en", "Decline the job?\n", nil, nil, []string{"no, decline it"}},
		{"de", "Den Auftrag annehmen?\n", nil, []string{"nein sag ab", "nein, bitte sagen Sie ab", "nein, lehn es ab"}, []string{"ja sag ab", "sag ab und buch neu"}},
		{"de", "Den Auftrag annehmen oder ablehnen?\n", nil, nil, []string{"nein sag ab"}},
		{"de", "Das Abo kündigen?\n", nil, nil, []string{"das lassen Sie bitte bleiben."}},
		{"de", "Die Fotos teilen?\n", nil, []string{"das lassen Sie bitte bleiben.", "das lassen wir bleiben"}, []string{"die lassen Sie bitte im Ordner"}},
		{"nl", "Hotel boeken?\n", nil, []string{"nah skip", "nee sla maar over", "nee skip maar"}, []string{"skip"}},
		{"nl", "De afspraak afzeggen?\n", nil, nil, []string{"nee, zeg maar af"}},
		{"pl", "Przyjąć zlecenie?\n", nil, []string{"nie, odpuść"}, []string{"tak, odpuść"}},
	})
}
