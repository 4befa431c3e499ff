package reply

import (
	"slices"
	"strings"
	"unicode"

	"bridge/internal/lazyre"
)

// What people say of how it is to be done changes nothing where it is how the prompt has it: "pode enviar do jeitinho que está",
// and "presentala con mi firma" to whom is asked to do so.

// manners are such phrases by their first words: as it stands, without hesitation, and in the name or with the signature of whoever answers.
var manners = lazyre.Once(func() map[string][]manner {
	all := map[string][]manner{}
	for i, list := range []string{
		`as it is|as it stands|as is|così|así|assim|so wie es ist|so wie er ist|so wie sie ist|genau so|tel quel|telle quelle|così com'è|così come sta|così come è|tale e quale|tal cual|tal cual está|tal como está|así como está|do jeito que está|do jeitinho que está|assim como está|tal como está|zoals het is|zoals het er ligt|tak jak jest|taki jaki jest|taką jaka jest`,
		`sin problema|sin problemas|sin miedo|sin dudarlo|sem problema|sem problemas|sem medo|senza problemi|senza problema|senza esitare|sans problème|sans souci|sans hésiter|ohne probleme|ohne problem|ohne bedenken|zonder probleem|zonder problemen|bez problemu`,
		`in my name|on my behalf|for me|with my signature|in meinem namen|für mich|mit meiner unterschrift|en mon nom|pour moi|avec ma signature|a mio nome|a nome mio|per mio conto|per conto mio|con la mia firma|en mi nombre|por mí|con mi firma|em meu nome|no meu nome|por mim|com a minha assinatura|com minha assinatura|in mijn naam|namens mij|met mijn handtekening|w moim imieniu|za mnie|z moim podpisem`,
	} {
		for phrase := range strings.SplitSeq(list, "|") {
			for _, s := range spellings(phrase) {
				words := strings.Fields(s)
				all[words[0]] = append(all[words[0]], manner{words, i == 2})
			}
		}
	}
	return all
})

type manner struct {
	words []string
	mine  bool
}

// ofSignature are words of prompts that ask to do something in the name of whoever answers.
var ofSignature = lazyre.Once(func() wordList {
	return wordsOf(`name behalf sign* signature unterschr* unterzeich* namen signer nom firm* nome nombre assin* naam teken* onderteken* handtekening podpis* imieniu imię certif*`)
})

// manner is how many words from toks[j] say no more than how the prompt has it done.
func (own ownWords) manner(toks []token, j int) (n int) {
	for _, m := range manners()[toks[j].key] {
		k := 0
		for k < len(m.words) && j+k < len(toks) && toks[j+k].kind == word && toks[j+k].key == m.words[k] {
			k++
		}
		if k == len(m.words) && k > n && (!m.mine || own.signs) && !(j > 0 && leaves()[toks[j-1].key]) {
			n = k
		}
	}
	return n
}

// leaves are words for leaving something, which at ease is another deed.
var leaves = lazyre.Once(func() map[string]bool {
	return set("deixa", "deixe", "deixem", "deja", "deje", "lascia", "lasci", "laisse", "laissez", "lass", "lassen", "laat", "leave")
})

// yourWords are, by a word for what belongs to whoever answers, those with which a prompt says it to them. Those behind "|" may
// be somebody else's, too.
var yourWords = lazyre.Once(func() map[string][2][]string {
	all := map[string][2][]string{}
	for line := range strings.Lines(`my = your
		mein meine meinen meinem meiner = dein deine deinen deinem deiner Ihr Ihre Ihren Ihrem Ihrer
		mon ma mes = ton ta tes votre vos
		mio mia miei mie = tuo tua tuoi tue | suo sua suoi sue
		mi mis = tu tus | su sus
		meu minha meus minhas = teu tua teus tuas | seu sua seus suas
		mijn = je jouw uw
		mój moja moje mojego mojej moją moim moich = twój twoja twoje twojego twojej twoją twoim twoich pański pańska pańskie pańskiego pańskiej pańską pańskim pańskich`) {
		mine, yours, _ := strings.Cut(line, "=")
		sure, maybe, _ := strings.Cut(yours, "|")
		for w := range strings.FieldsSeq(mine) {
			all[w] = [2][]string{strings.Fields(sure), strings.Fields(maybe)}
		}
	}
	return all
})

