package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// Shown is what the prompt shows of its request. Its zero value is: nothing is known.
type Shown struct {
	// About are the texts that say what is to be done: tool, title, summary.
	About []string

	// Amount and Currency are the only ones of the request, and Values its only name and its
	// only number of something, if there is no other of their kind that a yes may leave out.
	// They may be repeated. Whoever repeats any other value is asked back: it may be one of
	// several, or mean another.
	Amount, Currency string
	Values           []string

	// By is who asks, as the prompt says it: an answer may speak to them.
	By string

	in    tongues              // the language of whoever answers, if it is known
	you   bool                 // it asks to do something to whoever answers: "¿Te apunto al curso?"
	shall bool                 // an agent asks whether it should: "¿Firmo el albarán?"
	own   *[plAt + 1]*ownWords // made while one text is read
	made  *shownWords
	texts map[string]*promptText // what is read of texts of a prompt, while one answer is
}

// shownWords are the words of a prompt, made once while one text is read.
type shownWords struct{ all, asking, deed []string }

// once returns what is kept, and makes it the first time.
func once(kept *[]string, of func() []string) []string {
	if *kept == nil {
		*kept = of()
	}
	return *kept
}

// words are those of what is to be done.
func (s Shown) words() []string {
	if s.made != nil {
		return once(&s.made.all, s.allWords)
	}
	return s.allWords()
}

// has reports a word of a request.
func (s Shown) has(word string) bool { return slices.Contains(s.words(), word) }

func (s Shown) allWords() []string {
	var all []string
	for _, about := range s.About {
		all = append(all, strings.FieldsFunc(strings.ToLower(normalize(about)), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })...)
	}
	return all
}

// asking are the words of what is asked, without what a prompt tells beside that; all of a text that asks for no known deed,
// but where another one asks for a deed and names a thing.
func (s Shown) asking() []string {
	if s.made != nil {
		return once(&s.made.asking, s.askingWords)
	}
	return s.askingWords()
}

func (s Shown) askingWords() []string {
	var asks, rest []string
	for _, about := range s.About {
		words := (Shown{About: []string{s.textOf(about).asking()}}).words()
		if slices.ContainsFunc(words, isDeedWord) {
			asks = append(asks, words...)
		} else {
			rest = append(rest, (Shown{About: []string{about}}).words()...)
		}
	}
	if len(asks) == 0 {
		return rest
	}
	return asks
}

// deed are the words of what is asked where that names the deed, so that nothing else that a prompt tells of is asked; all
// where it asks only to confirm or accept what it tells.
func (s Shown) deed() []string {
	if s.made != nil {
		return once(&s.made.deed, s.deedWords)
	}
	return s.deedWords()
}

func (s Shown) deedWords() []string {
	asking := s.asking()
	if !slices.ContainsFunc(asking, func(w string) bool {
		of := actsByVerb()[w]
		return len(of) > 0 && !slices.ContainsFunc(of, func(a actAt) bool { return actsOfConsent()[actName(a.k)] })
	}) {
		return s.words()
	}
	asking = slices.Clone(asking)
	for _, about := range s.About {
		if _, also, _ := s.textOf(about).behindTitle(); also != "" {
			asking = append(asking, Shown{About: []string{also}}.words()...)
		}
	}
	return asking
}

// asked is what is asked without what the prompt tells beside it, where it asks for a known deed: a date until which one may
// cancel does not make an order something to be cancelled.
func (s Shown) asked() Shown {
	var asks []string
	for _, about := range s.About {
		if asking := s.textOf(about).asking(); slices.ContainsFunc((Shown{About: []string{asking}}).words(), isDeedWord) {
			asks = append(asks, asking)
		}
	}
	if len(asks) > 0 {
		s.About, s.made = asks, nil
	}
	return s
}

// isDeedWord reports a word for a deed in a prompt, in any language.
func isDeedWord(w string) bool {
	return len(actsByVerb()[w]) > 0 || slices.ContainsFunc(askedDeeds(), func(kind wordList) bool { return kind.has(w) })
}

// The kinds of deeds, in the order of deedWords.
const (
	money = iota
	getting
	sending
	publishing
	deploying
	anew
	stopping
	settingBack
	bringingBack
	deleting
	callingOff
	blocking
	contracts
	changing
	passingOn
	deferring
	printing
)

