package footer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// What people sign with that is not the name they are configured with, and the names of houses, firms and places below it,
// which no list can have: they are written as names are, and say nothing of a request, whose words they have not.

// bylineLength is how many letters initials have at most.
const bylineLength = 4

var (
	dashed1 = lazyre.New(`^[-–—~] ?\b`)
	// Who signs for a house signs themselves: "i. A. Kern", "gez. Kern".
	signedBy = lazyre.New(`(?i)^(?:i\. ?[av]\.|gez\.|signed|sgd\.?|podpisano|\(-\)) `)
	// A part of a house, or a year of a school: "Year 9", "Klasse 3b", "Halle 3", "nr 14".
	partOfHouse = lazyre.New(`(?i)^(?:#|no|nr|nº|n°|nr\.|no\.)?[0-9]{1,3}[a-d]?$|^[ivx]{1,4}$`)
)

// names is how a line names the person who writes: with what closes a letter before it or a dash, by a part of their name, a
// nickname, initials.
func (s signer) names(line string) bool {
	line = strings.TrimSpace(kisses.ReplaceAllString(dashed1.ReplaceAllString(strings.TrimSpace(line), ""), ""))
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > 7 || s.relative(line) || strings.ContainsFunc(strings.TrimSuffix(line, ","), func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(" .,-'’", r) }) || marked(line) {
		return false
	}
	if s.isName(line, false) || len(words) > 1 && s.signing.kin.Has(strings.ToLower(strings.Trim(words[0], "."))) && s.isName(strings.Join(words[1:], " "), true) { // "Oma Hanne"
		return true
	}
	if by := signedBy.FindString(line); by != "" {
		return s.isName(line[len(by):], true)
	}
	for n := 1; n < min(len(words), 5); n++ {
		head := strings.Join(words[:len(words)-n], " ")
		if (s.closes(head) || s.grammar.Courtesy(head) && strings.HasSuffix(head, ",")) && s.isName(strings.Join(words[len(words)-n:], " "), true) {
			return true
		}
	}
	return false
}

// isName reports a text that names the person, who is told to sign: behind what closes a letter it may be written small.
func (s signer) isName(text string, told bool) bool {
	words := fields(text)
	if len(words) == 0 || strings.Contains(strings.Trim(text, ", "), ",") || strings.Contains(text, " -") || strings.HasSuffix(text, ".") && s.closed(text, words) || !told && !capital(words[0]) && utf8.RuneCountInString(words[0]) > 1 {
		return false
	}
	for n := len(words); n > 1 && len(words[n-1]) > 1 && s.signing.honours.Has(strings.ToLower(words[n-1])) && strings.ToUpper(words[n-1]) == words[n-1]; n-- {
		words = words[:n-1] // "E. Voss FRCR"
	}
	if s.own(words, lowered(words)) || s.initials(text, told) {
		return true
	}
	last := words[len(words)-1]
	return len(words) > 1 && slices.Contains(s.name, wording.Fold(strings.ToLower(last))) && s.initials(strings.Join(words[:len(words)-1], " "), true) // "K.-H. Kern"
}

// initials reports a text of nothing but initials of the person's name: "K", "J.-F.", "HJP". A letter that the request has
// may be the one of two that is chosen, and some say yes and no.
func (s signer) initials(text string, told bool) bool {
	var letters []rune
	upper := false
	for _, r := range strings.TrimSpace(text) {
		switch {
		case unicode.IsLetter(r):
			letters = append(letters, unicode.ToLower(r))
			upper = upper || unicode.IsUpper(r)
		case !strings.ContainsRune(".-– ", r):
			return false
		}
	}
	all := wording.Fold(string(letters))
	n := len(letters)
	if n == 0 || n > bylineLength || !upper && !told && n > 1 || s.asks(all) || !strings.HasPrefix(s.letters, all[:1]) ||
		n == 1 && !upper && strings.Contains("ynjtsok", all) || n > 1 && !strings.Contains(text, ".") && (s.grammar.Decides(all) || s.grammar.Answers([]string{all}) || s.grammar.Hedged([]string{all}) || s.signing.dates.Has(all) || s.signing.notInitials.Has(all)) {
		return false
	}
	at := 0
	for _, r := range all {
		i := strings.IndexRune(s.letters[at:], r)
		if i < 0 {
			return false
		}
		at += i + 1
	}
	return true
}

