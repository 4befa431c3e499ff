package reply

import "testing"

// TestShortly: the deed in the prompt's own word, none of what is asked for, all of it, keeping what is to go, and having it
// done are answers; a part of it, another thing, a time and what leaves open who does it are asked back.
func TestShortly(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{
			"de", "Alte Kundenfotos löschen?\nEs sind 2.340 Dateien. Sie ließen sich nicht wiederherstellen.",
			[]string{"löschen", "löschen 👍", "löschn", "ja, alle löschen", "bitte alle löschen", "lösch sie alle"},
			[]string{"nich löschen", "behalten", "nein, behalten", "behalt sie", "bloß nicht löschen"},
			[]string{"nicht alle löschen", "löscht nicht alle", "behalten bis Freitag", "behalten oder löschen", "alle behalten außer denen von 2018", "löschen?", "löschen und archivieren", "die alten behalten", "behalten wir das im Auge", "keine Dateien", "gelöscht", "nicht behalten"},
		},
		{
			"en", "Order 12 office chairs from Sitwell?\n€219 each. The old ones would be collected.",
			[]string{"order", "get them ordered", "yes, have them ordered please", "order them all", "let's order them"},
			[]string{"no chairs", "no new chairs", "don't have them ordered", "no need to order them", "not ordering them", "I'm not ordering those", "let's not order them"},
			[]string{"no red chairs", "no chairs yet", "don't order them all", "no need to rush", "have you ordered them", "get six ordered", "not ordering all of them", "ordered", "no tables", "let's order eight", "no invoice", "we are ordering them", "not ordered"},
		},
		{
			"de", "Adobe-Abo für das Studio abschließen?\n56,98 € im Monat, kostenlos kündbar.",
			[]string{"abschließen", "schließen Sie es bitte ab", "schließ es ab"},
			[]string{"kein Abo", "kein Abo bitte", "nicht abschließen", "schließen Sie es nicht ab"},
			[]string{"kein Abo mit Laufzeit", "noch kein Abo", "kein Problem", "Abo", "schließen Sie es", "schließ es auf", "kein anderes Abo", "abgeschlossen", "kündigen"},
		},
		{
			"en", "Cancel the magazine subscription?\nIt costs £48 a year.",
			[]string{"yes, get it cancelled"},
			[]string{"keep it", "no, keep it", "no need to cancel it", "don't have it cancelled"},
			[]string{"no subscription", "no magazine", "keep going", "keep it until May", "keep the other one", "keep half", "cancel", "keep me posted", "is it cancelled"},
		},
		{"en", "Move Mr Patel's appointment to Friday?\nDr Whitfield is away.", []string{"move it"}, []string{"no need to move it"}, []string{"no appointment", "keep it", "no Friday", "no new appointment", "moved"}},
		{"de", "Elternabend am 12. absagen?\nFrau Kessler ist krank.", []string{"absagen", "bitte sagen Sie den Elternabend ab", "sagen Sie ihn ab", "sags ab"}, []string{"nich absagen", "sagen Sie ihn nicht ab"}, []string{"sagen Sie ihn an", "sagen Sie", "sag zu", "abgesagt", "kein Elternabend", "absagen oder verschieben", "sagen Sie ihm ab wann"}},
		{"de", "Flyer für den Basar drucken lassen?\nA5, 41 €.", []string{"drucken lassen", "lassen Sie sie drucken", "lass sie drucken"}, []string{"nicht drucken lassen"}, []string{"lassen Sie sie liegen", "drucken lassen und verteilen"}},
		{"en", "Block the number ending in 4471?\nIt has rung eleven times today.", []string{"block that number", "block the number"}, []string{"don't block the number"}, []string{"block the others", "block the ending", "number"}},
		{"en", "Send a reminder to the eleven members?\nThe subscription is £25.", []string{"remind them", "yes, remind em", "send it"}, []string{"don't remind them", "please do not remind them"}, []string{"remind me", "remind Tom", "remind them tomorrow", "remind ten of them", "reminded"}},
		{"en", "Rotate the API key?\nThe old key stops working at once.", []string{"rotate it now please"}, []string{"don't rotate it"}, []string{"stop", "rotate both", "rotated"}},
		{
			"de", "Die Kaution von 900 € auszahlen?\nIm Protokoll steht ein Brandfleck.",
			[]string{"zahlen Sie sie aus", "ja, kannst du auszahlen", "leider ja"},
			[]string{"die Kaution wird nicht ausgezahlt"},
			[]string{"wird ausgezahlt", "die Kaution wird ausgezahlt", "wird nicht alles ausgezahlt", "die Kaution wurde nicht ausgezahlt", "wird sie nicht ausgezahlt", "kannst du nur die Hälfte auszahlen", "ich denke schon", "ich denke nicht an die Kaution", "das wäre schön"},
		},
		{
			"en", "Close ticket #8841?\nNo reply from the customer for 14 days.",
			[]string{"get it closed"},
			[]string{"keep the ticket open", "leave it open please", "don't bother closing it", "no point closing it"},
			[]string{"keep it open until Friday", "is the ticket open", "keep it closed", "let it be known", "leave it", "leave it running", "open", "keep the other ticket open", "don't bother asking", "we need it closed today"},
		},
		{"de", "Die Esche am Friedhofstor fällen?\nFirma Arbor verlangt 780 €.", []string{"lassen Sie sie fällen"}, []string{"die Esche stehen lassen", "lassen Sie die Esche bitte stehen", "die Esche wird nicht gefällt"}, []string{"stehen lassen bis Herbst", "lassen wir das so stehen", "die Eibe stehen lassen", "gefällt mir"}},
		{"en", "Grant write access to the repository?\nThe permission would be permanent.", []string{"access granted"}, []string{"access denied", "no access", "no access needed"}, []string{"access denied to Tom", "was access granted", "access granted yesterday", "no admin access", "denied access"}},
		{"de", "Urlaubsantrag von P. Adeyemi genehmigen?\n9. bis 20. August.", []string{"Urlaubsantrag genehmigt"}, []string{"Urlaubsantrag abgelehnt"}, []string{"Urlaubsantrag wurde genehmigt", "erste Woche genehmigt", "Antrag von Dave genehmigt", "Urlaubsantrag genehmigt bis 14."}},
		{"en", "Put Mrs Lindley on the waiting list?\nThe wait is eleven weeks.", []string{"ok put her on"}, []string{"don't put her on"}, []string{"put her off", "put him on hold", "put her on the other list"}},
		{"en", "Reject the application of Jan Novak?\nHe applied late.", nil, nil, []string{"application refused", "application rejected", "keep it open", "leave it open"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