// deedWords are what is asked for, one kind a line, in the eight languages together. A word
// may be of several kinds; one with a "*" stands for all that begin like it. One with a "!" is of that
// kind in a prompt only: in an answer it is a deed of its own ("forward it" to whom is asked to send).
func deedWords() []string {
	return []string{
		// money
		`send sends sending pay pays paid paying payment* payout* transfer* wire wires remit* refund* reimburs* settle* release* disburse* money funds pagh* pague* paguem* gira* reembol* rembo* abona* abone* accred* saldi* sald* verse* depos* débloq* debloq* wypla* wypła* plac* płać* oplac* zapla* zwro* redeem* virons rend rends rendez rendons rendre rendez-le rendez-la rendez-les rendez-lui stort* terugstort* teruggestort zwróc* zwroc* zwrac* zwrac* oddaj* oddać oddac vergüt* restitu* repay !credit* issue* gutschr* uberw* ueberw* überw* abon* versat* versin* versiam* saldat* überweis* zahl* bezahl* auszahl* ausgezahlt erstatt* rückerstatt* zurückzahl* begleich* geld paier* paga pagar pagare pagat* pagal* pagam* pago pagos págal* pague* págue* pagu* bonific* rimbors* versa versare versamento salda saldare soldi transfir* abona* reembols* devuelv* devolv* dinero payer paye payez paie paiement* règle régl* virer vire virez virement* rembours* verser versez transfér* argent dinheiro betal* betaal* overmak* overboek* terugbetal* geld zapłać* zapłac* zaplac* płac* płatn* opłać* opłac* przelej* przelew* przelać zwróć zwrot* pieniądze`,
		// getting something
		`compr* comp bijbestel* nabestel* nachbestell* aankop* inkop* omboek* prenot* ordin* achet* command* kup* zamaw* zamow* pida* pide* pidan book books booked booking* order orders ordered ordering buy buys buying purchase purchas* buch* bestell* kauf* einkauf* ordina ordinare ordinate ordinalo ordine ordini compra comprar* comprare compri compre comprat* acquist* pide pedir pedido* encarga* commande* achat* encomend* boek* koop koopt kopen bestel* zamów* kup kupcie kupić kupuj*`,
		// sending and publishing
		`send sends sent sending distribut* circulat* verteil* distribu* verspreid* rozdaj* roześlij* !forward* mail mails mailed email* e-mail* !post !posts !posted !release* share shares shared submit* upload* transmit* deliver* dispatch* ship ships shipped shipping announce* schick* send* versend* verschick* teilen !weiterleit* zustell* liefer* hochlad* mande* manda* mandi* rausschick* rüber* rausse* zusend* zuschick* !doorstur* opstur* toestur* mail* maile* zend* zendt wysle* wysli* wysył* wysyl* przesl* despach* entreg* !inolt* rimand* !reenv* geschickt gesendet abschick* rausschick* losschick* absend* invia* invii* inviat* spedi* !inoltr* condivid* manda* mandi* envía* enví* envia* envie* enviar* mande* remit* compart* entreg* envoi* envoy* expédi* expedi* transmet* partag* livre* livrer !encaminh* partilh* stuur* sturen verstuur* versturen verzend* plaats* deel delen lever levert leveren wyślij* wyśl* wysł* wysył* prześl* przesł* udostęp* dostarcz*`,
		// making public
		`!newsletter* !article* !artikel* !articul* !artykuł* !artigo* !blog* publish* post posts posted release* share shares shared announce* upload* launch* veröffentlich* publizier* hochlad* pubblic* condivid* publi* compart* partag* partilh* deel delen publik* opublik* udostęp*`,
		// putting into service
		`deploy* release* roll rollout ship publish* live launch* ausroll* einspiel* rilasci* lancia* despleg* despliega* lanza* déploi* déploy* lance* lancer implant* uitrol* wdroż* wdraż*`,
		// starting anew
		`restart* reboot* reseto* resetu* resete* bounce boot* neustart* neugestartet reini* rein* opstart* opnieuw zrese* riavv* herst* neu !starte* riavvi* reinici* redémarr* herstart* zrestart* restartuj*`,
		// stopping
		`stop stops stopped stopping halt shutdown anhalt* stopp* ferma* arresta* !parar !pare deten* detén* arrêt* !stilleg* !stilzet* zatrzym* wstrzym* freez* froze* einfrier* pausa* pausier* pauz*`,
		// setting back
		`reset resets resetting zurücksetz* rücksetz*`,
		// bringing back
		`restor* undelete* wiederherstell* ripristin* restaur* herstel* przywr*`,
		// deleting
		`delet* remov* erase* purge* wipe* destroy* lösch* entfern* elimin* cancell* rimuov* borra* borre* bórra* supprim* effac* apaga* apagu* exclu* verwijder* wis wissen wist gewist usuń* usun* skasuj* skasow* kasow* kasuj*`,
		// ending and calling off
		`cancel* terminat* revok* unsubscrib* storn* künd* disdi* annull* anul* annul* résili* encerr* annuleer* opzeg* anuluj* odwoł* rescind* rescis* rescisã* wypowied* wypowiad* rozwiąza* beëindig* disdett* disdici*`,
		// blocking
		`suspend* suspens* block* disabl* deactivat* sperr* deaktivier* blocc* bloque* bloqué* bloqu* blokkeer* zablok*`,
		// signing
		`firm* fírm* assin* teken* sign* signs signed signing unterschreib* unterzeichn* onderteken* podpis*`,
		// changing
		`modif* edit edits renam* rais* chang* increas* decreas* änder* anpass* erhöh* modific* cambia* aument* riduc* ajust* augment* rédui* wijzig* verhoog* verhog* verlaag* verlag* subir subo sube zmień* podnieś* obniż*`,
		// passing on
		`forward* weiterleit* weiterschick* weitergeb* inolt* inoltr* reenv* encaminh* doorstur*`,
		// putting off, and doing less of it: a yes to the thing alone is to its contrary
		`postpon* delay* defer defers deferred deferring reschedul* mov* reduc* lower* disput* contest* refus* reject* declin* ablehn* abgelehn* rifiut* rechaz* recus* weiger* odrzu* odmów* verschieb* vertag* aufschieb* verleg* kürz* senk* posticip* rinvi* rimand* spost* riduc* ridurre differ* contest* aplaz* pospon* posterg* retras* muev* reduc* rebaj* reporte* reporto* reporté* reportar* différ* repouss* décal* retard* dépla* rédui* baiss* adi* mud* uitstel* verplaats* verzet* verlag* odłoż* odłóż* przełoż* przełóż* przesuń* przesun* opóźn* obniż*`,
		// printing
		`print prints printed printing printen geprint druck* ausdruck* stampa* stampi* imprim* imprím* afdruk* drukuj* wydruk*`,
		// noting as a credit
		`credit*`,
		// making
		`open opens opening create creates creating öffn* eröffn* anleg* erstell* apri aprite apra aprire aprirlo crea crei creare abre abra abran abrir crear ouvre ouvrez ouvrir créez crée créer cria crie criar aanmaken openen creëer utwórz* stwórz* otwórz* utworz* otworz* stworz*`,
		// shutting
		`close closes closing shut shuts fech* cerr* cierr* chiud* ferme fermez fermer schließ schließe schließen schließt zumachen sluit sluiten zamkn* zamyk*`,
		// mending
		`fix fixes repair* napraw* repar* répar* ripar* conserta* conserte*`,
		// preparing
		`prepar* prépar* vorbereit* voorbereid* przygotuj* przygotow*`,
		// planning
		`schedul* einplan* terminier* agend* marca marque marcar planifi* pianific* plannen zaplanuj*`,
		// taking on, renting
		`hire hires hiring rent rents embauch* recrut* recruit* alquil* noleggi* aluga* alugue* anmiet* miete mieten mietet vermiet* verhur* verhuur* huur huren wynajm* zatrudn*`,
		// moving data
		`import imports importier* importa importer importeer importare importar zaimport*`, `export exports exportier* exporta exporte exporter exporteer exportare exportar wyeksport*`, `migr*`,
		// renewing
		`renov* rinnov* reneg* vernieuw* renew* extend* verlänger* proroga* renuev* prorrog* renouvel* prolong* verleng* przedłuż* odnów*`,
		// reserving
		`prenot* reser* rezer* book books booked booking* reserve reserves reserved buch* reservier* reserva reservar* reserven réserv* boek* reserveer* zarezerw* rezerw*`,
		// starting
		`live launch* start starts started activat* enabl* starte* aktivier* freischalt* lancia* attiva* avvia* avvii* lanza* activa* lance* lancer activ* ativa* activeer* uruchom* aktyw* włącz* wlacz*`,
		// bringing up to date
		`deploy* roll rollout install* update* upgrad* ausroll* installier* aktualisier* einspiel* aggiorn* despleg* despliega* instal* actualiz* déploi* déploy* atualiz* implant* uitrol* installeer* bijwerk* wdroż* wdraż* zainstal* zaktualiz* aktualiz*`,
		`sync syncs`, `merge merges`, `rotate rotates`, // code, keys
		// noting down
		`regist* enrol* enroll* registrier* eintrag* zarejestr* inschrijv*`,
	}
}

