package footer

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
)

// statement is a kind of sentence that businesses have below each of their mails. One is
// made of its words alone, with one of each of its needs at least: what has another word
// in it, may it be what it wants, is none.
type statement struct {
	needs  []string // a word of each stands in it
	beside string   // what else may
	names  int      // how many names may stand in it
	digits bool     // numbers may stand in it
	least  int      // words
	once   bool     // it is one sentence, not several pieces of a line
}

type readStatement struct {
	statement
	need   needed
	others wording.List
}

// needed are lists of which a sentence of a kind has a word each.
type needed []wording.List

func neededOf(needs []string) (all needed) {
	for _, n := range needs {
		all = append(all, wording.ListOf(n))
	}
	return all
}

// met reports a word of one of the lists, and notes of which.
func (all needed) met(k string, have []bool) (known bool) {
	for n, need := range all {
		if need.Has(k) {
			have[n], known = true, true
		}
	}
	return known
}

func readStatements() []readStatement {
	var all []readStatement
	for _, st := range statements() {
		all = append(all, readStatement{st, neededOf(st.needs), wording.ListOf(st.beside)})
	}
	return all
}

// stands reports whether a line is nothing but such sentences.
func (s signer) stands(line string, linked bool) bool {
	if linked {
		line = strings.TrimRight(line, " :.|") + " website"
	}
	line = strings.NewReplacer(" / ", "| ", ">>", " ", "<<", " ", "→", " ", "|", "| ", "E&OE.", "", "E&OE", "", "inkl.", "inkl", "&", "and", "+", " ").Replace(adorned.Replace(line))
	if wording.Asks(line) || smiley.MatchString(line) && !strings.Contains(line, ": (") || strings.Contains(line, "..") || strings.ContainsAny(line, "%$€£") {
		return false
	}
	line = strings.NewReplacer("! ", ". ", "!", ".").Replace(strings.ReplaceAll(line, "!!", "?"))
	if wording.Asks(line) {
		return false
	}
	sentences := sentencesOf(strings.ReplaceAll(line, "|", " | "))
	if len(sentences) > 1 && len(sentences) < 5 {
		var whole []string
		for _, words := range sentences {
			whole = append(whole, words...)
		}
		if slices.ContainsFunc(s.statements, func(st readStatement) bool { return st.digits && !st.once && s.states(st, whole) }) {
			return true // "Join us at Expo 2026 | Booth 17 | Leeds, May 6-9"
		}
	}
	known := false
	for _, words := range sentences {
		is := slices.ContainsFunc(s.statements, func(st readStatement) bool { return s.states(st, words) })
		labelled := false
		if known = known || is; !is && s.segment(strings.Join(words, " "), false, &labelled) != harmless {
			return false
		}
	}
	return known
}

// states reports whether a sentence is a statement.
func (s signer) states(st readStatement, words []string) bool {
	have := make([]bool, len(st.need))
	names, said := 0, 0
	for i, w := range words {
		for _, k := range strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return r == '\'' || r == '’' || r == '-' || r == '–' || r == ',' }) {
			k = strings.Trim(k, ".:#")
			if k == "" {
				continue
			}
			said++
			known := st.need.met(k, have)
			switch {
			case known, st.others.Has(k), i > 0 && s.signing.between.Has(k) && len(k) < 4 && !s.signing.leads.Has(k):
			case digitsIn(k) > 0 && st.digits && len(k) < 10:
			case capital(w) && i > 0 && (!s.grammar.Known(k) && !s.signing.remarks.Has(k) || st.names > 7) && !s.doubtful(w, []string{w}, false) && !s.signing.strangers.Has(wording.Fold(k)) && !s.signing.choices.Has(wording.Fold(k)) && !s.signing.payees.Has(k):
				names++
			default:
				return false
			}
		}
	}
	return !slices.Contains(have, false) && names <= st.names && said >= st.least
}

