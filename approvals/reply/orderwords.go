package reply

import "strings"

// orderWords are the words of one language by their roles. The verbs are what people order:
// to pay and give back, send, restart, carry out, book, publish, sign. What takes something away is none, nor
// what asks for a consent ("approve").
type orderWords struct {
	imperative, infinitive, passive, hands, forbidden                                                            string
	negation, half, modal, subject, please, now, adverb                                                          string
	preposition, object, clitic, opener, joined, softener                                                        string
	agreeing, copula, glue, self, formal, ours, lacking, hindrance, against, ending, endingWord, stated, ongoing string
	whole, causes, becomes, wishing                                                                              string

	modalFirst, negLast, twice bool
}

// ordersOf compiles the words of the languages, in the order of languages().
func ordersOf(all []orderWords) []orders {
	var out []orders
	frames := framesOf(frameLanguages())
	nothings := strings.Fields("nothing nulla,niente nada,ninguno,ninguna rien nichts,nix nada,nenhum,nenhuma niets,niks nic,niczego")
	for at, w := range all {
		o := orders{frames: frames[at], at: at, roles: map[string]role{}, joined: map[string]bool{}, modalFirst: w.modalFirst, negLast: w.negLast, twice: w.twice}
		for _, set := range []struct {
			words string
			role  role
		}{
			{w.imperative, imperative},
			{w.infinitive, infinitive},
			{w.passive, passive},
			{w.hands, hands},
			{w.forbidden, negated1},
			{w.negation, negation},
			{w.half, half},
			{w.modal, modal},
			{w.subject, subject},
			{w.please, politeness},
			{w.now, now},
			{w.adverb, adverb},
			{w.softener, softener},
			{w.preposition, preposition},
			{w.object, object},
			{w.clitic, clitic},
			{w.opener, opener},
			{w.agreeing, agreeing},
			{w.copula, copula},
			{w.glue, glue},
			{w.self, self},
			{w.formal, formal},
			{w.ours, ours},
			{w.lacking, lacking},
			{w.hindrance, hindrance},
			{w.against, against},
			{w.ending, ending},
			{w.endingWord, endingWord},
			{w.stated, stated},
			{w.ongoing, ongoing},
			{w.whole, whole},
			{w.causes, causes},
			{w.becomes, becomes},
			{w.wishing, wishing},
		} {
			for word := range strings.FieldsSeq(set.words) {
				for _, s := range wordSpellings(word) {
					if !strings.Contains(s, " ") && (s == word || len(s) > 2) {
						o.roles[s] |= set.role
					}
				}
			}
		}
		for word, r := range o.roles { // what negates does nothing else
			if r&(negation|lacking) != 0 {
				o.roles[word] = r & (negation | lacking | glue)
			}
		}
		for word := range strings.FieldsSeq(w.joined) {
			o.joined[word] = true
		}
		for word := range strings.SplitSeq(nothings[at], ",") {
			o.roles[word] |= naught
		}
		out = append(out, o)
	}
	return out
}

// forms puts each ending behind each stem: stems are separated by spaces, and so are endings.
func forms(stems, endings string) string {
	var b strings.Builder
	for stem := range strings.FieldsSeq(stems) {
		for e := range strings.FieldsSeq(endings) {
			b.WriteString(stem + strings.TrimPrefix(e, "-") + " ")
		}
	}
	return b.String()
}

func orderLanguages() []orderWords {
	return []orderWords{englishOrders(), italianOrders(), spanishOrders(), frenchOrders(), germanOrders(), portugueseOrders(), dutchOrders(), polishOrders()}
}

