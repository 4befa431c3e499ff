package binding

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply"
	"bridge/approvals/reply/wording"
	"bridge/internal/lazyre"
)

// DrawOneTime draws a one-time code: six digits never look like the code of a request,
// which has letters.
func DrawOneTime(random io.Reader) (string, error) {
	const all = 1_000_000
	for range 100 {
		var b [4]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("draw a one-time code: %w", err)
		}
		n := new(big.Int).SetBytes(b[:]).Int64()
		if n < (1<<32)/all*all { // else some codes were likelier than others
			return fmt.Sprintf("%06d", n%all), nil
		}
	}
	return "", fmt.Errorf("draw a one-time code: the random source repeats itself")
}

var (
	sixDigits = lazyre.New(`\d{3}[ \x{a0}-]?\d{3}`)
	// codeWords may stand beside a code: "the code is 123456".
	codeWords = lazyre.New(`(?i)(^|[^\pL])` + codeWord + `([^\pL]|$)`)
	// ofTheCode says no of the code, not of the request: "nie mój kod", "to nie", "my no".
	ofTheCode = lazyre.New(`(?i)(^|[^\pL])((no|non|nie|não|nao)[ \t]+` + codeWord + `|` + codeWord + `[ \t]+(no|non|nie|não|nao))([^\pL]|$)`)
	// askedAfter asks whether the digits are the code, though without a question mark.
	askedAfter = lazyre.New(`(?i)^\s*(is|ist|est|czy)([^\pL]|$)`)
)

const codeWord = `(code|codice|código|codigo|kod|pin|the|my|is|here|il|mio|è|el|mi|es|le|mon|est|der|mein|ist|lautet|o|meu|é|de|mijn|mój|to|jest)`

// mayBeOneTime reports whether readOneTime may find a code in a text, or in what stands above its footer.
func mayBeOneTime(text string) bool { return sixDigits.MatchString(wording.Normal(text)) }

// readOneTime returns the six digits that a text is, beside a yes, courtesy and a
// signature; no if it says no with them. "" if the text is anything else. Other digits
// stand at most in the signature and in the footer of a telephone.
func readOneTime(text string, o reply.Options) (code string, no bool) {
	body, signature := text, ""
	if i := strings.Index(text, "\n-- "); i >= 0 {
		body, signature = text[:i], text[i:]
	}
	all := sixDigits.FindAllStringIndex(body, 2)
	if len(all) != 1 || len(text) > 1000 {
		return "", false
	}
	before, after := body[:all[0][0]], body[all[0][1]:]
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	if inWord(last) || inWord(next) || askedAfter.MatchString(before) || len(reply.FindCodes(before+" "+after)) > 0 {
		return "", false
	}
	ofCode := ofTheCode.MatchString(before) || ofTheCode.MatchString(after)
	code = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, body[all[0][0]:all[0][1]])
	for _, pair := range []string{"**", "()", "[]", `""`, "''"} {
		if b, ok := strings.CutSuffix(before, pair[:1]); ok {
			if a, ok := strings.CutPrefix(after, pair[1:]); ok {
				before, after = b, a
				break
			}
		}
	}
	for range 4 { // words next to each other share what is between them
		before, after = codeWords.ReplaceAllString(before, "$1$3"), codeWords.ReplaceAllString(after, "$1$3")
	}
	before = strings.TrimRight(before, " \t\u00a0:=-–\"'")
	after += signature
	if reply.Parse(strings.TrimSpace(before+" yes"+after), o).Verdict == reply.Grant {
		return code, false
	}
	if v := reply.Parse(strings.Trim(before+" "+after, " \t\n,;"), o); v.Verdict == reply.Deny && v.Reason == "" && !ofCode {
		return code, true
	}
	return "", false
}

// inWord reports letters, digits and their marks, in any script.
func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}
