package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What is asked may be to end, refuse, hold back or throw away something, or to leave it undone. Then what is said of the
// thing alone ("I approve the contract", "we don't need it", "leave it", "accept it") may mean the contrary of what it
// means elsewhere.

// undoing are the deeds that do so, as prompts name them.
var undoing = lazyre.Once(func() wordList {
	return wordsOf(`cancel* cancél* stop stops stopp* stopz* halt abort* abandon* end ends ending terminat* void voids withdraw* revok* recall* retract* rescind* repeal* suspend* pause pauses freez* hold block* disabl* deactivat* reject* declin* refus* deny denies dismiss* delet* remov* eras* purg* wipe wipes destroy* shred* burn* discard* scrap* drop drops dump trash bin archive* retire retires decommission* undo revert* unsubscrib* resign* quit* close closes dissolv* disput* contest* appeal* challeng* oppos* withhold* skip skips ignor* forget* leave dispos* evict* fire expel* expuls* ban bans exclud* break breach* avoid* prevent* forbid* lock locks shut shuts query question* postpon* delay*
		annull* disdi* ferma fermare fermate fermiamo arrest* interromp* sospend* blocc* ritir* revoc* resping* rifiut* negare elimin* cancell* rimuov* distrugg* bruci* butta* getta* scart* archivi* chiud* termina terminare contest* impugn* oppor* congel* tratten* salta saltare ignor* dimentic* lascia* abbandon* recede* sciogli* licenzi* vieta* esclud* evita* strappa* cessare rinunci*
		anul* deten* detén* para parar suspend* bloque* retir* rechaz* deneg* borra* quita* destru* quema* tira tirar descart* archiv* cerrar cierr* terminar termina recurr* retener saltar olvid* dejar deja dejamos disolv* desped* prohib* exclu* evit* romp* acabar desist* interrump* finaliz* renunci*
		arrêt* arret* bloqu* révoqu* rejet* supprim* effac* détru* brûl* jeter jetez jetons ferm* fermer geler gelez saut* oubli* laiss* résili* dissou* interdi* évit* cess* renonc* déchir*
		storn* künd* kuend* anhalt* abbrech* beend* aussetz* sperr* zurückzieh* zurücknehm* zurückhalt* widerruf* widersprech* ablehn* abweis* lösch* entfern* vernicht* schredder* verbrenn* wegwerf* entsorg* verwerf* schließ* schliess* anfecht* bestreit* einfrier* überspring* vergess* weglass* aufgeb* auflös* entlass* verbiet* ausschließ* vermeid* abbestell* absag* aufheb* pausier* abschalt* abmeld* zerstör* lassen
		revog* recus* rejeit* apag* queim* deitar descart* arquiv* fechar fech* reter esquec* deix* abandon* proib* encerr* dispens*
		opzeg* opzeggen afbrek* beëind* beeind* opschort* blokk* intrek* herroep* afwijs* afwijz* weiger* verwijder* wissen verwerp* afsla* vernietig* versnipper* verbrand* weggooi* archiveer* sluit* betwist* terugtrek* bevriez* inhoud* overslaan negeer* vergeet* laten opgev* ontbind* ontsla* verbied* uitsluit* vermijd* pauzeer* pauzer* afzeg* afmeld* stilleg*
		odwoł* odwol* zatrzym* wstrzym* przerw* zawies* zablok* wycof* cofn* odrzuc* odmów* odmaw* usun* usuń* skas* zniszcz* spalić wyrzuc* zarchiw* zamkn* zakończ* zakwestion* zaskarż* zamroz* pomin* zapomn* zostaw* porzuc* rozwiąz* wypowied* zwoln* zakaz* wyklucz* unikn* zrezygn* rezygn*`)
})

