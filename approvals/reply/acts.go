package reply

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// acts are common deeds, one a line, with their verbs in the eight languages in the order of languages(): agents ask in
// English, and people answer with the deed in their own language ("supprimez-les" to "Delete 1,240 log files"). A verb
// stands as its infinitive, of which [ownForms] makes the forms that order; after "=" stands a form that this does not make,
// after "~" a noun for the deed ("l'envoi").
var acts = sync.OnceValue(func() [][8]string {
	var all [][8]string
	for line := range strings.Lines(`
		pay|pagare saldare ~pagamento ~saldo|pagar abonar ~pago ~abono|payer régler =paie ~paiement ~règlement|zahlen bezahlen überweisen begleichen auszahlen ~zahlung ~bezahlung ~überweisung ~auszahlung|pagar liquidar ~pagamento|betalen uitbetalen ~betaling|zapłacić płacić opłacić wypłacić =zapłać =płać =opłać =wypłać ~zapłatę ~płatność ~wypłatę ~wypłaty
		transfer wire|trasferire spostare versare bonificare =trasferisci =trasferisca ~trasferimento ~bonifico|transferir =transfiere =transfiera =transfieran ~transferencia|transférer virer verser ~transfert ~virement|überweisen transferieren umbuchen ~überweisung ~transfer|transferir =transfere =transfira =transfiram ~transferência|overmaken overboeken ~overboeking|przelać przelewać =przelej =przelewaj ~przelew ~przelewu
		refund reimburse|rimborsare restituire stornare ~rimborso ~restituzione|devolver reembolsar reintegrar =devuelve =devuelva =devuelvan ~reembolso ~devolución ~reintegro|rembourser ~remboursement|erstatten zurückzahlen zurückerstatten rückerstatten ~erstattung ~rückerstattung ~rückzahlung|reembolsar devolver estornar restituir ~reembolso ~devolução ~estorno|terugbetalen terugstorten ~terugbetaling|zwrócić zwracać oddać =zwróć =zwracaj =oddaj ~zwrot ~zwrotu ~refundację
		delete remove erase purge|cancellare eliminare rimuovere togliere =togli =toglila =toglilo =toglili =toglile ~cancellazione ~eliminazione ~rimozione|borrar eliminar quitar suprimir ~eliminación ~borrado|supprimer effacer virer enlever retirer ~suppression ~effacement ~retrait|löschen entfernen rausnehmen rauswerfen ~löschung ~entfernung|apagar excluir eliminar remover tirar deletar retirar =exclua =excluam ~eliminação ~exclusão ~remoção|verwijderen wissen weggooien wegdoen weghalen ~verwijdering|usunąć usuwać skasować kasować wywalić =usuń =usuwaj =skasuj =kasuj =wywal ~usunięcie ~usunięcia ~skasowanie
		cancel terminate|disdire annullare cancellare =disdici =disdite =disdica ~disdetta ~annullamento ~cancellazione|cancelar anular rescindir =rescinde =rescinda ~cancelación ~anulación|résilier annuler ~résiliation ~annulation|kündigen stornieren absagen abbestellen ~kündigung ~stornierung ~absage|cancelar rescindir anular ~cancelamento ~rescisão ~anulação|opzeggen annuleren afzeggen stopzetten beëindigen ~opzegging ~annulering ~beëindiging|wypowiedzieć wypowiadać anulować odwołać zrezygnować =wypowiedz =anuluj =odwołaj =zrezygnuj ~wypowiedzenie ~wypowiedzenia ~anulowanie ~rezygnację
		publish post upload|pubblicare postare caricare ~pubblicazione|publicar postear subir ~publicación|publier poster ~publication|veröffentlichen posten publizieren hochladen ~veröffentlichung|publicar postar ~publicação|publiceren plaatsen posten ~publicatie|opublikować publikować wrzucić wrzucać =wrzuć =wrzucaj ~publikację ~publikacji
		send text mail|mandare inviare spedire inoltrare ~invio ~spedizione|enviar mandar remitir ~envío|envoyer expédier =envoie ~envoi ~expédition|senden schicken verschicken versenden abschicken rausschicken absenden ~versand ~versendung|enviar mandar expedir remeter ~envio|versturen sturen verzenden opsturen ~verzending|wysłać wysyłać =wyślij =wysyłaj ~wysyłkę ~wysyłka
		sign|firmare sottoscrivere ~firma|firmar ~firma|signer ~signature|unterschreiben unterzeichnen ~unterschrift ~unterzeichnung|assinar ~assinatura|ondertekenen tekenen ~ondertekening|podpisać podpisywać =podpisz =podpisuj
		hire|assumere =assumila =assumilo ~assunzione|contratar ~contratación|embaucher engager recruter ~embauche ~recrutement|einstellen anstellen ~einstellung|contratar ~contratação|aannemen ~aanneming|zatrudnić zatrudniać =zatrudnij =zatrudniaj
		book reserve|prenotare riservare fissare ~prenotazione|reservar agendar apartar ~reserva ~reservación|réserver ~réservation|buchen reservieren ~buchung ~reservierung|reservar marcar agendar ~reserva ~marcação ~agendamento|boeken reserveren ~boeking ~reservering|zarezerwować rezerwować zabukować =zabookuj ~rezerwację ~rezerwacja ~rezerwacji
		schedule|fissare programmare pianificare ~appuntamento|agendar programar concertar ~cita|planifier programmer fixer prendre ~rendez-vous|vereinbaren ausmachen ansetzen terminieren ~vereinbarung ~termin|marcar agendar programar ~marcação ~agendamento|plannen inplannen afspreken ~planning ~afspraak|umówić umawiać zaplanować =umów =umawiaj ~wizytę
		order buy purchase|ordinare comprare acquistare ~ordine ~acquisto|pedir comprar encargar adquirir =pide =pida =pidan =pídelo =pídela =pídelas =pídelos ~pedido ~compra|commander acheter =achète ~commande ~achat|bestellen kaufen anschaffen ~bestellung ~kauf ~anschaffung|encomendar comprar pedir =peça =peçam ~encomenda ~compra ~pedido|bestellen kopen ~bestelling ~aankoop|zamówić zamawiać kupić kupować =zamów =zamawiaj =kup =kupuj ~zakup ~zakupu
		renew extend|rinnovare prolungare prorogare ~rinnovo ~proroga|renovar prorrogar =renueva =renueve =renueven ~renovación ~prórroga|renouveler prolonger reconduire =renouvelle =renouvelle-la =renouvelle-le =renouvelle-les ~renouvellement ~prolongation|verlängern erneuern ~verlängerung ~erneuerung|renovar prorrogar prolongar ~renovação ~prorrogação|verlengen vernieuwen ~verlenging ~vernieuwing|przedłużyć przedłużać odnowić odnawiać =przedłuż =przedłużaj =odnów =odnawiaj ~przedłużenie ~przedłużenia ~odnowienie
		raise increase|alzare aumentare ~aumento ~rialzo|subir aumentar ~aumento ~subida|augmenter relever =relève ~augmentation ~hausse|erhöhen anheben ~erhöhung ~anhebung|aumentar subir ~aumento ~subida|verhogen ophogen ~verhoging|podnieść podwyższyć podnosić zwiększyć =podnieś =podwyższ =podnoś =zwiększ ~podwyżkę ~podniesienie ~podwyższenie
		lower reduce|abbassare ridurre =riduci ~riduzione ~abbassamento|bajar rebajar reducir ~rebaja ~reducción|baisser diminuer ~baisse ~réduction|senken reduzieren herabsetzen ~senkung ~reduzierung|baixar reduzir diminuir ~redução|verlagen ~verlaging|obniżyć obniżać =obniż =obniżaj ~obniżkę ~obniżenie
		move reschedule|spostare ~spostamento|mover cambiar trasladar pasar =mueve =mueva =muevan ~cambio ~traslado|déplacer décaler ~déplacement ~décalage|verschieben verlegen umziehen ~verschiebung ~verlegung|mudar mover passar ~mudança|verplaatsen verzetten ~verplaatsing|przenieść przesunąć przenosić przełożyć =przenieś =przesuń =przenoś =przełóż ~przeniesienie ~przesunięcie ~przełożenie
		swap exchange|scambiare ~scambio|intercambiar cambiar ~intercambio ~cambio|échanger ~échange|tauschen ~tausch|trocar ~troca|ruilen wisselen ~ruil|zamienić zamieniać =zamień =zamieniaj ~zamianę
		confirm|confermare ~conferma|confirmar ~confirmación|confirmer ~confirmation|bestätigen ~bestätigung|confirmar ~confirmação|bevestigen ~bevestiging|potwierdzić potwierdzać =potwierdź =potwierdzaj ~potwierdzenie
		answer reply respond|rispondere ~risposta|responder contestar ~respuesta|répondre ~réponse|antworten beantworten ~antwort|responder ~resposta|antwoorden beantwoorden ~antwoord|odpowiedzieć odpisać =odpowiedz =odpisz =odpowiadaj ~odpowiedź
		give grant|dare concedere =daglielo =dagliela =daglieli =dagliele =dategli =dategliele =datele ~concessione|dar conceder otorgar =dale =dáselo =dáselos =dáselas =dales =denle =dele =denles =déselo ~concesión|donner accorder octroyer ~attribution|geben gewähren einräumen =gib =gebt ~gewährung|dar conceder liberar =dá =dê =deem ~concessão ~liberação|geven verlenen toekennen ~toekenning|dać nadać przyznać udzielić =daj =nadaj =przyznaj =udziel ~nadanie ~przyznanie ~udzielenie
		restart reboot|riavviare ~riavvio|reiniciar ~reinicio|redémarrer relancer ~redémarrage ~relance|rebooten neustarten ~neustart|reiniciar ~reinício ~reinicialização|herstarten ~herstart|zrestartować restartować ~restart ~restartu
		donate|donare ~donazione|donar ~donación|donner verser ~don|spenden ~spende|doar ~doação|doneren schenken ~donatie|przekazać wpłacić =przekaż =wpłać ~darowiznę ~wpłatę
		sell|vendere ~vendita|vender ~venta|vendre ~vente|verkaufen ~verkauf|vender ~venda|verkopen ~verkoop|sprzedać sprzedawać =sprzedaj =sprzedawaj ~sprzedaż
		offer|offrire ~offerta|ofrecer ~oferta|offrir proposer ~offre|anbieten ~angebot|oferecer ~oferta|aanbieden ~aanbod|zaproponować zaoferować ~ofertę
		invite|invitare ~invito|invitar ~invitación|inviter ~invitation|einladen ~einladung|convidar ~convite|uitnodigen ~uitnodiging|zaprosić zapraszać =zaproś =zapraszaj ~zaproszenie
		start launch activate enable|avviare lanciare attivare abilitare ~avvio ~lancio ~attivazione|iniciar lanzar activar habilitar ~inicio ~lanzamiento ~activación|lancer démarrer activer ~lancement ~démarrage ~activation|starten aktivieren freischalten ~start ~aktivierung ~freischaltung|iniciar lançar ativar ~início ~lançamento ~ativação|starten activeren ~activering|uruchomić włączyć aktywować =uruchom =włącz =aktywuj ~uruchomienie ~włączenie ~aktywację
		print|stampare ~stampa|imprimir ~impresión|imprimer ~impression|drucken ausdrucken ~druck ~ausdruck|imprimir ~impressão|printen afdrukken|wydrukować drukować ~wydruk
		hand|cedere consegnare ~consegna ~cessione|entregar ~entrega|remettre ~remise|übergeben abgeben ~übergabe|entregar ~entrega|afgeven overdragen ~overdracht|oddać przekazać =oddaj =przekaż ~przekazanie
		create|creare ~creazione|crear ~creación|créer ~création|erstellen anlegen ~erstellung|criar ~criação|aanmaken|utworzyć stworzyć założyć =utwórz =stwórz =załóż ~utworzenie ~założenie
		open|aprire ~apertura|abrir =abre ~apertura|ouvrir =ouvre ~ouverture|öffnen eröffnen ~öffnung ~eröffnung|abrir =abre ~abertura|openen ~opening|otworzyć =otwórz ~otwarcie
		close|chiudere ~chiusura|cerrar =cierra =cierre =cierren ~cierre|fermer clôturer ~fermeture ~clôture|schließen zumachen ~schließung|fechar encerrar ~fecho ~fechamento ~encerramento|sluiten ~sluiting|zamknąć =zamknij ~zamknięcie
		deliver ship|consegnare spedire ~consegna|entregar traer llevar =traigan ~entrega|livrer ~livraison|liefern anliefern ausliefern bringen ~lieferung ~anlieferung|entregar trazer =traga =tragam ~entrega|leveren bezorgen brengen ~levering ~bezorging|dostarczyć przywieźć =dostarcz =przywieź ~dostawę ~dostawa ~dostawy
		repair fix|riparare aggiustare sistemare ~riparazione|reparar arreglar ~reparación ~arreglo|réparer ~réparation|reparieren richten ~reparatur|reparar consertar arranjar ~reparação ~conserto ~arranjo|repareren maken herstellen ~reparatie|naprawić naprawiać =napraw =naprawiaj ~naprawę ~naprawa
		replace|sostituire =sostituisci ~sostituzione|reemplazar sustituir ~reemplazo|remplacer ~remplacement|ersetzen austauschen ~ersatz ~austausch|substituir trocar ~substituição|vervangen ~vervanging|wymienić =wymień ~wymianę
		register enrol enroll|iscrivere registrare ~iscrizione ~registrazione|inscribir registrar apuntar =apunta =apúntalo =apúntala ~inscripción|inscrire enregistrer =inscris =inscrivez ~inscription|anmelden registrieren eintragen ~anmeldung ~registrierung|inscrever registar matricular ~inscrição ~matrícula|inschrijven aanmelden registreren ~inschrijving ~aanmelding|zapisać zarejestrować =zapisz =zarejestruj ~zapis ~rejestrację
		deactivate disable block suspend lock|disattivare bloccare sospendere ~disattivazione ~blocco ~sospensione|desactivar bloquear suspender ~desactivación ~bloqueo|désactiver bloquer suspendre ~désactivation ~blocage|deaktivieren sperren ~deaktivierung ~sperrung|desativar bloquear suspender ~desativação ~bloqueio|deactiveren blokkeren ~deactivering ~blokkering|dezaktywować zablokować wyłączyć =dezaktywuj =zablokuj =wyłącz ~dezaktywację ~blokadę
		upgrade update|aggiornare ~aggiornamento|actualizar ~actualización|mettre =mets =mettez actualiser ~mise|aktualisieren upgraden ~update ~upgrade|atualizar ~atualização|updaten bijwerken upgraden ~update ~upgrade|zaktualizować aktualizować ~aktualizację
		archive|archiviare ~archiviazione|archivar ~archivo|archiver ~archivage|archivieren ~archivierung|arquivar ~arquivamento|archiveren ~archivering|zarchiwizować archiwizować ~archiwizację
		remind|ricordare sollecitare ~promemoria ~sollecito|recordar =recuérdales =recuérdale =recuérdelo ~recordatorio|relancer rappeler =rappelle ~rappel ~relance|erinnern mahnen anmahnen ~erinnerung ~mahnung|lembrar ~lembrete|herinneren aanmanen ~herinnering ~aanmaning|przypomnieć =przypomnij ~przypomnienie
		forward redirect divert|inoltrare dirottare ~inoltro|reenviar desviar ~reenvío ~desvío|transférer rediriger ~transfert ~redirection|weiterleiten umleiten ~weiterleitung ~umleitung|reencaminhar encaminhar redirecionar ~reencaminhamento|doorsturen omleiden ~omleiding|przekierować przekazać =przekieruj =przekaż ~przekierowanie
		call|chiamare telefonare ~chiamata|llamar ~llamada|appeler =appelle ~appel|anrufen ~anruf|ligar telefonar ~chamada|bellen opbellen|zadzwonić dzwonić =zadzwoń =dzwoń
		accept|accettare ~accettazione|aceptar ~aceptación|accepter ~acceptation|annehmen akzeptieren zusagen ~annahme ~zusage|aceitar ~aceitação|aannemen aanvaarden accepteren|przyjąć zaakceptować =przyjmij =zaakceptuj ~przyjęcie
		rent lease|affittare noleggiare ~noleggio ~affitto|alquilar rentar ~alquiler ~renta|louer ~location|mieten anmieten ~miete|alugar arrendar ~aluguer ~aluguel|huren ~huur|wynająć =wynajmij ~wynajem
		install|installare ~installazione|instalar ~instalación|installer ~installation|installieren einbauen ~installation ~einbau|instalar ~instalação|installeren ~installatie|zainstalować =zainstaluj ~instalację
		deploy release|rilasciare ~rilascio|desplegar lanzar ~despliegue|déployer =déploie ~déploiement|deployen ausrollen ~deployment ~rollout|implantar lançar ~implantação|deployen uitrollen ~uitrol|wdrożyć wdrażać =wdróż =wdrażaj ~wdrożenie
		merge combine|unire fondere ~fusione|fusionar unir combinar ~fusión|fusionner ~fusion|zusammenführen zusammenlegen mergen ~zusammenführung|juntar unir fundir ~fusão|samenvoegen mergen ~samenvoeging|scalić połączyć =scal =połącz ~scalenie ~połączenie
		change edit modify rename|cambiare modificare ~modifica ~cambio|cambiar modificar ~cambio ~modificación|changer modifier ~changement ~modification|ändern anpassen umbenennen ~änderung ~anpassung|mudar alterar ~alteração ~mudança|wijzigen aanpassen ~wijziging ~aanpassing|zmienić zmieniać =zmień =zmieniaj ~zmianę
		add|aggiungere =aggiungi =aggiungilo =aggiungila ~aggiunta|añadir agregar sumar =añade =añada ~alta|ajouter ~ajout|hinzufügen aufnehmen ~aufnahme|adicionar acrescentar ~adição|toevoegen ~toevoeging|dodać dodawać =dodaj =dodawaj ~dodanie`) {
		var act [8]string
		if copy(act[:], strings.Split(strings.TrimSpace(line), "|")) == len(act) {
			all = append(all, act)
		}
	}
	return all
})

