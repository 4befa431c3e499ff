package chat_test

import (
	"encoding/json"
	"html"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"bridge/core/locale"
)

var (
	pageWords = regexp.MustCompile(`data-words="([^"]*)"`)
	usedWord  = regexp.MustCompile(`\bw\.([A-Z]\w*)|data-(?:say|label|hint)="(\w+)"`)
)

// TestPageSpeaks: the page has the words of the browser's language, those of a person with a
// language of their own are theirs, and each word that the page uses is there.
func TestPageSpeaks(t *testing.T) {
	for accept, want := range map[string]string{"": "en", "it-IT,it;q=0.9,en;q=0.8": "it", "ja, de-CH;q=0.7, en;q=0.5": "de", "xx": "en", strings.Repeat("x,", 5000): "en"} {
		w := newWorld(t, nil)
		resp, _ := w.call("GET", "/", "", "Accept-Language", accept)
		page := pageOf(w, "/", accept)
		var words map[string]string
		m := pageWords.FindStringSubmatch(page)
		if len(m) != 2 || json.Unmarshal([]byte(html.UnescapeString(m[1])), &words) != nil {
			t.Fatalf("%.30q: no words in %s", accept, page)
		}
		if words["Send"] != locale.In(want).Chat.Send || !strings.Contains(page, `lang="`+want+`"`) || resp.Header.Get("Vary") != "Accept-Language" {
			t.Errorf("%.30q: %s", accept, words["Send"])
		}
		used := usedWord.FindAllStringSubmatch(page+pageOf(w, "/chat.js", ""), -1)
		if len(used) < 25 {
			t.Errorf("%d words are used", len(used))
		}
		for _, u := range used {
			if words[u[1]+u[2]] == "" {
				t.Errorf("there is no word %s", u[1]+u[2])
			}
		}
	}
}

func pageOf(w *world, path, accept string) string {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Language", accept)
	rec := httptest.NewRecorder()
	w.a.Routes(w.accept).ServeHTTP(rec, r)
	return rec.Body.String()
}
