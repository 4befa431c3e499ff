package reply

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/internal/lazyre"
)

// What a yes speaks of has to be in the prompt. The sentences take any thing that people pay, send or
// order at the place of one, so that "coffee is fine" would be a yes to any request.

// learnThings notes the words of the things of a language.
func (p *parser) learnThings(list string, in tongues) {
	for w := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune("| \n\t[]()<>", r) }) {
		for _, s := range spellings(w) {
			if utf8.RuneCountInString(s) > 2 && !generalThings()[s] && !determiners()[s] {
				p.things[s] |= in
			}
		}
	}
}

// generalThings are words for any request.
var generalThings = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`request requests thing action operation approval item all matter case process claim change changes lads lad guy man lady text data message deal travaux werken werkzaamheden works arbeiten lavori obras prace for and with out online direct
		richiesta operazione azione cosa tutto quanto oggetto richiesto autorizzazione approvazione modifica modifiche solicitud petición peticion operación operacion acción accion solicitado pedido trámite tramite autorización autorizacion aprobación aprobacion tarea cambio cambios
		demande requête requete opération operation action chose tout dossier tâche tache modification modifications antrag anfrage vorgang aktion aufgabe sache änderung maßnahme freigabe genehmigung
		solicitação solicitacao requisição requisicao operação operacao ação acção tarefa coisa processo autorização autorizacao aprovação aprovacao alteração alteracao aanvraag verzoek actie taak zaak goedkeuring opdracht wijziging wijzigingen
		course seite seiten accord accordo acordo acuerdo bon bonne prima luz merci vale posto posta answer risposta respuesta réponse reponse resposta antwort antwoord odpowiedź odpowiedz fall presente strony licht light place lieu fine nota caso casos avis avoir
		wniosek wniosku prośbę prosbe operację operacji akcję akcji działanie rzecz sprawę sprawe zmianę zmiany polecenie całość calosc`)...)
})