// lettersOf are the first letters of the parts of a name.
func lettersOf(name []string) string {
	var b strings.Builder
	for _, w := range name {
		for part := range strings.FieldsFuncSeq(w, func(r rune) bool { return strings.ContainsRune("-'’.", r) }) {
			r, _ := utf8.DecodeRuneInString(part)
			b.WriteRune(r)
		}
	}
	return b.String()
}

// asks reports a word of the request.
func (s signer) asks(word string) bool { return s.asked != nil && s.asked(word) }

// below reports a line below the person's name that says where they are or for whom they work, by how it is written alone:
// names of houses, firms and places beside what is known of such.
func (s signer) below(line string) bool {
	line = strings.TrimSpace(adorned.Replace(line))
	line = strings.Trim(foundedIn.ReplaceAllString(sinceYear.ReplaceAllString(line, ""), ""), " |")
	line = strings.ReplaceAll(strings.ReplaceAll(line, "e. V.", "e.V."), "e. K.", "e.K.")
	if utf8.RuneCountInString(line) > 70 || marked(line) || strings.ContainsAny(line, "!?;:=→<>{}%$€£…~*_") || listed.MatchString(line) || smiley.MatchString(line) || behalf.MatchString(line) || s.relative(line) || forAnother.MatchString(line) && !s.signing.agents.Has(strings.ToLower(strings.Fields(line + " -")[0])) {
		return false
	}
	parts := segments(quoted.ReplaceAllString(line, "$1"))
	if len(parts) == 0 {
		return strings.Trim(line, " ,") == "" && line != "" // "Since 1974"
	}
	placed := slices.ContainsFunc(parts, func(part string) bool { return s.isPlace(fields(part)) })
	for i, part := range parts {
		part = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(part), "Co. "), "Co ")
		words := fields(part)
		switch {
		case len(words) == 0 || strings.HasSuffix(part, ".") && s.closed(part, words):
			return false
		case s.reached(part, i > 0):
		case s.isPlace(words), (placed || i > 0) && s.isName1(words) && len(words) < 4 && !adverb.MatchString(strings.ToLower(words[0])), s.nameOf(words, i > 0):
		case i == 0 && len(parts) > 1 && s.ownFirm(part, words):
		case i > 0 && len(words) == 1 && s.signing.states.Has(strings.ToLower(words[0])) && acronym(words[0]) && !s.grammar.Decides(strings.ToLower(words[0])): // "Bozeman, MT"
		case i == 0 && len(parts) > 1 && s.isName1(words) && s.signing.states.Has(strings.ToLower(strings.TrimSpace(parts[1]))):
		default:
			return false
		}
	}
	return true
}

// foundedIn is the year of a club: "von 1887".
var foundedIn = lazyre.New(`,? (?:von|seit|anno|of|de|van|del|z|od) 1[6-9][0-9]{2}\b`)

// reaching reports a line that says how or where somebody is reached, or nothing.
func (s signer) reaching(pieces []sort) bool {
	return len(pieces) > 0 && !slices.ContainsFunc(pieces, func(p sort) bool {
		return p != contact && p != register && p != harmless && p != street && p != town && p != district && p != aside
	})
}

// quoted is a name in quotes, as those of houses and ships are.
var quoted = lazyre.New(`^["“„«'‘]([^"“”„«»]+)["”“»'’]$`)