// actAt is an act in one language.
type actAt struct{ k, l int }

var actsByVerb = sync.OnceValue(func() map[string][]actAt {
	all := map[string][]actAt{}
	for k, act := range acts() {
		for l, verbs := range act {
			for w := range strings.FieldsSeq(verbs) {
				w = strings.TrimLeft(w, "=~")
				all[w] = append(all[w], actAt{k, l})
			}
		}
	}
	return all
})

// forOneself are acts that people have done for themselves, so that whom they are done for is whoever answers.
var forOneself = sync.OnceValue(func() map[string]bool {
	return set("book", "schedule", "order", "confirm", "renew", "repair")
})

// actConfirms is the act that confirms.
var actConfirms = sync.OnceValue(func() int { return actsByVerb()["confirm"][0].k })

// actOfMachines is what machines do by themselves, too: who writes that one does not orders nothing.
const actOfMachines = "restart reboot"

// asksActs are the acts that a prompt asks for: with its first word, with what is asked behind "I would" and "may I", or
// with the last infinitive of a German or Dutch one.
func asksActs(about string) (asked []int) {
	words := wordsOfPrompt(strings.ToLower(askingOf(about)))
	note := func(w string, verbLast bool) {
		for _, a := range actsByVerb()[w] {
			if (a.l == deAt || a.l == nlAt) == verbLast && !slices.Contains(asked, a.k) {
				asked = append(asked, a.k)
			}
		}
	}
	for i, w := range words {
		if i+1 < len(words) && turnedBy()[w+" "+words[i+1]] {
			continue
		}
		if i == 0 || words[i-1] == "would" || i > 1 && words[i-2] == "may" && words[i-1] == "i" {
			note(w, false)
		}
	}
	for _, w := range slices.Backward(words) {
		if strings.HasSuffix(w, "en") {
			if note(w, true); len(asked) > 0 {
				break
			}
		}
	}
	if len(asked) == 0 && len(words) > 0 { // "Erstattung an ..."
		note(words[0], true)
	}
	for _, k := range asked {
		if first, _, _ := strings.Cut(acts()[k][enAt], " "); first == "book" || first == "schedule" { // who confirms the booking has it made
			asked = append(asked, actConfirms())
			break
		}
	}
	return asked
}