// alike are words of several languages for one thing, one a line, beside those of things.
var alike = lazyre.Once(func() []wordList {
	var all []wordList
	for _, words := range append(things(),
		`flight* flug* flüge vol vols vuelo* volo voli voo voos vlucht* lot loty lotu trip* travel* journey* reise* viaj* viagem viagg* voyage* reis reizen podróż* podroz* wyjazd*`,
		`train trains zug züge treno tren comboio trein pociąg* trip* travel* journey* reise* viaj* viagem viagg* voyage* reis reizen podróż* podroz* wyjazd*`,
		`ticket* billet* bigliett* boleto* bilhete* passagem kaartje* bilet*`,
		`hotel* alberg* room* zimmer habitación chambre* camera quarto kamer* pokój pokoj`,
		`newsletter* mailing* boletín boletin infolettre nieuwsbrief rundschreiben biuletyn*`,
		`van car cars auto autos coche carro voiture camionnette camion* furgon* furgo carrinha busje transporter wagen samochód bus* macchina taxi* taksówk*`,
		`backup* copia copias copie cópia* sauvegarde* sicherung* back-up* kopi*`,
		`deploy* release* rollout version* versión versione versão versie wersj* wdroż* wdroz* déploiement despliegue rilascio implanta* build* update* actuali* aktuali*`,
		`salar* wage* payroll* gehalt* löhne stipend* nómina* paie paye* folha vencimento* salaris* pensj* wypłat* sueldo*`,
		`appointment* termin* appuntament* cita citas rendez-vous rdv consulta* afspraak wizyt* visit* meeting* vergadering* reunión reunión réunion reunião riunione spotkan* besprechung*`,
		`contract* subscri* unsubscri* suscri* subscriç* abo abos abonn* abon* suscripci* assinatura membership* mitgliedschaft* umow* contrat* vertrag* abonam*`,
		`letter* brief* carta lettre lettera list mail* email* e-mail* courriel correo post`,
		`repair* reparatur* riparazion* reparación réparation* reparação reparatie napraw* boiler* caldaia caldera chaudière caldeira piec`,
		`send* sending envoi* envoy* enví* envi* invi* versand* versend* senden schick* verschick* verzend* verstu* stuur* sturen wys* spedi* ship* dispatch* deliver* lever* liefer* livr* entreg* consegn* expédi* expedi* mand* mail*`,
		`admin* access* accès acces acesso* accesso* zugang* zugriff* recht rechte toegang dostęp* dostep* droit droits permis* permess* diritti derechos direitos uprawnieni* rights`,
		`discount* rabat* remise* descuento* desconto* sconto sconti nachlass korting* zniżk*`,
		`price* preis* prezz* preci* preço* prix tarif* tariff* cena ceny cenę prijs* prijz*`,
		`folder* ordner dossier* cartell* carpeta* pasta pastas map mappen folder* katalog*`,
		`file files datei* fichier* ficheiro* arquivo* archivo* bestand* plik*`,
		`duplicate* doppelt* dublette* duplikat* doublon* doppion* duplicad* dubbel* zduplikow*`,
		`photo* foto fotos bild fotografi* zdjęci* picture*`,
		`shift* schicht* turno turni turnos dienst diensten zmian* garde gardes`,
		`leave urlaub ferie vacacion* permiso congé congés férias verlof urlop*`,
		`review* bewertung* recension* reseña* avis avaliação opini* recensie*`,
		`address* adres adressen adresse adresses dirección* direccion* indirizz* anschrift endereço* endereco* adresu`,
		`number* nummer nummers nummern numéro* número* numero* numeri numer numeru numery`,
		`bottle* flasche* bouteille* botella* bottigli* garrafa* fles flessen butelk*`,
		`evening* abend* soirée* soir noche* serata sera noite* avond avonden wieczor* wieczór`,
		`shop store shops stores laden geschäft* magasin* boutique* tienda* negozi* loja lojas winkel* zaak sklep*`,
		`group* gruppe* groupe* grupo* grupp* groep groepen grup grupy`,
		`plan plans formule* forfait* pakket* tarif* paket* piano piani plano* pakiet*`,
		`trial essai probezeit* prueba prova teste proefperiode* testphase*`,
		`class classes cours lesson* kurs kurse clase* lezion* corso corsi aula aulas curso* les lessen zajęcia lekcj*`,
		`rehears* répétition* repetition* probe proben ensayo* prove ensaio* repetitie* próba próbę`,
		`tyre* tire* reifen pneu* neumátic* llanta* gomm* banden opon*`,
		`parcel* package* paket* colis paquete* pacc* pacote* encomenda* pakje* pakket* paczk* przesyłk*`,
		`key keys schlüssel* clé* clés chiav* llave* chave* sleutel* klucz*`,
		`party parties fête* feier* fest fiesta* festa* feest* feestje* imprez* przyjęci*`,
		`member* mitglied* membre* miembro* membro* lid leden członk* socio soci`,
		`roof dach toit* tejado* tett* telhado* dak daken`,
		`window* fenster* fenêtre* ventana* finestr* janela* raam ramen okn*`,
		`door* tür türen porte* puerta* porta porte deur* drzwi`,
		`table tables tisch* mesa* tavol* tafel* stolik*`,
		`poster* plakat* affiche* cartel* manifest* cartaz*`,
		`computer* laptop* rechner* ordinateur* ordenador* computador* pc`,
		`machine* maschine* máquina* maquina* macchin* maszyn*`,
		`garden* garten* jardin* jardín* giardin* jardim* tuin* ogród ogrod*`,
		`bike* bicycle* fahrrad* fahrräder vélo* bici* bicicl* fiets* rower*`,
		`account accounts konto konten benutzerkonto nutzerkonto cuenta cuentas compte comptes conta contas conto gebruikersaccount konta kont`,
		`hotel* room rooms zimmer chambre* habitaci* camera camere quarto quartos kamer kamers pokój pokoj pokoje unterkunft`,
		`screen* écran* bildschirm* pantalla* scherm* schermo tela ecrã* ekran*`,
		`hall* room* salle* saal säle sala salas salon* salón zaal zalen lokaal`,
		`password* passwort* mot passe contraseña* wachtwoord* senha* hasł*`,
		`notification* benachrichtigung* notificaci* notifich* notifica melding meldingen powiadomieni*`,
		`lunch* mittagessen plateau plateaux repas déjeuner* almuerzo* pranzo almoço* broodjes obiad*`,
		`chair* stuhl stühle sedia sedie silla* chaise* cadeira* stoel* krzes*`) {
		all = append(all, wordsOf(words))
	}
	for _, words := range thingList() {
		all = append(all, wordsOf(words+" "+nameKey(words))) // as thumbs write them
	}
	return all
})

