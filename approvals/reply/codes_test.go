package reply

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"bridge/internal/noerr"
)

func TestNewCode(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	const draws = 120000
	counts := map[byte]int{}
	seen := map[string]bool{}
	for i := range draws {
		code, err := NewCode(random)
		noerr.Must(t, err)
		if !isCode(code) || looksOrdinary(code) {
			t.Fatalf("NewCode drew %q", code)
		}
		if i < 3000 {
			if got := FindCodes("yes " + strings.ToLower(code)); !slices.Equal(got, []string{code}) {
				t.Fatalf("FindCodes does not find %q: %v", code, got)
			}
			if r := Parse("yes "+code, Options{}); r.Verdict != Grant || !r.Strong {
				t.Fatalf("yes %s is %v", code, r.Verdict)
			}
		}
		seen[code] = true
		for i := range len(code) {
			counts[code[i]]++
		}
	}
	// 120 000 of more than 400 million: a handful of repeats at most.
	if len(seen) < draws-60 {
		t.Errorf("%d different codes of %d", len(seen), draws)
	}
	if len(counts) != len(codeAlphabet) {
		t.Errorf("%d characters used of %d", len(counts), len(codeAlphabet))
	}
	// Within digits and within letters, all characters are equally likely.
	for _, group := range []string{codeAlphabet[:8], codeAlphabet[8:]} {
		total := 0
		for i := range len(group) {
			total += counts[group[i]]
		}
		mean := total / len(group)
		for i := range len(group) {
			if n := counts[group[i]]; n < mean*95/100 || n > mean*105/100 {
				t.Errorf("%c is drawn %d times, the others %d", group[i], n, mean)
			}
		}
	}
}

func TestNewCodeWithoutRandomness(t *testing.T) {
	broken := errors.New("no entropy")
	if code, err := NewCode(iotest.ErrReader(broken)); !errors.Is(err, broken) || code != "" {
		t.Errorf("broken source: %q, %v", code, err)
	}
	if code, err := NewCode(bytes.NewReader([]byte{1, 2, 3})); !errors.Is(err, io.ErrUnexpectedEOF) || code != "" {
		t.Errorf("short source: %q, %v", code, err)
	}
	if code, err := NewCode(constant(0)); err == nil || code != "" {
		t.Errorf("constant source: %q, %v", code, err)
	}
	if code, err := NewCode(constant(255)); err == nil || code != "" {
		t.Errorf("constant source above the limit: %q, %v", code, err)
	}
}

type constant byte

func (c constant) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(c)
	}
	return len(p), nil
}