// turnedBy are English verbs of the acts with a word that makes another deed of them.
var turnedBy = sync.OnceValue(func() map[string]bool {
	return set("rent out", "lease out", "call off", "give up", "give back", "buy out", "sell out")
})

// contraries are acts, by their first English verbs, that undo each other: who is against the one may be for the other.
var contraries = sync.OnceValue(func() map[string]string {
	return map[string]string{"sell": "order", "order": "sell", "raise": "lower", "lower": "raise", "open": "close", "close": "open", "start": "deactivate", "deactivate": "start"}
})

// renting and rentingOut are German and Dutch words for taking and giving a thing for rent, which are one elsewhere.
var (
	renting    = sync.OnceValue(func() wordList { return wordsOf(`miete mieten mietet anmiet* huur huurt huren`) })
	rentingOut = sync.OnceValue(func() wordList { return wordsOf(`vermiet* verhur* verhuur*`) })
)

// contrary reports whether an answer speaks of the contrary of what is asked: "don't buy it" to whom is asked to sell it.
func (p *parser) contrary(toks []token, shown Shown) bool {
	asked := shown.words()
	lets := slices.ContainsFunc(asked, rentingOut().has) || slices.Contains(asked, "out")
	if slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && (lets && renting().has(t.key) || !lets && rentingOut().has(t.key))
	}) {
		return true
	}
	for _, about := range shown.About {
		for _, k := range asksActs(about) {
			other, is := contraries()[strings.Fields(acts()[k][enAt])[0]]
			if !is {
				continue
			}
			for _, a := range actsByVerb()[other] {
				for l := range p.orders {
					f := p.formsOf(a.k, l)
					if a.l == enAt && slices.ContainsFunc(toks, func(t token) bool {
						return t.kind == word && f.acts[actKey(t.key)]&verbs != 0 && p.orders[l].roles[t.key]&^verbs == 0 && !shown.does(t.key)
					}) {
						return true
					}
				}
			}
		}
	}
	return false
}