// reached reports a piece that says how or where somebody is reached, by its numbers.
func (s signer) reached(part string, beside bool) bool {
	words := fields(part)
	if bare := strings.TrimSpace(dutchPost.ReplaceAllString(islandPost.ReplaceAllString(part, ""), "")); bare == "" || bare != part && s.isPlace(fields(bare)) {
		return true
	}
	if townLine.MatchString(part) && s.isName1(words[1:]) {
		return true
	}
	if telephone.MatchString(strings.Trim(part, " .")) && digitsIn(part) >= 7 {
		return true
	}
	labelled := false
	switch s.segment(part, false, &labelled) {
	case contact, register:
		return true
	case street:
		return !placeOnly.MatchString(part) || streetName(strings.ToLower(words[0]))
	}
	if len(words) > 1 && len(words) < 4 && s.signing.extensions.Has(strings.Trim(strings.ToLower(words[0]), ".")) {
		return digitsIn(strings.Join(words[1:], "")) > 1 && strings.Trim(strings.Join(words[1:], ""), "0123456789-/") == ""
	}
	return beside && len(words) == 2 && s.signing.sites.Has(strings.ToLower(words[0])) && partOfHouse.MatchString(words[1])
}

// isName1 reports words of the name of a place: "Vöcklabruck", "Nörten-Hardenberg", "Kals am Großglockner".
func (s signer) isName1(words []string) bool {
	for i, w := range words {
		k := strings.ToLower(w)
		switch {
		case i > 0 && i+1 < len(words) && (s.signing.nearby.Has(k) || s.signing.governs.Has(k)):
		case len(w) < 3 && i+1 < len(words), len(w) > 3 && strings.ToUpper(w) == w, !capital(w), !s.quiet(w) && !s.signing.placing.Has(k) && !s.signing.regions.Whole(wording.Fold(k)), s.asks(k):
			return false
		}
	}
	return len(words) > 0 && len(words) < 5
}

// town reports a word that ends like names of places, or is known as one.
func (s signer) town(w string) bool {
	k := wording.Fold(strings.ToLower(w))
	if i := strings.LastIndexByte(k, '-'); i > 0 && s.signing.regions.Has(k[i+1:]) {
		return true
	}
	return s.signing.regions.Has(k) && !s.signing.notPlaces.Has(k) && (len(k) > 5 || s.signing.regions.Whole(k))
}

// isPlace reports the name of a place: one that ends like those, or one that stands beside what only they have.
func (s signer) isPlace(words []string) bool {
	if len(words) == 0 || len(words) > 5 || !s.isName1(words) {
		return false
	}
	last := len(words) - 1
	if s.town(words[last]) || s.town(words[0]) && all(words[1:], func(w string) bool { return s.signing.placing.Has(strings.ToLower(w)) }) {
		return true
	}
	return last > 0 && s.called.Language == "de" && slices.Contains([]string{"Bad", "Sankt", "St", "Markt"}, words[0]) || last > 0 && s.signing.placing.Whole(strings.ToLower(words[0])) && s.signing.dwellings.Has(strings.ToLower(words[last])) ||
		last > 1 && slices.ContainsFunc(words[1:last], func(w string) bool {
			return s.signing.nearby.Has(strings.ToLower(w)) && !s.signing.governs.Has(strings.ToLower(w))
		})
}

