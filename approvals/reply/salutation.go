package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// A letter begins with whom it is written to, in forms that are no words of the grammar: abbreviated ("Exmos. Srs.",
// "Spett.le ufficio"), in both genders ("heer/mevrouw"), with commas inside ("Madame, Monsieur,"). Where the whole is not
// understood, what stands below them is read alone.

// salutation returns where the text goes on behind a salutation with which it begins; 0 if it begins with none. It is
// made of words that open one and of words for people, offices and their titles alone, and of at most three names as
// an addressee has them, and it ends with its line, or with a comma, a colon or "!".
func (p *parser) salutation(body, own string) int {
	line, _, _ := strings.Cut(strings.TrimLeft(body, " \n"), "\n")
	start := len(body) - len(strings.TrimLeft(body, " \n"))
	toks := tokenize(line, nil)
	if len(toks) > 24 {
		toks = toks[:24]
	}
	opened := opening(toks)
	if opened == 0 {
		return 0
	}
	if first := nameKey(toks[opened-1].key); opened == 1 && costly()[first] && (len(toks) < 2 || toks[1].kind == punct && toks[1].key != "." || costlyThing()[toks[1].key]) {
		return 0 // "caro, sì"
	}
	self, names, end := p.nameWords(own), 0, 0
	at := func(i int) int { return start + toks[i].end }
	for i, t := range toks {
		switch {
		case i < opened:
		case t.kind == word:
			k := t.key[strings.LastIndexByte(t.key, '\'')+1:]
			if addressed()[t.key] || addressed()[k] || p.titles[t.key] || p.roles[k] {
				continue
			}
			if names++; names > 3 || len(self) == 0 || !p.isName(line[t.start:t.end], t.key) && !p.titledName(line, toks, i) || slices.Contains(self, nameKey(t.key)) {
				if howAreYou.MatchString(nameKey(strings.ToLower(line[t.start:]))) && start+len(line) < len(body) {
					return start + len(line)
				}
				return end
			}
		case t.kind == punct && t.key == "," || t.key == "!" || t.key == ":":
			end = at(i)
			if t.key != "," {
				return end
			}
		case t.key == "." && i+1 < len(toks) && (toks[i+1].kind == word || toks[i+1].key == ","), t.key == "/" && touching(toks, i-1) && touching(toks, i):
			if t.key == "." && len(toks[i-1].key) > 7 {
				return end
			}
		case t.key == "." && i+1 == len(toks):
		default:
			return end
		}
	}
	if start+len(line) < len(body) {
		return start + len(line)
	}
	return end
}

// howAreYou is what people ask whom they greet, without accents.
var howAreYou = lazyre.New(`^(?:how are (?:you|things)(?: doing)?|wie geht'?s(?: dir| ihnen)?|wie geht es (?:dir|ihnen)|alles (?:gut|klar|goed)|ca va|comment (?:ca va|vas-tu|allez-vous)|come (?:va|stai|sta|state)|tutto bene|que tal(?: (?:estas|esta|todo|va))?|como (?:estas|esta|andas|va|vai|esta tudo)|todo bien|tudo (?:bem|bom)(?: contigo| consigo| com voce| por ai)?|hoe gaat het(?: ermee)?|jak sie masz|co slychac|jak leci)[ ?!.]*$`)

// costly are words that open a salutation and begin something else of a request where nobody is named behind them, or an
// article stands there ("cher, oui": it is expensive): those of costlyThing.
var (
	costly = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`dear cher chers chere cheres caro cara cari care caros caras querido querida queridos queridas lieb liebe lieber liebes werte werter geehrte beste lieve dag estimado estimada apreciado apreciada distinguido distinguida gentile egregio egregia prezado prezada drogi droga drodzy drogie geacht geachte attn fao gent egr exmo exma`)...)
	})
	costlyThing = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`le la les l il lo el los las the o os as di de du des da do del della a an und e y et i en of or ou`)...)
	})
)

// titledName reports a name right behind a title, though it is a word of some language: "Pani Anno".
func (p *parser) titledName(line string, toks []token, i int) bool {
	if i > 1 && toks[i-1].key == "." { // "Sra. Costa"
		i--
		toks = slices.Delete(slices.Clone(toks), i, i+1)
	}
	return i > 0 && toks[i-1].kind == word && p.titles[toks[i-1].key] && unicode.IsUpper([]rune(line[toks[i].start:])[0]) &&
		p.verdicts.of[toks[i].key].class == unknown && !p.hedges.of[toks[i].key] && !p.negators[toks[i].key]
}

// opening returns how many tokens open a salutation.
func opening(toks []token) int {
	var key strings.Builder
	found, n := 0, 0
	for i, t := range toks {
		switch {
		case t.kind == word && n < 3:
			if n > 0 {
				key.WriteByte(' ')
			}
			key.WriteString(t.key)
			n++
			if salutations()[nameKey(key.String())] {
				found = i + 1
			}
		case t.key == "." && n > 0:
		default:
			return found
		}
	}
	return found
}