// deedsAsked are the words of a prompt that may be the deed: the first of each sentence, what follows "may I" and the
// like, and German and Dutch infinitives.
func deedsAsked(about string) (all []string) {
	first, asks, last := true, false, false // last: a German or Dutch infinitive is a deed that is known
	for _, w := range strings.Fields(normalize(about)) {
		bare := strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
		low := strings.ToLower(bare)
		if low == "" {
			continue
		}
		if first || asks || bare == low && strings.HasSuffix(low, "n") && len(low) > 4 {
			all = append(all, low)
			last = last || !first && !asks && isDeedWord(low)
		}
		month := bare == "May" && !first
		asks = asksWith()[low] && !month || asks && (low == "i" || low == "we" || low == "ich" || low == "wir" || low == "je" || low == "ik")
		first = strings.ContainsAny(w[len(w)-1:], ".!?:")
	}
	if last { // "Mietvertrag verlängern"
		return slices.DeleteFunc(all, func(w string) bool { return !isDeedWord(w) && !undoing().has(w) })
	}
	return all
}

var asksWith = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`may shall should can could would to please i we posso puedo peut puis-je dois-je pouvons-nous pouvez-vous peut-on faut-il peux peut devo podemos possiamo podemos mogę możemy czy proszę vorrei debo quiero`)...)
})

// undoes reports whether what is asked is such a deed, or not to do something.
func (p *parser) undoes(shown Shown) bool {
	shown = shown.asked()
	return len(shown.About) > 0 && !slices.ContainsFunc(shown.About, func(about string) bool { return letsIn.MatchString(titleOf(about)) }) && (discarding(shown) || asksFor(shown, stopping) || slices.ContainsFunc(shown.deed(), refusing().has) || p.aboutEnding(shown.About) ||
		slices.ContainsFunc(shown.About, func(about string) bool {
			return shown.prohibits(about) || slices.ContainsFunc(deedsAsked(about), func(w string) bool {
				return undoing().has(w) && !buildings()[w] && !(shown.in == es && strings.HasPrefix(w, "contest")) && !(w == "laten" || w == "lassen") || (w == "laten" || w == "lassen") && !hasDone.MatchString(about)
			})
		}))
}

// offs are what words such as "cancel it" are to a request.
type offs uint8

const (
	offNo   offs = iota // a weak no
	offDeed             // what is to be done
	offOdd              // neither
)

// hasDone is a German or Dutch request to have something done: "laten drukken", "reparieren lassen".
var hasDone = lazyre.New(`(?i)\blaten \pL+en\b|\b\pL+(?:en|ern|eln) lassen\b`)

// callsOff tells what "cancel it", "leave it" and "no need" are to a request: what is to be done, if that is to end
// something in such words; neither, where something else is to be ended or left ("leave it" to whom is asked to cancel);
// else a no, for who calls off what is to be confirmed, booked or moved does not want it confirmed, booked or moved.
func (p *parser) callsOff(phrase []token, shown Shown) offs {
	if slices.ContainsFunc(shown.About, func(about string) bool { // "kill it" to "Kill the job?"
		title := wordsOfPrompt(strings.ToLower(titleOf(about)))
		return len(title) > 2 && phrase[0].key == title[0] && len(phrase) > 1 && (determiners()[title[1]] || ownConsent()[title[1]] || title[1] == "this" || title[1] == "that" || title[1] == "all")
	}) {
		return offDeed
	}
	if !p.undoes(shown) {
		return offNo
	}
	ends := slices.ContainsFunc(phrase, func(t token) bool { return ends(t.key) })
	if ends && p.aboutEnding(shown.About) {
		return offDeed
	}
	asked := shown.words()
	if slices.ContainsFunc(phrase, func(t token) bool {
		return shown.does(t.key) || slices.ContainsFunc(asked, func(a string) bool { return len(a) > 3 && oneWord(t.key, a) })
	}) {
		return offDeed
	}
	return offOdd
}

// unwanted reports whether a clause says that its writer does not want or need something, or does not come to it: to whom is asked to
// end it, that may be a yes; and so may that others already come or have one ("no, ya vienen en su coche").
func (p *parser) unwanted(toks []token) bool {
	wants, not, deed := false, false, false
	for i, t := range toks {
		if already()[t.key] && slices.ContainsFunc(toks[max(0, i-2):min(i+3, len(toks))], func(t token) bool { return theyCome()[t.key] }) {
			return true
		}
		if t.kind != word {
			if wants && not && !deed {
				return true
			}
			wants, not, deed = false, false, false
			continue
		}
		w := t.key[strings.LastIndexByte(t.key, '\'')+1:]
		wants = wants || wanting()[t.key] || wanting()[w]
		not = not || p.negators[t.key] || negatedIn(t.key)
		deed = deed || takesAway(w) || ends(w) || undoing().has(w) && w != "bin" // "I don't want it cancelled"; "ich bin nicht dabei"
	}
	return wants && not && !deed
}