// nameOf reports the name of a house or firm, or what somebody is in it: all its words are written as names, some of them are
// in no list, and where nouns are written like names one of the others says what it is.
func (s signer) nameOf(words []string, beside bool) bool {
	if len(words) == 0 || len(words) > 7 || s.half(words) || s.oneOf(words) || s.subject(words) || len(words) == 1 && !beside {
		return false
	}
	keys := lowered(words)
	strange, emblems, tells, mine, office, field, owned := 0, 0, false, false, false, false, false
	for i, w := range words {
		k := strings.Trim(keys[i], ".")
		w, last := owner(w), i+1 == len(words)
		k = strings.TrimSuffix(strings.TrimSuffix(k, "'s"), "’s")
		switch {
		case partOfHouse.MatchString(w) && digitsIn(w) > 0:
			if !last && i == 1 && s.signing.sites.Has(keys[0]) && s.tells(words[i+1:]) { // "Year 4 Teacher"
				strange++
				continue
			}
			if !last || !tells || !office && !s.signing.sites.Has(strings.Trim(keys[max(0, i-1)], ".")) {
				return false
			}
			strange++
		case slices.Contains(s.name, wording.Fold(k)) && capital(w) && len(k) > 2:
			mine, owned = true, owned || w != words[i]
		case owned && capital(w) && !s.doubtful(w, words[i:i+1], true): // "Iqbal's Tyres and Exhausts"
			tells = true
		case w == "&", !last && i > 0 && (s.signing.governs.Has(k) || s.signing.joins.Has(k) || s.signing.articles.Has(k) || s.signing.nearby.Has(k)):
		case i == 0 && s.signing.articles.Has(k) && capital(words[1]) && len(words) > 2:
		case i > 0 && (s.signing.forms.Has(strings.ReplaceAll(k, ".", "")) || strings.ReplaceAll(k, ".", "") == "ev"):
			tells = true
		case (office && i+2 == len(words) || i == 0 && len(words) > 2) && s.signing.sites.Has(k) && partOfHouse.MatchString(words[i+1]): // "Head of Year 9"
		case !capital(w), s.signing.dates.Has(k), s.signing.payees.Has(k), i == 0 && s.starts(k), s.signing.choices.Has(wording.Fold(k)):
			return false
		case s.signing.roles.Has(k), s.signing.agents.Has(k), s.signing.jobs.Has(k):
			tells, office = true, true
			field = field || !last && s.signing.governs.Has(keys[i+1])
		case i > 1 && field && !s.doubtful(w, words[i:i+1], true) && !s.signing.remarks.Has(k): // "Lehrstuhl für Ältere Geschichte"
			strange++
		case s.signing.seats.Has(k), s.signing.houses.Has(k), s.signing.forms.Has(strings.ReplaceAll(k, ".", "")), s.signing.firms.Has(k):
			tells = true
		case s.asks(k):
			return false
		case s.signing.honours.Has(k), len(k) < 3 && strings.ToUpper(w) == w, s.signing.sites.Has(k):
		case s.signing.emblems.Has(k):
			emblems++
		case s.signing.placing.Has(k), len(words) > 2 && s.signing.inCompanies.Has(k), len(words) > 1 && s.signing.inNames.Has(k) && i+1 < len(words):
		case s.quiet(w) && !adverb.MatchString(k), i > 0 && tells && len(words) > 2 && s.called.Language != "de" && !s.doubtful(w, words[i:i+1], true) && !s.signing.remarks.Has(k): // "Clínica Boa Viagem"
			strange++
		default:
			return false
		}
	}
	switch {
	case keys[0] == "the" && all(keys[1:], s.signing.placing.Has): // "The Old Rectory"
		return len(words) > 2
	case s.bareHouse(words) && !mine, office && mine && strange == 0:
		return false
	case tells:
		return strange > 0 || mine || emblems > 0 && len(words) > 1
	}
	return mine && strange > 0 && len(words) > 2 && slices.ContainsFunc(keys[1:], func(k string) bool { return s.signing.governs.Has(k) || k == "by" || k == "&" || k == "and" }) // "Tulloch of Skaill"
}

// adverb is how words end that tell of a doing.
var adverb = lazyre.New(`..(?:ly|mente|ment|weise|ing|ed|able|ible)$`)

// placing are words of the names of places that others have, too: "Little Wenham", "Durban North", "Bad Ischl".
const placing = `little great high low upper lower north south east west old new long middle nether over under mid saint st st. ste port fort mount mt lake bad sankt nord süd ost west ober unter nieder groß klein alt neu santa santo san sant são saint sainte nuova nova nueva vila villa villar ciudad castel castello monte ponte puerto porto rio río la le les las los el il lo al del haut haute bas basse mont pont nowy nowa nowe stary stara stare dolny górny górna wielki wielka mały mała oud nieuw den zuid noord oost hoog laag bay beach hill hills heights valley park green cross bridge wood grove creek springs falls rapids city town village harbour harbor point island isle ness head moor grand rapids common end row close garth fell dale beck mere hall grange manor rectory vicarage house farm cottage lodge croft barn mill`

