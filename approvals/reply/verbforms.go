package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// ownForms notes the forms of a verb in which people order, and those of them that have lost the prefix, which it returns.
func ownForms(l int, verb string, note func(string, role), bare func(string)) (lost string) {
	if len(verb) < 2 { // no verb, "Y"
		return ""
	}
	cut := func(endings ...string) (string, string) {
		for _, e := range endings {
			if stem, is := strings.CutSuffix(verb, e); is && (len(stem) > 2 || len(stem) > 1 && (l == esAt || l == ptAt)) { // "usar"
				return stem, e
			}
		}
		return "", ""
	}
	with := func(stems []string, endings, pronouns string, r role) {
		for _, s := range stems {
			for e := range strings.FieldsSeq(endings) {
				form := s + strings.TrimPrefix(e, "-")
				note(form, r)
				for c := range strings.FieldsSeq(pronouns) {
					note(form+c, r&(imperative|infinitive|ours)|holding)
				}
			}
		}
	}
	switch l {
	case enAt:
		note(verb, imperative|infinitive)
		done, doing := englishForms(verb)
		for _, w := range done {
			if w != verb {
				note(w, passive)
			}
		}
		for _, w := range doing {
			note(w, ongoing)
		}
	case itAt:
		const on = "lo la li le gli glielo gliela glieli gliele"
		long := verb[:len(verb)-1] // "mandar"
		for _, e := range [][2]string{{"durre", "ducere"}, {"porre", "ponere"}, {"trarre", "traere"}} {
			if stem, is := strings.CutSuffix(verb, e[0]); is {
				long = verb[:len(verb)-2] // "tradur"
				verb = stem + e[1]
				break
			}
		}
		stem, e := cut("are", "ere", "ire")
		i, end := map[string]string{"are": "i", "ire": "isci isca"}[e], map[string]string{"are": "a ate", "ere": "i ete a", "ire": "i ite a isci"}[e]
		if stem == "" {
			return ""
		}
		stem = strings.TrimSuffix(stem, "i")
		stems := []string{stem, stem + "i"}
		with(stems, map[string]string{"are": "ino", "ere": "ano", "ire": "ano iscano"}[e], "", imperative)
		we := stems
		if e == "are" && strings.ContainsAny(stem[len(stem)-1:], "cg") {
			we = append(we, stem+"h")
			with([]string{stem + "h"}, "i ino", "", imperative)
		}
		with(we, "iamo", on, imperative|ours)
		with(stems, i, "", imperative)
		with(stems, end, on, imperative)
		if e == "are" { // "venda" orders, "manda" may tell, too
			with(stems, "a", "", stated)
		}
		if e == "ire" {
			with([]string{stem + "isc"}, "o", "", negated1)
		} else {
			with(stems, "o", "", negated1) // "non vendo"
		}
		note(long+"e", infinitive)
		if verb[:len(verb)-1] != long {
			note(long+"re", infinitive)
		}
		with([]string{long}, "-", on, infinitive)
	case esAt, ptAt:
		on, joined, oneself := "lo la los las le les selo sela selos selas", "", "se" // "páguese"
		if l == ptAt {
			on, joined = "lhe lhes", "-o -a -os -as -lo -la -los -las -no -na -nos -nas -lhe -lhes -lho -lha -lhos -lhas"
			oneself = "-se"
		}
		stem, e := cut("ar", "er", "ir")
		for ending, odd := range oddOrders()[l == ptAt] {
			if before, is := strings.CutSuffix(verb, ending); is {
				with([]string{before + odd[0]}, "-", on+" "+joined, imperative)
				with([]string{before + odd[1]}, "- n m", on+" "+joined+" "+oneself, imperative)
				note(before+odd[1]+"s", negated1)
				with([]string{verb}, "-", on, infinitive)
			}
		}
		if stem == "" {
			if verb == "dar" || verb == "ver" {
				with([]string{verb}, "-", on, infinitive)
			}
			return ""
		}
		stems := []string{stem}
		if at := strings.LastIndexAny(stem, "eo"); at >= 0 && l == esAt {
			stems = append(stems, stem[:at]+map[byte]string{'e': "ie", 'o': "ue"}[stem[at]]+stem[at+1:])
			if e == "ir" && stem[at] == 'e' { // "despide"
				stems = append(stems, stem[:at]+"i"+stem[at+1:])
			}
		}
		soft := slices.Clone(stems)
		if e != "ar" {
			soft = softened(stems, l, e)
			if strings.HasSuffix(stem, "u") && !strings.HasSuffix(stem, "gu") && l == esAt { // "incluye"
				stems = append(stems, stem+"y")
			}
		}
		for i, s := range soft {
			for _, c := range [][2]string{{"g", "gu"}, {"c", "qu"}, {"z", "c"}, {"ç", "c"}} {
				if t, is := strings.CutSuffix(s, c[0]); is && e == "ar" && !(l == ptAt && c[0] == "z") { // "organize"
					soft[i] = t + c[1]
					break
				}
			}
		}
		first, then, state := "a ad", "e en emos em", "a"
		if e != "ar" {
			first, then, state = "e ed id", "a an amos am", "e"
		}
		if l == ptAt && e == "ar" && strings.HasSuffix(stem, "e") { // "bloqueia", "bloqueie"
			stems, soft = append(stems, stem+"i"), append(soft, stem+"i")
		}
		if l == ptAt && strings.HasSuffix(stem, "u") && e == "ir" { // "exclui"
			note(stem+"i", imperative)
			note(stem+"i", stated)
		}
		with(stems, first, on+" "+joined, imperative)
		if e == "ir" && l == esAt { // "imprimilo", "abrile"; "imprimí" is I printed, too
			for c := range strings.FieldsSeq(on) {
				note(stem+"i"+c, imperative|holding)
			}
		}
		with(stems, state, "", stated)
		with(soft, then, on+" "+joined+" "+oneself, imperative)
		with(soft, map[bool]string{true: "es eis", false: "as ais"}[e == "ar"], "", negated1)
		with([]string{verb}, "-", on, infinitive)
		for _, first := range firstPersons(l, verb) { // "no prorrogamos"
			note(first, negated1)
		}
		if joined != "" {
			for c := range strings.FieldsSeq(joined) {
				note(stem+map[string]string{"ar": "a", "er": "e", "ir": "i"}[e]+c, infinitive|holding)
				note(stem+map[string]string{"ar": "a", "er": "e", "ir": "i"}[e]+c, imperative|holding)
			}
		}
	case frAt:
		stem, e := cut("er", "ir", "re")
		if stem == "" {
			return ""
		}
		if e == "er" {
			with([]string{stem}, "e ez ons iez ions", "", imperative)
			with([]string{stem}, "e", "", stated)
			if short, is := strings.CutSuffix(stem, "y"); is { // "envoie"
				with([]string{short + "i"}, "e", "", imperative)
				with([]string{short + "i"}, "e", "", stated)
			}
		} else {
			with([]string{stem}, "s ez issez is", "", imperative)
		}
		switch soft, is := strings.CutSuffix(verb, "indre"); { // "rejoins", "éteignez", and as it sounds
		case is:
			with([]string{soft + "in"}, "s t", "-le -la -les -lui -leur", imperative)
			with([]string{soft + "ign"}, "ez ons", "-le -la -les -lui -leur", imperative)
		case strings.HasSuffix(verb, "dre"): // "vend"
			note(stem, imperative)
		}
		for _, f := range []string{"e", "ez", "ons", "s", "es", "is", "issez"} {
			for _, c := range []string{"-le", "-la", "-les", "-lui", "-leur", "-en"} {
				note(stem+f+c, imperative|holding)
			}
		}
		note(verb, infinitive)
	case deAt:
		typed := func(w string, note func(string)) { // "kuendige", "giess"
			note(w)
			if strings.ContainsAny(w, "äöüß") {
				note(umlauts.Replace(w))
			}
		}
		return germanForms(verb, func(w string, r role) { typed(w, func(w string) { note(w, r) }) }, func(w string) { typed(w, bare) })
	case nlAt:
		stem, _ := cut("en")
		if short := shortDutch.FindStringSubmatch(verb); short != nil { // "sla op"
			note(verb, infinitive)
			if lost = short[1]; lost == "" {
				note(short[2], imperative)
				return ""
			}
			note(lost, adverb)
			bare(short[2])
			bare(short[2] + "t")
			bare(short[2] + "n")
			return lost
		}
		if stem == "" {
			return ""
		}
		note(verb, infinitive)
		for _, prefix := range dutchPrefixes {
			if rest, is := strings.CutPrefix(stem, prefix); is && len(rest) > 2 && !inseparable()[verb] {
				note(prefix, adverb)
				stem, lost = rest, prefix
				break
			}
		}
		if lost != "" {
			for _, s := range dutchStems(stem) {
				bare(s)
				bare(s + "t")
			}
			note(stem+"en", infinitive) // "op te zeggen"
			bare(stem + "en")
			note(lost+"ge"+dutchStems(stem)[0]+"d", passive)
			note(lost+"ge"+dutchStems(stem)[0]+"t", passive)
		}
		with(dutchStems(stem), "- t", "", imperative)
		with(dutchStems(stem), "t", "", stated)
	case plAt:
		for _, f := range polishForms() {
			stem, is := strings.CutSuffix(verb, f.ending)
			if !is || len(stem) < 2 {
				continue
			}
			for _, e := range f.orders {
				for _, form := range polishOrder(stem + e) {
					with([]string{form}, "- cie my", "", imperative)
				}
			}
			for _, e := range f.we {
				note(stem+e, imperative|ours)
				one, several := polishThird(strings.TrimSuffix(stem+e, "my"))
				note(one, third)
				note(polishFirst(one), negated1)
				note(several, third|whole)
			}
			with([]string{polishDeed(stem, f.ending)}, "e a", "", infinitive|object)
			if f.whole {
				break
			}
		}
		note(verb, infinitive)
	}
	return lost
}

