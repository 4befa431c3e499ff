package words

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bridge/adapters/email/written"
)

// FuzzBareLinks holds bareLinks to the expression that says what it does.
func FuzzBareLinks(f *testing.F) {
	linked := regexp.MustCompile(`(\S+?)\s?[<(](?:mailto:|https?://)([^\s<>()]+)[>)]`)
	for _, s := range []string{
		"see x.test (http://x.test) and y.test <https://y.test/> now", "a(b(http://b)", "a  (http://b)", "(http://b)", "w<mailto:a(http://b)", "a(http://b c(http://d)",
		"a@b.test<mailto:a@b.test>c@d.test <mailto:c@d.test>", "x (http://)", "x (http://x", "h\n(https://h)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := linked.ReplaceAllStringFunc(s, func(m string) string {
			f := linked.FindStringSubmatch(m)
			if strings.EqualFold(BareURL(f[1]), BareURL(f[2])) {
				return f[1] + " "
			}
			return m
		})
		if got := bareLinks(s); got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
	})
}

// FuzzFold holds Fold to the words that say what it does.
func FuzzFold(f *testing.F) {
	for _, s := range []string{"Yes, ~~no~~ but?why？ ~a~b ~~~c 5% of $3 \xff ÀÉ 👍🏽", "a -- b", "??", "~ ~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // no text is
		}
		want := strings.NewReplacer("?", " ? ", "？", " ? ", "~~", " ~ ", "~", "").Replace(written.Unmarked(bareLinks(s)))
		want = strings.Join(strings.FieldsFunc(strings.ToLower(want), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.In(r, unicode.So, unicode.Sc) && !unicode.IsMark(r) && r != '?' && r != '~' && r != '%'
		}), " ")
		if got := Fold(s); got != want {
			t.Errorf("%q became %q, want %q", s, got, want)
		}
	})
}
