package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// People say no in set phrases: with thanks for the offer ("merci mais non", "no, gracias igual"), after all ("nee, toch niet"), because they
// have to ("devo dire di no"), of what is to be taken up ("I don't want any loan"), or of its hour ("8h é muito cedo"). The phrase is read as the
// word for no, and what stands below it as it is.

// setNoes are such phrases by language: with any request; where something is to be done that nobody refuses or takes away with it; thanks
// behind a no; and where the thing is not wanted, with its noun.
type setNoes struct{ any, toDo, thanks, notWanted *lazyre.Regexp }

var refusalsOf = lazyre.Once(func() (all [plAt + 1]setNoes) {
	for l, of := range [plAt + 1][5]string{ // the no; and those four
		enAt: {
			`no|nope|nah|naw`,
			`on (?:second|further) thoughts?,? (?:no|nah)|not after all|actually,? (?:no|not)|(?:(?:many )?thanks|thank you)(?: (?:very much|so much|a lot|anyway))?(?: for (?:asking|the offer|offering|thinking of me))?[ ,]+but no(?: thanks| thank you)?|(?:nice|lovely|good|kind) (?:idea|offer|thought),? but no(?:,? thanks| thank you)?|(?:no|nope|nah)[ ,.!]+i(?:'ve| have)? changed my mind`,
			`(?:i'll|i will|i must|i have to|i'm going to|i'm gonna|i'm afraid i have to|i'm afraid i'll have to|gonna have to|going to have to|have to) (?:have to )?(?:say no|decline|pass)(?: (?:this time|this one|on this(?: one)?|on that(?: one)?|to this(?: one)?|to that(?: one)?))?|(?:i'm |im )?(?:gonna|going to) pass(?: on (?:this|that|it)(?: one)?)?|(?:it's |its )?not worth (?:it|the (?:money|trouble|hassle))`,
			`(?:but )?(?:thanks|thank you|cheers|ta)(?: (?:so|very) much)?(?: (?:anyway|all the same|though|for (?:asking|offering|checking|thinking of me|letting me know)(?: first)?))?`,
			`(?:i |we )?(?:(?:really )?(?:don'?t|do not)(?: really)? (?:want|need)(?: any| an?| the| that| this| your)?|(?:want|need) no) (\pL+)`,
		},
		itAt: {
			`no+`,
			`alla fine,? no|anzi,? no|ripensandoci,? no|a pensarci bene,? no|(?:grazie(?: mille| tante)?|(?:ti|la|vi|le) ringrazio(?: tanto| molto| davvero)?|sei (?:molto )?gentile|molto gentile)(?: (?:dell'offerta|per l'offerta|dell'invito|per l'invito|del pensiero))?[ ,]+ma (?:questa volta |stavolta )?no|no[ ,.!]+ho cambiato idea`,
			`(?:(?:(?:mi (?:dispiace|spiace)|purtroppo|scusa(?:mi)?|grazie)[ ,]+)?(?:ma )?(?:questa volta |stavolta )?(?:devo|dovrò|sono costrett[oa] a) (?:dire|dir) di no)(?: (?:questa volta|stavolta))?|(?:questa volta |stavolta )passo|non (?:ne )?vale la pena`,
			`(?:ma )?grazie(?: mille)?(?: (?:lo stesso|comunque|uguale|ugualmente|per (?:aver(?:lo|melo|mi)? chiesto|il pensiero|la proposta)))?`,
			`non (?:mi |ci )?(?:voglio|vogliamo|serve|servono|occorre|occorrono)(?: più)?(?: nessun[oa]?| nessun'| il| la| un[oa]?| un')? ?(\pL+)`,
		},
		esAt: {
			`no+|nop|nono`,
			`al final,? (?:que )?no|pensándolo (?:bien|mejor),? (?:que )?no|ni ah[ií]|(?:(?:muchas |mil )?gracias|(?:les?|te|os|se lo|te lo) agradezco(?: mucho| un montón)?(?: la invitación| el ofrecimiento)?|(?:es |eres |es usted )?muy amable)(?: por (?:preguntar|avisar|la invitación|el ofrecimiento|la oferta))?[ ,]+pero (?:esta vez )?no|no[ ,.!]+(?:he cambiado|cambié) de (?:idea|opinión)`,
			`(?:(?:lo siento|gracias)[ ,]+(?:pero )?)?(?:esta vez |por esta vez )?(?:tengo que|debo) decir que no|esta vez,? paso|no (?:me |nos )?vale la pena`,
			`(?:pero )?(?:muchas )?gracias (?:igual(?:mente)?|de todas (?:maneras|formas)|de todos modos|por (?:preguntar|avisar))`,
			`no (?:quiero|queremos|necesito|necesitamos)(?: ningún| ninguna| un| una| el| la| más| nada de)? (\pL+)(?: ningun[oa])?`,
		},
		frAt: {
			`non+|nan|nope`,
			`finalement,? (?:non|pas)|tout compte fait,? non|réflexion faite,? non|à la réflexion,? non|en fait,? non|(?:merci(?: beaucoup| bien)?|je (?:vous|te) remercie(?: beaucoup)?|c'est (?:très |bien )?(?:gentil|sympa|aimable)(?: (?:à vous|de votre part|à toi))?)[ ,]+mais (?:ce sera |c'est )?non(?:,? merci)?|non[ ,.!]+j'ai changé d'avis`,
			`je passe mon tour(?: cette fois(?:-ci)?)?|cette fois(?:-ci)?,? je passe|(?:ça|cela) (?:ne )?vaut pas (?:la peine|le coup)`,
			`(?:mais )?merci(?: beaucoup| bien)?(?: (?:quand même|tout de même|d'avoir demandé|pour la proposition))?`,
			`(?:je|on|nous) (?:ne |n')?(?:veux|veut|voulons|voulez|en veux|ai|a|avons) (?:pas|plus|aucun|aucune)(?: besoin)?(?: de la| de l'| de| du| d'| d’| ce| cette)? ?(\pL+)`,
		},
		deAt: {
			`nein|nee|nö|ne|nei`,
			`(?:(?:nein|nee|nö|ne|nei)[ ,.!]+(?:dann )?|(?:dann )?lieber )doch (?:lieber )?nicht|doch lieber nicht|nach (?:reiflicher )?überlegung nein|(?:danke|(?:vielen|besten|herzlichen) dank)(?: (?:für (?:das angebot|die nachfrage)|fürs fragen|der nachfrage))?[ ,]+aber nein(?:,? danke)?|(?:nein|nee|nö|ne)[ ,.!]+(?:ich )?(?:hab|habe)(?: es)? mir(?: es)? anders überlegt`,
			`(?:da |diesmal |hier )?muss ich (?:da |leider |diesmal )*passen|ich muss (?:da |leider |diesmal )*passen|(?:das )?lohnt (?:sich )?nicht`,
			`(?:aber )?(?:trotzdem )?(?:danke|vielen dank)(?: (?:trotzdem|dir|ihnen|der nachfrage|für (?:die nachfrage|das angebot)|fürs fragen))*`,
			`(?:(?:ich|wir|mir) )?(?:will|wollen|möchte|möchten|brauche?|brauchen|brauch)(?: (?:ich|wir))? (?:gar |wirklich |eigentlich )?kein(?:e|en)? (\pL+)`,
		},
		ptAt: {
			`não+|nao+`,
			`afinal,? n[ãa]o|pensando (?:bem|melhor),? n[ãa]o|(?:(?:muito )?obrigad[oa]|agradeço(?: muito| imenso)?|(?:é|foi) muito gentil)(?: por (?:perguntar|avisar))?[ ,]+mas (?:desta vez |dessa vez )?n[ãa]o|n[ãa]o[ ,.!]+mudei de ideias?`,
			`(?:vou|tenho|terei)(?: que| de)? (?:ter )?(?:de |que )?dizer (?:que )?n[ãa]o|des[ts]a vez,? passo|n[ãa]o vale a pena`,
			`(?:mas )?(?:muito )?(?:obrigad[oa]|valeu|agradeço)(?: (?:mesmo assim|na mesma|à mesma|igual|de qualquer (?:forma|maneira)|por (?:perguntar|avisar)))?`,
			`(?:não|nao|n) (?:quero|queremos|preciso|precisamos)(?: de| do| da)?(?: nenhum| nenhuma| um| uma| o| a)? ?(\pL+)(?: nenhum| nenhuma)?`,
		},
		nlAt: {
			`nee+|neen|nope`,
			`toch (?:maar )?(?:liever )?niet|bij nader inzien(?: toch)? (?:niet|nee)|(?:bedankt|dank (?:je|u)(?: wel)?|dankjewel|heel lief|lief)[ ,]+maar (?:deze keer |dit keer )?(?:nee|niet)|(?:nee|neen)[ ,.!]+ik (?:heb me bedacht|ben van gedachten veranderd)`,
			`ik sla (?:deze keer |dit keer |deze |hem |dit )?over|(?:het|dat|'t) (?:is|wordt) (?:een )?nee(?: van mij)?|ik moet (?:helaas |deze keer )*(?:nee zeggen|passen)|(?:dat is |het is )?de moeite niet(?: waard)?|(?:dat is |het is )?niet de moeite(?: waard)?`,
			`(?:maar )?(?:toch |evengoed |desondanks )?(?:bedankt|dank je(?: wel)?|dankjewel|dank u(?: wel)?)(?: voor (?:het vragen|de moeite))?(?: hoor)?`,
			`(?:ik|we|wij) (?:wil|willen|hoef|hoeven|heb|hebben)(?: echt)? geen (\pL+)(?: nodig)?`,
		},
		plAt: {
			`nie`,
			`(?:to )?jednak nie|po namyśle,? nie|(?:(?:bardzo )?dziękuję|dzięki|to (?:bardzo )?miłe)[ ,]+ale (?:tym razem )?nie|nie[ ,.!]+(?:rozmyślił[ae]m się|zmienił[ae]m zdanie)`,
			`tym razem (?:odpuszczam|odpuszczamy|podziękuję)|nie warto|szkoda zachodu`,
			`(?:ale )?(?:mimo wszystko )?(?:bardzo )?(?:dziękuję|dzięki|dziekuje|dzieki)(?: (?:i tak|mimo to|mimo wszystko|za (?:pamięć|propozycję|pytanie)))?`,
			`nie (?:chcę|chce|chcemy|potrzebuję|potrzebuje|potrzebujemy)(?: żadnej| żadnego| tej| tego)? (\pL+)`,
		},
	} {
		const end = `((?:[ ,.!]+(?:` + courtesies + `|` + alases + `|mi (?:dispiace|spiace)|lo siento|desculp[ae]|przykro mi|przepraszam))*[ ,.!🙂😊🙏]*|[ ,]*[.!\n].*)$`
		no := `(?:(?:` + of[0] + `)[ ,.!]+)`
		all[l] = setNoes{
			any:       lazyre.Made(`(?is)^\s*` + no + `?(?:` + of[1] + `)` + end),
			toDo:      lazyre.Made(`(?is)^\s*` + no + `?(?:` + of[2] + `)` + end),
			thanks:    lazyre.Made(`(?is)^\s*` + no + `(?:` + of[3] + `)` + end),
			notWanted: lazyre.Made(`(?is)^\s*` + no + `?(?:` + of[4] + `)` + end),
		}
	}
	return all
})