// yoursOf are all of a prompt's.
var yoursOf = lazyre.Once(func() map[string]bool {
	all := map[string]bool{}
	for _, yours := range yourWords() {
		for _, w := range slices.Concat(yours[0], yours[1]) {
			all[strings.ToLower(w)] = true
		}
	}
	return all
})

// attending are words for one's being there, which nobody confirms of somebody else to whom the prompt speaks.
var attending = lazyre.Once(func() wordList {
	return wordsOf(`asistencia participación inscripción presencia presença participação comparência inscrição presenza partecipazione adesione iscrizione`)
})

// ofNobodyElse reports prompts of which no word is a name, or somebody of whom others speak.
func (s Shown) ofNobodyElse() bool {
	return !slices.ContainsFunc(s.About, func(about string) bool {
		first := true // of the title
		return slices.ContainsFunc(strings.FieldsFunc(about, func(r rune) bool { return strings.ContainsRune(".?!\n", r) }), func(sentence string) bool {
			for i, w := range strings.Fields(strings.TrimLeft(sentence, "¿ ")) {
				low := strings.ToLower(strings.Trim(w, ",:;"))
				small := slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[low] }) || determiners()[low]
				if unicode.IsUpper([]rune(w)[0]) && !(i == 0 && (first || small)) || kin().has(low) || roles()[low] && !ofOffice.MatchString(low) {
					return true
				}
			}
			first = false
			return false
		})
	})
}

// ofOffice is how words end for where somebody works, which is a thing, too.
var ofOffice = lazyre.New(`(?:ción|ção|zione|ncia|nza|dad)$`)

// kin are those of whom a prompt tells without their name.
var kin = lazyre.Once(func() wordList {
	return wordsOf(`hijo hija hijos marido mujer esposa esposo madre padre hermano hermana abuela abuelo client* socio socia señor* colega compañer* alumn* invitad* filho filha marido esposa mãe pai irmão irmã avó avô senhor* convidad* figlio figlia marito moglie madre padre fratello sorella nonn* ospit* signor* collega dottor* profes* él ella él ele ela lui lei quien quem chi`)
})

// asPrompted puts the prompt's word for what belongs to whoever answers in the place of their own before the same thing: "mon relevé"
// to "J'envoie votre relevé ?" Where the prompt's may mean somebody else's, only what nobody else signs with is theirs.
func (s Shown) asPrompted(toks []token) []token {
	for i, t := range toks {
		yours, is := yourWords()[t.key]
		if !is || t.kind != word || i+1 == len(toks) || toks[i+1].kind != word {
			continue
		}
		for _, about := range s.About {
			asked := wordsOfPrompt(about)
			for j := 1; j < len(asked); j++ {
				if !strings.EqualFold(asked[j], toks[i+1].key) {
					continue
				}
				for k, of := range yours {
					for _, w := range of {
						if (asked[j-1] == w || unicode.IsLower([]rune(w)[0]) && strings.EqualFold(asked[j-1], w)) && (k == 0 || ofSignature().has(toks[i+1].key) || attending().has(toks[i+1].key) && s.ofNobodyElse()) {
							toks = slices.Clone(toks)
							toks[i].key = strings.ToLower(w)
							if article := map[string]string{"mi": "la", "mia": "la", "minha": "a"}[t.key]; k == 1 && article != "" && (i == 0 || !determiners()[toks[i-1].key]) && attending().has(toks[i+1].key) {
								toks[i].key = article
							}
							if w == "your" { // which is the assistant's in an answer
								toks[i].key = "the"
							}
						}
					}
				}
			}
		}
	}
	return toks
}