// ofMoney are words for what is paid.
var ofMoney = lazyre.Once(func() wordList {
	return wordsOf(`payment* payout* refund* reimburs* amount* sum transfer* wire transaction* money funds expense* cost* bill bills charge* credit* compensation* pagament* rimbors* bonific* transazion* import* somma spes* storno accredit* soldi pago* reembols* devoluci* reintegr* transferenc* transacci* importe* monto* cantidad* gasto* abono* cargo* giro* dinero plata guita
		paiement* rembours* virement* transaction* montant* somme* dépens* depens* règlement* reglement* versement* avoir crédit* argent zahlung* auszahlung* rückzahlung* rückerstatt* ruckerstatt* erstattung* überweis* ueberweis* uberweis* transaktion* betrag* summe* ausgabe* auslage* gutschrift* geld
		devolu* estorno* transfer* transaç* transac* valor* montante* quantia* despesa* gasto* crédito* credito* pix ted dinheiro grana betaling* uitbetal* terugbetal* restitut* overboek* overschrijv* transacti* bedrag* uitgave* onkosten creditering* geld
		płatnoś* platnos* zwrot* wypłat* wyplat* przelew* transakcj* kwot* sum* wydat* koszt* pieniądze pieniadze kasę kase należność naleznosc refundacj*`)
})

// namesOther reports whether a yes or no names a thing that is not in what the prompt asks.
func (p *parser) namesOther(toks []token, shown Shown) bool {
	if !slices.ContainsFunc(shown.About, func(s string) bool { return len(strings.Fields(s)) > 1 }) {
		return false
	}
	tells := slices.ContainsFunc(shown.About, func(about string) bool {
		return len(shown.textOf(about).asking()) < len(about) && len(shown.actsOf(about)) > 0
	})
	var asked, asking []string
	var named []string
	for i := 0; i < len(toks); {
		if toks[i].kind != word {
			i++
			continue
		}
		m, n := p.phraseAt(toks, i)
		n = max(n, int(toks[i].tail), 1)
		if m.class.isYes() || m.class.isNo() || m.class == deed || m.class == unopposed || m.class == cannot || m.class == calledOff || m.class == halt || toks[i].tail > 0 {
			if asked == nil {
				asked, asking = shown.words(), p.asksThing(shown)
			}
			of := asking
			if of == nil && tells && !slices.ContainsFunc(toks[i:min(i+n, len(toks))], func(t token) bool { return p.isDeed(t.key, shown) }) { // "I approve the salary" to whom is asked to hire Sara
				of = shown.asking()
			}
			for j, t := range toks[i:min(i+n, len(toks))] {
				if i+j > 0 && (toks[i+j-1].key == "in" || toks[i+j-1].key == "en") || i+j > 0 && ownConsent()[toks[i+j-1].key] && ofSignature().has(t.key) && p.own(shown, enAt).signs || strings.HasPrefix(t.key, "cuent") && i+j+1 < len(toks) && toks[i+j+1].key == "con" { // "all in order", "(sign) in my name", "cuenta con mi autorización"
					continue
				}
				if w := t.key[strings.LastIndexByte(t.key, '\'')+1:]; t.kind == word && !t.then && p.things[w] != 0 && !shown.does(w) {
					if !p.fitsThing(w, asked, shown) || p.namesLater(w, shown) && !joined(toks, i+j) || of != nil && !p.fitsThing(w, of, shown) && !(pays(shown) && billed().has(w)) {
						return true
					}
					named = append(named, w)
				}
			}
		}
		i += n
	}
	return len(named) > 0 && slices.ContainsFunc(shown.About, func(about string) bool { return p.oneOfSeveral(named, shown.textOf(about).asking()) })
}

