package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// report is how people of one language say that they looked at something, or spoke of it.
type report struct {
	first map[string]bool // who did: "I", "we have", "j'ai"
	did   map[string]bool
	alone bool // the verb tells who did it
}

// reporting are those of the languages. To have read, asked, told or been told something is none: it may be all that is said.
var reporting = lazyre.Once(func() []report {
	var all []report
	for _, r := range []struct {
		first, did string
		alone      bool
	}{
		{`i we i've we've ive i'd we'd have had just already also quickly personally`, `checked double-checked reviewed verified inspected discussed spoke spoken talked chatted looked`, false},
		{`ho abbiamo l'ho l'abbiamo li le ne già appena anche io noi`, `controllato controllata controllati verificato verificata parlato discusso rivisto rivista esaminato esaminata visionato consultato`, false},
		{`he hemos lo la los las ya también yo nosotros acabo acabamos de`, `revisado comprobado hablado mirado verificado comentado consultado repasado`, false},
		{`lo la los las ya también yo`, `revisé comprobé hablé hablamos miré verifiqué comenté consulté revisamos comprobamos verificamos miramos`, true},
		{`j'ai ai on nous je l'ai l'a a avons en j'en déjà aussi bien viens d'en de`, `vérifié vérifiée contrôlé contrôlée parlé discuté relu relue examiné consulté`, false},
		{`ich wir habe haben hab habs hab's das es mir uns alles schon bereits auch`, `geprüft kontrolliert angeschaut angesehen besprochen abgesprochen gesprochen geredet durchgesehen abgestimmt nachgesehen nachgeschaut durchgeschaut`, false},
		{`já também eu nós acabei de`, `verifiquei conferi falei falámos revi conversei analisei confirmámos verificámos conversámos consultei`, true},
		{`ik we wij heb hebben het dit dat ook al net even`, `gecontroleerd nagekeken besproken overlegd bekeken doorgenomen gecheckt gesproken afgestemd nagezien`, false},
		{`już też to ja my wszystko`, `sprawdziłem sprawdziłam sprawdziliśmy rozmawiałem rozmawiałam rozmawialiśmy obejrzałem obejrzałam omówiłem omówiłam omówiliśmy przejrzałem przejrzałam`, true},
	} {
		words := func(s string) map[string]bool {
			m := map[string]bool{}
			for w := range strings.FieldsSeq(s) {
				for _, v := range wordSpellings(w) {
					m[v] = true
				}
			}
			return m
		}
		all = append(all, report{words(r.first), words(r.did), r.alone})
	}
	return all
})

type neutralWords struct {
	thanked, much, forWhat map[string]bool
	said                   wordList        // with fine and news the only words that may stand there beside those of the prompt
	changes                wordList        // what chooses, corrects, or makes something else of a request, days, and what is to come
	news                   wordList        // what one thanks for who was told something
	fine                   map[string]bool // words that look like deeds and are none where one thanks for them or looked at them
}