// inSetPhrase reads such a text.
func (p *parser) inSetPhrase(body string, l int, o Options) Result {
	if !p.oneDeed(o.Shown) || p.refusedTitle(o.Shown) {
		return Result{}
	}
	of := refusalsOf()[l]
	m := of.any.FindStringSubmatch(body)
	if m == nil {
		m = of.thanks.FindStringSubmatch(body)
	}
	if m == nil && p.asksToDo(o.Shown) && !answersElse(o.Shown) {
		if m = of.toDo.FindStringSubmatch(body); m != nil && slices.ContainsFunc(o.Shown.words(), passing.MatchString) {
			m = nil
		} else if m == nil {
			if m = of.notWanted.FindStringSubmatch(body); m != nil && (!takesUp(o.Shown) || !isThing(strings.ToLower(m[1]), o.Shown) || !namesNoMore(o.Shown) && !onlyAttributes(o.Shown)) {
				m = nil
			}
		}
		if m == nil && tooEarly(body, o.Shown) {
			m = []string{""}
		}
	}
	if m == nil {
		return Result{}
	}
	less := noOf()[l] + m[len(m)-1]
	if r := p.answer(less, o); r.Verdict == Deny && (r.Reason == "" || !p.takesForOther(less, r, o)) {
		if r.Reason != "" {
			r.Reason = strings.TrimSpace(body)
		}
		return r
	}
	return Result{}
}

