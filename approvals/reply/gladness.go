package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// Who will be glad of what is asked is said in many orders of few words: "da wird er sich freuen", "il s'en réjouit déjà", "te ne sarei
// grata". A clause of these words alone, of one language, with one for being glad among them, and at most one other stretch of words,
// which names who it is, says no more than that.

// gladIn are the words of such a clause in one language: for being glad, and what stands beside them.
type gladIn struct {
	glad   wordList
	beside map[string]bool
}

var gladWords = lazyre.Once(func() (all [plAt + 1]gladIn) {
	for l, of := range [plAt + 1][2]string{
		enAt: {
			`happy pleased delighted glad thrilled chuffed excited relieved grateful ecstatic overjoyed love loves appreciate appreciates enjoy enjoys`,
			`i we he she they it this that them him her everyone everybody ll will is are be am im m s re d has have been would so very really ever absolutely too also both sure surely definitely certainly know already immensely`,
		},
		itAt: {
			`content* felic* entusiast* sollevat* piacere grat*`,
			`lui lei loro io noi te lo la ne gli le mi ci ve vi si sarà saranno sarò saremo sarei è sono siamo farà faranno fa fanno molto proprio davvero così tanto già anche sicuramente certamente di questo ciò`,
		},
		esAt: {
			`content* feliz felices encantad* alegr* ilusi* encant* gustar* emocionad* agradecer*`,
			`él ella ellos ellas yo nosotros lo le les me nos te se va van a estará estarán está están estoy estamos pondrá pondrán poner hará harán hace mucha mucho muchísimo tanta tanto muy tan ya seguro segura con eso esto de un montón`,
		},
		frAt: {
			`content contente contents contentes ravi ravie ravis ravies heureux heureuse heureuses soulag* réjoui* plaisir hâte enchanté* reconnaissant*`,
			`car il elle ils elles on nous je j s m y en ça cela c va vont vais être sera seront serai serais est sont suis a ont ai avons très trop bien tellement vraiment super déjà beaucoup d avance lui leur me vous te se fera faire fait grand de à`,
		},
		deAt: {
			`freu freue freut freuen gefreut froh glücklich begeistert erleichtert dankbar zufrieden happy`,
			`denn da darüber drüber darauf drauf damit das es er sie wir ich uns mich sich ihn ihm ihr ihnen wird werden werde wirst ist sind bin wäre wären würde würden sehr bestimmt sicher riesig total so echt schon auch aber ja mega richtig jetzt sein`,
		},
		ptAt: {
			`feliz felizes content* radiante* encantad* adorar amar gostar adora adoram ansios* animad* alegr*`,
			`ele ela eles elas eu nós a gente vai vão vou vamos ficar fico ficam está estão estou tô tá muito tão super bem já com isso isto disso imenso certeza`,
		},
		nlAt: {
			`blij tevreden gelukkig opgelucht verheug* leuk fijn geweldig prachtig waarderen dankbaar`,
			`want hij zij ze ik we wij het dat dit er daar hier hun haar hem zal zullen zou zouden gaat gaan wordt worden word ben is zijn heeft hebben heb vind vindt vinden heel erg zo vast zeker echt al mee van met ermee daarmee ook me mij ons op`,
		},
		plAt: {
			`ucieszy ucieszą ucieszyć cieszy cieszą cieszę ciesze cieszymy zadowol* szczęśliw* zachwycon* wdzięczn*`,
			`bo on ona oni one ja my się będzie będą będę bedzie bede jest są jestem jesteśmy bardzo na pewno pewnie już tak ogromnie to mu jej im też`,
		},
	} {
		all[l] = gladIn{wordsOf(of[0]), set(strings.Fields(of[1])...)}
	}
	return all
})

// saysGlad reports such a clause, in small letters.
func (p *parser) saysGlad(clause string, shown Shown) bool {
	said := strings.Fields(gladIdioms.Replace(clause))
	if len(said) > 1 && (p.and[said[0]] || said[0] == "a") {
		said = said[1:]
	}
	if orderedToBe()[said[0]] {
		return false
	}
	for _, of := range gladWords() {
		glad, who, stretches := false, []string(nil), 0
		for i, w := range said {
			if p.negators[w] {
				return false
			}
			ours := true
			for part := range strings.SplitSeq(w, "'") {
				switch {
				case of.glad.has(part):
					glad = true
				case part != "" && !of.beside[part]:
					ours = false
				}
			}
			if !ours {
				if len(who) == 0 || who[len(who)-1] != said[i-1] {
					stretches++
				}
				who = append(who, w)
			}
		}
		if glad && stretches < 2 && len(who) < 4 && p.glads(who, shown) {
			return true
		}
	}
	return false
}

// gladIdioms are put in one word.
var gladIdioms = strings.NewReplacer("over the moon", "happy", "aux anges", "ravis", "is going to", "will", "are going to", "will", "gonna", "will", " z tego", " to",
	"about it", "it", "about this", "it", "about that", "it", "with it", "it", "with that", "it", "with them", "it", "to see it", "it", "to see that", "it", "to hear it", "it", "to hear that", "it", "to have it", "it", "to have them", "it", "to get it", "it", "to get them", "it")

// orderedToBe are words with which somebody is told to be glad: "enjoy the letter".
var orderedToBe = lazyre.Once(func() map[string]bool {
	return set("enjoy", "love", "appreciate", "freu", "freuen", "geniet", "alégrate", "réjouis", "ciesz")
})