func englishOrders() orderWords {
	do := "pay refund reimburse transfer wire release issue repay credit remit settle send forward submit email mail dispatch ship deliver post share restart reboot bounce do process execute action arrange run handle perform complete book order buy reserve publish deploy install sign renew start"
	return orderWords{
		imperative: do + " proceed", infinitive: do + " proceed", passive: "sent paid refunded reimbursed transferred released issued processed restarted rebooted shipped done executed published booked ordered signed submitted",
		hands: "touch need want require", ongoing: "needing wanting restarting rebooting sending paying refunding", negation: "don't dont not never shan't won't wont", half: "do", modal: "can may", subject: "you u we", please: "please pls plz kindly thanks let's lets", whole: "all lot", causes: "get have want need",
		now: "now today asap immediately straightaway", adverb: "out off over through across", preposition: "to for of", lacking: "no nothing", ours: "we will be are we're were i'm im am i we'll i'll", against: "against",
		object: "it this that them those these him her em the refund payment amount money sum transfer payout reimbursement server machine service system instance box database db restart reboot offer quote quotation proposal order booking contract invoice purchase request mail email",
		opener: "to be", agreeing: "fine ok okay good happy perfect great alright lovely brilliant acceptable grand agreed works", copula: "is are", glue: "not that's thats it's its that it this all absolutely totally completely very perfectly everything looks seems sounds by with for from on the side end as far concerned entirely really there there's theres i we have see any an",
		self: "me us my our mine", hindrance: "objection objections", ending: "sincerely cordially respectfully warmly brgds rgds tks cheerio faithfully regards wishes thanks cheers greetings", endingWord: "yours truly brgds kindly a have nice day evening weekend lovely great one best kind kindest warm warmest many with all the good and for your help to very friendly lots of love so much again asking",
	}
}

func germanOrders() orderWords {
	weak := "zahl bezahl überweis schick verschick mach führ veranlass erledig buch bestell kauf leit transferier veröffentlich regel starte abwickel tätig"
	inf := "zahlen bezahlen überweisen erstatten schicken verschicken senden versenden machen führen veranlassen anweisen erledigen buchen bestellen kaufen leiten transferieren veröffentlichen regeln starten tätigen unterschreiben booten rebooten neustarten verfahren gutschreiben tun reservieren abwickeln begleichen"
	prefixed := "auszahlen zurückzahlen zurücküberweisen zurückerstatten rückerstatten überweisen abschicken rausschicken losschicken rüberschicken zuschicken weiterschicken absenden zusenden raussenden durchführen ausführen weiterleiten abwickeln rausgehen"
	return orderWords{
		imperative: forms(weak, "- e t") + "schickt erstatte erstattet sende sendet versende versendet tut starte startet bucht reserviere reserviert boote bootet",
		infinitive: inf + " " + prefixed, passive: "raus los rausgehen hinausgehen hinaus abgehen gehen versendet verschickt gesendet geschickt bezahlt gezahlt überwiesen erstattet gestartet neugestartet ausgezahlt zurückgezahlt zurücküberwiesen abgeschickt rausgeschickt durchgeführt ausgeführt",
		hands: "brauche brauchen brauch benötige benötigen anfassen fassen fasst fass rühr rührt anrühren", negation: "nicht nich nischt ned net nöd nid nit", causes: "lass lasst lassen lasse", becomes: "wird werden", whole: "alle alles allesamt sämtliche", modal: "kann kannst könnt können darf darfst dürft dürfen", subject: "sie ihr du", formal: "sie", ours: "wir werden ich", please: "bitte danke gern gerne bittschön", opener: "zu",
		now: "jetzt sofort heute umgehend direkt asap unverzüglich", adverb: "bitteschön raus los ab aus zurück an durch mal einfach neu so auch weg werden wieder rüber also",
		preposition: "an für von zur zum",
		object:      "ihn es das die den dem der des diese diesen dieses ihnen ihm betrag zahlung auszahlung rückzahlung erstattung rückerstattung überweisung geld summe gutschrift server maschine dienst system rechner kiste neustart angebot mail e-mail offerte auftrag bestellung buchung vertrag vorgang rechnung",
		agreeing:    "ok okay recht passt gut perfekt prima super einverstanden fein", copula: "ist geht", glue: "das es so alles ganz völlig absolut vollkommen total für von aus seiten in auch sehr damit spricht passt spricht ich wir habe haben hab gibt es da geht's",
		self: "mich uns mir meiner unserer meinerseits unsererseits seite sicht", hindrance: "einwand einwände einwendungen bedenken", against: "dagegen einzuwenden", ending: "herzlichst hochachtungsvoll freundlichst grüssli gruezi glg vlg tschüss tschau ade pfiat servus ahoi grüße grüsse gruß gruss grüßle grüßen grüssen lg vg mfg bg gruß", endingWord: "ihr ihre dein deine euer eure tag abend noch allen euch dir ihnen nach schöner viele liebe beste schöne freundliche freundlichen freundlichem herzliche sonnige mit besten lieben vielen der die und dank danke aus dem der sonnigen ein schönes wochenende schönen tag",
		negLast: true, stated: forms(weak, "t") + "schickt erstattet sendet versendet tut startet bucht reserviert bootet",
		lacking: "keine keinen kein nichts keinerlei",
	}
}