// titleOf is the first sentence of what a prompt asks, or its first line: what follows says more of it.
func titleOf(about string) string {
	for at := 0; ; {
		i := strings.IndexAny(about[at:], ".?!\n")
		if i < 0 {
			return about
		}
		at += i + 1
		if endsTitle(about[:at], about[at:]) {
			return about[:at-1]
		}
	}
}

// endsTitle reports whether a sentence ends with the mark at the end of before: not one behind an abbreviation ("Dr. Lang") or
// a day of the month ("am 12. absagen", "bis zum 3. Mai"), nor one that a small letter follows.
func endsTitle(before, after string) bool {
	rest := strings.TrimLeft(after, " \n")
	next, _ := utf8.DecodeRuneInString(rest)
	mark := before[len(before)-1]
	if rest == "" || rest == after && mark != '\n' || mark != '?' && unicode.IsLower(next) {
		return false
	}
	words := strings.Fields(strings.TrimRight(before, ".?!\n"))
	if mark != '.' || len(words) == 0 {
		return len(words) > 0
	}
	last := words[len(words)-1]
	switch n := utf8.RuneCountInString(last); {
	case strings.ContainsFunc(last, unicode.IsDigit):
		return n > 2 || len(words) < 2 || !beforeOrdinal()[strings.ToLower(words[len(words)-2])]
	case abbreviations()[strings.ToLower(last)]:
		return false
	default:
		return n > 3
	}
}