const (
	inviting = `save book join follow visit like review download donate donation search subscribe register discover find read watch meet connect browse explore support apply see get try available hiring recruiting looking
		besuchen besuche folgen folge entdecken entdecke lesen lies abonnieren abonniere herunterladen laden spenden spende anmelden treffen finden suchen suche bewerben verfügbar erhältlich
		suivez visitez découvrez téléchargez abonnez rejoignez prendre prenez réservez retrouvez soutenez recrute recrutons recherchons cherchons disponible venez
		seguici seguiteci visita visitate scopri scarica iscriviti trovate trovateci vieni venite sostieni prenota assumiamo cerchiamo disponibile
		síguenos síganos visita visite visítanos descubre descubra descarga descárgate suscríbete apúntate buscamos contratamos
		siga sigam siga-nos visite visite-nos descubra baixe descarregue conheça conheca contratando procuramos disponível
		volg bezoek ontdek lees schrijf zoeken zoekt verkrijgbaar werken kom
		obserwuj odwiedź polub pobierz zapisz dołącz szukamy rekrutujemy zatrudniamy dostępna`
	invited = `newsletter podcast blog webinar website webshop page stand booth hall halle pad padiglione fair expo messe fiera feria feira salon beurs targi seat seats place spot roles careers jobs job team appli app store play apps booking brochure catalogue catalog demo tour homes listings properties home reviews stars bewertung stellen stellenangebote karriere verstärkung kollegen standnummer équipe postes emplois rdv rendez-vous calendrier agenda squadra posizioni lavora carriere equipo empleo vacantes vagas equipe vacatures vacature collega collega's zespołu ofert pracy stoisko facebook instagram linkedin youtube twitter x tiktok google tripadvisor insta whatsapp trustpilot tickets ticket season show`
	invites = `we us our you your the a an on in at to for of from with here now today all more open more new we're re are and or by me my online time link us live via
		wir uns unser unsere unseren unserem unsere sie ihr ihre euch du dich dir die der das den dem ein eine einen auf im in bei am an zu zur zum und für mit hier jetzt auch einfach gerne von neue neuen
		nous notre nos vous votre vos on la le les l un une des de du d sur dans à au aux en avec pour ici moi avec et par
		ci noi nostro nostra nostri nostre tuo tua vostro la il lo le gli i l un una di del della dei nel nella nello su sul sulla con per qui e al alla a
		nos nuestra nuestro nuestros nuestras tu su el la los las un una de del en con por para aquí y al
		nosso nossa nossos nossas seu sua o a os as um uma de do da dos das no na nos nas em com por para aqui e ao à
		ons onze wij we je jij jouw uw u de het een op in bij van voor met hier nu en naar aan zich te
		nas nasz nasza naszą naszej naszego nasze na w do z i o tutaj swoją`
	months = `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli august oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia`
)