// polishForm is what a Polish infinitive becomes by its ending: what orders, and what says that we do it.
type polishForm struct {
	ending     string
	orders, we []string
	whole      bool // no other ending fits
}

// polishFirst is who says that they do it, from the third person: "przedłużam", "kupuję", "płacę", "proszę".
func polishFirst(third string) string {
	for _, e := range [...][2]string{{"ści", "szczę"}, {"dzi", "dzę"}, {"si", "szę"}, {"zi", "żę"}, {"ci", "cę"}, {"li", "lę"}, {"e", "ę"}, {"y", "ę"}, {"a", "am"}, {"i", "ię"}} {
		if stem, is := strings.CutSuffix(third, e[0]); is {
			return stem + e[1]
		}
	}
	return third
}

func polishForms() []polishForm {
	return []polishForm{
		{"isać", []string{"isz"}, []string{"iszemy"}, true},
		{"azać", []string{"aż"}, []string{"ażemy"}, true},
		{"brać", []string{"bierz"}, []string{"bierzemy"}, true},
		{"słać", []string{"ślij"}, []string{"ślemy"}, true},
		{"ować", []string{"uj"}, []string{"ujemy"}, true},
		{"ywać", []string{"uj", "ywaj"}, []string{"ujemy", "ywamy"}, true},
		{"iwać", []string{"uj"}, []string{"ujemy"}, true},
		{"dawać", []string{"dawaj"}, []string{"dajemy"}, true},
		{"ać", []string{"aj"}, []string{"amy"}, true},
		{"nąć", []string{"nij"}, []string{"niemy"}, true},
		{"jąć", []string{"jmij"}, []string{"jmiemy"}, true},
		{"ić", []string{"", "ij"}, []string{"imy"}, true},
		{"yć", []string{""}, []string{"ymy"}, true},
		{"ść", []string{"ś"}, []string{"siemy"}, true},
		{"źć", []string{"ź"}, []string{"ziemy"}, true},
	}
}