func dutchOrders() orderWords {
	return orderWords{
		imperative: forms("betaal stort maak boek stuur verstuur verzend zend mail herstart start doe voer verwerk regel zet bestel koop publiceer teken vernieuw", "- t") + "restart reboot",
		infinitive: "betalen storten maken boeken sturen versturen verzenden zenden mailen herstarten starten doen voeren verwerken regelen zetten bestellen kopen publiceren tekenen vernieuwen terugbetalen terugstorten terugboeken overmaken overboeken doorsturen opsturen toesturen opstarten uitvoeren uitbetalen doorvoeren  restarten rebooten afhandelen starten",
		passive:    "starten beginnen uit eruit door gaan verstuurd verzonden betaald terugbetaald gestort overgemaakt herstart worden doorgestuurd uitgevoerd", hands: "aanraken komen aankomen raak",
		negation: "niet nie", modal: "mag kan kunnen mogen kunt moet", subject: "je jij jullie u we wij", please: "graag aub alstublieft alsjeblieft a.u.b svp bedankt dank pls", opener: "te om",
		now: "nu vandaag meteen direct gelijk asap", softener: "maar", adverb: "onmiddellijk lekker ff effe alvast allemaal terug over door op uit opnieuw opnieuw even hoor toe in gang gerust ook weer eens zeker", preposition: "aan naar voor van",
		object:   "zijn haar hun m 'm r 'r t 't hun het dat dit die de deze hem ze terugbetaling betaling bedrag geld restitutie som overschrijving uitbetaling server machine dienst systeem herstart offerte mail e-mail bestelling boeking contract factuur aanbieding voorstel",
		agreeing: "goed oké ok akkoord prima perfect top fijn best okee", copula: "is klinkt lijkt", glue: "op dat dit het is helemaal alles voor van wat kant betreft er heb ik ook heel uit zie wij we hebben er tegen helemaal",
		self: "mij ons me mijn onze mijne", hindrance: "bezwaar bezwaren", against: "tegen", ending: "hoogachtend grtjs grt grtn liefs doei groet groeten groetjes gr mvg groetje grtz", endingWord: "nog een prettige gezellige avond weekend het zonnige met vriendelijke hartelijke de beste lieve en uit vele veel dank bedankt alvast warme fijne dag",
		formal: "u", negLast: true, stated: forms("betaal stort maak boek stuur verstuur verzend zend mail herstart start doe voer verwerk regel zet bestel koop publiceer teken vernieuw", "t"),
		ours:    "ik we wij gaan dat da",
		lacking: "geen niets niks",
	}
}

