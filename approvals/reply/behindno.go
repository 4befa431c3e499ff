package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// What a bare no has behind it may be no reason not to do it, and the no one to something else than what is asked.

// noReason reports a bare no, of which said are the words, with nothing behind it but what welcomes it ("no, that's lovely"), asks back
// without a mark ("no, what landlord"), was not read or seen ("nee, niet gelezen"), corrects who it was ("no, it was Ana"), cannot be
// one ("no, I can't refuse"), or tells that another has not done it ("non, Ana n'a pas signé").
func (p *parser) noReason(toks []token, said string, asked func() Shown) bool {
	rest := strings.TrimRight(bareNos.ReplaceAllString(said, ""), " .!")
	first, _, _ := strings.Cut(rest, " ")
	if cannotRefuse(said) {
		return true
	}
	if no := said[:strings.LastIndex(said, rest)]; rest == "" || no == "" || no == "no " && p.clauses[first]&en == 0 { // "no está bien"
		return false
	}
	if welcomes.MatchString(rest) || asksBack.MatchString(rest) || unread.MatchString(rest) {
		return true
	}
	about := func(w string) bool {
		return sharesStem([]string{w, strings.TrimPrefix(w, "ge")}, strings.Fields(folded(asked().words()))) || p.asksDeed(w, asked())
	}
	if m := whichOne.FindStringSubmatch(rest); m != nil && about(m[1]) {
		return true
	}
	last := toks[max(0, len(toks)-1)]
	for last.kind != word && len(toks) > 1 {
		toks = toks[:len(toks)-1]
		last = toks[len(toks)-1]
	}
	if m := whoItWas.FindStringSubmatch(rest); m != nil && !mistakes.MatchString(m[2]) && (m[1] != "" || m[4] != "" || p.words[last.key] == 0 && !p.known[last.key]) {
		return true
	}
	m := hasNot.FindStringSubmatch(rest)
	return m != nil && !asksItself()[m[1]] && slices.ContainsFunc(strings.Fields(m[3]+" "+m[5]+" "+m[6]), about)
}