var (
	// beforeOrdinal are words before the number of a day, a floor or a reminder.
	beforeOrdinal = sync.OnceValue(func() map[string]bool {
		return set(strings.Fields(`am im den der die das dem des vom zum zur bis ab beim - – montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags seit w do od na dnia`)...)
	})
	// abbreviations of more than three letters.
	abbreviations = sync.OnceValue(func() map[string]bool {
		return set(strings.Fields(`prof hrsg inkl exkl zzgl ggf evtl bzgl geb verh dipl corp dept approx incl excl hon capt messrs appt appts sept dott avv.to sig.ra arch geom rag ecc spett gent egr dres dpto prov avda telf teléf aprox excmo ilmo chap dept boul sres sras exmo exma eng.º mevr dhr incl excl vlgs bijv z.o.o prof. inż dyr woj ok godz wizyt`)...)
	})
)

// askingOf is what a prompt asks without what it tells: the first sentence, and what may be done.
func askingOf(about string) string {
	title := titleOf(about)
	return title + mayOf(about[len(title):])
}

// mayOf are the sentences in which an agent asks to be allowed something.
func mayOf(text string) (asking string) {
	for sentence := range strings.SplitSeq(text, ". ") {
		if m := asksMay.FindStringIndex(sentence); m != nil {
			asking += ". " + sentence[m[0]:]
		}
	}
	return asking
}