// emblems are what houses are called after: "The Copper Kettle Tearoom", "Kita Regenbogen".
const emblems = `meadow meadows view oak oaks oakwood ash elm willow willows cedar cedars maple birch birches beech holly ivy rose roses lily sun sunrise sunset star moon river riverside lakeside brook stream sea seaside ocean shore sand stone rock cliff bank spring copper silver golden gold iron crown royal king king's kings queen queens prince duke lion swan fox stag eagle robin heron owl bear wolf horse plough anchor bell lamp kettle little bright happy shining busy bee bees rainbow phoenix heritage pioneer summit horizon harmony serenity family residential community village town
	sonne sonnen mond stern sterne sternen adler löwe löwen hirsch hirschen krone linde linden eiche eichen birke birken tanne tannen rose rosen sonnenschein sonnenblume regenbogen pusteblume löwenzahn schwan schwanen ochsen rössl rössle bären traube trauben post anker lamm engel kreuz bergblick seeblick alpenblick talblick waldblick edelweiß edelweiss enzian murmel wirbelwind villa kunterbunt schatzkiste zwergenland spatzennest mäusenest arche
	sole luna stella aurora arcobaleno girasole quercia ulivo leone aquila corona rosa sol estrella luna arcoíris girasol olivo roble león águila soleil étoile lune tournesol chêne olivier lion aigle couronne zon maan ster regenboog zonnebloem eik linde leeuw arend kroon słońce słoneczko gwiazda tęcza dąb orzeł lew korona`

// dwellings are those of them that are only a house, or ground.
const dwellings = `garth fell dale beck mere croft grange manor rectory vicarage lodge cottage close mill hall priory abbey villas mead mews`

// nearby are words between the parts of such names: "Kals am Großglockner", "Stoke-on-Trent".
const nearby = `am an auf der im in bei ob vor on by upon under near in-the next sur sous lès les en aan den nad pod przy ved sul sulla di de do da del della`