// statements are the kinds, in the eight languages together.
func statements() []statement {
	return []statement{
		// To come, to look, to work with them: "Join us at ExpoLedger 2024 | Booth 17", "We're hiring".
		{needs: []string{inviting, invited}, beside: invites + " " + months, names: 6, digits: true, least: 2},
		{needs: []string{`hiring recruiting recrute recrutons assumiamo contratamos contratando rekrutujemy zatrudniamy`}, beside: invites, least: 2},
		{needs: []string{`join visit besuchen besuche suivez retrouvez visitez trovate trovateci visita visítanos visite bezoek odwiedź meet treffen find ci`}, beside: invites + " " + invited + " " + inviting + " " + months, names: 6, digits: true, least: 3},
		{needs: []string{`stand booth halle hall pad padiglione pabellón pavilhão stoisko standnr standnummer`}, beside: invites + " " + invited + " " + months, names: 4, digits: true, least: 2},
		{needs: []string{`booking onsale sale`}, beside: `now`, least: 2},
		// Under which terms they work.
		{needs: []string{
			`adsp agb agbs avb aeb vob öhvb ahgz ava avv alv rha bifa fiata fenex cmr uncitral incoterms riba cgv owu owh terms conditions geschäftsbedingungen lieferbedingungen voorwaarden condizioni condiciones condições conditions warunki`,
			`apply applies subject governed carried gelten gilt grundlage basis ausschließlich toepassing applicano regiranno rigen aplican aplicam appliquent régies soumises stosuje zastosowanie basierend according accordance`,
			`general carriage trading allgemeine allgemeinen unsere unserer algemene onze generali nostre generales nuestras gerais nossas générales nos ogólne nasze adsp agb agbs avb vob öhvb ava avv rha bifa fenex cmr cgv owu`,
		}, beside: invites + ` goods business work works services quotes all any copy available request website are is under undertaken these current edition wir arbeiten unsere leistungen lieferungen angebote es zugrunde jeweils gültigen fassung stand umsatzsteuer inkl ortstaxe al op offertes overeenkomsten opdrachten leveringen zijn van vendita vente venta venda deposited chamber commerce gedeponeerd kvk kamer koophandel latest version e carried conducted`, names: 2, digits: true, least: 4, once: true},
		// When they are there: two days at least are told by days.
		{needs: []string{
			`monday tuesday wednesday thursday friday mondays tuesdays wednesdays thursdays fridays montags dienstags mittwochs donnerstags freitags montag dienstag mittwoch donnerstag freitag lundi lundis mardi mardis mercredi mercredis jeudi jeudis vendredi vendredis lunedì martedì mercoledì giovedì venerdì lunes martes miércoles jueves viernes maandag dinsdag woensdag donderdag vrijdag segundas terças quartas quintas sextas poniedziałki wtorki środy czwartki piątki`,
			`office desk büro haus praxis bureau kantoor ufficio oficina escritório biurze biuro dienst`,
			`am i'm i ich bin je suis sono estoy ik ben estou jestem my non meine working wir`,
		}, beside: `not in the on and at my am are is out of from to usually normally mostly typically reachable available days day week every ich bin nicht im haus und am an von bis erreichbar in der regel jeweils immer je ne suis pas au le les et absent absente présent présente non sono in il la e nei giorni de presenza no en los y ik niet op en aanwezig afwezig kantoor não no nas e jestem w na nie ma mnie`, least: 7},
		// When they write and when an answer may come.
		{needs: []string{
			`working work hours pattern flexibly flexible part-time time arbeite arbeiten arbeitszeit arbeitszeiten flexibel teilzeit travail travaille horaires heures partiel lavoro orario lavorativo lavorare trabajo jornada horario laboral trabalho horário expediente werk werken werktijden werktijd werkuren pracuję pracy godzinach`,
			`reply respond response answer action obliged obligated expect expected antworten antwort antworte erwarte erwartet répondre réponse tenu tenue obligé rispondere risposta tenuto responder respuesta obligado contestar resposta obrigado antwoord antwoorden reageren verwacht odpowiedzi odpowiadać odpowiedź yours differ different yours may match`,
		}, beside: flexible + " " + flexibleWords + ` mine yours pattern may not be yours differ match feel obliged outside within own normal usual regular standard at it now me when this email lands convenient balance wellbeing required immediate any that one
			ich sende schreibe e-mails mails nachrichten manchmal auch außerhalb der üblichen normalen ihrer deiner keine eine sofort sofortige erst bitte dann wenn es ihnen passt sie müssen nicht ist von zu zeiten in meinen meiner erwarte und
			je vous n êtes pas d y à en dehors de vos mes horaires heures travail habituels habituelles ce message peut être envoyé si il nul besoin immédiatement tout suite droit déconnexion merci aucune n'est attendue urgence le la les et un une où moment lu vôtre aussi au
			non sei siete è al fuori del dal tuo suo vostro orario di subito se ricevi questo messaggio e-mail posso inviare tua sua una i miei giorni
			si recibe este mensaje fuera de su horario no es necesario que responda inmediatamente está usted a mi mis puede ser el suyo derecho desconexión
			se receber este mensagem fora do seu horário não precisa de a o é sinta imediatamente
			ik stuur soms mails buiten de mijn uw jouw reguliere gebruikelijke niet direct hoeft te op je u verwacht geen als dit bericht ontvangt kan zijn wanneer het past
			nie oczekuję jeśli otrzymasz tę wiadomość poza swoimi godzinami musisz od razu`, least: 6, digits: true},
		// Which languages they speak.
		{needs: []string{
			`speak speaks spoken welcome hablo hablamos parlo parliamo parle parlons spreche sprechen spricht spreek spreken mówię mówimy falo falamos croesawu languages sprachen`,
			`english welsh spanish french german italian portuguese dutch polish english español inglés francés alemán italiano inglese francese tedesco spagnolo français anglais allemand espagnol deutsch englisch französisch italienisch spanisch nederlands engels duits frans polski angielski niemiecki português inglês gymraeg saesneg cymraeg catalán català euskera galego gaeilge irish`,
		}, beside: `i we in or and correspondence happy to you can write me either et en e y ou o und oder auch ich wir je nous io ik en of rwy n gohebiaeth yn neu und wir`, least: 2},
		// Whose land they are on.
		{needs: []string{`acknowledge acknowledges`, `land lands territory territories country custodians owners`}, beside: `i we that work live works the on of and unceded traditional ancestral treaty peoples people nation nations first elders past present emerging respect respectfully pay our their to respects which build operate gather located`, names: 6, least: 7},
		// What they are members of, and who has certified them.
		{needs: []string{`member members membre mitglied lid membro miembro socio członek certified zertifiziert certifié certifiée certificato certificata certificado certificada gecertificeerd certyfikowany accredited akkreditiert accrédité sponsor supporter contributor partner proud proudly stolz trotse fiers orgulloso orgogliosi candidate`}, beside: `a an the of in and for to company school business level as we are nach im bei beim verband de du des d la le l van het dell dei degli della di em da do y e et en z w iso iec en din unternehmen system management proudly proud gold silver platinum bronze official global local living wage employer employers`, names: 6, digits: true, least: 2},
		// Not to print.
		{needs: []string{`drucken print printing imprimons imprimim stampiamo drukujemy printen afdrukken imprimir ausdruck ausdrucken imprimer stampare drukować imprimas imprima imprimais stampate`, `e-mails emails e-mail email mails mail wiadomości message messages correo correu courriel umwelt environment ambiente ambient environnement milieu środowisko papier paper trees environmental`}, beside: `wir keine kein bitte unnötig denken sie an die der das zuliebe vor dem we don't don t do not please think before you this our the of considering consider save abans d aquest penseu en el medi penser pensez avant antes de este esta piense no si necesario necessário strettamente strictement nécessaire absolutely necessary unless need`, least: 3},
		// How to hear no more from them.
		{needs: []string{`unsubscribe desinscribirse désabonner désinscrire abmelden abbestellen cancellarti uitschrijven wypisać receive recevoir erhalten ricevere recibir receber ontvangen otrzymywać`, `messages newsletter newsletters emails e-mails click cliquez klicken klik clicca clic clique kliknij list mailing communications correspondence`}, beside: `if you no longer wish want to from us these such commercial electronic marketing please here this our the at any time or of reply us prefer not si vous ne voulez plus souhaitez nos ces de ici pour veuillez les la liste wenn sie keine weiteren mehr möchten bitte hier diese unsere von uns se non desideri più nostre qui le per si no desea más nuestros aquí haga para wil je u geen meer onze hier`, least: 6},
		// Who is responsible for personal data.
		{needs: []string{`administratorem administrator verantwortlich verantwortlicher responsable titolare responsável verwerkingsverantwoordelijke controller`, `danych osobowych daten datos dati dados données gegevens data rodo dsgvo rgpd gdpr`}, beside: `państwa pani pana jest są twoich osobowych personenbezogener personenbezogene verarbeitung ihrer für die der ist im sinne of your personal is the for tratamiento tratamento traitement trattamento sus seus dei suoi del de la le vos è es é est van uw persoonsgegevens`, names: 8, least: 4},
		// What may not be relied on; who watches over them.
		{needs: []string{
			`communication communications message email e-mail information securities tax advice performance llp llc limited ltd plc firm we company bank insurance nothing`,
			`informational solicitation offer security securities penalties indicative results finra sipc authorised authorized regulated authority inspection partnership registered circular irs fdic disclosure lender`,
			`constitute constitutes intended used offered member registered regulated indicative future purposes buy sell avoiding list open`,
		}, beside: `this is for only and does not an a to or of any in the contained u.s us federal be cannot by with offered through past housing equal are members at its office england wales scotland ireland number no under solicitors financial conduct prudential limited liability partner partners members list open written for purpose under internal revenue code matter addressed herein promoting marketing recommending another party fdic buy sell`, names: 6, digits: true, least: 7},
	}
}
