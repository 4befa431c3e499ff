package reply

import "testing"

// TestUndoing: to whom is asked to end, refuse, hold back or leave undone something, what is said of the thing alone, to leave,
// keep or accept it, to go on, or that it is not needed, decides nothing; "cancel it" is a no to what is to be confirmed,
// booked or moved, and with a yes the deed where that is to end something.
func TestUndoing(t *testing.T) {
	for _, tt := range []struct {
		lang               string
		about              []string
		grant, deny, asked []string
	}{
		{"en", []string{"Confirm the booking at Hotel Post", "Book the class for Anna", "Move the appointment to Friday", "Approve annual leave for Tom"}, nil, []string{"cancel it", "please cancel it", "no, cancel it"}, []string{"yes, cancel it"}},
		{"it", []string{"Confermare l'idraulico per venerdì", "Affermare la presenza"}, nil, []string{"annullalo", "no, annulla"}, []string{"sì, annulla", "sì, annullalo"}},
		{"es", []string{"Comparar dos ofertas", "Reparar el ascensor", "Confirmar la reserva"}, nil, []string{"cancélalo", "no, cancélalo"}, []string{"sí, cancélalo", "sí, cancela"}},
		{"fr", []string{"Confirmer le plombier pour vendredi", "Refermer le dossier"}, nil, []string{"annulez", "non, annulez"}, []string{"oui, annulez"}},
		{"de", []string{"Den Klempner für Freitag bestätigen", "Den Haushalt beschließen", "Das Gehalt von Anna erhöhen"}, nil, []string{"storniere es", "nein, stornieren"}, []string{"ja, stornieren"}},
		{"pt", []string{"Comparar ofertas", "Confirmar a reserva do hotel"}, nil, []string{"cancela", "não, cancela"}, []string{"sim, cancela"}},
		{"nl", []string{"De loodgieter voor vrijdag bevestigen", "De advertentie plaatsen"}, nil, []string{"annuleer het", "nee, annuleer het"}, []string{"ja, annuleren"}},
		{"pl", []string{"Potwierdzić hydraulika na piątek"}, nil, []string{"anuluj to", "nie, anuluj"}, []string{"tak, anuluj"}},

		{"en", []string{"Cancel the order of 20 chairs", "Confirm the cancellation of the order", "Terminate the contract"}, []string{"yes, cancel it", "approved"}, []string{"no, I don't want it cancelled"}, []string{"no, cancel it", "yes, leave it", "yes, keep it", "accept it", "I don't want it", "no, we don't need it", "we don't need it", "yes, pay it", "I approve the order", "yes, continue"}},
		{"en", []string{"End the lease with Mr Bell", "Withdraw the offer to ACME", "Pause the campaign", "Shred the lease", "Freeze the offer"}, []string{"approved", "yes please"}, []string{"no, I'd rather not"}, []string{"yes, pay it", "yes, renew it", "yes, leave it", "I approve the lease", "I confirm the offer", "yes to the campaign", "I agree to the lease", "don't want it", "cancel it"}},
		{"en", []string{"Do not renew the contract"}, []string{"yes", "approved"}, []string{"no"}, []string{"I approve the contract", "yes, renew it", "no, don't renew it", "yes, continue", "I don't want it", "leave it"}},
		{"en", []string{"Cancel your place at the dinner?"}, []string{"yes", "cancel it"}, []string{"no", "no thanks", "no, don't cancel it"}, []string{"no, I'm not going", "no I won't come", "No, I'm not coming", "no I can't make it"}},
		{"de", []string{"Von der Weihnachtsfeier abmelden?"}, []string{"ja"}, []string{"nein", "nicht abmelden"}, []string{"nein ich gehe nicht hin", "nein, ich komme nicht", "nein ich bin nicht dabei"}},
		{"fr", []string{"Annuler ta place au dîner ?"}, []string{"oui"}, []string{"non", "non, n'annule pas"}, []string{"non je n'y vais pas", "non, je ne viens pas"}},
		{"it", []string{"Disdire il posto alla cena?"}, []string{"sì"}, []string{"no", "no, non disdire"}, []string{"no, non vengo", "no, non ci vado"}},
		{"es", []string{"¿Cancelo tu plaza en la cena?"}, []string{"sí"}, []string{"no", "no la canceles"}, []string{"no, no voy", "no, no iré"}},
		{"es", []string{"Cancelar el taxi de los Olmedo\n¿Lo cancelo?"}, []string{"sí"}, []string{"no", "no lo canceles", "no, ya está pagado"}, []string{"no, ya vienen en su coche", "no, ya tienen uno"}},
		{"en", []string{"Cancel the taxi for the Olmedos?"}, []string{"yes"}, []string{"no"}, []string{"no, they already have a lift"}},
		{"pt", []string{"Cancelo o teu lugar no jantar?"}, []string{"sim"}, []string{"não", "não canceles"}, []string{"não, não vou", "não venho"}},
		{"nl", []string{"Afmelden voor de borrel?"}, []string{"ja"}, []string{"nee", "nee, niet afmelden"}, []string{"nee ik ga niet", "nee, ik kom niet", "nee ik doe niet mee", "nee ik ben er niet bij"}},
		{"pl", []string{"Odwołać twoje miejsce na kolacji?"}, []string{"tak"}, []string{"nie", "nie odwołuj"}, []string{"nie, nie idę", "nie, nie przyjdę"}},
		{"it", []string{"Sospendere l'account di Tom", "Annullare l'ordine"}, []string{"sì", "approvato"}, []string{"non farlo"}, []string{"approvo la candidatura", "sì, rinnova", "sì, paga", "sì, prosegui", "non lo voglio", "sì, lascialo"}},
		{"en", []string{"Reject the claim of Mr Bell", "Turn down the sponsorship", "Should I decline the invitation?"}, []string{"yes", "agreed", "go ahead"}, []string{"no"}, []string{"approve", "Approved.", "yes, approved", "I approve", "granted", "accepted", "take it", "reject it", "rejected", "no, reject it", "with pleasure", "allowed"}},
		{"it", []string{"Respingere la candidatura di Jan Novak"}, []string{"sì", "d'accordo"}, []string{"non farlo"}, []string{"approvo", "approvata", "accolta", "autorizzo", "concesso", "prendiamo loro", "che vada"}},
		{"es", []string{"¿Rechazar la oferta de Gil?"}, []string{"sí", "de acuerdo"}, []string{"no"}, []string{"aprobado", "aprobada", "autorizo", "concedida", "visto bueno", "dar el visto bueno"}},
		{"fr", []string{"Refuser la demande de congé de Léo ?", "Décliner l'invitation ?"}, []string{"oui", "d'accord"}, []string{"non"}, []string{"validé", "approuvé", "j'approuve", "accordé", "autorisé", "avec plaisir", "j'accepte"}},
		{"de", []string{"Das Angebot von Kolb ablehnen?", "Den Antrag zurückweisen?"}, []string{"ja", "einverstanden"}, []string{"nein"}, []string{"genehmigt", "freigegeben", "Freigabe erteilt", "bewilligt", "stattgegeben", "nehmen wir"}},
		{"pt", []string{"Recusar a proposta da Lima?", "Indeferir o pedido?"}, []string{"sim", "concordo"}, []string{"não"}, []string{"aprovado", "aprovo", "deferido", "autorizo", "concedido", "recusado"}},
		{"nl", []string{"De offerte van Bos afwijzen?"}, []string{"ja", "ja, afwijzen", "akkoord"}, []string{"nee"}, []string{"goedgekeurd", "ik keur goed", "toegekend", "neem maar"}},
		{"pl", []string{"Odrzucić ofertę Krokiew?", "Odmówić panu Zającowi?"}, []string{"tak"}, []string{"nie"}, []string{"zatwierdzam", "akceptuję", "przyznaję", "wyrażam zgodę", "bierzemy", "odrzuć"}},
		{"es", []string{"No renovar el contrato"}, []string{"sí"}, []string{"no"}, []string{"renuévalo", "sí, continúa", "apruebo el contrato", "no lo queremos"}},
		{"es", []string{"Cancelar el pedido de sillas", "Retirar la oferta a ACME", "Suspender la cuenta"}, []string{"sí", "apruebo la solicitud"}, []string{"no lo hagas"}, []string{"sí, déjalo", "sí, renueva", "sí, paga", "no lo quiero", "no lo necesitamos", "sí, continúa"}},
		{"fr", []string{"Rejeter la candidature de Jan Novak", "Annuler la commande", "Retirer l'offre à ACME"}, []string{"oui"}, []string{"ne le faites pas"}, []string{"je valide la candidature", "oui, payez", "payez-les", "oui, renouvelez", "je n'en veux pas", "gardez-la bien au chaud"}},
		{"de", []string{"Den Vertrag nicht verlängern", "Das Angebot an ACME zurückziehen", "Die Bestellung stornieren"}, []string{"ja"}, []string{"nein"}, []string{"ja, verlängern", "ja, zahlen", "ja, behalten", "ich will sie nicht", "ja, weiter so", "wir brauchen sie nicht"}},
		{"pt", []string{"Rejeitar a candidatura de Jan Novak", "Retirar a oferta à ACME", "Suspender a conta do Tom"}, []string{"sim"}, []string{"não faças"}, []string{"aprovo a candidatura", "aceita", "sim, renova", "sim, paga", "sim, continua", "não quero"}},
		{"nl", []string{"De sollicitatie van Jan Novak afwijzen", "Het aanbod aan ACME intrekken", "Het account van Tom blokkeren"}, []string{"ja"}, []string{"niet doen"}, []string{"ik keur de sollicitatie goed", "ja, verlengen", "ja, betalen", "ja, aannemen", "ik wil het niet"}},
		{"pl", []string{"Anulować zamówienie krzeseł", "Wycofać ofertę dla ACME", "Odrzucić podanie Jana"}, []string{"tak"}, []string{"nie rób tego"}, []string{"tak, zostaw", "tak, przedłuż", "tak, zapłać", "tak, zatrudnij go", "tak, kontynuuj", "nie chcę"}},
	} {
		for _, about := range tt.about {
			decides(t, Options{Language: tt.lang, Shown: Shown{About: []string{"", "", about}}}, tt.grant, tt.deny, tt.asked)
		}
	}
}