// negatedIn reports a word that a negation is joined to.
func negatedIn(w string) bool {
	return strings.HasSuffix(w, "n't") || strings.HasPrefix(w, "n'") || strings.HasPrefix(w, "kein") || w == "n"
}

var wanting = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`want wants need needs needed require required necessary voglio vogliamo serve servono bisogno occorre necessario voul veux voulons besoin nécessaire utile quiero queremos necesito necesitamos necesario falta quero necessito preciso precisamos precisa necessário
		will wollen brauche brauch brauchen nötig notwendig wil willen nodig hoeft hoeven going coming attending joining participating come make vado vengo andrò verrò partecipo partecipiamo vais viens irai viendrai participe voy vamos iré vendré asisto asistiré participo vou irei venho participo compareço gehe gehen komme kommen hingehe dabei teilnehme ga gaan kom komen mee erbij bij idę ide pójdę pojde przyjdę przyjde idziemy udziału chcę chce chcemy potrzebuję potrzebujemy potrzeba potrzebne trzeba`)...)
})

var (
	already  = lazyre.Once(func() map[string]bool { return set(strings.Fields(`already ya já schon déjà già al już`)...) })
	theyCome = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`come comes coming have has vienen viene tienen tiene vienen vem vêm tem têm kommen kommt haben hat viennent vient ont vengono viene hanno ha komen komt hebben heeft mają ma jadą przyjadą`)...)
	})
)

// accepts reports whether a text tells to accept or to keep something in words that the prompt has not: to whom is asked to
// refuse or end it, that is the contrary.
func accepts(toks []token, asked []string) bool {
	for i, t := range toks {
		if t.kind == word && !slices.ContainsFunc(asked, func(a string) bool { return len(a) > 3 && oneWord(t.key, a) }) && (acceptIt()[t.key] || t.key == "accept" && i+1 < len(toks) && toks[i+1].kind == word && (i == 0 || toks[i-1].key != "i" && toks[i-1].key != "we")) {
			return true
		}
	}
	return false
}

var acceptIt = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`aceita aceite aceitem aceitar acepta acepte acepten aceptar acéptalo acéptala aceptalo aceptala accetta accettate accetti accettare accettalo accettala acceptez accepter acceptez-la acceptez-le annehmen aannemen neem przyjmij przyjmijcie przyjąć zaakceptuj
		keep retain leave lascia lasciala lascialo lasciatela mantén mantener déjalo déjala gardez garde gardez-la gardez-le laissez laisse behalten behalte lassen lass fica mantém manter deixa houden hou behoud laat zostaw zostawcie zachowaj hire hires assumi assumilo assumila contrata contrátalo contrata-o embauchez einstellen zatrudnij`)...)
})

// refusingWords are verbs of refusing, and refusingInfinitives those of their forms that nobody refuses with.
var (
	refusingWords = lazyre.Once(func() wordList {
		return wordsOf(`reject* refus* declin* deny denied denying lehne* lehnen ablehn* verweiger* rechaz* deneg* denieg* rifiut* respin* rejett* afwijs* afwijz* weiger* odrzuc* odmaw* odmów* recus* rejeit* indefir*`)
	})
	refusingInfinitives = lazyre.Once(func() wordList {
		return wordsOf(`reject refuse decline deny rejecting refusing declining denying abzulehnen ablehnen ablehnung verweigern zurückzuweisen zurückweisen refuser rejeter décliner rechazar rechazarlo rechazarla denegar denegarlo rifiutare rifiutarlo rifiutarla respingere respingerlo respingerla afwijzen weigeren afkeuren odrzucać odrzucić odrzuceniu odrzucenie odmawiać odmówić recusar recusá-lo rejeitar rejeitá-lo indeferir`)
	})
)