// asksThing are the words of what is asked if that names a thing, so that another one, of which the prompt only tells, is not
// meant: the contract to whom is asked to send a letter of it; nil where all may be meant.
func (p *parser) asksThing(shown Shown) []string {
	asking := shown.asking()
	if len(asking) == len(shown.words()) {
		return nil
	}
	is := func(w string) bool {
		return len(w) > 1 && !prepositions()[enAt][w] && !ofMoney().has(w) && !generalThings()[w]
	}
	for i := 1; i < len(asking); i++ {
		if determiners()[asking[i-1]] && is(asking[i]) {
			return asking
		}
	}
	for l := range p.orders {
		if own := p.own(shown, l); own.mine && slices.ContainsFunc(asking, func(a string) bool { return own.object[nameKey(a)] && is(a) }) {
			return asking
		}
	}
	return nil
}

// billed are words for what a payment is of.
var billed = lazyre.Once(func() wordList {
	return wordsOf(`invoice* bill bills rechnung* factur* factuur* fattur* fatur* faktur* rekening*`)
})

// asksAlso reports whether a prompt asks for a second deed beside the first.
func asksAlso(about string) bool {
	return alsoAsks.MatchString(mayOf(about[len(titleOf(about)):]))
}

var alsoAsks = lazyre.New(`\b(?:also|too|as well|auch|außerdem|ook|anche|aussi|también|também)\b`)

// tellsDeed reports whether an answer speaks of a deed of which the prompt only tells: "repair it" to "Replace the boiler.
// Repair costs 900."
func (p *parser) tellsDeed(toks []token, shown Shown) bool {
	if slices.ContainsFunc(shown.About, asksAlso) && slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && p.orderedIn(t.key, shown) }) { // one of two
		return true
	}
	if p.contrary(toks, shown) {
		return true
	}
	asking, asked := shown.asking(), shown.words()
	if len(asking) == len(asked) {
		return false
	}
	in := func(kind wordList, words []string) bool { return slices.ContainsFunc(words, kind.has) }
	for _, t := range toks {
		w := t.key[strings.LastIndexByte(t.key, '\'')+1:]
		if t.kind != word || p.orderedIn(w, shown) {
			continue
		}
		told, asks := false, false
		for k, kind := range knownDeeds() {
			if kind.has(w) {
				asks = asks || in(askedDeeds()[k], asking) && !(k == money && !sendsMoney(asking))
				told = told || in(askedDeeds()[k], asked)
			}
		}
		if told && !asks {
			return true
		}
	}
	return false
}

// sendsMoney reports whether words that ask to pay, or to send something, ask for money to be sent.
func sendsMoney(asking []string) bool {
	return slices.ContainsFunc(asking, func(w string) bool {
		return askedDeeds()[money].has(w) && !askedDeeds()[sending].has(w) || ofMoney().has(w) || currencyWords()[w]
	})
}

var currencyWords = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`eur euro euros euró gbp pounds pound usd dollar dollars dólares dolares reais real pln zł zloty złotych chf franken francs brl`)...)
})

