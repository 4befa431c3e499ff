package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// People say no in set phrases: with thanks for the offer ("merci mais non"), after all ("nee, toch niet"), or because they have to ("devo
// dire di no"). The phrase is read as the word for no, and what stands below it as it is.

// setNoes are such phrases by language: with any request, and where something is to be done that nobody refuses or takes away with it.
type setNoes struct{ any, toDo *lazyre.Regexp }

var refusalsOf = lazyre.Once(func() (all [plAt + 1]setNoes) {
	for l, of := range [plAt + 1][3]string{ // the no; and those two
		enAt: {
			`no|nope|nah|naw`,
			`(?:goodness|good lord|god|heavens),? no|on (?:second|further) thoughts?,? (?:no|nah)|not after all|actually,? (?:no|not)|(?:(?:many )?thanks|thank you)(?: (?:very much|so much|a lot|anyway))?(?: for (?:asking|the offer|offering|thinking of me))?[ ,]+but no(?: thanks| thank you)?|(?:nice|lovely|good|kind) (?:idea|offer|thought),? but no(?:,? thanks| thank you)?|(?:no|nope|nah)[ ,.!]+i(?:'ve| have)? changed my mind`,
			`(?:i'll|i will|i must|i have to|i'm going to|i'm gonna|i'm afraid i have to|i'm afraid i'll have to|gonna have to|going to have to|have to) (?:have to )?(?:say no|decline|pass)(?: (?:this time|this one|on this(?: one)?|on that(?: one)?|to this(?: one)?|to that(?: one)?))?|(?:i'm |im )?(?:gonna|going to) pass(?: on (?:this|that|it)(?: one)?)?|(?:it's |its )?not worth (?:it|the (?:money|trouble|hassle))|i (?:don'?t|do not) think so|(?:i |we )?could(?:n'?t| not) possibly|no chance|not for (?:me|us)|not (?:really )?my (?:thing|cup of tea)|i think not|(?:i(?:'ll| will)? |we(?:'ll| will)? )?pass(?: on (?:it|this|that)(?: one)?)?|(?:i'll |we'll )?give (?:it|this|that)(?: one)? a miss|(?:i'll|we'll) leave it|can'?t (?:do (?:it|that)|tonight|today)|(?:it's |that's )?(?:a )?waste of (?:money|time)`,
		},
		itAt: {
			`no+`,
			`no e poi no|alla fine,? no|anzi,? no|ripensandoci,? no|a pensarci bene,? no|(?:grazie(?: mille| tante)?|(?:ti|la|vi|le) ringrazio(?: tanto| molto| davvero)?|sei (?:molto )?gentile|molto gentile)(?: (?:dell'offerta|per l'offerta|dell'invito|per l'invito|del pensiero))?[ ,]+ma (?:questa volta |stavolta )?no|no[ ,.!]+ho cambiato idea`,
			`(?:(?:(?:mi (?:dispiace|spiace)|purtroppo|scusa(?:mi)?|grazie)[ ,]+)?(?:ma )?(?:questa volta |stavolta )?(?:devo|dovrò|sono costrett[oa] a) (?:dire|dir) di no)(?: (?:questa volta|stavolta))?|(?:questa volta |stavolta )passo|non (?:ne )?vale la pena|ma quando mai|per carità(?:[ ,]+no)?|neanche per (?:sogno|idea)|non se ne parla(?: proprio| nemmeno)?|(?:questa volta |stavolta )?(?:lasciamo|lascio) perdere|(?:la|lo) salt(?:o|iamo)|(?:(?:purtroppo )?(?:devo|dobbiamo) rinunciare|rinunci(?:o|amo))|non fa per (?:me|noi)|ne (?:faccio|facciamo) a meno`,
		},
		esAt: {
			`no+|nop|nono`,
			`al final,? (?:que )?no|pensándolo (?:bien|mejor),? (?:que )?no|ni ah[ií]|(?:(?:muchas |mil )?gracias|(?:les?|te|os|se lo|te lo) agradezco(?: mucho| un montón)?(?: la invitación| el ofrecimiento)?|(?:es |eres |es usted )?muy amable)(?: por (?:preguntar|avisar|la invitación|el ofrecimiento|la oferta))?[ ,]+pero (?:esta vez )?no|no[ ,.!]+(?:he cambiado|cambié) de (?:idea|opinión)`,
			`(?:(?:lo siento|gracias)[ ,]+(?:pero )?)?(?:esta vez |por esta vez )?(?:tengo que|debo) decir que no|esta vez,? paso|no (?:me |nos )?vale la pena|(?:yo )?paso(?: de (?:eso|esa|ese))?|f[ií]jese que no|ni (?:loco|loca|hablar|en broma)|no me l[ií]es|no es lo m[ií]o|descartad[oa]|no (?:se )?va a poder(?: ser)?|no puede ser|olv[ií]date(?: de eso)?|no (?:llego|doy abasto)|no me da la vida|lo (?:dejamos|dejo) pasar|nel`,
		},
		frAt: {
			`non+|nan|nope`,
			`non et non|finalement,? (?:non|pas)|tout compte fait,? non|réflexion faite,? non|à la réflexion,? non|en fait,? non|(?:merci(?: beaucoup| bien)?|je (?:vous|te) remercie(?: beaucoup)?|c'est (?:très |bien )?(?:gentil|sympa|aimable)(?: (?:à vous|de votre part|à toi))?)[ ,]+mais (?:ce sera |c'est )?non(?:,? merci)?|non[ ,.!]+j'ai changé d'avis`,
			`je passe mon tour(?: cette fois(?:-ci)?)?|cette fois(?:-ci)?,? je passe|(?:ça|cela) (?:ne )?vaut pas (?:la peine|le coup)|(?:c'est |il n'en est )?(?:hors de|pas) question|sans façon|très peu pour (?:moi|nous)|(?:ce n'est |c'est )?pas (?:mon truc|pour (?:moi|nous))|on (?:laisse|va laisser) tomber|(?:je|on) passe|nous passons notre tour|on (?:va|peut) s'en passer|on s'abstient|non,? c'est bon,? merci`,
		},
		deAt: {
			`nein|nee|nö|ne|nei`,
			`nein und noch(?:mal)?s? ?(?:mal )?nein|(?:(?:nein|nee|nö|ne|nei)[ ,.!]+(?:dann )?|(?:dann )?lieber )doch (?:lieber )?nicht|doch lieber nicht|nach (?:reiflicher )?überlegung nein|(?:danke|(?:vielen|besten|herzlichen) dank)(?: (?:für (?:das angebot|die nachfrage)|fürs fragen|der nachfrage))?[ ,]+aber nein(?:,? danke)?|(?:nein|nee|nö|ne)[ ,.!]+(?:ich )?(?:hab|habe)(?: es)? mir(?: es)? anders überlegt`,
			`(?:da |diesmal |hier )?muss ich (?:da |leider |diesmal )*passen|ich muss (?:da |leider |diesmal )*passen|(?:das )?lohnt (?:sich )?nicht|da müssen wir (?:leider |diesmal )*passen|(?:das |des |dös )?geht sich (?:heuer |leider |diesmal |bei mir |bei uns |da )*(?:nicht|ned|net|nimmer) aus|(?:das )?ist nichts für (?:mich|uns)|(?:das )?ist nicht mein(?:s| ding)|(?:da(?:rauf)? )?verzichte(?:n)? (?:ich|wir)(?: lieber| dankend)?|(?:ich verzichte|wir verzichten)(?: lieber| dankend)?|das (?:möchte ich|möchten wir|will ich|wollen wir)(?: lieber)? nicht|(?:das ist )?nicht notwendig|so ?was mach(?:e|en)? (?:ich|wir) nicht|lass mal(?: gut)? (?:sein|bleiben)|keine zeit|da bin ich raus|(?:da )?bin ich nicht dabei|das spar(?:e ich mir|en wir uns)`,
		},
		ptAt: {
			`não+|nao+`,
			`afinal,? n[ãa]o|pensando (?:bem|melhor),? n[ãa]o|(?:(?:muito )?obrigad[oa]|agradeço(?: muito| imenso)?|(?:é|foi) muito gentil)(?: por (?:perguntar|avisar))?[ ,]+mas (?:desta vez |dessa vez )?n[ãa]o|n[ãa]o[ ,.!]+mudei de ideias?`,
			`(?:vou|tenho|terei)(?: que| de)? (?:ter )?(?:de |que )?dizer (?:que )?n[ãa]o|des[ts]a vez,? passo|n[ãa]o vale a pena|n[ãa]o compensa|nem pensar|dispenso|dispensamos|deus me livre|n[ãa]o (?:vai dar|d[aá]|precisa)|fica para a próxima|t[ôo] fora|sem interesse`,
		},
		nlAt: {
			`nee+|neen|nope`,
			`toch (?:maar )?(?:liever )?niet|bij nader inzien(?: toch)? (?:niet|nee)|(?:bedankt|dank (?:je|u)(?: wel)?|dankjewel|heel lief|lief)[ ,]+maar (?:deze keer |dit keer )?(?:nee|niet)|(?:nee|neen)[ ,.!]+ik (?:heb me bedacht|ben van gedachten veranderd)`,
			`ik sla (?:deze keer |dit keer |deze |hem |dit )?over|(?:het|dat|'t) (?:is|wordt) (?:een )?nee(?: van mij)?|ik moet (?:helaas |deze keer )*(?:nee zeggen|passen)|(?:dat is |het is )?de moeite niet(?: waard)?|(?:dat is |het is )?niet de moeite(?: waard)?|daar (?:begin ik|beginnen (?:we|wij)) niet aan|(?:dat |het )?gaat (?:helaas |echt |me |ons )*niet (?:lukken|door)|laat maar vallen|daar voel(?:en)? (?:ik|we|wij) niets voor|(?:dat is |da's |is )?niks voor (?:mij|ons)|dat (?:sla ik|slaan (?:we|wij)) over|(?:we|wij) slaan (?:een jaartje |het )?over|daar bedank(?:en)? (?:ik|we|wij) voor|(?:daar|hier) doe(?:n)? (?:ik|we|wij) niet aan mee|(?:ik doe|we doen|wij doen) (?:daar|hier) niet aan mee|laat maar (?:zitten|staan)|geen (?:tijd|belangstelling)|(?:past|lukt) niet`,
		},
		plAt: {
			`nie`,
			`nie i (?:jeszcze raz )?nie|(?:to )?jednak nie|po namyśle,? nie|(?:(?:bardzo )?dziękuję|dzięki|to (?:bardzo )?miłe)[ ,]+ale (?:tym razem )?nie|nie[ ,.!]+(?:rozmyślił[ae]m się|zmienił[ae]m zdanie)`,
			`tym razem (?:odpuszczam|odpuszczamy|podziękuję)|nie warto|szkoda zachodu|rezygnuj(?:ę|e|emy)|odpuszczam(?:y)?|daj(?:cie|my)? (?:sobie )?spok[oó]j|szkoda (?:kasy|pieni[ęe]dzy|czasu)|nie da(?:m|my) rady|odpuszczę|nie (?:pojad[ęe]|pojedziemy|jad[ęe]|jedziemy|skorzysta(?:m|my))|nie ma (?:potrzeby|sensu)|nie opłaca się|bez sensu`,
		},
	} {
		const end = `((?:[ ,.!]+(?:` + courtesies + `|` + alases + `|mi (?:dispiace|spiace)|lo siento|desculp[ae]|przykro mi|przepraszam))*[ ,.!🙂😊🙏]*|[ ,]*[.!,;\n–-].*)$`
		const forNow = `(?:(?:this (?:year|time)|tonight|today|quest'anno|(?:questa |sta)volta|este año|esta vez|cette (?:année|fois)|dieses (?:jahr|mal)|diesmal|heuer|[ed]s[st]e ano|[ed]es[st]a vez|hoje|dit jaar|d(?:eze|it) keer|w tym roku|tym razem)[ ,]+)?`
		no := `(?:(?:` + of[0] + `)[ ,.!]+)`
		all[l] = setNoes{
			any:  lazyre.Made(`(?is)^\s*` + no + `?(?:` + of[1] + `)` + end),
			toDo: lazyre.Made(`(?is)^\s*` + no + `?` + forNow + `(?:` + of[2] + `)` + end),
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
	if m == nil && p.asksToDo(o.Shown) && takesOn(o.Shown) && !answersElse(o.Shown) && !slices.ContainsFunc(o.Shown.words(), passing.MatchString) {
		m = of.toDo.FindStringSubmatch(body)
	}
	if m == nil {
		return Result{}
	}
	less := noOf()[l] + m[len(m)-1]
	if r := p.answer(less, o); !strings.HasPrefix(m[len(m)-1], ",") && r.Verdict == Deny && (r.Reason == "" || !p.takesForOther(less, r, o)) {
		if r.Reason != "" {
			r.Reason = strings.TrimSpace(body)
		}
		return r
	}
	if r := p.flatNo(less, l, o); r.Verdict == Deny {
		r.Reason = strings.TrimSpace(body)
		return r
	}
	return Result{}
}

// passing are words of passing on or over: "Passer votre tour ?"
var passing = lazyre.New(`^(?:pass|pasa|passa|skip|oversla|odpu)`)