var knownDeeds = lazyre.Once(func() []wordList {
	var all []wordList
	for _, words := range deedWords() {
		all = append(all, wordsOf(promptOnly.ReplaceAllString(words, "")))
	}
	return all
})

// askedDeeds are those of prompts.
var askedDeeds = lazyre.Once(func() []wordList {
	var all []wordList
	for _, words := range deedWords() {
		all = append(all, wordsOf(strings.ReplaceAll(words, "!", "")))
	}
	return all
})

var promptOnly = lazyre.New(`!\S+`)

// otherDeed reports whether a yes is to something else than what is asked: of what kinds it
// speaks, none is among those that the prompt speaks of. "Restart the server" is no answer to
// whom is asked to deploy.
func otherDeed(toks []token, shown Shown, joins map[string]bool, strong bool) bool {
	var said []string
	does := false
	for i, t := range toks {
		in := i > 0 && (toks[i-1].key == "in" || toks[i-1].key == "en") // "it is in order"
		if givesConsent(toks, i) {                                      // "je marque mon accord"
			continue
		}
		if t.kind == word && shown.does(t.key) {
			does = true
		} else if t.kind == word && !in {
			verb, _, _ := strings.Cut(t.key, "-") // "payez-les"
			said = append(said, t.key, t.key[strings.LastIndex(t.key, "'")+1:], nameKey(t.key), verb)
		}
	}
	asked := shown.words()
	if asking := shown.asking(); len(asking) > 0 && slices.ContainsFunc(asked, prices().has) { // "el técnico pide 140 euros" orders nothing
		asked = slices.DeleteFunc(slices.Clone(asked), func(w string) bool { return prices().has(w) && w != asking[0] })
	}
	speaks, answers, both := does, false, does
	var other []wordList
	for k, kind := range knownDeeds() {
		a, s := slices.ContainsFunc(asked, func(w string) bool {
			return askedDeeds()[k].has(w) && !(k == money && shown.Amount == "" && askedDeeds()[sending].has(w))
		}), slices.ContainsFunc(said, kind.has)
		if k == passingOn && s && asksFor(shown, sending) && sharesStem(said, asked) { // "forward the invoice" where it is to be sent
			s, both = false, true
		}
		if s && !a {
			other = append(other, kind)
		}
		both = both || a && s
		speaks, answers = speaks || s, answers || a
	}
	if asksFor(shown, printing) && !slices.ContainsFunc(said, knownDeeds()[printing].has) && slices.ContainsFunc(said, func(w string) bool { return knownDeeds()[publishing].has(w) || knownDeeds()[sending].has(w) }) {
		return true
	}
	if both {
		return joinsOther(toks, asked, other, joins, pays(shown) || shown.Amount != "")
	}
	deeds := slices.DeleteFunc(said, func(w string) bool {
		return !slices.ContainsFunc(knownDeeds(), func(kind wordList) bool { return kind.has(w) })
	})
	answers = answers || slices.ContainsFunc(shown.About, func(about string) bool { return len(shown.actsOf(about)) > 0 })
	return speaks && (answers || !strong && len(asked) > 0 && !sharesStem(deeds, asked)) // "pay the plumber" to whom is asked to let him in
}