// oneOfSeveral reports whether some of the things that a prompt asks for together are named, and others are not.
func (p *parser) oneOfSeveral(named []string, about string) bool {
	with, without, here := 0, 0, 0 // 1: a thing that is not named, 2: one that is
	ends := func() {
		switch here {
		case 1:
			without++
		case 2:
			with++
		}
		here = 0
	}
	words := wordsOfPrompt(joinedThing.ReplaceAllStringFunc(about, func(s string) string { return " & " + s[1:] }))
	for i, w := range words {
		w = strings.ToLower(w)
		switch {
		case p.joinsThings(words, i):
			ends()
		case i == 0 && slices.ContainsFunc(askedDeeds(), func(kind wordList) bool { return kind.has(w) }) || slices.ContainsFunc(p.orders, func(o orders) bool { return o.roles[w]&verbs != 0 }):
		case slices.ContainsFunc(named, func(n string) bool { return oneWord(n, w) }):
			here = 2
		case p.things[w] != 0:
			here = max(here, 1)
		}
	}
	ends()
	return with > 0 && without > 0
}

// fitsThing reports whether a thing is one that the prompt names, in any language.
func (p *parser) fitsThing(w string, asked []string, shown Shown) bool {
	for l := range p.orders {
		if own := p.own(shown, l); own.mine && p.things[w]&(1<<l) != 0 && hasForm(own.later, w) && !hasForm(own.object, w) && len(own.object) > 0 {
			return false // "the table is fine" to whom is asked to give it a dessert
		}
	}
	if slices.ContainsFunc(asked, func(a string) bool { return oneWord(w, a) && !p.beginsCompound(w, a) }) {
		one, many := strings.CutSuffix(w, "s") // "restart the servers"
		return !(many && slices.Contains(asked, one) && !slices.Contains(asked, w) && (asksFor(shown, anew) || discarding(shown)))
	}
	if p.things[w]&de != 0 && len(w) == 3 && slices.ContainsFunc(asked, func(a string) bool { return len(a) > 5 && strings.HasSuffix(a, w) }) { // the "Bus" of a "Gemeindebus"
		return true
	}
	if (shown.Amount != "" || pays(shown) || asksFor(shown, getting)) && ofMoney().has(w) {
		return true
	}
	const flight, train, ticket = 14, 15, 16 // in alike
	if alike()[ticket].has(w) && slices.ContainsFunc(asked, func(a string) bool { return alike()[flight].has(a) || alike()[train].has(a) }) {
		return true
	}
	for k, kind := range knownDeeds() {
		if k != publishing && k != sending && kind.has(w) && slices.ContainsFunc(asked, func(a string) bool { return askedDeeds()[k].has(a) && !p.beginsCompound(w, a) }) {
			return true
		}
	}
	return slices.ContainsFunc(alike(), func(kind wordList) bool { return kind.has(w) && slices.ContainsFunc(asked, kind.has) })
}

// beginsCompound reports a German or Dutch word that another one only begins with, which is another thing: the "Kündigung"
// of a "Kündigungsschreiben", but not the invoice of a "Rechnungszahlung".
func (p *parser) beginsCompound(w, a string) bool {
	rest, is := strings.CutPrefix(a, w)
	return is && len(rest) > 3 && p.things[w]&(de|nl) != 0 && (strings.HasSuffix(rest, "schreiben") || !isDeedWord(rest) && !isDeedWord(rest[1:]))
}

// namesLater reports a word of another language for what an English prompt names behind the thing itself: "vervang de telefoon"
// to "Replace the screen of the phone".
func (p *parser) namesLater(w string, shown Shown) bool {
	return slices.ContainsFunc([]int{itAt, esAt, frAt, deAt, ptAt, nlAt, plAt}, func(l int) bool {
		own := p.own(shown, l)
		has := func(kind wordList) bool { return kind.has(w) }
		return p.things[w]&(1<<l) != 0 && slices.ContainsFunc(own.behind, has) && !slices.ContainsFunc(own.kinds, has)
	})
}

// joined reports whether a preposition stands before the word at toks[i], or before its article.
func joined(toks []token, i int) bool {
	if i--; i >= 0 && determiners()[toks[i].key] {
		i--
	}
	return i >= 0 && slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[toks[i].key] })
}

// hasForm reports whether a word is a form of one of some.
func hasForm(of map[string]bool, w string) bool {
	for a := range of {
		if oneStem(w, a) {
			return true
		}
	}
	return false
}

