package reply

import (
	"strings"
	"testing"
)

// TestActs: the deed that an English prompt asks for is ordered and forbidden in the person's language; another deed, what is
// added, and what no longer tells who does it, is asked back.
func TestActs(t *testing.T) {
	for _, tt := range []struct {
		lang, prompt       string
		grant, deny, asked []string
	}{
		{"fr", "Delete 1,240 old log files. I would delete them to free 60 GB.", []string{"supprimez-les", "oui, supprimez les fichiers", "supprime"}, []string{"ne les supprimez pas", "on ne supprime pas", "gardez-les"}, []string{"supprimez la moitié", "supprimez-les demain", "archivez-les", "ne les gardez pas"}},
		{"de", "Delete 312 duplicate customer records. May I delete the duplicates?", []string{"lösch die doppelten", "ja, löschen", "lösch"}, []string{"nicht löschen", "bitte nicht löschen", "behalten"}, []string{"löschen", "lösch die Kunden", "lösch sie morgen", "löscht nicht", "nicht behalten"}},
		{"es", "Confirm the plumber for Friday 8:00. May I confirm?", []string{"confírmalo", "sí, confirma"}, []string{"no lo confirmes"}, []string{"confirma", "no lo canceles", "confírmalo si puedes"}},
		{"it", "Lower the price of the garden set to EUR 299.", []string{"abbassa", "abbassa pure", "ok abbassa", "abbassate il prezzo"}, []string{"non abbassarlo", "non abbassate il prezzo"}, []string{"abbassa oggi", "lo abbassa", "non abbassa", "abbassa lui", "alza il prezzo", "aumentalo", "abbassa di poco", "non alzarlo"}},
		{"pt", "Swap the Saturday shifts of Kim and Pedro. May I change the rota?", []string{"pode trocar", "sim, troca"}, []string{"não troca", "não troquem"}, []string{"troca", "troca só o Kim", "muda tudo"}},
		{"pt", "Restart the web shop server tonight.", []string{"pode reiniciar"}, []string{"não reinicie"}, []string{"não reinicia", "reinicia"}},
		{"nl", "Publish the blog post on saving energy.", []string{"ja, plaatsen", "plaats het maar", "plaatsen"}, []string{"niet plaatsen"}, []string{"plaats het morgen", "verwijder het"}},
		{"pl", "Text 58 customers that the shop is closed on Monday. I would send an SMS.", []string{"wyślij", "tak, wysyłaj"}, []string{"nie wysyłaj", "proszę nie wysyłać"}, []string{"nie wyślij", "wyślij jutro", "usuń", "wyślij połowę"}},
		{"pl", "Renew the domain for 3 years.", []string{"przedluz", "przedłużaj"}, []string{"nie przedłużaj"}, []string{"nie anuluj", "przedłuż na rok"}},
		{"en", "Cancel the coffee service Beanly.", []string{"yes, cancel it"}, []string{"please don't cancel", "don't cancel it"}, []string{"cancel", "renew it", "don't renew it"}},
		{"de", "Hire Sara Lindqvist as office assistant.", []string{"ja, einstellen"}, []string{"nicht einstellen"}, []string{"stell sie aus", "stell sie", "stell das ab", "einladen"}},
		{"it", "Write off the claim of 310 EUR against Ferri", []string{"stralciamola", "sì, stralciate"}, []string{"non stralciatela", "non la stralci"}, []string{"scrivila", "stralciamola domani", "condona la metà"}},
		{"it", "Traduci il contratto in inglese", []string{"traducilo pure", "ok traduciamolo"}, []string{"non tradurlo", "non traducetelo"}, []string{"traduci metà", "traducilo in francese", "correggilo"}},
		{"pl", "Zaszczepić psa w piątek", []string{"zaszczepcie go", "ok, szczepimy"}, []string{"nie szczepcie", "nie szczepimy"}, []string{"zaszczep kota", "zaszczep jutro", "nie szczep jeszcze", "zbadaj go"}},
		{"pl", "Roll back the release of Monday", []string{"tak, wycofaj", "wycofajmy ją"}, []string{"nie wycofuj", "nie wycofujmy"}, []string{"wdróż", "nie wdrażaj", "wycofaj połowę"}},
		{"de", "Insure the new van", []string{"ja, versichern"}, []string{"nicht versichern"}, []string{"versicher ihn halb", "versichere ihn später", "verkauf ihn"}},
		{"es", "Translate the lease into English", []string{"tradúcelo", "sí, traduzca"}, []string{"no lo traduzcas"}, []string{"tradúcelo al francés", "corrígelo", "traduce la mitad"}},
		{"fr", "Repaint the stairs", []string{"repeignez-les", "oui, repeignez"}, []string{"ne les repeignez pas"}, []string{"repeignez la moitié", "nettoyez-les"}},
		{"nl", "Mow the lawn on Friday", []string{"ja, maaien", "maai het maar"}, []string{"niet maaien"}, []string{"maai de helft", "maai het morgen", "zaai het in"}},
		{"it", "Rotate API key for the payment gateway", []string{"sì, ruotate la chiave", "cambiate pure la chiave"}, []string{"non ruotate la chiave"}, []string{"ruotate le password", "ruota la chiave di Tom", "ruota la chiave domani", "ruota solo quella vecchia", "cambia il server"}},
		{"it", "Spedire i bancali a Lione", []string{"spedite pure i bancali", "spedite, per favore"}, []string{"non spedire i bancali", "non li spediamo"}, []string{"spedite le casse", "spedite i bancali a Parigi", "li spediamo", "spedite, forse"}},
		{"it", "Delete old recordings of the door camera", []string{"Potete eliminarle.", "elimina", "eliminate"}, []string{"non eliminarle"}, []string{"potete eliminarle", "potete eliminarle dopo", "si elimina", "eliminano", "elimina dopo", "può eliminarle Tom."}},
		{"it", "Confirm the plumber for Friday", []string{"confermalo"}, nil, []string{"conferma", "apre", "si conferma"}},
		{"it", "Spedire i bancali e le casse", []string{"spedite tutto"}, nil, []string{"spedite i bancali", "spedite le casse"}},
		{"pl", "Przedłużyć abonament programu", []string{"przedłużamy"}, []string{"nie przedłużamy abonamentu", "absolutnie nie przedłużajcie"}, []string{"przedłużamy jutro", "przedłużamy na rok", "nie anulujemy", "przedłużamy licencję"}},
		{"it", "Unlock the account of Aldo Serra", []string{"sbloccalo pure", "sì, sblocchi l'account"}, []string{"non sbloccarlo"}, []string{"bloccalo", "non bloccarlo", "sbloccalo fino a lunedì"}},
	} {
		o := Options{Language: tt.lang, Shown: Shown{About: []string{"", "", tt.prompt}}}
		decides(t, o, tt.grant, tt.deny, tt.asked)
		doubtful(t, o, tt.grant[0], 29)
	}
}