// polishThird are what one and what several do, by the first: "sprząta" and "sprzątają", "robi" and "robią", "pisze" and "piszą".
func polishThird(one string) (string, string) {
	stem := one[:len(one)-1]
	switch {
	case strings.HasSuffix(one, "a"):
		return one, one + "ją"
	case strings.HasSuffix(one, "i") && !strings.ContainsAny(stem[len(stem)-1:], "czl"):
		return one, one + "ą"
	}
	return one, stem + "ą"
}

// polishOrder is an order without its vowel: soft at its end, and perhaps with another vowel ("zwróc" is "zwróć", "odnow" "odnów").
func polishOrder(s string) []string {
	for _, e := range [][2]string{{"dz", "dź"}, {"c", "ć"}, {"s", "ś"}, {"z", "ź"}, {"n", "ń"}} {
		if stem, is := strings.CutSuffix(s, e[0]); is && !strings.HasSuffix(s, "cz") && !strings.HasSuffix(s, "sz") && !strings.HasSuffix(s, "rz") {
			s = stem + e[1]
			break
		}
	}
	all := []string{s}
	if r := []rune(s); len(r) > 3 && r[len(r)-2] == 'o' {
		r[len(r)-2] = 'ó'
		all = append(all, string(r))
	}
	return all
}

// polishCases are a Polish noun for a deed in its other cases: "zwrotem", "wymiany".
func polishCases(noun string) []string {
	for _, e := range []struct {
		ending string
		cases  []string
	}{{"ię", []string{"ia", "ii", "ią"}}, {"ję", []string{"ja", "ji", "ją"}}, {"kę", []string{"ka", "ki", "ką"}}, {"gę", []string{"ga", "gi", "gą"}}, {"ę", []string{"a", "y", "ą"}}, {"ie", []string{"ia", "iu", "iem"}}, {"a", []string{"ę", "y", "ą"}}} {
		if stem, is := strings.CutSuffix(noun, e.ending); is && len(stem) > 2 {
			for i, c := range e.cases {
				e.cases[i] = stem + c
			}
			return e.cases
		}
	}
	return []string{noun + "u", noun + "em"}
}

