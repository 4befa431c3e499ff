package reply

import (
	"regexp"
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// A prompt may hide what is asked behind a verb of having it done, and verbs of one stem are other deeds with other prefixes.

// hasItDone reports whether a prompt asks to have something done, so that its first verb is not the deed: "Faire vacciner les
// chats", "Have the boiler repaired". A verb that no list has may be the deed then.
func hasItDone(shown Shown) bool {
	return slices.ContainsFunc(shown.About, func(about string) bool { return about != "" && causing().MatchString(titleOf(about)) })
}

var causing = lazyre.Once(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(?:(?:far|fare|faire|hacer|mandar|kazać|dar) \pL+(?:re|r|er|ir|oir|ć)(?:\PL|$)|(?:have|get) (?:\S+ ){1,6}\pL+(?:ed|en|ne|wn|ut|lt|nt|de)\b)|\blaten \pL+en\b|\b\pL+en lassen\b`)
})

// takesElse reports whether a yes to whom is asked to have something done takes, pays or buys, which that does not name.
func takesElse(toks []token, shown Shown) bool {
	if !hasItDone(shown) {
		return false
	}
	asked := shown.asking()
	return slices.ContainsFunc(toks, func(t token) bool {
		return t.kind == word && hiding().has(t.key) && !sharesStem([]string{nameKey(t.key)}, asked)
	})
}

var hiding = lazyre.Once(func() wordList {
	return wordsOf(`take takes pay buy book order send prendi prendilo prendila prendete prenda paga pagalo pagate pagare compra comprate comprare manda mandate mandalo prenota prenotate ordina ordinate prends prenez prenez-le prenez-la payez paye achetez achète envoyez envoie réservez commandez
		nimm nehmen nehmt bezahl* zahl* kauf* bestell* schick* sende buch* neem betaal* koop bestel* boek* stuur stuurt toma tome tomen tómalo pague paguen pagar págalo compre compren comprar cómpralo mande envía envíe reserva reserve pede pega pegue peça envie envia encomend* compr* cómpr* pid* píd* tom* tóm* llev* llév* pag* pág* tir* vend* vénd* cambi* cámbi*
		weź weźcie zapłać zapłaćcie płać kup kupcie kupuj kupujcie wyślij wyślijcie zamów zamówcie zarezerwuj`)
})

// otherPrefix reports whether a text has a verb of the prompt with another prefix, German, Dutch or Polish: "zusagen" and "sag zu"
// to "absagen", "zeg op" to "afzeggen". Of sending any prefix will do.
func otherPrefix(toks []token, shown Shown) bool {
	for _, asked := range shown.words() {
		for _, l := range [...]int{deAt, nlAt} {
			prefix, stem := prefixOf(asked, l)
			if prefix == "" || !strings.HasSuffix(stem, "en") || sendingStems().has(stem) {
				continue
			}
			root := stem[:3]
			for i, t := range toks {
				if t.kind != word || shown.says(t.key) {
					continue
				}
				if other, same := strings.CutSuffix(nameKey(t.key), stem); same && other != prefix && particles()[l][other] {
					return true
				}
				if len(t.key) > len(stem) || !strings.HasPrefix(nameKey(t.key), root) {
					continue
				}
				end := i + 1
				for end < len(toks) && toks[end].kind == word {
					end++
				}
				if last := toks[end-1].key; end > i+1 && particles()[l][last] && last != prefix && particles()[l][prefix] {
					return true
				}
			}
		}
		for _, of := range [...][2]string{{"pisać", "pis"}, {"płacić", "płać"}, {"mówić", "mów"}, {"wołać", "wołaj"}, {"wołać", "woła"}} {
			if stem, is := strings.CutSuffix(asked, of[0]); is && polishPrefixes()[stem] && slices.ContainsFunc(toks, func(t token) bool {
				other, _, same := strings.Cut(t.key, of[1])
				return t.kind == word && same && polishPrefixes()[other] && other != stem
			}) {
				return true
			}
		}
	}
	return false
}

// says reports a word of the prompt.
func (s Shown) says(w string) bool { return slices.Contains(s.words(), w) }

// prefixOf parts a German or Dutch infinitive from its prefix.
func prefixOf(verb string, l int) (prefix, stem string) {
	key := nameKey(verb)
	for n := 2; n <= 6 && n+5 <= len(key); n++ {
		if particles()[l][key[:n]] || boundPrefixes()[key[:n]] {
			prefix, stem = key[:n], key[n:]
		}
	}
	return prefix, stem
}

var (
	boundPrefixes  = lazyre.Once(func() map[string]bool { return set("be", "ver", "ent", "zer", "ont", "her") })
	sendingStems   = lazyre.Once(func() wordList { return wordsOf(`send* schick* stur* zend* geben weisen raumen ruimen`) })
	polishPrefixes = lazyre.Once(func() map[string]bool { return set("wy", "za", "w", "prze", "pod", "do", "od", "s") })
)

// ofWhatWas reports whether all that a no has behind it is when something was, or that it was: "no, it was last week". It may be what is
// not so of what the prompt tells.
func ofWhatWas(clause string) bool { return wasThen().MatchString(clause) }

var wasThen = lazyre.Once(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:it|that|this|they) (?:was|were) (?:(?:already )?(?:last \S+|yesterday|the day before|in \S+|on \S+|\S+ (?:days|weeks) ago)))$|^(?:it|he|she|they|we) (?:has been|have been|are|is|were|was)$` +
		`|^(?:das|es|die|der|sie) (?:war|waren) (?:schon )?(?:letzten? \S+|letztes \S+|vorige \S+|gestern|vorgestern|am \S+|im \S+)$|^(?:dat|het|die|ze) (?:was|waren) (?:al )?(?:vorige \S+|afgelopen \S+|gisteren|eergisteren|in \S+|op \S+)$` +
		`|^(?:c'etait|il etait|elle etait|ca a ete) (?:deja )?(?:la semaine derniere|le mois dernier|hier|avant-hier|\S+ dernier|en \S+)$|^(?:eso |ya )?(?:fue|era|fueron) (?:ya )?(?:la semana pasada|el \S+ pasado|ayer|anteayer|en \S+)$` +
		`|^(?:quella |quello )?(?:era|erano|e stat[oa]|fu) (?:gia )?(?:la settimana scorsa|il mese scorso|\S+ scors[oa]|ieri|l'altro ieri|a \S+)$|^(?:isso |ja )?(?:foi|era|foram) (?:ja )?(?:na semana passada|a semana passada|no \S+ passado|ontem|anteontem|em \S+)$` +
		`|^(?:to |ono )?(?:bylo|byla|byl) (?:juz )?(?:(?:to )?w (?:zeszlym|ubieglym|poprzednim) \S+|wczoraj|przedwczoraj|w \S+)$|^nie (?:byl[aoi]?|byly)$` +
		`|^(?:den|die|das) \S+ hat (?:er|sie)(?: schon| bereits)?(?: abgegeben| zuruckgegeben| gebracht)?$|^(?:den|die|das) hat (?:er|sie)(?: schon| bereits)?(?: abgegeben| zuruckgegeben)?$|^(?:er|sie) hat (?:\S+ ){1,3}(?:abgegeben|zuruckgegeben)$|^(?:hij|zij|ze) heeft (?:\S+ ){1,3}(?:ingeleverd|teruggegeven|teruggebracht)$` +
		`|^(?:he|she|they)(?: has| have|'s|'ve)?(?: already)? (?:handed|gave|given|returned|brought) (?:\S+ ){1,3}(?:in|back)$|^(?:il|elle) (?:les |l'|la )?a (?:deja )?(?:\S+ ){0,1}rendu(?:e?s?)(?: \S+){0,2}$|^(?:die|der|den) (?:schwarze|weisse|rote|gelbe|blaue|grune|graue|braune)n? nicht$|^de (?:zwarte|witte|rode|gele|blauwe|groene|grijze|bruine) niet$|^(?:die|der|den) (?:schwarze|weisse|rote|gelbe|blaue|grune|graue|braune)n?$`)
})

