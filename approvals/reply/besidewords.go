package reply

import (
	"strings"
	"sync"
)

// report is how people of one language say that they looked at something, or spoke of it.
type report struct {
	first map[string]bool // who did: "I", "we have", "j'ai"
	did   map[string]bool
	alone bool // the verb tells who did it
}

// reporting are those of the languages. To have read, asked, told or been told something is none: it may be all that is said.
var reporting = sync.OnceValue(func() []report {
	var all []report
	for _, r := range []struct {
		first, did string
		alone      bool
	}{
		{`i we i've we've ive i'd we'd have had just already also quickly personally`, `checked double-checked reviewed verified compared inspected discussed spoke spoken talked chatted looked went gone met ran cleared`, false},
		{`ho abbiamo l'ho l'abbiamo li le ne già appena anche io noi`, `controllato controllata controllati verificato verificata parlato discusso guardato guardata confrontato confrontata rivisto rivista esaminato esaminata visionato consultato`, false},
		{`he hemos lo la los las ya también yo nosotros acabo acabamos de`, `revisado comprobado hablado visto mirado verificado comentado consultado comparado repasado`, false},
		{`lo la los las ya también yo`, `revisé comprobé hablé hablamos miré verifiqué comenté consulté comparé revisamos comprobamos verificamos miramos`, true},
		{`j'ai on nous je l'ai l'a a avons en j'en déjà aussi bien viens d'en de`, `vérifié vérifiée contrôlé contrôlée parlé discuté regardé regardée comparé comparée relu relue examiné consulté échangé`, false},
		{`ich wir habe haben hab habs hab's das es mir uns alles schon bereits auch`, `geprüft kontrolliert angeschaut angesehen besprochen abgesprochen gesprochen geredet durchgesehen abgestimmt nachgesehen nachgeschaut verglichen durchgeschaut begutachtet`, false},
		{`já também eu nós acabei de`, `verifiquei conferi falei falámos revi conversei analisei confirmámos verificámos conversámos comparei vi combinei consultei`, true},
		{`ik we wij heb hebben het dit dat ook al net even`, `gecontroleerd nagekeken besproken overlegd bekeken doorgenomen gecheckt gesproken afgestemd vergeleken nagezien`, false},
		{`już też to ja my wszystko`, `sprawdziłem sprawdziłam sprawdziliśmy rozmawiałem rozmawiałam rozmawialiśmy obejrzałem obejrzałam omówiłem omówiłam omówiliśmy uzgodniłem uzgodniłam uzgodniliśmy przejrzałem przejrzałam porównałem porównałam`, true},
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
	others                 map[string]bool // who begins a sentence of their own: what was spoken of is their word
	changes                wordList        // what chooses, corrects, or makes something else of a request
	news                   wordList        // what one thanks for who was told something
	fine                   map[string]bool // words that look like deeds and are none where one thanks for them or looked at them
}

var besideWords = sync.OnceValue(func() neutralWords {
	return neutralWords{
		thanked: set(strings.Fields(`ty dzięks podziękowania dank dankjewel dankje cheers valeu agradeço agradecido agradecida`)...),
		much:    set(strings.Fields(`you so very much a lot million again all ever really too dir ihnen euch sehr vielmals schon nochmal tante mille ancora te le ti vi mucho muchas mil beaucoup bien infiniment muito muita desde já je u jullie wel zeer alvast bardzo ci pani panu wam wszystkim serdecznie both everyone everybody kindly vous toi`)...),
		forWhat: set(strings.Fields(`dein deine ihre euer eure pour`)...),
		others: set(strings.Fields(`he she they who whom which and or that says said say think thinks told er sie und dass oder wer sagt meint lui lei loro chi che o e dice dicono él ella ellos quien que y dice dicen il elle ils elles qui que et ou dit disent ele ela eles quem que diz dizem ou
			hij zij ze die en of zegt wie dat on ona oni kto który która że i lub mówi mówią`)...),
		changes: wordsOf(`other others another instead different wrong odd strange mistake* error* problem* issue* chang* cancel* skip* leav* left drop* add added adding extra more less fewer rest both second third max* min* limit* price* discount* cheap* expens* too old older wait* hold* refus* reject* declin* object* complain* disagree* against advis* suspicio* fraud* fake doubt* worr* unsure concern* alternativ* replac* swap* switch* reduc* lower* without minus plus instead down off
			ander* andre* falsch* fehler* problem* änder* aender* storn* statt ohne zusätzlich mehr weniger rest beide zweite* dritte* preis* rabatt* billig* teuer* alt alte alten lass* wart* ablehn* zweifel* widersp* ungewöhnlich komisch betrug* bedenken kürz* verzicht* gegen
			altr* invece sbagliat* error* problem* cambi* annull* senza più meno resto entramb* second* prezz* scont* vecchi* aspett* rifiut* dubb* contrari* tolto togli* esclus* anzich* strano strana
			otr* vez equivocad* error* problem* cambi* anul* sin más menos resto amb* segund* preci* descuent* viej* esper* rechaz* dud* contra quit* exclu* raro rara incorrect*
			autre* lieu faux fausse* erreur* problème* chang* annul* sans plus moins reste deux second* prix remise* vieux vieille* attend* refus* dout* contre retir* exclu* bizarre*
			outr* invés errad* erro* problema* mud* cancel* sem mais menos resto ambos segund* preço* desconto* velh* esper* recus* dúvid* duvid* contra tir* exclu* estranh*
			ander* plaats fout* verkeerd* probleem problemen wijzig* annul* zonder meer minder rest beide tweede prijs* korting* oud oude wacht* weiger* twijfel* tegen bezwaar* vreemd raar
			inn* zamiast zły zła złe błąd błęd* problem* zmian* zmien* anul* bez więcej mniej reszt* oba obie drug* cen* rabat* star* czek* odmów* wątpliw* przeciw* dziwn*`),
		news: wordsOf(`info* inform* message mail* email* e-mail* reminder heads-up notice update* note letting telling flagging nachricht* hinweis* erinnerung* bescheid avviso avvertito segnalazione messaggio notizi* aviso* mensaje mensagem lembrete recordatorio rappel alerte bericht melding herinnering wiadomość informacj* przypomnienie question* domand* frag* nachfrag* asking`),
		fine: set(strings.Fields(`buchhaltung buchhalter buchhalterin boekhouder boekhoudster boekhouding bookkeeper bookkeeping mail email e-mail message offer offerta oferta angebot offre aanbieding order bestellung pedido ordine commande zamówienie contract contrat contratto contrato vertrag umowę invoice post brief preparing preparation vorbereitung préparation preparación preparazione voorbereiding przygotowanie accounts account fast fixing repair rent plan planning opening delivery notes organising asking checking sorting`)...),
	}
})

var italianArticles = sync.OnceValue(func() map[string]bool {
	return set("il", "gli", "di", "dei", "del", "della", "delle", "degli", "dello", "alla", "dell'")
})

// dates are the names of days and months, and what is to come.
var dates = sync.OnceValue(func() wordList {
	return wordsOf(`monday tuesday wednesday thursday friday saturday sunday weekend next coming january february march april june july august september october november december montag dienstag mittwoch donnerstag freitag samstag sonntag nächste* kommende*
		lunedì martedì mercoledì giovedì venerdì sabato domenica prossim* lunes martes miércoles jueves viernes sábado domingo próxim* proxim* lundi mardi mercredi jeudi vendredi samedi dimanche prochain* segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
		maandag dinsdag woensdag donderdag vrijdag zaterdag zondag volgende poniedział* wtorek środę czwartek piątek sobotę niedziel* przyszł* następn*`)
})