// polishDeed is the noun of a verb without its last letter: "umówieni".
func polishDeed(stem, ending string) string {
	switch last := stem[len(stem)-1]; {
	case ending == "nąć":
		return stem + "nięci"
	case ending == "jąć":
		return stem + "jęci"
	case ending == "ść" || ending == "źć": // "przeniesienie", "przywiezienie"
		return stem + map[string]string{"ść": "s", "źć": "z"}[ending] + "ieni"
	case strings.HasSuffix(ending, "ać"):
		return stem + strings.TrimSuffix(ending, "ć") + "ni"
	case ending == "yć" || ending == "ić" && (last == 'c' || last == 'z'):
		return stem + "eni"
	}
	return stem + "ieni"
}

// dutchPrefixes are what parts from a Dutch verb in an order ("zeg af"), and inseparable verbs that only begin like it.
var dutchPrefixes = []string{"terug", "eruit", "binnen", "samen", "vast", "stop", "vrij", "dicht", "goed", "open", "klaar", "rond", "mee", "bij", "los", "toe", "op", "aan", "af", "uit", "in", "over", "door", "weg", "om", "voor", "na"}

var inseparable = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`aanvaarden overhandigen overtuigen overwegen overleggen overschrijden overtreden doorzoeken doorbreken doorkruisen voorzien voorkomen voorspellen omschrijven omzeilen omarmen omvatten openbaren
		installeren informeren investeren inspecteren integreren inventariseren introduceren innoveren initialiseren instrueren interviewen indexeren inviteren opereren opteren optimaliseren nationaliseren afficheren openen`)...)
})

// shortDutch are verbs whose order is a syllable, with their prefixes.
var shortDutch = lazyre.New(`^(terug|door|mee|bij|toe|op|aan|af|uit|in|over|om|los|na|weg|open|voor|)(sla|sta|ga|doe)(?:an|n)$`)

// dutchStems are what a stem of the plural is alone: "stur" is "stuur", "plann" "plan", "verhuiz" "verhuis".
func dutchStems(stem string) []string {
	n := len(stem)
	switch {
	case stem[n-1] == stem[n-2]:
		stem = stem[:n-1]
	case n > 2 && strings.IndexByte("aeou", stem[n-2]) >= 0 && strings.IndexByte("aeoiu", stem[n-3]) < 0:
		long := stem[:n-1] + stem[n-2:]
		return []string{stem, long}
	}
	if v, is := strings.CutSuffix(stem, "v"); is {
		stem = v + "f"
	} else if z, is := strings.CutSuffix(stem, "z"); is {
		stem = z + "s"
	}
	return []string{stem}
}

// softened are Spanish and Portuguese stems before the endings of verbs in -er and -ir that begin with an a: "ofrezca",
// "recoja", "incluya", "ofereça", "transfira".
func softened(stems []string, l int, ending string) []string {
	var all []string
	for _, s := range stems {
		all = append(all, s)
		for _, c := range [...][3]string{{"gu", "g", "g"}, {"c", "zc", "ç"}, {"g", "j", "j"}, {"u", "uy", "u"}} {
			if t, is := strings.CutSuffix(s, c[0]); is {
				all = append(all, t+c[map[int]int{esAt: 1, ptAt: 2}[l]])
				break
			}
		}
		if at := strings.LastIndexAny(s, "eo"); at >= 0 && l == ptAt && ending == "ir" {
			all = append(all, s[:at]+map[byte]string{'e': "i", 'o': "u"}[s[at]]+s[at+1:])
		}
	}
	return all
}

// oddOrders are endings of Spanish and, under true, Portuguese verbs with what they order with, to a friend and formally.
var oddOrders = lazyre.Once(func() map[bool]map[string][2]string {
	return map[bool]map[string][2]string{
		false: {"poner": {"pon", "ponga"}, "tener": {"ten", "tenga"}, "traer": {"trae", "traiga"}, "hacer": {"haz", "haga"}, "decir": {"di", "diga"}},
		true:  {"por": {"põe", "ponha"}, "pôr": {"põe", "ponha"}, "trazer": {"traz", "traga"}, "fazer": {"faz", "faça"}, "dizer": {"diz", "diga"}, "pedir": {"pede", "peça"}, "medir": {"mede", "meça"}, "querer": {"quer", "queira"}, "anter": {"antém", "antenha"}, "obter": {"obtém", "obtenha"}},
	}
})