// asksMay is how an agent asks to be allowed something.
var asksMay = lazyre.New(`\b(?:(?:May|Shall|Should|Can) (?:I|we)|I would|(?:Soll|Darf|Kann) ich|(?:Sollen|Dürfen) wir|(?:Zal|Mag|Kan) ik|Posso|Possiamo|Devo|Puis-je|Dois-je|Pouvons-nous|Puedo|Podemos|Debo|Czy m(?:am|og))`)

// actForms are the words of one act in one language.
type actForms struct {
	acts   map[string]role // its forms, and words that people put beside them
	verbs  map[string]bool // those that no list has
	bare   map[string]bool // forms that have lost their prefix: whether no list has them
	whole  map[string]bool // forms that have none
	prefix map[string]bool // what they have lost, if that makes another verb of one that no list has
}

// formsOf are the forms of an act in one language. They are made once, when a prompt first asks for it.
func (p *parser) formsOf(k, l int) *actForms {
	if made, ok := p.actForms.Load(actAt{k, l}); ok {
		return made.(*actForms)
	}
	f := &actForms{acts: map[string]role{}, verbs: map[string]bool{}, bare: map[string]bool{}, whole: map[string]bool{}, prefix: map[string]bool{}}
	note := func(w string, r role) {
		key := actKey(w)
		if len(w) < 3 || p.hedges.of[w] || p.hedges.of[key] || p.negators[w] || p.refusals[w] || r != adverb && p.orders[l].roles[w]&^(verbs|stated|holding) != 0 {
			return
		}
		if p.optOut.of[w] { // "cancel thanks"
			r = negated1
		}
		f.acts[key] |= r | p.orders[l].roles[w]
		if r&verbs != 0 && p.orders[l].roles[w]&verbs == 0 {
			f.verbs[key] = true
		}
	}
	act := acts()[k]
	for verb := range strings.FieldsSeq(act[l]) {
		if form, is := strings.CutPrefix(verb, "="); is {
			note(form, imperative)
			if l == plAt {
				note(form+"cie", imperative)
				note(form+"my", imperative)
			}
			continue
		}
		if noun, is := strings.CutPrefix(verb, "~"); is {
			if !p.hedges.of[noun] && !p.negators[noun] && !p.optOut.of[noun] {
				f.acts[actKey(noun)] |= infinitive | object | p.orders[l].roles[noun]
			}
			continue
		}
		var noted []string
		parted := false
		if prefix := ownForms(l, verb, func(w string, r role) { note(w, r); noted = append(noted, w) }, func(w string) {
			f.bare[nameKey(w)] = p.orders[l].roles[w]&verbs == 0
			parted = parted || f.bare[nameKey(w)]
		}); prefix != "" {
			f.prefix[prefix] = f.prefix[prefix] || parted
			continue
		}
		for _, w := range noted {
			f.whole[nameKey(w)] = true
		}
	}
	if forOneself()[strings.Fields(act[enAt])[0]] { // "confirmame el turno"
		for _, w := range slices.Collect(maps.Keys(f.acts)) {
			if r := f.acts[w]; r&imperative != 0 && r&holding == 0 {
				for e := range strings.FieldsSeq([...]string{esAt: "me nos melo mela melos melas", itAt: "mi ci melo mela celo cela", frAt: "-moi -nous", ptAt: "-me -nos", plAt: ""}[l]) {
					f.acts[w+e] = imperative | holding | command
				}
			}
		}
	}
	for w := range strings.FieldsSeq([...]string{enAt: "him her em", deAt: "ihr", ptAt: "eles elas ele ela", nlAt: "haar hen ff", plAt: "ich jej mu im"}[l]) {
		f.acts[w] = object | p.orders[l].roles[w]
	}
	for w, r := range f.acts {
		switch {
		case l == ptAt && r&stated != 0 && act[enAt] != actOfMachines: // "não troca" forbids
			f.acts[w] = r&^stated | negated1
		case l == itAt && r&(imperative|holding) == imperative && (strings.HasSuffix(w, "te") || strings.HasSuffix(w, "mo")): // "lo mandate"
			f.acts[w] = r | p.orders[l].roles[w]&stated
		case l != enAt && r&imperative != 0 && r&(stated|infinitive|negated1) == 0:
			f.acts[w] |= command
		}
	}
	made, _ := p.actForms.LoadOrStore(actAt{k, l}, f)
	return made.(*actForms)
}

