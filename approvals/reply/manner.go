package reply

import (
	"strings"

	"bridge/internal/lazyre"
)

// What people say of how it is to be done changes nothing where it is how the prompt has it: "pode enviar do jeitinho que está",
// and "presentala con mi firma" to whom is asked to do so.

// manners are such phrases by their first words: as it stands, and in the name or with the signature of whoever answers.
var manners = lazyre.Once(func() map[string][]manner {
	all := map[string][]manner{}
	for i, list := range []string{
		`as it is|as it stands|as is|so wie es ist|so wie er ist|so wie sie ist|genau so|tel quel|telle quelle|così com'è|così come sta|così come è|tale e quale|tal cual|tal cual está|tal como está|así como está|do jeito que está|do jeitinho que está|assim como está|tal como está|zoals het is|zoals het er ligt|tak jak jest|taki jaki jest|taką jaka jest`,
		`in my name|on my behalf|for me|with my signature|in meinem namen|für mich|mit meiner unterschrift|en mon nom|pour moi|avec ma signature|a mio nome|a nome mio|per mio conto|per conto mio|con la mia firma|en mi nombre|por mí|con mi firma|em meu nome|no meu nome|por mim|com a minha assinatura|com minha assinatura|in mijn naam|namens mij|met mijn handtekening|w moim imieniu|za mnie|z moim podpisem`,
	} {
		for phrase := range strings.SplitSeq(list, "|") {
			for _, s := range spellings(phrase) {
				words := strings.Fields(s)
				all[words[0]] = append(all[words[0]], manner{words, i == 1})
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
	return wordsOf(`name behalf sign* signature unterschr* unterzeich* namen signer nom firm* nome nombre assin* naam teken* onderteken* handtekening podpis* imieniu imię`)
})

// manner is how many words from toks[j] say no more than how the prompt has it done.
func (own ownWords) manner(toks []token, j int) (n int) {
	for _, m := range manners()[toks[j].key] {
		k := 0
		for k < len(m.words) && j+k < len(toks) && toks[j+k].kind == word && toks[j+k].key == m.words[k] {
			k++
		}
		if k == len(m.words) && k > n && (!m.mine || own.signs) {
			n = k
		}
	}
	return n
}