var (
	bareNos = lazyre.New(`^(?:(?:(?:no|nope|nein|ne|non|nee|neen|nie|nao) )+(?:[,.!:–-] )+)+|^(?:(?:nein|nee|neen|nope) )+|^no `)
	// welcomes take a no back.
	welcomes = lazyre.New(`^(?:al contrario|anzi|pelo contrario|au contraire|im gegenteil|on the contrary|integendeel|wrecz przeciwnie|love it|sag bloss|` +
		`(?:that's|thats|that is|this is|it's|it is) (?:really |so |very |absolutely |just )?(?:great|perfect|fine|good|lovely|brilliant|wonderful|nice|awesome|amazing|fantastic|excellent|beautiful)|how (?:nice|lovely|kind|sweet)|(?:it|that) (?:doesn't|does not) (?:bother|disturb) (?:me|us)|i don't (?:mind|care)|i'm (?:up|down|game) for (?:it|that|this)|i'm (?:all in|in|with you|for it|all for it)(?: on that| there)?|i'm the one who .*|i (?:was |'m )?(?:only|just) (?:asking|testing|kidding|said that) ?.*|` +
		`(?:das|es) ist (?:doch |ja |so |sehr |echt )?(?:toll|super|perfekt|schon|gut|prima|klasse|wunderbar|grossartig)|wie (?:schon|nett|lieb)|(?:das )?(?:stort (?:mich |uns )?nicht|macht (?:mir |uns )?nichts)|` +
		`c'est (?:tres |trop |vraiment )?(?:super|genial|parfait|bien|bon|beau|top|magnifique)|(?:ca|cela) (?:ne )?(?:me|nous) (?:derange|gene) pas|` +
		`(?:e|va) (?:molto )?(?:bello|bella|bene|benissimo|perfetto|ottimo|fantastico)|che bell[oa]|(?:non )?(?:mi|ci) (?:disturba|da fastidio|importa)|` +
		`(?:eso )?(?:es|esta|me parece) (?:muy )?(?:bien|genial|perfecto|estupendo|fantastico)|que (?:bien|bueno|bonito)|(?:no )?(?:me|nos) (?:molesta|importa)|` +
		`(?:isso )?(?:e|esta) (?:muito )?(?:bom|otimo|optimo|perfeito|excelente)|que (?:bom|giro|lindo)|(?:nao )?(?:me|nos) (?:incomoda|importo|importa)|(?:nao )?ligo (?:nenhuma|a isso)|` +
		`(?:dat|het|'t) is (?:heel |echt )?(?:top|super|perfect|mooi|goed|prima|fijn|leuk|prachtig)|wat (?:mooi|leuk|fijn|lief)|(?:dat |het )?stoort (?:me |mij |ons )?niet|` +
		`(?:to )?(?:jest )?(?:swietnie|super|wspaniale|pieknie)|jak (?:milo|pieknie)|(?:to )?(?:mi |nam )?(?:nie )?przeszkadza(?: mi| nam)?)$`)
	// asksBack are questions without their mark, whichOne those which of what the prompt names.
	asksBack = lazyre.New(`^(?:what(?:'s| does| do| did| is| was| are| has) .*|who (?:is|was|'s) .*|(?:did|does|do|has|have|is|was|were) (?:he|she|they|you) .*|(?:can't|cant|couldn't) (?:you|he|she|they|it)\b.*|` +
		`(?:wer|wem|wo) (?:ist|war|hat|gehort) .*|was (?:will|wollte|sagt|schreibt|kostet|steht) .*|(?:il|elle|ils) (?:veut|dit|a dit|veulent) quoi|(?:qu'est-ce|que veut|que dit|qui est|qui a) .*|c'est qui|` +
		`(?:che |che cosa |cosa )(?:vuole|voleva|dice|ha detto)(?: .*)?|chi (?:e|era|ha) .*|que (?:quiere|queria|dice|dijo|pone)(?: .*)?|quien (?:es|era|llamo)(?: .*)?|` +
		`(?:o )?que (?:quer|queria|diz|disse|e que)(?: .*)?|quem (?:e|era|foi)(?: .*)?|wat (?:wil|wilde|zegt|zei|schrijft|kost) .*|wie (?:is|was|belde)(?: .*)?|` +
		`(?:czego|co) (?:on |ona |oni )?(?:chce|chcial\pL*|mowi|pisze)(?: .*)?|kto (?:to|dzwonil)(?: .*)?)$`)
	whichOne = lazyre.New(`^(?:which|what|welche[rsnm]?|quel(?:le)?s?|quale|che|cual|que|qual|welke?|jaki\pL*|ktor\pL+) (\pL+)$`)
	// unread is that it was not read, seen or noticed.
	unread = lazyre.New(`^(?:(?:(?:i|we|have|had|even|just|must|i've|i'd) )*(?:missed|overlooked) (?:it|that|this|them|the \pL+)|(?:(?:i|we) )?(?:didn't|did not|haven't|have not|never) (?:even )?(?:see|seen|saw|read|notice|noticed)(?: (?:it|that|this|them|the \pL+))?(?: yet)?|` +
		`(?:(?:ich|wir|das|es|ihn|sie|hab|habe|haben|noch|nicht|nie|gar|leider) )*(?:gesehen|gelesen|ubersehen|verpasst|mitbekommen)|(?:(?:je|on|ne|l'ai|l'a|pas|encore|jamais) )*(?:lue?|vue?|ratee?|loupee?|manquee?)|` +
		`(?:(?:non|ancora|mai|l'ho|me) )*(?:lett[oa]|vist[oa]|pers[oa])|(?:mi|ci) e sfuggit[oa]|(?:(?:no|lo|la|he|hemos|aun|todavia|me) )*(?:lei|leido|vi|visto|perdi)|se me (?:paso|escapo)|` +
		`(?:(?:nao|o|a|ainda|nunca) )*(?:li|vi|reparei)|(?:escapou|passou)-me|(?:(?:ik|we|dat|het|hem|heb|hebben|nog|niet|nooit|helaas) )*(?:gezien|gelezen|gemist)|` +
		`(?:(?:jeszcze|nie|tego|go|jej) )*(?:czytal[ae]m|przeczytal[ae]m|widzial[ae]m|przegapil[ae]m)|umkn\pL+ mi)$`)
	// whoItWas corrects who or what something was of; mistakes are none of these.
	whoItWas = lazyre.New(`^(?:(?:it|that|this) was|(?:das|es) war|c'etait|era|e stat[oa]|fue|foi|(?:dat|het) was|to) ((?:the|a|my|our|his|her|your|der|die|das|ein|eine|mein|meine|unser|unsere|le|la|un|une|mon|ma|notre|il|el|mi|nuestr[oa]|o|meu|minha|de|het|een|mijn|onze) |(?:byl|byla) |l'|)(\pL+)$|^c'est (\pL+ )?(\pL+) qui .*$`)
	mistakes = lazyre.New(`^(?:mistake|error|misunderstanding|joke|wrong|irrtum|fehler|versehen|missverstandnis|falsch\pL*|erreur|malentendu|errore|sbaglio|equivoco|equivocacion|malentendido|erro|engano|vergissing|misverstand|fout\pL*|pomylka|blad|nieporozumienie)$`)
	// hasNot tells of somebody what they have not done.
	hasNot = lazyre.New(`^(?:(?:the|der|die|das|le|la|il|el|o|a|de|het) )?(\pL+) (hasn't|haven't|has not|have not|didn't|did not|never|hat .*\bnicht|haben .*\bnicht|n'a pas|n'ont pas|ne l'a pas|non (?:l')?(?:ha|hanno)|no (?:lo |la )?(?:ha|han)|heeft .*\bniet|hebben .*\bniet) (.+)$|^(?:[ao] )?(\pL+) (?:nao (?:[oa] )?(\pL+(?:ou|eu|iu|aram|eram|iram))|nie (\pL+(?:l|la|li|ly)))(?: \S+)?$`)
)