// regions are what names of places end like, and those that are known as they stand; notPlaces end like them.
const regions = `*burg *bürg *berg *dorf *hausen *husen *stedt *furt *kirchen *hofen *ingen *brück *bruck *bruecken *walde *münde *munde *büttel *buttel *borstel *bronn *brunn *born *beuren *büren *bergen *weiler *wyl *ikon *thal *bach *itzsch *witz *nitz
	*ham *bury *burgh *borough *brough *shire *wick *worth *chester *cester *caster *mouth *stead *thorpe *thwaite *combe *hurst *ville *minster *haven *dale *pool *ford *ton *ley *leigh *bridge llan* bally* balli* strath* glen* kirk*
	*court *mont *bourg *villers *polis *wijk *drecht *dijk *dam *hoven *owo *owice *szcz *yce
	london leeds york bath leicester sheffield wakefield huddersfield chesterfield mansfield lichfield newport southport stockport derby whitby rugby grimsby devon cornwall kent essex sussex norfolk suffolk dorset somerset surrey cumbria orkney shetland fife moray lothian gwent dyfed gwynedd powys mayo galway cork kerry clare sligo donegal wicklow wexford dublin belfast glasgow cardiff swansea bristol inverness aberdeen dundee perth
	vermont texas ohio iowa utah nevada oregon idaho kansas florida georgia alabama alaska arizona arkansas california colorado connecticut delaware hawaii illinois indiana kentucky louisiana maryland massachusetts michigan minnesota mississippi missouri montana nebraska oklahoma pennsylvania tennessee virginia wisconsin wyoming boston chicago dallas denver detroit miami seattle toronto ottawa calgary winnipeg ontario québec alberta manitoba saskatchewan queensland tasmania sydney melbourne adelaide brisbane auckland otago canterbury durban johannesburg pretoria gauteng limpopo lagos ibadan abuja accra nairobi mombasa mumbai delhi chennai pune bengaluru kolkata hyderabad singapore
	köln bonn berlin bremen kiel mainz ulm jena essen bochum dortmund krefeld bielefeld münchen muenchen nürnberg leipzig dresden erfurt hannover trier fulda darmstadt ingolstadt neustadt karlsruhe stuttgart potsdam rostock lübeck kassel graz wien linz wels steyr villach tirol kärnten steiermark vorarlberg burgenland bern zürich zuerich basel luzern thun chur schwyz uri glarus aargau thurgau allgäu eifel sylt bayern franken sachsen thüringen hessen saarland holstein westfalen ostfriesland großglockner
	cuneo alessandria novara vercelli biella aosta savona bergamo brescia cremona mantova lecco monza pavia sondrio varese trento bolzano belluno rovigo treviso vicenza udine gorizia pordenone piacenza forlì cesena carrara lucca pistoia livorno arezzo grosseto pesaro urbino macerata ascoli teramo chieti isernia campobasso rieti viterbo frosinone caserta benevento avellino salerno foggia barletta andria trani brindisi taranto matera cosenza catanzaro crotone trapani agrigento caltanissetta ragusa siracusa messina sassari nuoro oristano cagliari olbia alghero merano bressanone rovereto bassano conegliano chioggia jesolo legnago schio asolo feltre cortina tarcento gemona cividale monfalcone sanremo ventimiglia rapallo chiavari mondovì saluzzo fossano pinerolo ivrea chieri moncalieri rivoli domodossola verbania legnano gallarate saronno cinisello desio seregno lissone vigevano voghera treviglio imola faenza carpi sassuolo fidenza empoli viareggio pontedera cecina piombino orvieto spoleto foligno assisi gubbio senigallia jesi osimo civitanova lanciano sulmona avezzano tivoli formia gaeta anzio velletri aversa pozzuoli sorrento eboli battipaglia cerignola manfredonia molfetta monopoli ostuni gallipoli galatina altamura lamezia marsala alcamo bagheria cefalù milazzo acireale taormina modica licata carbonia iglesias
	bydgoszcz katowice gliwice zabrze bytom tychy rybnik sosnowiec częstochowa kielce olsztyn elbląg koszalin słupsk szczecinek stargard gorzów kalisz konin leszno gniezno jarocin płock włocławek grudziądz inowrocław siedlce łomża ostrołęka suwałki ełk augustów zamość chełm puławy przemyśl krosno sanok jasło mielec dębica zakopane bochnia wieliczka oświęcim chrzanów olkusz bielsko cieszyn żywiec ustroń szczyrk wałbrzych legnica lubin świdnica kłodzko karpacz nysa kędzierzyn kluczbork sieradz pabianice zgierz kutno skierniewice łowicz piotrków bełchatów radomsko pruszków legionowo otwock wołomin żyrardów sochaczew ciechanów mława tczew malbork wejherowo rumia starogard kwidzyn kołobrzeg świnoujście darłowo ustka giżycko mrągowo iława ostróda
	roma milano torino napoli bari genova firenze venezia verona padova bologna trieste parma modena pisa siena lecce catania palermo ravenna ferrara rimini perugia ancona pescara toscana umbria puglia sicilia sardegna lazio veneto piemonte liguria friuli
	madrid barcelona sevilla málaga granada córdoba cádiz huelva jaén almería murcia alicante valencia bilbao vigo lugo oviedo gijón burgos toledo cuenca zaragoza pamplona salamanca galicia asturias aragón navarra cataluña andalucía canarias bogotá medellín lima quito guadalajara monterrey montevideo rosario lisboa braga évora faro coimbra aveiro viseu setúbal leiria minho algarve alentejo açores recife salvador bahia ceará paraná goiás curitiba campinas niterói brasília
	paris lyon lille nantes rennes brest dijon metz nancy reims rouen caen toulon bordeaux toulouse marseille grenoble angers orléans poitiers limoges bretagne normandie alsace savoie provence lorraine genève lausanne liège namur
	*igny *agny *ogny *villiers *moutier *moutiers *fontaine saint-* sainte-* notre-dame-* colmar mulhouse haguenau sélestat saverne épinal vesoul belfort besançon pontarlier dole langres chaumont troyes auxerre sens nevers moulins vichy montluçon bourges vierzon châteauroux blois tours vendôme chartres dreux évreux vernon lisieux deauville cherbourg coutances granville avranches alençon laval fougères vitré dinan lannion guingamp morlaix quimper lorient vannes pontivy redon cholet saumur niort cognac angoulême royan saintes périgueux bergerac sarlat libourne arcachon bayonne biarritz pau tarbes lourdes auch agen cahors figeac rodez millau albi castres béziers narbonne carcassonne perpignan nîmes alès avignon orange carpentras cavaillon arles martigues aubagne hyères fréjus cannes antibes nice menton digne gap briançon embrun valence montélimar privas annonay vienne bourgoin chambéry annecy thonon évian cluses mâcon chalon autun beaune roanne issoire aurillac mende brioude riom thiers tulle brive guéret ussel calais dunkerque lens arras douai cambrai valenciennes maubeuge roubaix tourcoing amiens beauvais compiègne soissons laon ajaccio bastia corte
	bruxelles charleroi mons tournai verviers wavre nivelles dinant ciney huy arlon bastogne marche virton gembloux soignies ath mouscron spa eupen malmedy waremme lausanne fribourg neuchâtel sion sierre martigny monthey conthey vevey montreux morges nyon yverdon renens aigle bulle delémont porrentruy bienne montréal québec lévis sherbrooke gatineau saguenay chicoutimi rimouski drummondville granby trois-rivières longueuil laval joliette rouyn-noranda val-d'or alma baie-comeau gaspé beauport
	*veen *wolde *woude *waarde *voort *schoten *kapellen *zele amersfoort apeldoorn deventer enschede hengelo almelo hardenberg ommen raalte kampen meppel hoogeveen coevorden stadskanaal veendam winschoten delfzijl leeuwarden sneek drachten heerenveen harlingen dokkum franeker hilversum bussum huizen naarden almere lelystad dronten urk ede wageningen barneveld ermelo harderwijk nunspeet epe zutphen doetinchem winterswijk aalten tiel culemborg houten zeist bilthoven soest woerden gouda alphen leiderdorp katwijk lisse hillegom haarlem heemstede hoofddorp aalsmeer uithoorn amstelveen purmerend hoorn enkhuizen schagen alkmaar castricum beverwijk velsen delft rijswijk zoetermeer schiedam vlaardingen dordrecht gorinchem middelburg vlissingen goes terneuzen hulst zierikzee roosendaal etten-leur oosterhout waalwijk tilburg uden veghel boxtel oss cuijk helmond deurne asten someren weert roermond venlo venray horst sittard geleen heerlen kerkrade maastricht valkenburg hellendoorn nijverdal rijssen ouddorp
	brussel mechelen aalst dendermonde lokeren sint-niklaas beveren temse ninove geraardsbergen oudenaarde ronse zottegem wetteren eeklo deinze kortrijk waregem harelbeke menen roeselare izegem tielt torhout diksmuide ieper poperinge veurne oostende blankenberge knokke turnhout geel mol herentals lier heist boom schoten brasschaat kontich mortsel genk tongeren bilzen maaseik bree lommel beringen tessenderlo tienen diest aarschot halle vilvoorde asse
	utrecht leiden delft breda zwolle assen emmen hasselt gent brugge leuven antwerpen eindhoven arnhem nijmegen groningen friesland drenthe zeeland brabant twente gelderland warszawa kraków łódź poznań gdańsk gdynia sopot lublin radom opole śląsk mazury podlasie małopolska wielkopolska pomorze podhale wrocław szczecin rzeszów tarnów toruń białystok haarlem dordrecht gouda alkmaar zaandam purmerend hoorn schiedam vlaardingen zoetermeer rijswijk amstelveen aalsmeer tilburg oss helmond roosendaal venlo roermond weert sittard heerlen kerkrade maastricht middelburg vlissingen goes terneuzen`