func frenchOrders() orderWords {
	er := "rembours vers vir transfèr transfér envoi envoy redémarr relanc lanc lanç trait procéd procèd effectu exécut command achèt achet publi réserv sign renouvell renouvel règl régl débloqu restitu pay pai"
	return orderWords{
		imperative: forms(er, "e es ez ons") + "fais faites faisons transmets transmettez expédie expédiez rends rendez mets mettez redémarres",
		infinitive: forms(er, "er") + "faire transmettre expédier rendre", passive: "partir envoyée envoyé remboursé payé redémarré effectué faite fait",
		hands: "touche touches touchez toucher bouge bougez", forbidden: "", negation: "pas jamais", ours: "je on nous va", half: "ne n'", modal: "pouvez peux peut pouvons peuvent", subject: "vous tu on nous c", please: "svp stp merci please", opener: "",
		now: "maintenant tout suite immédiatement aujourd'hui", adverb: "tous toutes vite bien donc y vas allez va aussi tranquillement surtout", preposition: "pr à au aux de du d' pour",
		object: "ca son sa ses leurs le la les l' lui leur ça cela ce cette tout remboursement paiement virement montant somme argent avoir serveur machine service système redémarrage relance offre devis mail proposition commande réservation contrat facture envoi demande nécessaire",
		clitic: "", joined: "le la les lui leur y en moi-le", agreeing: "bon ok bien parfait correct nickel d'accord convient conforme", copula: "est", glue: "c'est c est tout tt ça très pour de du côté cela me nous va entièrement parfaitement absolument j'ai je il a y part ai vois on d' d",
		self: "moi nous mon notre part", hindrance: "objection objections inconvénient opposition", against: "contre", ending: "amicalement kenavo respectueusement sincèrement biz bise cordlt cordialement salutations amitiés bises bisous slts cdt cdlt cdlmt bàv salut", endingWord: "bien fin soirée semaine après-midi à très au nom dévoué respectueuses mes l'expression veuillez agréer recevoir madame monsieur cordiale distinguée chaleureuses fin bien sincères meilleures cordiales mes nos avec à vous toi et les très distinguées de merci sentiments respectueuses belle bonne journée soirée amicales",
		negLast: true, twice: false,
		lacking: "aucune aucun rien", stated: forms(er, "e"),
	}
}

// romance returns the imperatives and infinitives of verbs in -ar and -are, with pronouns, before
// which the stem may have an accent.
func romance(stems, imp, inf, pronouns string) string {
	bare := forms(stems, imp+" "+inf)
	var stressed strings.Builder // "reembólsenlo"
	for stem := range strings.FieldsSeq(stems) {
		if i := strings.LastIndexAny(stem, "aeiou"); i >= 0 && !strings.ContainsAny(stem, "áéíóú") {
			stem = stem[:i] + map[byte]string{'a': "á", 'e': "é", 'i': "í", 'o': "ó", 'u': "ú"}[stem[i]] + stem[i+1:]
		}
		stressed.WriteString(stem + " ")
	}
	return bare + forms(bare, pronouns) + forms(forms(stressed.String(), imp), pronouns)
}