func TestFindNames(t *testing.T) {
	long := strings.Repeat("x", 256)
	for text, want := range map[string][]string{
		"":                        nil,
		"Re: [approval:refund-1]": {"refund-1"},
		"[APPROVAL: a b ] [approval:a b][approval:c]": {"a b", "c"},
		"[approval:4K7Q2M] [approval:4k7q2m]":         nil, // codes
		"[approval:]":                                 nil,
		"[approval:no end":                            nil,
		"[approval:two\nlines]":                       nil,
		"[approval:[approval:x]":                      {"[approval:x"},
		"[approval:" + long + "]":                     {long},
		"[approval:" + long + "x]":                    nil,
		"approval:x] [approva:y]":                     nil,
	} {
		if got := FindNames(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := FindNames(strings.Repeat("[approval:", 1<<18)); len(got) != 0 {
		t.Errorf("%d names", len(got))
	}
}

func TestFindCodes(t *testing.T) {
	many := strings.Builder{}
	for i := range 22 {
		many.WriteString("4K7Q2" + codeAlphabet[8+i:9+i] + " ")
	}
	for _, tt := range []struct {
		name, text string
		codes      []string
		tokens     []string
	}{
		{"nothing", "yes please", nil, nil},
		{"bare", "YES 4K7Q2M", []string{"4K7Q2M"}, nil},
		{"lower case", "yes 4k7q2m.", []string{"4K7Q2M"}, nil},
		{"token", "Re: [approval:4K7Q2M] Refund", []string{"4K7Q2M"}, []string{"4K7Q2M"}},
		{"token in any case", "[APPROVAL:4k7q2m]", []string{"4K7Q2M"}, []string{"4K7Q2M"}},
		{"each once", "4K7Q2M 4k7q2m [approval:4K7Q2M]", []string{"4K7Q2M"}, []string{"4K7Q2M"}},
		{"tokens first", "9XW3HB [approval:4K7Q2M] 2A2B2C", []string{"4K7Q2M", "9XW3HB", "2A2B2C"}, []string{"4K7Q2M"}},
		{"fullwidth", "４Ｋ７Ｑ２Ｍ", []string{"4K7Q2M"}, nil},
		{"split by zero width", "4K7\u200bQ2M", []string{"4K7Q2M"}, nil},
		{"dressed", "(4K7Q2M) #9XW3HB 2A2B2C's", []string{"4K7Q2M", "9XW3HB", "2A2B2C"}, nil},
		{"ordinary shape is reported", "234GBP", []string{"234GBP"}, nil},
		{"token not closed", "[approval:4K7Q2M", []string{"4K7Q2M"}, nil},
		{"token without bracket", "approval:4K7Q2M", []string{"4K7Q2M"}, nil},
		{"token with spaces", "[approval: 4K7Q2M]", []string{"4K7Q2M"}, nil},
		{"too long, too short", "4K7Q2MX 4K7Q2", nil, nil},
		{"characters outside the alphabet", "4K7Q20 4K7Q2O 4K7Q21 4K7Q2I 4K7Q2L 4K7Q2U", nil, nil},
		{"one digit", "4KXQWM", nil, nil},
		{"one letter", "4K7829", nil, nil},
		{"only letters", "please refund", nil, nil},
		{"only digits", "234567", nil, nil},
		{"part of a word", "x_4K7Q2M 4K7Q2Mé 4K7Q2M\u0301", nil, nil},
		{"other scripts", "4К7Q2M", nil, nil},
		{"bad code in a token", "[approval:000000] [approval:]", nil, nil},
		{"joined by a hyphen", "ja-4K7Q2M 9XW3HB-nein", []string{"4K7Q2M", "9XW3HB"}, nil},
		{"joined to letters", "ja4K7Q2M 4K7Q2Mja 4K7Q2M0 _4K7Q2M ²4K7Q2M \u06634K7Q2M 4K7Q2M\u017f \u01304K7Q2", nil, nil},
		{"in parts", "4K7-Q2M 4K7 Q2M 4 K 7 Q 2 M", nil, nil},
		{"token with fullwidth and hidden characters", "[\uff41pproval\uff1a4K7\u200bQ2M\uff3d", []string{"4K7Q2M"}, []string{"4K7Q2M"}},
		{"token that looks like one", "[approvaI:4K7Q2M] \u3010approval:4K7Q2M\u3011 [аpproval:4K7Q2M] [approval:4K7Q2M ]", []string{"4K7Q2M"}, nil},
		{"token broken, encoded", "[approval:4K7Q2\r\nM] %5Bapproval:4K7Q2M%5D", []string{"4K7Q2M"}, nil},
		{"tokens within brackets", "[[approval:4K7Q2M]][approval:9XW3HB]", []string{"4K7Q2M", "9XW3HB"}, []string{"4K7Q2M", "9XW3HB"}},
		{"no more than 20", many.String(), FindCodes(many.String())[:20], nil},
		{"beyond 64 KiB", strings.Repeat("x ", maxText/2) + "4K7Q2M", nil, nil},
		{"cut by 64 KiB", strings.Repeat("x", maxText-7) + " 4K7Q2MORE", nil, nil},
		{"before 64 KiB", "4K7Q2M " + strings.Repeat("x ", maxText), []string{"4K7Q2M"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := FindCodes(tt.text); !slices.Equal(got, tt.codes) {
				t.Errorf("FindCodes = %v, want %v", got, tt.codes)
			}
			if got := FindTokens(tt.text); !slices.Equal(got, tt.tokens) {
				t.Errorf("FindTokens = %v, want %v", got, tt.tokens)
			}
		})
	}
	if got := len(FindCodes(many.String())); got != 20 {
		t.Errorf("FindCodes returns %d codes", got)
	}
}

func FuzzFindCodes(f *testing.F) {
	f.Add("Re: [approval:4K7Q2M] 9xw3hb")
	f.Add("４Ｋ７Ｑ２Ｍ [approval:")
	f.Fuzz(func(t *testing.T, text string) {
		codes, tokens := FindCodes(text), FindTokens(text)
		if len(codes) > maxCodes || len(tokens) > len(codes) || !slices.Equal(codes[:len(tokens)], tokens) {
			t.Fatalf("codes %v, tokens %v", codes, tokens)
		}
		for i, c := range codes {
			if !isCode(c) || slices.Contains(codes[:i], c) {
				t.Fatalf("FindCodes(%q) = %v", text, codes)
			}
		}
	})
}
