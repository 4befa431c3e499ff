package locale

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var place = regexp.MustCompile(`\{\w*\}`)

// eachText calls f with every text of a language and the name of its field.
func eachText(t *testing.T, v reflect.Value, name string, f func(name, text string)) {
	switch v.Kind() {
	case reflect.String:
		f(name, v.String())
	case reflect.Array:
		for i := range v.Len() {
			eachText(t, v.Index(i), fmt.Sprintf("%s[%d]", name, i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(t, v.Field(i), name+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Func:
		if v.IsNil() {
			t.Errorf("%s is not there", name)
		}
	default:
		t.Errorf("%s is of a kind that nothing checks", name)
	}
}

// TestEveryLanguageSaysEverything: no text is missing in a language, none has other
// places to fill in than the English one, and none was left in English.
func TestEveryLanguageSaysEverything(t *testing.T) {
	places := func(s string) []string {
		list := place.FindAllString(s, -1)
		slices.Sort(list)
		return slices.Compact(list)
	}
	en := map[string]string{}
	eachText(t, reflect.ValueOf(*english()), "", func(name, text string) { en[name] = text })
	// What is the same word in another language, too.
	same := map[string]bool{
		".No": true, ".Date": true,
		"nl.Prompt.Until": true, "nl.Notices.Until": true, "pl.Notices.Operator": true, "pl.Notices.AnOperator": true, "pl.Later.ByOperator": true,
		".Contact.Span": true, ".Surface.Video": true, ".Surface.Audio": true, "fr.Surface.Image": true, "fr.Contact.Assistant": true,
	}
	for _, tag := range Languages() {
		c := In(tag)
		if c.Tag != tag {
			t.Errorf("%s: the tag is %s", tag, c.Tag)
		}
		eachText(t, reflect.ValueOf(*c), "", func(name, text string) {
			switch {
			case strings.TrimSpace(text) == "":
				t.Errorf("%s%s is empty", tag, name)
			case !slices.Equal(places(text), places(en[name])):
				t.Errorf("%s%s has %v, English has %v", tag, name, places(text), places(en[name]))
			case tag != "en" && text == en[name] && len(text) > 4 && !same[name] && !same[tag+name]:
				t.Errorf("%s%s is English: %q", tag, name, text)
			}
			if strings.Contains(text, "  ") != strings.Contains(en[name], "  ") || strings.ContainsAny(text, "“”„‟″«»\u00a0\u202f") {
				t.Errorf("%s%s: %q", tag, name, text)
			}
			if strings.HasPrefix(name, ".Prompt") || strings.HasSuffix(name, "Subject") {
				if strings.HasSuffix(en[name], ":") != strings.HasSuffix(text, ":") {
					t.Errorf("%s%s: %q", tag, name, text)
				}
			}
		})
		for _, s := range []string{c.Prompt.Subject, c.Later.ReminderSubject} { // of mails whose subject is ASCII
			if strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
				t.Errorf("%s: not ASCII: %q", tag, s)
			}
		}
		if !strings.HasPrefix(c.Later.StepUpCode, "{digits} ") {
			t.Errorf("%s: the one-time code is not the first word", tag)
		}
	}
}

func TestIn(t *testing.T) {
	for tag, want := range map[string]string{
		"": "en", "en": "en", "en-GB": "en", "it": "it", "it-CH": "it", "IT": "it", "es-419": "es", "fr_CA": "fr", "de-Latn-AT": "de", "pt-BR": "pt",
		"nl-BE": "nl", "pl": "pl", "ita": "en", "zh-Hant": "en", "x": "en", "-it": "en",
	} {
		if got := In(tag).Tag; got != want {
			t.Errorf("%q: %s, want %s", tag, got, want)
		}
	}
}