func italianOrders() orderWords {
	const on = "lo la li le gli glielo gliela glieli"
	are := "pag rimbors mand inoltr vers bonific sald accredit effettu compr ordin prenot firm rinnov process complet pubblic"
	i := "invi riavvi"
	iri := "spedi restitui trasferi esegui"
	return orderWords{
		ours: forms(are, "iamo") + forms("pagh bonifich pubblich", "iamo") + forms(i, "amo") + forms(iri, "amo"),
		imperative: romance(are, "a ate iamo", "", on) + forms("rimbors mand inoltr vers sald accredit effettu compr ordin prenot firm rinnov process complet", "i ino") + forms("pagh bonifich pubblich", "i ino iamo") +
			romance(i, "a ate amo", "", on) + forms(i, "i ino") + romance("spedi restitui trasferi esegui", "te amo", "", on) + "spedisci spedisca spediscano spediscila spediscilo spediscigliela restituisci restituisca restituiscano restituiscili trasferisci trasferisca esegui esegua eseguano eseguilo " +
			romance("", "fa fate facciamo", "", "- llo lla") + "fai faccia facciano fallo falla fatelo fatela applica applichi applicate applichiamo procedi procedete proceda procedano procediamo riavvialo restart",
		infinitive: forms(are, "are arlo arla arli argli arle") + forms(i, "are arlo arla arli argli arglieli arle") + forms(iri, "re rlo rla rli") + "fare farlo farla procedere riavviarla provvedere",
		passive:    "partire uscire inviare andare inviata inviato spedita rimborsato riavviato", hands: "tocca toccare toccarlo toccarla toccate toccatelo tocchi tocchino toccatela", half: "in", forbidden: forms("pagh rimbors mand invi spedi riavvi facc", "iamo amo"), negation: "non nn mai", modal: "può puoi potete possiamo possono", subject: "noi voi", please: "grazie prego perfavore pf",
		now: "subito adesso ora oggi immediatamente", adverb: "pure tranquillamente dai così anche direttamente favore cortesia per", preposition: "a ad al allo alla ai agli alle di del dello della dei degli delle per all' dell' d' dall' da sull'",
		object: "il lo la i gli le l' questo questa tutto rimborso pagamento importo somma bonifico denaro soldi accredito server macchina servizio sistema riavvio offerta preventivo proposta mail ordine prenotazione contratto fattura invio richiesta quest' mia autorizzazione approvazione consenso tutti tutte",
		clitic: "lo la li le gli l' glielo gliela glieli gliele", becomes: "si", wishing: "che", causes: "fai faccia fate fallo falla falli falle fatelo fatela fateli farlo farla", agreeing: "bene ok okay perfetto benissimo corretto posto buono d'accordo", copula: "va è sembra", glue: "per mi ci tutto a va è parte da sta assolutamente quanto riguarda ho vedo c'è abbiamo di",
		self: "me mi mia noi nostra mio nostro", hindrance: "obiezione obiezioni", against: "contrario", ending: "distintamente cordialità ossequi cordialmente saluti saluto abbraccio baci bacio giornata serata weekend settimana lavoro", endingWord: "porgo augurando augurandole le auguro porgiamo cordiali distinti cari un i più migliori buona buon bona e con tanti i miei forte grazie caro caldi buone cose per tutti",
		stated:  forms(are+" "+i, "a ate iamo") + forms(i, "amo") + "fa fate facciamo",
		twice:   true,
		lacking: "nessuna nessun nessun' nulla niente",
	}
}

