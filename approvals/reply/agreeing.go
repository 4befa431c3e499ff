package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Behind a yes people say once more that it is right, how they call whoever asks or that it is a pity: "Oui
// correct", "Sim, querida, confirma.", "Ja leider, bitte so schreiben." None of it says more than the yes.

const shortYes = `yes|yeah|yep|aye|sure|s[ìí]+|si,|oui+|ouais|ja+|jo|sim+|tak|jasne`

var (
	rightYes = lazyre.New(`(?is)^((?:` + shortYes + `)[ ,.!]+(?:(?:` + courtesies + `)[ ,.!]+)?)(?:` +
		`(?:that's|thats|that is|it's|it is|those are|these are|they are|they're|all|is) (?:right|correct|fine)|correct|exactly|absolutely|è giusto|è corretto|esatto|corretto|giusto|perfettamente|(?:es|está|es así) correcto|correcto|exacto|tal cual|así es|c'est (?:ça|correct|exact|juste)|correct|exact|tout à fait` +
		`|(?:das )?(?:stimmt|ist richtig|ist korrekt)(?: so)?|gut so|so ist(?: es|'s)(?: gut| richtig)?|korrekt|richtig|está (?:certo|correto)|certo|correto|fechado|isso mesmo|(?:dat |het )?klopt(?: zo)?|juist|leuk|zeker weten|(?:wszystko )?(?:się )?zgadza(?: się)?|dokładnie|właśnie tak` +
		`)([ ]*(?:[,.!\n].*|)|[ ]+` + courtesies + `[ .!]*(?:\n.*)?)$`)
	fondYes   = lazyre.New(`(?is)^((?:` + shortYes + `)[ ,]+)(querid[oa]|meu bem|amor|cariño|guap[oa]|tesoro|car[oa]|chéri|chérie|schatz|liebe|lieverd|schat|kochana|kochanie|love|dear|darling|hon|honey)([,.!][ ,.!]*\pL.*)$`)
	pityYes   = lazyre.New(`(?is)^((?:` + shortYes + `)[ ,]+)(?:leider|unfortunately|sadly|hélas|malheureusement|purtroppo|por desgracia|lamentablemente|desgraciadamente|infelizmente|helaas|niestety)([,.!][ ,.!]*\pL.*)$`)
	thisOneIs = lazyre.New(`(?is)^((?:sim+|s[íi]+)[ ,]+)pode ser (?:esse|essa|este|esta|isso|assim)([ ]*(?:[,.!\n].*|))$`)
	mayTheyUs = lazyre.New(`(?is)^(?:(?:` + shortYes + `)[ ,.!]+)?(podem?|pueden?|puede|può|possono|(?:il|elle|ils|elles) peu(?:t|vent)|(?:dat )?(?:mogen|kunnen|mag|kan)(?: (?:ze|zij|hij))?)(?:,? (?:sim|sí|sì|usar|usarla|oui))?([ ]*(?:[,.!\n].*|))$`)
	mustBeIt  = lazyre.New(`(?is)^(s[ìi]+[ ,]+)(?:va|vanno) (\pL{3,}[tsn][oaie])([ ]*(?:[,.!\n].*|))$`)
	hasItLent = lazyre.New(`(?i)^((?:yes|yeah|sure|ja|jo|klar)(?:[ ,]+(?:sure|of course|klar|gerne?))?)[ ,.!]+(?:(?:he|she|they) (?:can|may) (?:have|borrow|take|use) (?:it|them)|(?:er|sie|die) (?:kann|können|darf|dürfen) (?:es|ihn|sie|das|die) (?:haben|ausleihen|leihen|nehmen|holen))[ .!]*$`)
	lends     = lazyre.New(`(?i)\P{L}(?:that|dass) (?:you|du|sie|he|she|they|er) (?:can |will |may |[^,;:]* )?(?:lend|borrow|verleihst|leihst|leihen|verleihen|ausleihen|ausleihst)(?:\P{L}|$)`)
	toldMay   = lazyre.New(`(?i)\P{L}(?:that|che|que|dat) (?:\pL+ ){1,4}?(may|can|può|possono|puede|pueden|pode|podem|peut|peuvent|mag|mogen|kan|kunnen)\P{L}`)
	severalMe = lazyre.New(`(?i)^(?:podem|pueden|possono|ils|elles|(?:dat )?(?:mogen|kunnen))`)
	intoPrint = lazyre.New(`(?i)\b((?:manda|mandal[eaoi]|mandi|invia|vai) (?:pure )?)in stampa\b|\b((?:mande?|envi[ea]|mándal[oa]s?) )(?:a (?:la )?imprenta|para impressão)\b|\b((?:gib|geben sie) (?:es |sie )?)in druck\b`)
	toPrinter = lazyre.New(`(?i)\P{L}(?:printers?|tipografia|stampa|imprenta|gráfica|druckerei|drukarni)(?:\P{L}|$)`)
)

// agreeing puts such words into plain ones.
func (p *parser) agreeing(body string, l int, shown Shown) string {
	said := strings.TrimSpace(normalize(body))
	if len(shown.words()) == 0 || !p.oneDeed(shown) || p.refusedTitle(shown) && !pityYes.MatchString(said) {
		return body
	}
	titled := func(of *lazyre.Regexp) bool {
		return slices.ContainsFunc(shown.About, func(about string) bool { return of.MatchString(titleOf(about)) })
	}
	if m := fondYes.FindStringSubmatch(said); m != nil && !shown.says(strings.ToLower(m[2])) {
		said = m[1] + strings.TrimLeft(m[3], " ,.!")
	}
	if m := pityYes.FindStringSubmatch(said); m != nil {
		return m[1] + strings.TrimLeft(m[2], " ,.!")
	}
	if p.undoes(shown) {
		return said
	}
	alters, _ := p.leavesNothing(shown)
	if m := rightYes.FindStringSubmatch(said); m != nil && !alters && !titled(whetherSo) {
		return strings.TrimRight(m[1], " ,.!") + m[2]
	}
	if m := thisOneIs.FindStringSubmatch(said); m != nil && l == ptAt && !alters && !titled(whetherSo) {
		return strings.TrimRight(m[1], " ,") + m[2]
	}
	if m := mustBeIt.FindStringSubmatch(said); m != nil && l == itAt && titleVerbIs(strings.ToLower(m[2]), l, shown) {
		return "sì" + m[3]
	}
	if m := hasItLent.FindStringSubmatch(said); m != nil && titled(lends) {
		return m[1]
	}
	if m := mayTheyUs.FindStringSubmatch(said); m != nil && p.toTell(shown) && titled(toldMay) && !slices.ContainsFunc(shown.About, func(about string) bool { return openToTell.MatchString(titleOf(about)) }) {
		they := severalMe.MatchString(m[1])
		if !slices.ContainsFunc(shown.About, func(about string) bool {
			t := toldMay.FindStringSubmatch(titleOf(about))
			one := t != nil && strings.Contains(" può puede pode peut mag kan ", " "+strings.ToLower(t[1])+" ")
			many := t != nil && (strings.Contains(" possono pueden podem peuvent mogen kunnen ", " "+strings.ToLower(t[1])+" ") || strings.Contains(strings.ToLower(t[0]), " they "))
			return t != nil && (they && one || !they && many)
		}) {
			return yesOf()[l] + m[2]
		}
	}
	if titled(toPrinter) {
		said = intoPrint.ReplaceAllString(said, "$1$2$3")
	}
	return said
}