// oneWord reports whether two words are forms of one, or one is a part of the other: "umowę" and "umowa", "server" and "databaseserver".
func oneWord(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) > 3 && strings.Contains(b, a) || len(b) > 3 && strings.Contains(a, b) {
		return true
	}
	return oneStem(a, b)
}

func oneStem(a, b string) bool {
	x, y := []rune(nameKey(a)), []rune(nameKey(b))
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	if n == 3 {
		return len(x) == 4 && len(y) == 4
	}
	return n > 3 && 4*n >= 3*max(len(x), len(y))-1
}

// givesItBack reports whether a yes to whom is asked to pay gives money back ("repay it"), or one to whom is asked to keep it gives it back or up.
func givesItBack(toks []token, shown Shown) bool {
	asked := shown.words()
	back := func(w string) bool { return givingBack().has(w) || gettingBack().has(w) }
	gives := func(is func(string) bool) bool {
		return !slices.ContainsFunc(asked, is) && slices.ContainsFunc(toks, func(t token) bool {
			w, whom, _ := strings.Cut(t.key, "-") // "rendez-la"
			return t.kind == word && whom != "vous" && is(w)
		})
	}
	keeps := slices.ContainsFunc(asked, keepingIt().has)
	return (keeps || pays(shown) && slices.ContainsFunc(asked, paying().has)) && gives(back) || keeps && gives(givingUp().has)
}

var (
	gettingBack = lazyre.Once(func() wordList {
		return wordsOf(`repay* prepay* return returns devuel* devuél* devolv* restitu* rends rendez oddaj* oddać oddam zurück zurückzahl* zurücküberweis* terug terugbetal* terugstort* back`)
	})
	givingUp = lazyre.Once(func() wordList {
		return wordsOf(`delete remove erase discard throw sell bin scrap lösch* losch* entfern* wegwerf* wirf werft verkauf* elimin* cancell* butt* vend* borr* tir* supprim* jet* efface* apag* verwijder* wis wissen gooi weggooi* verkoop* usuń usun usuw* usuń* wyrzu* skasuj* kasuj* sprzed*`)
	})
	keepingIt = lazyre.Once(func() wordList {
		return wordsOf(`keep retain withhold hold tenere trattenere quedar* quedár* retener conservar garder conserver retenir behalten einbehalten ficar reter houden behouden inhouden zatrzymać zachować`)
	})
	paying = lazyre.Once(func() wordList {
		return wordsOf(`pay pays payment pag* zahl* bezahl* überweis* uberweis* transfer* pay* paie* betal* overmak* zapła* zapla* płac* plac* opła* przel* virer règl* regl*`)
	})
)

// saysItsVerb reports words of which all but courtesy are a form of the consent that a title asks for: "Aprovado" to "Aprovar a mudança".
func (p *parser) saysItsVerb(toks []token, shown Shown) bool {
	said := false
	for _, t := range toks {
		if t.kind != word || thanks()[t.key] || pleases()[t.key] || answerWords()[t.key] != None && !confirming().has(t.key) && !consentsTo().has(t.key) {
			continue
		}
		if !slices.ContainsFunc(shown.About, func(about string) bool {
			first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(titleOf(about)), "¿ "), " ")
			return len(first) > 5 && (consentsTo().has(first) || confirming().has(first)) && stemOf(t.key) == stemOf(first)
		}) {
			return false
		}
		said = true
	}
	return said
}