func spanishOrders() orderWords {
	const on = "lo la los las le les selo sela selos selas"
	ar := "pag rembols reembols abon liber gir envi enví mand mánd reenví reenvi reinici reiníci ejecut ejecút proces procés tramit tramít realiz efectú efectu gestion gestión lanz public compr cómpr reserv resérv firm fírm entreg págu pág despach trámit"
	e := "pagu reembols abon liber gir envi enví mand mánd reenvi reenví reinici reiníci ejecut ejecút proces tramit realiz realic efectú gestion lanc publiqu compr reserv firm entregu despach hag págu"
	irregular := "devuelve devuelva devuelvan devolved devolvé transfiere transfiera transfieran transferid remite remita remitan haz hazlo hazla haced hagan procede proceda procedan proceded procedé pide pida pidan renueva renueve renueven devuelvelo devuélvelo devuélvela devuelvan devuélvanlo devuélvaselo devuélveselo devuélveles devuélvele háganlo hágalo hagámoslo pídelo "
	return orderWords{
		imperative: romance(ar, "a á ad", "", on) + romance(e, "e en emos", "", on) + irregular,
		infinitive: forms(ar, "ar arlo arla arlos arlas arle arles") + "devolver devolverlo devolverla transferir transferirlo remitir remitirla hacer hacerlo hacerla proceder pedir renovar", passive: "salir ir",
		hands: "toc toques toque toquen toquéis tocar tocarlo mover muevan", forbidden: forms(ar, "amos") + forms(e, "es e en éis") + "devolvemos hacemos hagas haga hagan hagáis devuelvas devuelva devuelvan devolváis transfieras",
		negation: "no ni nunca", half: "que", modal: "puede puedes pueden podéis podés podemos", subject: "usted ustedes vosotros", formal: "usted ustedes", please: "porfa porfavor pf plis gracias xfa",
		now: "ya ahora hoy inmediatamente mismo enseguida altiro pronto rápido rapidito urgente urgentemente", adverb: "nomás nomas pues favor dale directamente por tranqui tranquilamente también", preposition: "a al de del por para pa x",
		object: "lo la los las le les el esto eso esa ese esas esos esta este estas estos su sus todo todos todas ambos ambas reembolso devolución pago importe dinero monto abono transferencia servidor máquina servicio sistema reinicio oferta presupuesto correo propuesta pedido reserva contrato factura envío solicitud",
		clitic: "lo la los las le les", wishing: "que", causes: "haz haga hagan hazlo hazla hágalo hágala manda mande mandalo mandala", agreeing: "bien ok conforme correcto perfecto perfecta bueno acuerdo", copula: "está es parece va", glue: "por para me nos mí todo muy está parte de mi totalmente completamente lado hay tengo veo tenemos",
		self: "mí mi nuestra nosotros nos me nuestro", hindrance: "objeción objeciones inconveniente inconvenientes objetar", ending: "atentamente afectuosamente abz sdos suyo suya bss bsos bso besitos abzs saludos saludo abrazo abrazos besos beso atentamente atte slds cordialmente", endingWord: "un una muchos cordiales cordial muy gracias y fuerte afectuosos reciban reciba los mis mejores con buen día finde feliz buena tarde",
		modalFirst: true, twice: true,
		stated:  forms(ar, "a") + "devuelve transfiere remite procede pide renueva",
		lacking: "nada ninguna ningún sin", against: "contra",
	}
}

func portugueseOrders() orderWords {
	ar := "pag reembols envi mand reenvi reinici process execut avanç avanc efetu efectu realiz public compr reserv assin liber deposit encaminh trat renov lanç lanc"
	e := "pagu reembols envi mand reenvi reinici process execut avanc efetu realiz publiqu compr reserv assin liber deposit encaminh trat renov"
	return orderWords{
		imperative: forms(ar, "a ai") + forms(e, "e em emos") + "devolve devolva devolvam transfere transfira transfiram remeta remetam faz faça façam faze sigam envia restitua",
		infinitive: forms(ar, "ar á-lo á-la á-los á-las ar-lhe ar-lhes á-lhes") + "devolver transferir remeter fazer fazê-lo  devolvê-lo restituir", passive: "sair ir enviada enviado pago",
		hands: "mexe mexa mexam mexer mexas toca toque toquem tocar", forbidden: forms(ar, "amos") + forms(e, "es") + "devolvemos fazemos faças devolvas transfiras", negation: "não nao n nunca nem ñ", modal: "pode podes podem podemos", subject: "vocês vc vcs você", please: "pf pfv porfavor obrigado obrigada please pff obg",
		now: "já ja hj agora hoje imediatamente logo urgente urgentemente rápido depressa", adverb: "sim então favor por aí ai lá la isso mesmo também tranquilamente entao", preposition: "a ao à aos às de do da dos das para pra pro pros pras p por",
		object: "o a os as isso isto essa esse essas esses esta este estas estes aquela aquele ele ela eles elas tudo todos todas tds ambos ambas seu sua seus suas reembolso pagamento valor montante dinheiro devolução transferência quantia servidor máquina serviço sistema reinício reinicialização proposta oferta orçamento email e-mail encomenda pedido reserva contrato fatura envio lhe lhes solicitação",
		clitic: "o a os as lhe lhes lha lho lhas lhos", wishing: "que", causes: "manda mande mandem", joined: "a o as os lhe lhes na no", agreeing: "bem ok okay certo correto perfeito ótimo bom acordo", copula: "está tá é parece", glue: "por para pra me tudo da do lado parte mim está tá muito totalmente de a que há tenho vejo temos",
		self: "mim minha meu nós nossa", hindrance: "objeção objeções inconveniente", against: "opor contra", ending: "cumps cumpts cpts cptos bj bjinhos bjinho bjks beijinho beijoca beijocas abrç abc respeitosamente bjo beijo sds cpts abç abçs abs cumprimentos abraço abraços beijos beijinhos bjs saudações atenciosamente cordialmente att abs", endingWord: "os melhores com um grande meus cordiais e bom dia boa tarde bons obrigado obrigada muito tudo de",
		modalFirst: true, twice: true,
		stated:  forms(ar, "a") + "devolve transfere faz",
		lacking: "nenhuma nenhum nada sem",
	}
}