// prices are words of what somebody wants to be paid, with which people order elsewhere.
var prices = lazyre.Once(func() wordList { return wordsOf(`pide piden pidió pidieron pede pedem pediu pediram pedido`) })

// sharesStem reports whether a word of one list begins as one of the other does.
func sharesStem(said, asked []string) bool {
	return slices.ContainsFunc(said, func(w string) bool {
		return len(w) > 3 && slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(a, w[:4]) })
	})
}

// joinsOther reports whether a yes joins something else to what is asked: "sign and send it".
func joinsOther(toks []token, asked []string, other []wordList, joins map[string]bool, pays bool) bool {
	from := money
	if !pays { // what sends is of the words for money, too
		from = getting
	}
	foreign := func(t token) bool {
		return t.kind == word && slices.ContainsFunc(other, func(k wordList) bool { return k.has(t.key) }) &&
			!slices.ContainsFunc(askedDeeds()[from:], func(k wordList) bool { return k.has(t.key) && slices.ContainsFunc(asked, k.has) })
	}
	for i := 1; i+1 < len(toks); i++ {
		if toks[i].kind == word && joins[toks[i].key] && (foreign(toks[i-1]) || foreign(toks[i+1])) {
			return true
		}
	}
	return false
}

// things are what a yes may be about beside money and the request itself, one kind a line:
// who writes of a contract is no answer to a request that speaks of an offer.
func things() []string {
	return []string{
		`offer* offre* offert* ofert* angebot* propos* quot* presupuest* preventiv* orçamento* orcamento* devis aanbieding* voorstel* wycen*`,
		`contract* contrat* contratt* vertrag* umow*`,
		`invoice* rechnung* factur* factuur* fattur* fatur* faktur* rekening*`,
		`server* serveur* servidor* serwer* machine* macchina* maszyn* máquina* maquina* maschine* system* sistema* système* systeem* instance box db rechner kiste`,
		`service* servizi* servici* serviço* servico* dienst* usług* uslug*`,
		`database datenbank* db`,
		`goods ware waren merce marchandise* mercancía* mercadoria* goederen towar towary`,
		`nda`,
		`order* bestell* commande* ordine* pedido* encomenda* bestelling* zamówien* zamowien* auftrag*`,
		`booking* buchung* réservation* reservation* reserva* prenotazione* boeking* rezerwacj*`,
		`draft* entwurf* bozza bozze brouillon* borrador* rascunho* concept concepten szkic*`,
		`fee fees charges frais gebühr* spese gastos tasas taxas opłaty opłat`,
		`purchase* mail* email* e-mail* correo* wysyłk* wysylk*`,
		`reminder* erinnerung* rappel* recordatorio* promemoria lembrete* herinnering* przypomnien*`,
	}
}

