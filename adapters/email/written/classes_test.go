package written

import "testing"

// TestLeftOut: what mail programs add is told from what the person wrote beside it.
func TestLeftOut(t *testing.T) {
	asked := "Shall I pay 400 EUR?\n\nReply YES or NO.\n"
	for _, c := range []struct{ name, text, want string }{
		{"an Italian header block", "Sì.\n\nDa: Approvals <approvals@agent.example.net>\nRisposta: Approvals <approvals@agent.example.net>\nData: martedì 3 marzo 2026 alle ore 09:14\nA: Dana Rossi <dana@example.com>\nOggetto: pagare 400\n\n" + asked, "Sì."},
		{"with what begins like one above", "Sì.\nA: tutti i colleghi\n\nDa: Approvals <approvals@agent.example.net>\nData: martedì 3 marzo 2026 alle ore 09:14\nA: Dana Rossi\nOggetto: pagare 400\n\n" + asked, "Sì.\nA: tutti i colleghi"},
		{"From and again From", "Von: mir aus gern\n\nVon: Approvals <approvals@agent.example.net>\nGesendet: Dienstag, 3. März 2026 09:14\nAn: Dana Rossi\nBetreff: 400\n\n" + asked, "Von: mir aus gern"},
		{"right above the block", "Yes.\nTo: be confirmed by Erik\nFrom: Approvals <approvals@agent.example.net>\nSent: Tuesday, March 3, 2026 9:14 AM\nTo: Dana\nSubject: 400\n\n" + asked, "Yes.\nTo: be confirmed by Erik"},
		{"Date: as a word of hers", "Yes.\nDate: not before Friday\n\nFrom: Approvals <approvals@agent.example.net>\nSent: Tuesday, March 3, 2026 9:14 AM\nTo: Dana\nSubject: 400\n\n" + asked, "Yes.\nDate: not before Friday"},
		{"above when it was sent", "Yes.\n\nDate: not before Friday\n\nGesendet: Freitag, 20. November 2026 um 21:00 Uhr\nVon: \"Approvals\" <approvals@agent.example.net>\nAn: dana@example.com\nBetreff: 400\n\n" + asked, "Yes.\n\nDate: not before Friday"},
		{"what begins like a notice above a card and one", "Yes.\n\nPlease delete the message from Tom.\nProcurement Manager\nHalden Ltd | 22 Quay Street, Bristol BS1 4DJ\nT +44 117 555 0190 | www.halden.example\n[cid:image001.png@01DB]\nThis message and any attachments are confidential and intended solely for the addressee. Halden Ltd is registered in England, No. 01234567.", "Yes.\n\nPlease delete the message from Tom.\nProcurement Manager\nHalden Ltd | 22 Quay Street, Bristol BS1 4DJ\nT +44 117 555 0190 | www.halden.example"},
		{"a French header block", "Oui.\n\nDe : Approvals <approvals@agent.example.net>\nEnvoyé : mardi 3 mars 2026 09:14\nÀ : Dana Rossi\nObjet : payer 400\n\n" + asked, "Oui."},
		{"a Dutch one", "Ja.\n\nVan: Approvals <approvals@agent.example.net>\nVerzonden: dinsdag 3 maart 2026 09:14\nAan: Dana Rossi\nOnderwerp: 400\n\n" + asked, "Ja."},
		{"a Finnish one", "Kyllä.\n\nLähettäjä: Approvals <approvals@agent.example.net>\nLähetetty: tiistai 3. maaliskuuta 2026 9.14\nVastaanottaja: Dana Rossi\nAihe: 400\n\n" + asked, "Kyllä."},
		{"initials before the quote", "Yes.\n\nC> Shall I pay 400 EUR?\nC> \nC> Reply YES or NO.\n", "Yes."},
		{"one quoted line with initials", "Yes.\n\nApp> Shall I pay 400 EUR?\n\nbut only half", "Yes.\n\nApp> Shall I pay 400 EUR?\n\nbut only half"},
		{"not a quote", "a > b\nb > c\nso a > c", "a > b\nb > c\nso a > c"},
		{"underscores above contact lines", "Yes.\n\n____________________\nDana Rossi\nCFO, ACME\nTel. +39 02 1234567\n", "Yes."},
		{"underscores within the text", "Yes.\n____\nbut only half", "Yes.\n____\nbut only half"},
		{"invisible characters", "Yes.\n\u200b\u200c\u200d\ufeff\n\u034f \u034f \u034f\n\nOn Tue, Mar 3, 2026 at 9:14 AM Approvals <approvals@agent.example.net> wrote:\n\n> " + "Shall I pay 400 EUR?", "Yes."},
		{"a phone's copy on one line", "Yes thats ok\nSent from my Galaxy\n-------- Original message --------From: Approvals <approvals@agent.example.net> Date: 03/03/2026  09:14  (GMT+00:00) To: dana@example.com Subject: 400 Hello,\n\n" + asked, "Yes thats ok"},
		{"a phone's copy of QQ", "ok\n\n------------------&nbsp;Original&nbsp;------------------\nFrom: \"Approvals\"<approvals@agent.example.net>;\nDate: Tue, Mar 3, 2026 09:14\nTo: \"dana\"<dana@example.com>;\n\n" + asked, "ok"},
		{"Proton in French", "Oui.\n\nEnvoyé avec la messagerie sécurisée Proton Mail.\n\nLe mardi 3 mars 2026 à 09:14, Approvals <approvals@agent.example.net> a écrit :\n\n> " + "Shall I?", "Oui."},
		{"a picture of a signature", "Tak.\n\n[cid:image001.png@01DB2C]\n", "Tak."},
		{"a time with two blanks behind it", "On 3 March 2026 at 9:00:  only half, says bob@example.com", "On 3 March 2026 at 9:00:  only half, says bob@example.com"},
		{"mutt in the middle", "* Approvals <approvals@agent.example.net> [2026-03-03 09:14]:\n> Shall I pay?\n\nwhy?\n\n> Reply YES or NO.\n\nrather yes", "> Shall I pay?\n\nwhy?\n\n> Reply YES or NO.\n\nrather yes"},
		{"dashes that say something", "--- only half ---", "--- only half ---"},
		{"what is like a footer", "Sent from my desk, but only half", "Sent from my desk, but only half"},
	} {
		got := Split(MarkQuotes(c.text), Mail{Name: "Dana Rossi", Address: "dana@example.com", Us: "Approvals", Answers: true})
		if got.Text != c.want {
			t.Errorf("%s: %q, want %q", c.name, got.Text, c.want)
		}
	}
}