func polishOrders() orderWords {
	return orderWords{
		imperative: forms("zapłać płać zwróć zwracaj przelej przelewaj wypłać wypłacaj wyślij wysyłaj prześlij przesyłaj puść puszczaj zrestartuj restartuj zrób rób działaj realizuj zrealizuj wykonaj zamów zamawiaj kup kupuj opłać przekaż wykonuj uruchom zresetuj resetuj oddaj oddawaj rezerwuj zarezerwuj publikuj opublikuj podpisz leć dawaj daj", "- cie my") + "wysyłamy restartujemy zwracamy przelewamy płacimy robimy działamy realizujemy wyślemy zwrócimy",
		infinitive: "zapłacić płacić zwrócić zwracać przelać przelewać wypłacić wypłacać wysłać wysyłać przesłać przesyłać puścić puszczać zrestartować restartować zrobić robić działać zrealizować realizować wykonać zamówić zamawiać kupić opłacić przekazać uruchomić zresetować oddać zarezerwować opublikować podpisać dokonać",
		passive:    "iść wyjść pójść", hands: "ruszaj ruszajcie ruszać dotykaj dotykajcie dotykać tykaj", negation: "nie", half: "ma", modal: "można możesz możecie możemy", subject: "państwo panie pan pani", please: "proszę prosze dziękuję dzięki pls",
		now: "teraz dziś dzisiaj już natychmiast", ours: forms("wysył zwrac", "amy") + "restartujemy przelewamy płacimy robimy działamy realizujemy wyślemy zwrócimy", adverb: "śmiało ponownie od razu sobie koniecznie szybko czym prędzej wreszcie końcu absolutnie zdecydowanie stanowczo kategorycznie oczywiście niezwłocznie natychmiast", preposition: "do dla na za o",
		object: "to go je ją im ten tę tą tej tego te środki środków pieniądze pieniędzy kwotę kwoty zwrot zwrotu przelew przelewu płatność płatności wypłatę serwer serwera maszynę usługę system restart restartu ofertę oferty propozycję mail maila wysyłkę wysłanie realizację zamówienie rezerwację umowę fakturę całość restartem wszystkie wszystkich wszystkim wszystko jej mu im ich nam się",
		clitic: "to go je ją im tego się", wishing: "niech", agreeing: "ok dobrze okej porządku świetnie pasuje super", copula: "jest", glue: "to wszystko z mojej strony dla w jak najbardziej całkowicie mam mamy widzę są",
		self: "mnie nas mojej naszej strony", against: "przeciwko przeciw", hindrance: "przeciwwskazań zastrzeżeń przeszkód sprzeciwu uwag", ending: "pzdr ukłony buziaki serdecznie pozdrawiam pozdrowienia pozdro pozdr serdeczności uściski poważaniem szacunkiem", endingWord: "dnia bardzo wszystkiego życzę serdecznie z serdeczne i miłego dnia cieplutko gorąco ciepło dziękuję wyrazami szacunku pozdrowieniami weekendu dobrego",
		modalFirst: true, twice: true,
		lacking: "nic żadnych brak bez żadne",
	}
}
