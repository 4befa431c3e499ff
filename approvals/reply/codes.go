package reply

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"bridge/approvals/reply/wording"
)

const (
	codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ" // no 0 O 1 I L U
	codeLength   = 6
	codeTries    = 1000
	tokenOpen    = "[approval:"
)

// NewCode draws an approval code from random, which is crypto/rand.Reader
// outside tests: 6 characters of 23456789ABCDEFGHJKMNPQRSTVWXYZ, at least two
// digits and two letters, all such codes equally likely except those that are
// one run of digits and one of letters: a person writes "234GBP" and "PR2345"
// for other reasons. It is called once per request and approver; the caller
// sees to it that a code is unique. It fails when random fails or is no random
// source.
func NewCode(random io.Reader) (string, error) {
	// 240 is the largest multiple of 30 in a byte: larger values are drawn
	// again, so that no character is likelier than another.
	const limit = 256 - 256%len(codeAlphabet)
	var buf [codeLength]byte
	code := make([]byte, 0, codeLength)
	for range codeTries {
		if _, err := io.ReadFull(random, buf[:]); err != nil {
			return "", fmt.Errorf("draw approval code: %w", err)
		}
		for _, b := range buf {
			if int(b) < limit && len(code) < codeLength {
				code = append(code, codeAlphabet[int(b)%len(codeAlphabet)])
			}
		}
		if len(code) < codeLength {
			continue
		}
		if s := string(code); isCode(s) && !looksOrdinary(s) {
			return s, nil
		}
		code = code[:0]
	}
	return "", errors.New("draw approval code: the random source repeats itself")
}

// FindTokens returns the codes of the [approval:CODE] tokens in the first
// 64 KiB of text, upper case, each once, in order of appearance, at most 20.
// Admission calls it for the decoded subject and the body of a message, quoted
// text included. A code found routes a reply; it authorises nothing.
func FindTokens(text string) []string {
	s := head(text)
	if strings.IndexByte(s, tokenOpen[0]) < 0 {
		return nil // as in most texts
	}
	return codesOf(scanCodes(s), func(m codeMatch) bool { return m.bracketed })
}

// FindNames returns what stands in the [approval:NAME] tokens in the first 64 KiB of
// text that is no code: ids of requests, the bridge's or an agent's own (seed 001). As
// written, each once, in order of appearance, at most 20, of at most 256 bytes. A name
// is no secret: it says what a reply is about and proves nothing.
func FindNames(text string) []string {
	if len(text) > maxText {
		text = text[:maxText]
	}
	var names []string
	for rest := text; len(names) < maxCodes; {
		i := strings.IndexByte(rest, tokenOpen[0])
		if i < 0 {
			break
		}
		rest = rest[i:]
		if len(rest) < len(tokenOpen) || !strings.EqualFold(rest[:len(tokenOpen)], tokenOpen) {
			rest = rest[1:]
			continue
		}
		rest = rest[len(tokenOpen):]
		end := strings.IndexByte(rest[:min(len(rest), maxName+1)], ']')
		if end < 0 {
			continue
		}
		name := strings.TrimSpace(rest[:end])
		if name != "" && !IsCode(name) && !strings.ContainsFunc(name, unicode.IsControl) && !slices.Contains(names, name) {
			names = append(names, name)
		}
		rest = rest[end:]
	}
	return names
}

// maxName is the longest name in a token, in bytes: an approvalId has at most as many.
const maxName = 256

// IsCode reports whether s, in either case, has the shape of a code.
func IsCode(s string) bool { return len(s) == codeLength && isCode(upperASCII(s)) }

// FindCodes returns the codes in the first 64 KiB of text, those of
// [approval:CODE] tokens first, then bare words with the shape of a code in any
// case; upper case, each once, at most 20. A bare word can have the shape of a
// code by chance.
func FindCodes(text string) []string {
	found := scanCodes(head(text))
	sort.SliceStable(found, func(i, j int) bool { return found[i].bracketed && !found[j].bracketed })
	return codesOf(found, nil)
}

// head returns the normal form of the first 64 KiB of text. A word that the
// limit cuts is left out, for its beginning could look like a code.
func head(text string) string {
	if len(text) <= maxText {
		return normalize(text)
	}
	text = text[:maxText]
	i := strings.LastIndexFunc(text, unicode.IsSpace)
	return normalize(text[:max(i, 0)])
}

// codeMatch is a code in a text: text[start:end] is the word or whole token.
type codeMatch struct {
	code       string // upper case
	start, end int
	bracketed  bool
}

// scanCodes finds all codes of a normalised text, in order.
func scanCodes(s string) []codeMatch {
	var found []codeMatch
	for i := 0; i < len(s); {
		if code, ok := tokenAt(s[i:]); ok {
			end := i + len(tokenOpen) + codeLength + 1
			found = append(found, codeMatch{code, i, end, true})
			i = end
			continue
		}
		n, inWord := wordRuneAt(s, i)
		if !inWord {
			i += n
			continue
		}
		start := i
		for i < len(s) {
			n, inWord := wordRuneAt(s, i)
			if !inWord {
				break
			}
			i += n
		}
		if i-start == codeLength && hasDigit(s[start:i]) { // most words have no digit
			if code := upperASCII(s[start:i]); isCode(code) {
				found = append(found, codeMatch{code, start, i, false})
			}
		}
	}
	return found
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if isDigit(s[i]) {
			return true
		}
	}
	return false
}

// wordRuneAt is the length of the rune at s[i], and whether it belongs to a word.
func wordRuneAt(s string, i int) (n int, inWord bool) {
	if b := s[i]; b < utf8.RuneSelf {
		return 1, 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || isDigit(b) || b == '_'
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return n, wording.InWord(r)
}

// tokenAt returns the code of the [approval:CODE] token that s starts with.
func tokenAt(s string) (string, bool) {
	const n = len(tokenOpen)
	if len(s) < n+codeLength+1 || s[0] != '[' || s[n+codeLength] != ']' || !strings.EqualFold(s[:n], tokenOpen) {
		return "", false
	}
	code := upperASCII(s[n : n+codeLength])
	return code, isCode(code)
}

// codesOf returns the wanted codes, each once; nil wants all.
func codesOf(found []codeMatch, want func(codeMatch) bool) []string {
	var codes []string
	for _, m := range found {
		if len(codes) == maxCodes {
			break
		}
		if (want == nil || want(m)) && !slices.Contains(codes, m.code) {
			codes = append(codes, m.code)
		}
	}
	return codes
}

// isCode reports whether s, in upper case, has the shape of a code.
func isCode(s string) bool {
	if len(s) != codeLength {
		return false
	}
	digits := 0
	for i := range len(s) {
		if strings.IndexByte(codeAlphabet, s[i]) < 0 {
			return false
		}
		if isDigit(s[i]) {
			digits++
		}
	}
	return digits >= 2 && digits <= codeLength-2
}

// looksOrdinary reports whether s is digits then letters, or letters then
// digits: an amount, a span or a reference ("234GBP", "45DAYS", "PR2345"). "Yes
// 234GBP" may mean that much and no more. NewCode never draws such a code, and a
// bare one is not taken out of a text.
func looksOrdinary(s string) bool {
	changes := 0
	for i := 1; i < len(s); i++ {
		if isDigit(s[i]) != isDigit(s[i-1]) {
			changes++
		}
	}
	return changes == 1
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// upperASCII maps a-z only: strings.ToUpper also makes an S of a long s.
func upperASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
