package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/approvals/reply/wording"
)

// goesOn reports whether the word at toks[i] is an "and" before one more phrase of
// the same verdict, or courtesy.
func (p *parser) goesOn(toks []token, i int, yes, no bool) bool {
	if !p.and[toks[i].key] || i+1 == len(toks) || toks[i+1].kind != word {
		return false
	}
	switch m, _ := p.phraseAt(toks, i+1); {
	case m.class == courtesy, m.class == closing:
		return true
	case m.class.isYes(), m.class == deed:
		return !no
	case m.class.isNo():
		return !yes
	}
	return false
}

func buts() map[string]bool {
	return set("but", "however", "ma", "però", "pero", "mais", "mas", "porém", "aber", "jedoch", "allerdings", "maar", "echter", "ale", "jednak")
}

// openers are words with which a yes and a doubt may begin: "bueno, hazlo", "bueno…".
func openers() map[string]bool {
	return set("bueno", "venga", "ándale", "andale", "ándele", "andele", "hala", "sale", "va", "arre", "bora", "bom", "bem", "então", "entao", "listo", "ya", "ouin", "joa", "órale", "orale", "pues", "pewnie", "isso")
}

func ands() map[string]bool { return set("and", "e", "ed", "y", "et", "und", "en", "i", "oraz") }

// addressee returns how many tokens after a greeting are whom it greets: titles and at
// most three names, which the text goes on after. Names have a capital letter, are no words that the
// grammar knows, and not the approver's own, for that is a letter to the approver.
func (p *parser) addressee(body string, toks []token, own string) int {
	self := p.nameWords(own)
	if len(self) == 0 {
		return 0
	}
	names := 0
	for i, t := range toks {
		switch {
		case t.kind == word && p.titles[t.key]:
		case t.kind == word && names < 3 && p.isName(body[t.start:t.end], t.key) && !slices.Contains(self, nameKey(t.key)):
			names++
		case t.kind == punct && t.key == "." && i > 0 && toks[i-1].kind == word && p.titles[toks[i-1].key]:
		case i > 0 && (t.kind == newline || t.kind == punct && strings.Contains(",!:", t.key)):
			return i
		case i > 0 && t.key == "." && i+1 < len(toks) && toks[i+1].kind == newline: // "Bom dia, Teresa."
			return i
		default:
			return 0
		}
	}
	return 0
}

// place returns how many tokens after a closing are the place it comes from: "Grüße aus Kiel".
func (p *parser) place(body string, toks []token) int {
	if len(toks) < 2 || toks[1].kind != word || !p.from[toks[0].key] || !p.isName(body[toks[1].start:toks[1].end], toks[1].key) {
		return 0
	}
	return 2
}

func froms() map[string]bool {
	return set("from", "aus", "da", "desde", "de", "uit", "z", "ze", "depuis", "von", "dalla", "dalle", "dal", "dai")
}

func (p *parser) isName(written, key string) bool {
	return unicode.IsUpper([]rune(written)[0]) && !p.known[key] && p.words[key] == 0 &&
		!strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' })
}

func titles() map[string]bool {
	return set("mr", "mrs", "ms", "miss", "dr", "prof", "sir", "madam", "herr", "herrn", "frau", "doktor", "professor", "signor", "signora", "sig", "dott", "ing", "avv", "sr", "sra", "srta", "dra", "dna", "señor", "señora", "don", "doña",
		"monsieur", "madame", "mme", "mlle", "m", "senhor", "senhora", "exmo", "meneer", "mevrouw", "mw", "mevr", "dhr", "ra", "pan", "pani", "panie", "panu", "heer", "lieber", "liebe",
		"jur", "med", "phil", "dipl", "mag", "mgr", "adw", "inż", "hab", "lic", "geom", "rag", "arch", "ssa", "drs", "ir", "me", "maître", "rer", "nat", "atte", "fdo", "firmado", "ks", "suor", "fray", "frei")
}

// addressed reports whether toks begin with a title and a name, after which nothing goes
// on: "ja, Frau Müller".
func (p *parser) addressed(body string, toks []token) bool {
	if len(toks) < 2 || !p.titles[toks[0].key] || toks[1].kind != word || !p.isName(body[toks[1].start:toks[1].end], toks[1].key) {
		return false
	}
	return len(toks) == 2 || toks[2].kind != word
}

// calls reports a given name at toks[i] with which an answer speaks to somebody: between that and more of it ("yes Eve, book it"). At
// the end it may be who signs, and a name of the request, or of a firm, what is chosen.
func (p *parser) calls(body string, toks []token, i int, o Options) bool {
	t, before := toks[i], toks[i-1]
	if !wording.Given(nameKey(t.key)) || !unicode.IsUpper([]rune(body[t.start:])[0]) || o.Shown.has(t.key) || slices.Contains(p.nameWords(o.Name), nameKey(t.key)) {
		return false
	}
	return i+2 < len(toks) && toks[i+1].kind == punct && strings.Contains(",.!", toks[i+1].key) && toks[i+2].kind != newline && (before.kind == word || before.key == ",")
}

// ofWhom reports whether the title and name at toks[i] may say whose request is meant: behind a word of consent without
// a comma ("genehmigt Frau Meyer"), or where the prompt is about another of that title or name.
func (p *parser) ofWhom(toks []token, i int, shown Shown) bool {
	m, _ := p.phraseAt(toks, i-1)
	asked := shown.words()
	title := toks[i].key
	if title == "panu" || title == "herrn" && !slices.Contains(asked, "herr") && !slices.Contains(asked, "herrn") { // whom something is given
		return true
	}
	return toks[i-1].kind == word && m.class.isYes() && len(toks[i-1].key) > 4 && toks[i-1].key != "jawohl" ||
		slices.Contains(asked, toks[i+1].key) != (slices.Contains(asked, title) || slices.Contains(asked, title+"n") || title == "herrn" && slices.Contains(asked, "herr"))
}

// salutes are the last words of a salutation that needs a name after it.
func salutes() map[string]bool {
	return set("dear", "geehrte", "geehrter", "liebe", "lieber", "werte", "werter", "cara", "caro", "gentile", "egregio", "egregia", "estimado", "estimada", "querido", "querida", "apreciado", "apreciada", "cher", "chère", "chere", "prezado", "prezada", "caríssimo", "exma", "exmo",
		"beste", "geachte", "lieve", "szanowny", "szanowna", "drogi", "droga", "kochany", "kochana")
}

// dear are words of a salutation with which people speak to somebody behind an answer, too.
func dear() map[string]bool {
	return set("dear", "caro", "cara", "carissimo", "carissima", "kochany", "kochana", "querido", "querida", "lieve")
}

// dearToo are those of them that say in Spanish and Portuguese what a thing costs: "tá caro".
func dearToo() map[string]bool { return set("caro", "cara") }

// hello are words that greet before an answer and say goodbye behind it.
func hello() map[string]bool {
	return set("ciao", "cześć", "czesc", "salut", "salve", "servus", "hej", "siema", "tchau", "oi", "hoi", "moin", "hey", "coucou", "olá", "ola", "buenas", "hallo")
}