// learnActs notes the forms of the acts that a prompt asks for in one language, and what things it names at first.
func (p *parser) learnActs(own *ownWords, about string, l int) {
	asked := asksActs(about)
	if len(asked) == 0 {
		return
	}
	whole := map[string]bool{}
	for _, k := range asked {
		f := p.formsOf(k, l)
		own.acts = append(own.acts, f)
		maps.Copy(own.bare, f.bare)
		maps.Copy(whole, f.whole)
		for prefix, parted := range f.prefix {
			if parted {
				own.prefix[prefix], own.says[prefix] = true, true
			}
		}
	}
	maps.DeleteFunc(own.bare, func(w string, lost bool) bool { return !lost || whole[w] })
	title := titleOf(about)
	words := wordsOfPrompt(strings.ToLower(title))
	for i, w := range words {
		if p.joinsThings(w) {
			return
		}
		if i > 0 && prepositions()[enAt][w] {
			words = words[:i]
			break
		}
	}
	same := slices.ContainsFunc(asked, func(k int) bool { return slices.Contains(actsByVerb()[words[0]], actAt{k, l}) }) // its own language
	if asking := (Shown{About: []string{title}}); same || joinedThing.MatchString(title) || asksFor(asking, anew) {
		return // "restart the servers"
	}
	own.kinds = slices.DeleteFunc(slices.Clone(alike()), func(kind wordList) bool { return !slices.ContainsFunc(words[1:], kind.has) })
}

// actKey is a word without accents, Polish ones too.
func actKey(w string) string { return strings.ReplaceAll(nameKey(w), "ł", "l") }

// act is what a word is as a form of the deeds that the prompt asks for.
func (own ownWords) act(w string) (r role) {
	if len(own.acts) == 0 {
		return 0
	}
	key := actKey(w)
	for _, f := range own.acts {
		r |= f.acts[key]
	}
	return r
}

// verb reports whether a word without accents is a form of the verb that the prompt asks with, or of one of its deeds that no list has.
func (own ownWords) verb(key string) bool {
	return own.verbs[key] || slices.ContainsFunc(own.acts, func(f *actForms) bool { return f.verbs[key] })
}

// does reports whether a word is a form of a deed that the prompt asks for, in any language that was looked at.
func (s Shown) does(w string) bool {
	if s.own == nil {
		return false
	}
	return slices.ContainsFunc(s.own[:], func(own *ownWords) bool { return own != nil && own.act(w)&verbs != 0 })
}