// notToEnd reports whether an answer to whom is asked to end something speaks of that alone: "deploy it" and "the
// deployment is ok" to whom is asked to stop a deployment; or to put it off or change it, if not of when or to what.
func (p *parser) notToEnd(toks []token, shown Shown) bool {
	shown = shown.asked()
	alters := asksFor(shown, changing) || asksFor(shown, deferring)
	if len(shown.About) == 0 || !p.undoes(shown) && !alters || p.saysItsVerb(toks, shown) {
		return false
	}
	asked := shown.words()
	if alters && slices.ContainsFunc(shown.About, func(about string) bool {
		words := strings.FieldsFunc(strings.ToLower(normalize(about)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		to := slices.IndexFunc(words[min(2, len(words)):], func(w string) bool {
			return strings.Contains(" to until till by auf bis um a al à au ao ad alla para naar tot na ", " "+w+" ")
		})
		return to >= 0 && slices.ContainsFunc(toks, func(t token) bool {
			return (len(t.key) > 3 || unicode.IsDigit(rune(t.key[0]))) && slices.Contains(words[to+2:], t.key)
		})
	}) {
		return false
	}
	ends := func(w string) bool {
		return takesAway(w) || askedDeeds()[stopping].has(w) || undoing().has(w) && len(w) > 3 || alters && (askedDeeds()[changing].has(w) || askedDeeds()[deferring].has(w))
	}
	spoken := false
	for i, t := range toks {
		if t.kind != word {
			continue
		}
		if m, n := p.phraseAt(toks, i); (m.class == courtesy || m.class == yesWeak && !shown.does(t.key)) && n == 1 || t.key == "para" && i > 0 && toks[i-1].kind == word { // "please" is no lease, "gern" none of "einlagern", "vale para la sala" no "para la sala"
			continue
		}
		w := t.key[strings.LastIndexByte(t.key, '\'')+1:]
		if ends(w) || shown.does(w) || slices.ContainsFunc(asked, func(a string) bool { return ends(a) && oneWord(w, a) }) {
			return false
		}
		spoken = spoken || slices.ContainsFunc(asked, func(a string) bool {
			return len(a) > 3 && oneWord(w, a) && (!alters || len(w) > 5 || max(len(a)-len(w), len(w)-len(a)) < 2) // "grand" is no part of grandma
		}) ||
			slices.ContainsFunc(knownDeeds(), func(kind wordList) bool { return kind.has(w) && slices.ContainsFunc(asked, kind.has) })
	}
	return spoken
}

// prohibits reports whether what a prompt asks is not to do something.
func prohibits(asking string) bool {
	words := strings.Fields(strings.ToLower(normalize(asking)))
	if len(words) == 0 {
		return false
	}
	if prohibiting()[words[0]] || len(words) > 1 && words[0] == "do" && words[1] == "not" {
		return true
	}
	for i, w := range words { // "Container nicht verschiffen"
		if (w == "nicht" || w == "niet") && i+1 < len(words) && strings.HasSuffix(strings.Trim(words[i+1], ".!?,"), "n") && !strings.HasPrefix(words[i+1], "ge") {
			return true
		}
	}
	return false
}

var prohibiting = lazyre.Once(func() map[string]bool {
	return set("don't", "dont", "never", "not", "no", "non", "ne", "nicht", "kein", "keine", "keinen", "não", "nao", "niet", "geen", "nie", "nunca", "mai", "jamais")
})

// ofProhibition reports whether an answer to whom is asked not to do something tells to do it or not: nobody knows whether
// "do it" is to do that or to leave it.
func (p *parser) ofProhibition(toks []token, shown Shown) bool {
	if !slices.ContainsFunc(shown.About, shown.prohibits) {
		return false
	}
	words, asked := 0, shown.words()
	for _, t := range toks {
		if t.kind != word {
			continue
		}
		words++
		if words > 1 && p.negators[t.key] || letting().goesOn.has(t.key) || slices.ContainsFunc(asked, func(a string) bool { return len(a) > 3 && (oneWord(t.key, a) || oneStem(nameKey(t.key), nameKey(a))) }) || slices.ContainsFunc(p.orders, func(o orders) bool { return o.roleOf(t.key)&(verbs|half) != 0 }) ||
			slices.ContainsFunc(knownDeeds(), func(kind wordList) bool { return kind.has(t.key) || kind.has(nameKey(t.key)) }) {
			return true
		}
	}
	return false
}