var besideWords = lazyre.Once(func() neutralWords {
	return neutralWords{
		thanked: set(strings.Fields(`ty dzięks podziękowania dank dankjewel dankje cheers valeu agradeço agradecido agradecida`)...),
		much:    set(strings.Fields(`you so very much a lot million again all ever really too dir ihnen euch sehr vielmals schon nochmal tante mille ancora te le ti vi mucho muchas mil beaucoup bien infiniment muito muita desde já je u jullie wel zeer alvast bardzo ci pani panu wam wszystkim serdecznie both everyone everybody kindly vous toi`)...),
		forWhat: set(strings.Fields(`dein deine ihre euer eure pour`)...),
		changes: wordsOf(`monday tuesday wednesday thursday friday saturday sunday weekend next coming january february march april june july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag nächste* kommende*
			lunedì martedì mercoledì giovedì venerdì sabato domenica prossim* lunes martes miércoles jueves viernes sábado domingo próxim* proxim* lundi mardi mercredi jeudi vendredi samedi dimanche prochain* segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
			maandag dinsdag woensdag donderdag vrijdag zaterdag zondag volgende poniedział* wtorek środę czwartek piątek sobotę niedziel* przyszł* następn*
			other others another instead different wrong odd strange mistake* error* problem* issue* chang* cancel* skip* leav* left drop* add added adding extra more less fewer rest both second third max* min* limit* price* discount* cheap* expens* too old older wait* hold* refus* reject* declin* object* complain* disagree* against advis* suspicio* fraud* fake doubt* worr* unsure concern* alternativ* replac* swap* switch* reduc* lower* without minus plus instead down off
			ander* andre* falsch* fehler* problem* änder* aender* storn* statt ohne zusätzlich mehr weniger rest beide zweite* dritte* preis* rabatt* billig* teuer* alt alte alten lass* wart* ablehn* zweifel* widersp* ungewöhnlich komisch betrug* bedenken kürz* verzicht* gegen
			altr* invece sbagliat* error* problem* cambi* annull* senza più meno resto entramb* second* prezz* scont* vecchi* aspett* rifiut* dubb* contrari* tolto togli* esclus* anzich* strano strana
			otr* vez equivocad* error* problem* cambi* anul* sin más menos resto amb* segund* preci* descuent* viej* esper* rechaz* dud* contra quit* exclu* raro rara incorrect*
			autre* lieu faux fausse* erreur* problème* chang* annul* sans plus moins reste deux second* prix remise* vieux vieille* attend* refus* dout* contre retir* exclu* bizarre*
			outr* invés errad* erro* problema* mud* cancel* sem mais menos resto ambos segund* preço* desconto* velh* esper* recus* dúvid* duvid* contra tir* exclu* estranh*
			ander* plaats fout* verkeerd* probleem problemen wijzig* annul* zonder meer minder rest beide tweede prijs* korting* oud oude wacht* weiger* twijfel* tegen bezwaar* vreemd raar
			inn* zamiast zły zła złe błąd błęd* problem* zmian* zmien* anul* bez więcej mniej reszt* oba obie drug* cen* rabat* star* czek* odmów* wątpliw* przeciw* dziwn*`),
		news: wordsOf(`berichtje mailtje info* inform* message mail* email* e-mail* reminder heads-up notice update* note letting telling flagging nachricht* hinweis* erinnerung* bescheid avviso avvertito segnalazione messaggio notizi* aviso* mensaje mensagem lembrete recordatorio rappel alerte bericht melding herinnering wiadomość informacj* przypomnienie question* domand* frag* nachfrag* asking`),
		said: wordsOf(`mein* dein* unser* euer eure ihre* mio mia tuo tua suo sua nostr* vostr* mi tu su nuestr* mon ma mes ton ta tes votre vos notre nos meu minha teu tua seu sua nosso nossa mijn jouw jullie onze ons je uw mój moja twój twoją moim moją naszym naszą out into a an the this that these those it its him them her my our your his their us me you i we all everything every each both of on over through at in by with to about for from and so as up together again briefly morning afternoon evening week yesterday today earlier already just now personally carefully thoroughly twice detail details phone did do does done doing put
			landlord tenant caterer team accountant accounting finance colleague* customer* client* supplier* board manager boss wife husband neighbour* plumber roofer electrician builder legal figure* number* paperwork document* file list sums books quote address work effort* help patience time trouble hard great good kind quick fast reply response support sorting sort putting pulling picking chasing drafting organising organizing handling dealing taking care looking arranging
			der die das den dem des ein eine einen einem einer es ihn ihm ihr sie uns alles mit bei über von vom zum zur für an am auf im in heute gestern morgen früh vormittag nachmittag eben gerade kurz nochmal telefon steuerberater* vermieter* mieter* kolleg* kund* lieferant* chef* team vorstand zahlen unterlagen details liste mühe arbeit hilfe geduld einsatz unterstützung schnelle tolle gute viele nachfargen nachfragen machst
			il lo la i gli le l' un una di del della dei con per su tutto tutti ieri oggi stamattina poco fa commercialista idraulic* padron* inquilin* collegh* collega capo clienti cliente contabil* fornitore conti numeri documenti dati lavoro impegno pazienza aiuto cuore disponibilità tempo supporto
			el los las un una de del al con por para todo ayer hoy mañana gestor* contable* contador* inquilin* casero compañer* jefe jefa client* proveedor* números cuentas documentos datos trabajo esfuerzo paciencia ayuda apoyo tiempo avisar
			ce cet cette matin le les l' un une de du des avec pour sur à au en tout hier matin aujourd'hui comptable plombier propriétaire locataire collègue* chef équipe client* fournisseur chiffres comptes documents travail effort* patience aide soutien réactivité temps réponse rapide
			o os um uma do da dos das com para por em no na tudo ontem hoje manhã contabilista contador* senhorio inquilin* colega* chefe cliente* fornecedor equipa equipe números contas documentos dados trabalho esforço paciência ajuda apoio tempo fazes faz fazem tratar* disto isto que nós
			de het een die dit dat met van voor over aan op al alles gisteren vandaag vanmorgen vanochtend accountant verhuurder huurder collega* baas klant* leverancier bestuur cijfers stukken werk vele moeite hulp geduld inzet steun tijd vragen snelle
			z ze o w na za ten tę to tego tym ją go nim nią nimi wszystko wczoraj dziś dzisiaj rano księgow* właściciel* najemc* koleg* koleżank* szef* klient* dostawc* zarząd* liczby dokumenty dane cały trud praca pracę pomoc cierpliwość wsparcie czas szybk* przygotowan* oferty`),
		fine: set(strings.Fields(`buchhaltung buchhalter buchhalterin boekhouder boekhoudster boekhouding bookkeeper bookkeeping mail email e-mail message offer offerta oferta angebot offre aanbieding order bestellung pedido ordine commande zamówienie contract contrat contratto contrato vertrag umowę invoice post brief preparing preparation vorbereitung préparation preparación preparazione voorbereiding przygotowanie accounts account fast fixing repair rent plan planning opening delivery notes organising asking checking sorting`)...),
	}
})

var italianArticles = lazyre.Once(func() map[string]bool {
	return set("il", "gli", "di", "dei", "del", "della", "delle", "degli", "dello", "alla", "dell'", "nel", "nella", "nei", "nelle", "nello", "sul", "sulla", "sui", "sulle", "al", "ai", "alle", "dal", "dalla")
})