// refusesThing reports whether a text of two words says of a thing that it is refused, which is what is asked where the prompt
// asks to end it: "sconto negato" to "Cancel the discount".
func refusesThing(toks []token, shown Shown) bool {
	return len(toks) == 2 && discarding(shown) && thingsEnded().has(toks[0].key) && refusedWords().has(toks[1].key)
}

var (
	thingsEnded = lazyre.Once(func() wordList {
		return wordsOf(`scont* discount* descuento* desconto* remise* réduction* rabatt* korting* rabat* zniżk*`)
	})
	refusedWords = lazyre.Once(func() wordList {
		return wordsOf(`negat* rifiutat* denied refused rejected denegad* rechazad* negad* recusad* refusé* rejeté* abgelehnt verweigert geweigerd afgewezen odrzucon* odmówion*`)
	})
)

// deploysNot reports whether a denial forbids to deploy, which is not what is asked: "nie wdrażaj" to "Move the server".
func deploysNot(toks []token, shown Shown) bool {
	return len(shown.About) > 0 && !slices.ContainsFunc(shown.words(), rollingOut().has) && !asksFor(shown, publishing) && slices.ContainsFunc(toks, func(t token) bool { return t.kind == word && rollingOut().has(t.key) })
}

var rollingOut = lazyre.Once(func() wordList {
	return wordsOf(`deploy* wdraż* wdroż* déploy* desplieg* despleg* uitrol* ausroll* distribui* roll rollout release*`)
})