// TestTitle: what is asked is the first sentence or line; neither a day of the month nor an abbreviation ends it.
func TestTitle(t *testing.T) {
	for about, want := range map[string]string{
		"Elternabend am 12. absagen?\nFrau Kessler ist krank.":                  "Elternabend am 12. absagen",
		"Tisch am 3. Mai bei Dr. Lang buchen? Es sind acht.":                    "Tisch am 3. Mai bei Dr. Lang buchen",
		"Mietvertrag im 2. Stock unterschreiben. Die Miete ist 890 €.":          "Mietvertrag im 2. Stock unterschreiben",
		"Renew harbour.co.uk for 2 years?\nIt costs £21.98.":                    "Renew harbour.co.uk for 2 years",
		"Call Prof. Meier back? He rang twice.":                                 "Call Prof. Meier back",
		"Pay invoice 4471\nIt is due on Friday.":                                "Pay invoice 4471",
		"Book the bus. It costs 300.":                                           "Book the bus",
		"Call Prof. Dr. Ana Meier. She rang.":                                   "Call Prof. Dr. Ana Meier",
		"Buy version 2.5 of the tool? May I?":                                   "Buy version 2.5 of the tool",
		"Delete 1,240 old log files. I would delete them to free 60 GB of disk": "Delete 1,240 old log files",
	} {
		if got := titleOf(about); strings.TrimRight(got, ".") != want {
			t.Errorf("%q: %q", about, got)
		}
	}
}

// TestActList: an act has a column for each language, whose verbs are no doubt, no negation and no refusal.
func TestActList(t *testing.T) {
	p := grammar()
	for line := range strings.Lines(actList()) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(fields) == 1 && fields[0] == "" {
			continue
		}
		if len(fields) != plAt+1 {
			t.Errorf("%d columns: %s", len(fields), line)
		}
		for l, verbs := range fields {
			for w := range strings.FieldsSeq(verbs) {
				w = strings.TrimLeft(w, "=~")
				if m := p.verdicts.of[w]; p.hedges.of[w] && w != "verschieben" && w != "przełożyć" || p.negators[w] || p.refusals[w] || m.class.isNo() {
					t.Errorf("%s: %q refuses or doubts", names()[l], w)
				}
			}
		}
	}
}
