package reply

import "testing"

// TestWithWhom: beside an explicit yes or no the asked verb may say for whom it is, with a pronoun of the only party that the prompt has.
func TestWithWhom(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"en", "Share the sequencing data with Dr. Menezes?\nRead access to the folder.", []string{"Yes, share with him.", "yes please share that with him thanks"}, []string{"no, don't share it with him"}, []string{
			"yes, share with him too", "yes, share it with her", "yes, share only with him", "yes, share with Tom", "yes, share it with me", "yes, share with him tomorrow", "yes, if you share with him", "yes, share with him and her", "yes, did you share with him?", "yes, share half with him", "yes, don't share with him", "yes, compare with him", "yes, share with him or not",
		}},
		{"en", "Share the data of Mrs Hall with Dr. Menezes?\nRead access.", nil, nil, []string{"yes, share with her", "yes, share it with him"}},
		{"en", "Share the data with Anna and Tom?\nRead access.", nil, nil, []string{"yes, share with him", "yes, share with her"}},
		{"en", "Share the data with Mrs Hall?\nRead access.", []string{"yes, share with her"}, nil, []string{"yes, share with him", "yes, share with them"}},
		{"en", "Reply to the inspector with the licence copy?\nHe asked for the licence PDF.", []string{"yes pls send to him", "yes, send it to him", "yes, mail him"}, []string{"no, don't send it to him"}, []string{"yes, send to her", "yes, send it to me", "yes, send him the invoice", "yes, send with him"}},
		{"en", "Reply to Mrs Folan about the lost jacket?\nI would write to her that it was found.", []string{"Yes, send that to her."}, nil, []string{"yes, send that to him", "yes, send her the jacket", "yes, send that to Mrs Nolan"}},
		{"en", "Let Brian have the key to shed 2?\nHe asks whether he may collect it today.", []string{"Yes that's fine, let him", "yes let him"}, []string{"no, don't let him"}, []string{"yes, let her", "let it be", "yes, let him wait", "yes, let him go"}},
		{"en", "Page the on-call person?\nDisk of log-node-4 is 81 % full.", []string{"yes, page him", "yes page them"}, []string{"no no dont page him", "no, don't page them"}, []string{"yes, dont page him", "yes page me"}},
		{"en", "Don't page the on-call person?\nThe disk is full.", nil, nil, []string{"yes, page him"}},
		{"en", "Confirm the lift inspection at the Civic Centre?\nCaledonian Lift Services can come on 11 February.", []string{"Yes confirm it with them."}, nil, []string{"yes, confirm it with him first", "yes, confirm it to me", "yes, confirm with them the time"}},
		{"en", "Cancel the visit with Dr. Menezes?\nOn Monday.", nil, nil, []string{"yes, meet with him", "yes, keep it with him"}},
		{"en", "Refund Mrs Dace for two tickets?\nShe bought them twice.", []string{"yes, refund her"}, []string{"no, don't refund her"}, []string{"yes, refund him", "no, don't refund him"}},
		{"de", "Frau Huber das Angebot schicken?\nZwei Seiten.", []string{"ja schick ihr das"}, nil, []string{"ja schick ihm das", "nein, schick ihm das nicht"}},
		{"de", "Die Rechnung schicken?\nZwei Seiten.", []string{"ja schick sie"}, nil, []string{"nein, schick sie ihr"}},
		{"nl", "De offerte sturen?\nTwee bladen.", nil, nil, []string{"ja stuur maar tegen haar"}},
		{"nl", "De klant bellen?\nOver de koppeling.", []string{"ja bel hem maar", "ja bel haar maar"}, nil, nil},
		{"en", "Reply to Pauline that you will bring a cake?\nOn Sunday.", nil, nil, []string{"yes, send it to him", "yes, mail her"}},
		{"en", "Send the offer to Bluepeak Retail?\nThe PDF.", nil, nil, []string{"yes, share it with him"}},
		{"en", "Book the marquee\nFor the garden party.", nil, nil, []string{"yes confirm with them"}},
		{"de", "Interview mit der Bezirkszeitung zusagen?\nFreitag 9 Uhr.", nil, nil, []string{"ja sag ihm"}},
		{"de", "Dem Nachbarn die Beschwerde beantworten?\nGlockenläuten.", nil, nil, []string{"ja schreib ihr", "ja schick ihn"}},
		{"fr", "Envoyer le devis à M. Paquet ?\nBoiler.", nil, nil, []string{"oui envoie à elle"}},
		{"it", "Mandare Sandri in cancelleria?\nRitiro copie.", nil, nil, []string{"sì manda a lui"}},
		{"nl", "Open dag aan de lezersgroep toezeggen\nZaterdag.", nil, nil, []string{"ja zeg dat maar", "nee zeg dat maar niet"}},
		{"en", "Tell Tom to pay the invoice?\nIt is due.", []string{"yes, tell him"}, nil, nil},
		{"pl", "Napisać do pana Nowaka o spotkaniu?\nPiątek.", []string{"tak, napisz do niego"}, nil, []string{"tak, napisz do niej"}},
		{"de", "Der WG schreiben, dass am Donnerstag der Schornsteinfeger kommt?\nZwischen 9 und 11 Uhr.", []string{"jap schreib denen", "ja, schreib ihnen bitte"}, []string{"nein, schreib ihnen nicht"}, []string{"ja, schreib denen ab", "ja, schreib denen morgen", "ja, schreib mir", "ja, schreib denen was anderes"}},
		{"de", "Notfall Familie Schär\nRohrbruch, ich würde Marco gleich hinschicken.", []string{"Jo schick ne", "ja, schick ihn hin"}, []string{"nein, schick ihn nicht"}, []string{"ja, schick ihn heim", "ja, schick ihn zurück", "ja, schick ihn später"}},
		{"nl", "Kinderopvang zeggen dat je om 17.30 komt?\nZe vroegen het net.", []string{"ja zeg maar tegen ze", "ja, zeg het maar tegen ze"}, []string{"nee, zeg dat maar niet tegen ze"}, []string{"ja zeg maar af tegen ze", "ja zeg maar tegen mij", "ja zeg ze maar dat het later wordt"}},
		{"nl", "De vlaaien ophalen laten door Piet?\nHij rijdt toch langs de bakker.", []string{"Ja laat hem maar"}, nil, []string{"ja laat haar maar", "ja laat hem maar wachten", "ja laat hem zitten"}},
		{"nl", "Boekenclub\nZeggen dat je er donderdag bent?", []string{"ja zeg dat maar"}, []string{"Nee, zeg dat maar niet"}, []string{"ja zeg dat maar niet", "nee, zeg dat maar", "nee, zeg maar dat ik later kom"}},
		{"nl", "Bericht aan dirigent\nZeggen dat de partij van de bugels klaar is?", []string{"Ja zegt dat maar"}, nil, nil},
		{"it", "Idraulico\nDomani alle 14. Gli dico di venire?", []string{"Digli di sì"}, nil, []string{"digli di no", "digli di sì ma alle 15", "digli"}},
		{"it", "Idraulico\nDomani alle 14. Gli dico di non venire?", nil, nil, []string{"Digli di sì"}},
		{"pt", "Jantar do coro\nDigo que vai?", []string{"diga que sim"}, nil, []string{"diga que não", "diga que sim se der"}},
		{"pt", "Jantar do coro\nDigo que não vai?", nil, nil, []string{"diga que sim"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}

// TestBaseVerb: a prefix of direction or of once more makes no other deed, one that ends or turns it round does.
func TestBaseVerb(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"nl", "De klant van Zeeuws Water terugbellen?\nHij belde over de koppeling.", []string{"ja bel maar", "ja bel mor", "ja, bel hem maar", "ja, bellen"}, []string{"nee niet bellen", "nee, bel hem maar niet", "niet bellen"}, []string{
			"ja bel af", "ja bel maar niet", "nee bellen", "ja bel mij", "ja bel morgen", "ja bel haar", "ja mail maar", "ja bel maar als hij aandringt", "ja bel de bank", "nee niet bellen maar mailen",
		}},
		{"nl", "Niet terugbellen?\nHij belde over de koppeling.", nil, nil, []string{"ja bel maar", "nee bel maar"}},
		{"nl", "Het verslag rondsturen?\n38 adressen.", []string{"Ja hoor, stuur maar rond.", "ja stuur maar"}, []string{"nee, niet sturen"}, []string{"ja stuur maar terug", "ja stuur maar door", "ja stuur maar op maandag", "ja stuur het aan mij", "ja stuur bij"}},
		{"nl", "De schoenen terugsturen?\nTe klein.", nil, nil, []string{"ja stuur maar rond", "ja stuur maar door"}},
		{"nl", "Anja terugschrijven\nDat u thuis bent om drie uur.", []string{"jaja schrijf maar", "ja schrijf haar maar"}, []string{"nee niet schrijven"}, []string{"ja schrijf maar uit", "ja schrijf maar op", "jaja"}},
		{"nl", "De leden uitschrijven?\nZe betalen niet.", nil, nil, []string{"ja schrijf maar", "nee niet inschrijven"}},
		{"de", "Einladung zur Gemeinderatssitzung verschicken\nAn alle 19 Mitglieder.", []string{"Ja, bitte ausschicken.", "ja, schick sie los"}, []string{"nein, nicht schicken"}, []string{"ja, schick sie zurück", "ja, schick sie mir", "ja, schick sie morgen raus", "ja, schick sie nicht raus", "nein, schick sie raus"}},
		{"de", "Herrn Maier zurückrufen?\nEr hat zweimal angerufen.", []string{"ja ruf ihn an", "ja, anrufen"}, []string{"nein, ruf ihn nicht an"}, []string{"ja, ruf sie an", "ja, ruf ab", "ja, ruf den Notdienst", "ja, ruf mich an"}},
		{"de", "Herrn Lübbers auf seine Beschwerde antworten?\nDer Entwurf liegt vor. Ich würde ihn unverändert absenden.", []string{"Einverstanden, bitte absenden."}, nil, []string{"Einverstanden, bitte absagen.", "Einverstanden, bitte zurücksenden."}},
		{"pl", "Oddzwonić do gościa od fotowoltaiki?\nDzwonił cztery razy.", []string{"tak, zadzwoń", "tak zadzwoń do niego"}, []string{"nie dzwon", "nie, nie dzwoń"}, []string{"tak, nie dzwoń", "tak, zadzwoń jutro", "tak, zadzwoń do Ewy", "zadzwoń, jak zapłaci"}},
		{"pl", "Odpisać pani Wrzosek w sprawie piwnicy\nW piśmie jest termin 16 maja.", []string{"tak, napisz"}, []string{"nie pisz"}, []string{"tak, podpisz", "tak, wypisz", "tak, zapisz", "tak, przepisz"}},
		{"de", "Brief senden.\nZwei Seiten.", nil, nil, []string{"Bitte JA 4K7Q2M schicken"}},
		{"pl", "Wysłać Halince życzenia?\nImieniny, dziś.", []string{"Ano wyslac"}, nil, []string{"ano zobaczymy", "ano nie", "a no wyslac czy nie"}},
		{"it", "Richiamare il signor Galli?\nHa chiamato due volte.", []string{"sì, chiama", "sì, chiamalo"}, []string{"no, non chiamarlo"}, []string{"si chiama Galli", "sì, chiama tu la banca", "sì, chiamami"}},
		{"it", "Rinviare la riunione?\nPioggia.", nil, nil, []string{"sì, invia"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
	}
}