var knownThings = lazyre.Once(func() []wordList {
	var all []wordList
	for _, words := range things() {
		all = append(all, wordsOf(words))
	}
	return all
})

// givingBack are words of a request for giving money back, which pays no invoice and no fees.
var givingBack = lazyre.Once(func() wordList {
	return wordsOf(`refund* reimburs* rimbors* reembols* rembours* erstatt* rückerstatt* vergüt* terugbetal* terugstort* teruggave zwrot* zwróć zwróc* devoluci* devoluç*`)
})

// unpaid are words of things that no such request pays or sends.
var unpaid = lazyre.Once(func() wordList {
	return wordsOf(`invoice* rechnung* factur* factuur* fattur* fatur* faktur* rekening* fee fees charges frais gebühr* spese gastos tasas taxas opłaty opłat goods ware waren merce merci marchandise* mercancía* mercadoria* goederen towar towary`)
})

var sellers = lazyre.Once(func() wordList {
	return wordsOf(`supplier* vendor* lieferant* fornitor* proveedor* fournisseur* fornecedor* leverancier* dostawc*`)
})

// otherThing reports whether a yes speaks of a thing of which the prompt does not, though that
// names another; in a clause that was read by its roles, though it names none.
func otherThing(toks []token, shown Shown) bool {
	if len(shown.About) == 0 {
		return false
	}
	asked := shown.words()
	if tooWide(toks, asked, shown) {
		return true
	}
	if paysThing(toks, asked) {
		return true
	}
	if !pays(shown) && slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && cash()[t.key] }) && !slices.ContainsFunc(asked, func(w string) bool { return cash()[w] }) {
		return true
	}
	known := slices.ContainsFunc(knownThings(), func(kind wordList) bool { return slices.ContainsFunc(asked, kind.has) })
	gives := slices.ContainsFunc(asked, givingBack().has)
	for _, kind := range knownThings() {
		if slices.ContainsFunc(asked, kind.has) {
			continue
		}
		for i, t := range toks {
			in := i > 0 && (toks[i-1].key == "in" || toks[i-1].key == "en") || shown.does(t.key) || thankedFor(toks, i) || i > 0 && asSaid()[toks[i-1].key] // "it is in order"
			w := t.key[strings.LastIndex(t.key, "'")+1:]
			if w == "pedido" && i+1 < len(toks) && turnedDown()[toks[i+1].key] { // it is a request
				continue
			}
			if (t.plain || (known || gives && unpaid().has(w)) && t.kind == word) && !in && kind.has(w) && !slices.ContainsFunc(knownThings(), func(k wordList) bool { return k.has(w) && slices.ContainsFunc(asked, k.has) }) {
				return true
			}
		}
	}
	return false
}