// isThing reports a noun of the title that stands before each of its prepositions: what is asked about, and nothing that belongs to it.
func isThing(noun string, shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool {
		for i, w := range wordsOfPrompt(strings.ToLower(titleOf(about))) {
			if w == noun || len(noun) > 3 && (oneWord(w, noun) || oneStem(w, noun)) {
				return true
			}
			if i > 1 && isPreposition(w) { // before it articles stand: "Aceitar o empréstimo", "De lening accepteren"
				return false
			}
		}
		return false
	})
}

var (
	// thanksAnyway is Spanish thanks for what is refused, whose words say something else elsewhere.
	thanksAnyway = lazyre.New(`(?i)\b(gracias) (?:igual(?:mente)?|de todas (?:maneras|formas)|de todos modos)([ ,.!]*(?:$|\n))`)
	// twiceNo is how Argentines write it twice.
	twiceNo = lazyre.New(`(?i)^\s*nono([ ,.!]|$)`)
)

// passing are words of passing on or over: "Passer votre tour ?"
var passing = lazyre.New(`^(?:pass|pasa|passa|skip|oversla|odpu)`)

// hourTooEarly is a no with an hour that is too early or too late.
var hourTooEarly = lazyre.New(`(?i)^\s*(?:no+|nope|nah|nein|nee|neen|nö|ne|non|nan|não|nao|n|nie)[ ,.!]+(?:at |um |à |alle |a las |a la |às |om |o )?([0-9]{1,2})(?:[:.h]([0-9]{2})|[:.]00)?(?: ?(?:uhr|h|am|pm|u|uur|heures))?(?: (?:is|ist|c'est|est|è|es|é|to|to jest|mir|me|für mich))*(?: (?:a bit|a little|far|way|much|viel|ein bisschen|etwas|beaucoup|un peu|troppo|molto|un po'|muy|demasiado|un poco|muito|veel|te|za|zdecydowanie|very|sehr|zu|too|trop|très|muito))* (?:early|late|früh|spät|tôt|tard|presto|tardi|temprano|tarde|pronto|cedo|vroeg|laat|wcześnie|późno)(?: (?:demais|for (?:me|us)|für mich|pour (?:moi|nous)|per me|per noi|para mí|para (?:mim|nós)|pra (?:mim|nós|gente)|voor mij|voor ons|dla mnie|dla nas))?[ .!]*$`)

// tooEarly reports a no that finds the only hour of the title too early or too late.
func tooEarly(body string, shown Shown) bool {
	m := hourTooEarly.FindStringSubmatch(body)
	return m != nil && slices.ContainsFunc(shown.About, func(about string) bool {
		hours := hourOfTitle.FindAllString(titleOf(about), -1)
		return len(hours) == 1 && strings.TrimRight(hours[0][:min(2, len(hours[0]))], ":.h") == m[1]
	})
}

// hourOfTitle is a number, perhaps an hour.
var hourOfTitle = lazyre.New(`[0-9]{1,2}(?:[:.h][0-9]{2})?`)