const notPlaces = `saint-valentin saint-sylvestre saint-nicolas marche sens nice orange tours moulins mol boom halle geel orange horst huizen sion aigle vienne valence fontaine button cotton carton skeleton piston glutton mutton badminton simpleton singleton automaton proton baton ton karton beton béton coton bouton mouton jeton bâton feuilleton barley trolley parsley medley volley galley pulley valley alley hockey money carpool whirlpool car-pool afford footbridge drawbridge tailgate homestead instead bedstead madam ham burg berg eisberg schneeberg dijk dam herberge gericht court mont scotch besitz spitz sitz notiz blitz witz skizze wick worth jobsworth dale doppel bringen dringen geringen übrigen einigen wenigen pennyworth nastawa fakultet`

// firms are what only names of firms have in them, beside what houses are.
const firms = `home house alterations funeral ranch weavers alpacas balti curry takeaway chippy cobblers cleaners launderette newsagents newsagent florist grooming kennels cattery logging excavating drywall hvac paving sealcoating vending catering bridal bridals tailors jewellers jewelers goldsmiths optometry chiropractic podiatry osteopathy acupuncture ltd llc inc plc co group partners associates consulting consultants solutions services service systems digital media design designs creative studios homes groundworks builders building construction decorators flooring glazing fencing drainage tree trees garage autos cars bikes cycles tackle bakes bakery cakes crafts foods food drinks wines spirits brewing farms eggs plants nurseries bistro pizza subs grill diner bar café lounge salon nails beauty hair lashes tattoo spa wellness fitness tutoring academy coaching events weddings weddings rentals realty travel tours charters marine yachts logistics freight transport express couriers
	*salon *stübchen chalet gasthof zimmerei ferienwohnungen ferienhof fremdenzimmer heuriger jausenstation reiterhof biohof ponyhof obsthof weinhof bauernhof hofgut *dienst *dienste *service *technik *design *beratung *consulting *druck *druckerei *kosmetik *mode *moden *moebel *möbel *küche *küchen *gastronomie *gasthof *gasthaus *wirt *stüberl *stube *stub'n *alm *hütte *pension *hotel *camping *verlag *buchhandlung *musik *musikschule *tanzschule *yoga *fitness *massage *therapie *pädagogik *nachhilfe *immobilien *versicherungen *finanzen *steuerberatung *kanzlei *notariat *planung *gutachter *energie *solar *dach *holz *stahl *glas *farben *fliesen *boden *böden *garten *floristik *tierarztpraxis *hufpflege *reitstall *imkerei *weinbau *buschenschank *heuriger *hofladen *feinkost *imbiss *kurierdienst *transporte *umzüge *entsorgung *recycling *container *verleih *vermietung *gutsverwaltung *forst *jagd *abtei *stift *orden *pfarrei
	impianti idraulica costruzioni arredamenti serramenti traslochi pulizie estetica parrucchieri onoranze consulenze reformas instalaciones climatización limpiezas peluquería asesoría gestoría abogados arquitectos electricité électricité élec plomberie chauffage toiture peinture paysages espaces coiffure traiteur conseil notaires avocats construções eletricidade elétrica contabilidade advogados limpezas cabeleireiros klussen schilderwerken bouw advies kapsalon rijschool tuinen usługi remonty instalacje księgowe rachunkowe meble fryzjerskie kancelaria`