// turnedDown are words behind the Portuguese word for an order that make it a request.
var turnedDown = lazyre.Once(func() map[string]bool {
	return set("recusado", "indeferido", "rejeitado", "negado", "aprovado", "deferido", "autorizado")
})

// paysThing reports whether a yes takes back what was sent ("process the return"), or pays an order, a booking or who
// sells where money is to be given back.
func paysThing(toks []token, asked []string) bool {
	const order, booking = 8, 9 // in things
	gives := slices.ContainsFunc(asked, givingBack().has)
	back := slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && givingBack().has(t.key) })
	for i, t := range toks {
		if i == 0 || t.kind != word || slices.Contains(asked, t.key) {
			continue
		}
		of := articled()[toks[i-1].key]
		if of && (t.key == "return" || t.key == "returns" || t.key == "retoure" || t.key == "rücksendung" || t.key == "reso" || t.key == "retour") ||
			of && gives && (sellers().has(t.key) || !back && (knownThings()[order].has(t.key) || knownThings()[booking].has(t.key))) {
			return true
		}
	}
	return false
}

var cash = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`money geld argent dinero soldi denaro dinheiro pieniądze pieniedzy pieniędzy kasę`)...)
})

var articled = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`the a this that their your die den dem diese il la l' el le o de het to tę au al ao an aan`)...)
})

// everything and customers are what a request to take one thing away, or to start one anew, does
// not speak of: "borra todo", "relancez le client".
var (
	everything = lazyre.Once(func() wordList {
		return wordsOf(`all everything alles tout toutes tutto tutti todo todos tudo wszystko wszystkie tutte todas toda tds tous toutes wszystkich wszystkim`)
	})
	everybody = lazyre.Once(func() wordList {
		return wordsOf(`everyone everybody iedereen jedermann jeder jeden chacun chacune monde ognuno cada`)
	})
	customers = lazyre.Once(func() wordList { return wordsOf(`client* customer* kunde kunden klant* klient*`) })
)

// tooWide reports whether a yes to such a request is to more than that, or to a person.
func tooWide(toks []token, asked []string, shown Shown) bool {
	says := func(list wordList) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && list.has(t.key) }) && !slices.ContainsFunc(asked, list.has)
	}
	for i, t := range toks { // "invite everyone"; "auf jeden Fall" is a yes
		if t.kind == word && everybody().has(t.key) && !slices.ContainsFunc(asked, everybody().has) && (i+1 == len(toks) || toks[i+1].key != "fall") {
			return true
		}
	}
	takes := discarding(shown)
	for i := 1; i < len(toks); i++ { // "restart everything"
		if toks[i].kind == word && everything().has(toks[i].key) && (knownDeeds()[anew].has(toks[i-1].key) || asksFor(shown, changing) && shown.does(toks[i-1].key)) && !slices.ContainsFunc(asked, everything().has) {
			return true
		}
	}
	return takes && says(everything()) && !slices.ContainsFunc(toks, func(t token) bool { return t.key == "them" }) && slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && takesAway(t.key) }) ||
		(takes || asksFor(shown, anew)) && says(customers())
}

// takesAway reports a word for taking something away.
func takesAway(w string) bool {
	return slices.ContainsFunc([]int{deleting, callingOff, blocking}, func(kind int) bool { return askedDeeds()[kind].has(w) })
}

// discarding reports whether what is asked is to take something away.
func discarding(shown Shown) bool {
	takes := shown.deed()
	return slices.ContainsFunc(shown.About, func(s string) bool {
		for i, w := range strings.FieldsFunc(strings.ToLower(normalize(s)), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if takesAway(w) && !(i > 0 && buildings()[w]) && slices.ContainsFunc(takes, func(of string) bool { return strings.Contains(of, w) }) {
				return true
			}
		}
		return false
	})
}

// buildings are what some of these words are where no prompt begins with them: "Heating in block C".
var buildings = lazyre.Once(func() map[string]bool {
	return set("block", "blocks", "blok", "bloku", "bloc", "bloco", "bloque", "blocco", "cancelliere", "cancelleria")
})