// salutations are words that open one, without accents.
var salutations = lazyre.Once(func() map[string]bool {
	open := map[string]bool{}
	for w := range strings.SplitSeq(`dear|hi|hello|hey|good morning|good afternoon|good evening|good day|morning|afternoon|evening|ladies and gentlemen|gentlemen|greetings|attn|fao|for the attention|
hallo|sehr geehrte|sehr geehrter|sehr geehrtes|sehr verehrte|geehrte|werte|werter|liebe|lieber|liebes|guten tag|guten morgen|guten abend|moin|moin moin|servus|gruss gott|gruß gott|gruess gott|gruezi|gruezi mitenand|hoi|mahlzeit|hallochen|z hd|
bonjour|bonsoir|salut|rebonjour|re-bonjour|cher|chers|chere|cheres|madame|monsieur|mesdames|messieurs|coucou|maitre|docteur|a l'attention|a qui de|
estimado|estimada|estimados|estimadas|apreciado|apreciada|apreciados|distinguido|distinguida|distinguidos|querido|querida|queridos|queridas|buenos dias|buenas|buenas tardes|buenas noches|buen dia|hola|hola buenas|muy senores|muy buenas|senores|senoras|sres|srs|senor|senora|a la atencion|
gentile|gentili|gentilissimo|gentilissima|gentilissimi|gent|gent ma|gent mo|gent mi|spett|spett le|spettabile|egr|egregio|egregia|egregi|caro|cara|cari|care|carissimo|carissima|carissimi|carissime|buongiorno|buonasera|buon giorno|buon pomeriggio|salve|ciao|chiarissimo|alla cortese attenzione|c a|
geachte|geacht|beste|dag|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|goeiemiddag|goeiedag|lieve|l s|t a v|ter attentie|aan wie het|aan wie|
szanowni|szanowna|szanowny|drodzy|drogi|droga|drogie|dzien dobry|dobry wieczor|witam|witajcie|czesc|hej|panie|pani|panowie|do wszystkich|
exmo|exma|exmos|exmas|ex mo|ex ma|ex mos|ex mas|excelentissimo|excelentissimos|ilmo|ilma|ilmos|ilustrissimos|prezado|prezada|prezados|prezadas|caros|caras|carissimo|carissimos|meu caro|meus caros|minha cara|bom dia|boa tarde|boa noite|ola|oi|senhores|ao cuidado|a quem possa|a quem de`, "|") {
		open[strings.TrimSpace(w)] = true
	}
	return open
})

// addressed are words for those to whom people write, and what joins these.
var addressed = lazyre.Once(func() map[string]bool {
	return set(strings.Fields(`all both everyone everybody team teams folks colleague colleagues friend friends sir sirs madam madams gentlemen ladies and or of the office desk department dept support service services customer accounts payable accounting finance purchasing procurement reception front back sales hr assistant bridge bot agent mailbox again there
		zusammen alle allerseits miteinander mitenand beinand team kollegen kolleginnen kollege kollegin und damen herren herr frau leute buchhaltung einkauf sekretariat empfang verwaltung kundendienst kundenservice vertrieb personalabteilung rechnungsstelle buchhaltungsteam hausverwaltung in die runde ihr lieben liebes liebe lieber von der abteilung assistent an alle
		tous toutes à a et tout le la les monde équipe chers chères cher chère collègues collègue amis amies madame monsieur mesdames messieurs mesdemoiselles directeur directrice président présidente maître docteur professeur service services du de des au aux comptabilité comptable achats facturation accueil secrétariat client clientèle l'équipe droit team
		todos todas equipo señores señoras señor señora sres sras sr sra srta míos mías mío y o compañeros compañeras compañero compañera colegas colega amigos amigas chicos chicas gente cliente clientes departamento contabilidad administración compras facturación recepción secretaría atención al los las el días tardes noches nuevamente nuevo doctor doctora licenciado licenciada ingeniero profesor profesora
		tutti tutte ragazzi ragazze colleghi colleghe collega amici signori signore signora signor sigg sig ra le ma mo mi dott dottore dottoressa dott.ssa ssa avvocato ingegnere ragioniere professore professoressa geometra architetto ditta società ufficio amministrazione direzione segreteria acquisti contabilità fatturazione team clienti del della dell' dell spettabile gentili cortese attenzione
		allemaal allen iedereen collega's collega mensen heer heren mevrouw meneer dames dame en of mw mevr dhr dr drs ir ing directie administratie boekhouding inkoop receptie klantenservice secretariaat afdeling relatie lezer klant leveranciers bestuur aangaat van de het aan s
		państwo państwu państwa pani panie panu pan panowie panią panią wszystkim wszystkich serdecznie ponownie koledzy koleżanki kolego koleżanko zespole zespół ekipo ekipa klienci klientko kliencie dyrektorze dyrektor kierownik kierowniku doktorze profesorze prezesie prezes mecenasie mecenas inżynierze redaktorze księgowa księgowości dział dziale szanowni szanowna szanowny drodzy zainteresowanych i oraz
		senhores senhoras senhor senhora srs sras exmo exma exmos exmas dr dra eng engo engª dona colegas colega equipa equipe todos todas pessoal gente malta galera amigos amigas cliente clientes departamento contabilidade financeiro administração secretaria atendimento recepção receção compras e ou ao aos do da caros caras prezados diretor diretora interessar direito`)...)
})