// kin are what people are called by who sign with it before their name, beside the titles.
const kin = `ihr ihre votre suo suya seu sua uw rev revd hon capt captain cpt col lt sgt maj major cdr cmdr master pastor father sister brother mother uncle aunt auntie aunty granny grandma grandpa grandad gran nana nan oma opa tante onkel mama mami papa pater schwester bruder kaplan diakon pfr pfarrer pfarrerin käpt'n kapitän da der die tía tío tia tio tita tito abuela abuelo yaya hermana hermano padre zio zia nonna nonno suor fra frère soeur sœur père mamie papi tata tonton avó avô vovó vovô vó vô irmã irmão tante oom opa zuster broeder babcia dziadek ciocia wujek ks siostra brat your yours big little old dein deine euer eure der die`

// sites are parts of houses that have numbers.
const sites = `site unit block building halle werk gebäude haus tor year class klasse klassen stufe jahrgang team gruppe schicht zone sector settore sede reparto turno aula sección sector planta turno équipe secteur atelier bâtiment classe setor turma equipa groep klas ploeg hal hala zmiana klasa grupa oddział nr no`

// notInitials are letters that say something.
const notInitials = `am pm tbc tbd tba asap eod cob fyi na nb ps pps re cc rsvp vat eta no nr si so se ja yes ok oui non nie tak nee sim não hm hmm eh uh ah aha wtf lol omg idk imo btw max min est cet gmt utc usd eur gbp chf`
