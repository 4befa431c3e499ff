package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// Behind a yes people say that they want it, that it will do, and that it is good so: "Quero sim", "Oui, ça ira", "Oui, parfait comme ça". That
// is the yes once more. What is to be changed or done away with may be good, or wanted, as it is.

// agreeingMore are such answers of the languages: the yes, what says it once more, and what follows behind a mark.
var agreeingMore = lazyre.Once(func() (all []*lazyre.Regexp) {
	for _, of := range [][2]string{ // the yes, what stands behind it, in the order of languages()
		{
			`yes|yeah|yep|yup|aye|sure`,
			`(?:i|we)(?:['’]d| would) (?:really )?(?:like|love) that|(?:i|we) (?:do )?want that|it(?:['’]ll| will) (?:be (?:fine|ok|okay|alright|all right|good|perfect|great)|do(?: nicely| fine| me)?)|` +
				`(?:(?:it|that)(?:['’]s|s| is) )?(?:just |all )?(?:perfect|fine|good|great|ok|okay|lovely|spot on) (?:like (?:that|this)|as (?:it|they) (?:is|are|stands?)|as is)`,
		},
		{
			`sì+|sí|si[,.!]+|certo`,
			`(?:lo )?(?:voglio|vogliamo)|(?:va|vanno|andrà|andranno) (?:bene|benissimo|benone)(?: così)?|(?:(?:è|va) )?(?:tutto )?(?:perfett[oa]|benissimo|ottim[oa]|bene) così(?: com['’]è)?`,
		},
		{
			`sí+|si[,.!]+|claro(?: que sí)?|vale|dale`,
			`(?:eso )?(?:quiero|queremos)(?: eso)?|(?:irán?|van|estarán?) (?:muy )?bien|(?:(?:está|queda) )?(?:muy )?(?:perfecto|bien|genial|excelente|estupendo) (?:así|tal cual)`,
		},
		{
			`oui+|ouais`,
			`je (?:le )?(?:veux|voudrais)|ça (?:ira|va aller|fera l['’]affaire|sera (?:très )?(?:bien|parfait))(?: (?:très )?bien| parfaitement)?|(?:c['’]est |tout est )?(?:très |vraiment )?(?:parfait|bien|super|nickel|impeccable|bon|génial|top) (?:comme (?:ça|cela)|ainsi|tel quel)`,
		},
		{
			`ja+|jo|jep|klar|gerne?`,
			`(?:das )?(?:will|möchte|wollen|möchten|hätte|hätten) (?:ich|wir)(?: gern| gerne| schon| so)*|(?:das )?wird (?:schon |so )*(?:gehen|passen|gut)|(?:die|der|sie|das|es) (?:passt|passen|geht|gehen) (?:schon|so|gut)|(?:(?:das |es )?ist )?(?:sehr )?(?:gut|perfekt|super|prima|bestens|ok|recht|in ordnung|wunderbar|top) so`,
		},
		{
			`sim+|claro|isso`,
			`quer(?:o|emos)(?: sim| muito)?|(?:(?:vai|vão) )?(?:serve|servem|servir)(?: bem)?|(?:vai ficar|fica) (?:bem|bom|ótimo)|(?:(?:está|tá|fica) )?(?:muito )?(?:perfeito|bem|bom|ótimo|excelente|certo) assim`,
		},
		{
			`ja+|jawel|graag`,
			`(?:dat )?(?:wil|willen|zou) (?:ik|we|wij)(?: graag| wel)*(?: willen)?|dat wordt (?:prima|mooi|goed)|(?:(?:het |dat )?is )?(?:heel |helemaal )?(?:goed|prima|perfect|mooi|top|fijn|oké|ok) zo`,
		},
		{
			`tak|jasne|pewnie`,
			`chc[ęe](?: tego)?|chcemy(?: tego)?|(?:to )?b[ęe]dzie (?:dobrze|ok|okej|w porządku|super|idealnie|świetnie)|mo(?:że|ze|gą|ga) (?:tak )?by[ćc]|(?:jest )?(?:bardzo )?(?:dobrze|idealnie|świetnie|super|ok) tak`,
		},
	} {
		all = append(all, lazyre.Made(`(?is)^\s*(?:(`+of[0]+`)[ ,.!]+)?(`+of[1]+`)(?: *$|[ ]*[.,;!\n] *(.*)$)`))
	}
	return all
})

// withoutAgreeing puts the yes alone in the place of such an answer; without one, what follows has to be a yes, but for the "quero sim" of
// Portuguese, which has one.
func (p *parser) withoutAgreeing(body string, l int, o Options) string {
	m := agreeingMore()[l].FindStringSubmatch(body)
	if m == nil {
		return body
	}
	if asks, _ := p.leavesNothing(o.Shown); asks || refusesAsked(o.Shown) {
		return body
	}
	if l == frAt && strings.Contains(strings.ToLower(m[2]), " ira") && strings.Contains(strings.ToLower(m[3]), "merci") { // which declines
		return body
	}
	if first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(m[3])), " "); thirdPersons()[first] || elseWho()[first] { // "quero sim, ela pode comprar"
		return body
	}
	yes := m[1]
	if strings.HasSuffix(strings.ToLower(m[2]), " sim") {
		yes = yesOf()[l]
	}
	switch {
	case yes != "":
		return yesOf()[l] + ". " + m[3]
	case m[3] != "" && onlyWants.MatchString(m[2]):
		return m[3]
	}
	return body
}

// onlyWants is a verb of wanting with nothing else, which a deed may follow: "quero, pode comprar".
var onlyWants = lazyre.New(`(?i)^(?:quero|queremos|quiero|queremos|voglio|vogliamo|chc[ęe]|chcemy)$`)

// elseWho are pronouns for who else does it.
var elseWho = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`he she they ele ela eles elas él ella ellos ellas lui lei loro il elle ils elles er sie hij zij ze on ona oni one`)...)
})
