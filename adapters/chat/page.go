package chat

import (
	"bytes"
	"embed"
	"encoding/json"
	"html"
	"net/http"
	"path"

	"bridge/core/locale"
)

// words are what the page says, in one language.
type words struct {
	Tag string
	locale.Chat
	AskedBy, AgentSays, Reason, Deny, Grant string
}

func wordsOf(language string) words {
	l := locale.In(language)
	return words{l.Tag, l.Chat, l.Prompt.AskedBy, l.Prompt.AgentSays, l.Page.Reason, l.Page.Deny, l.Page.Grant}
}

//go:embed page
var pageFiles embed.FS

// page serves the channel's own page: three files, of which none has anything of anybody.
func (a *Adapter) page(w http.ResponseWriter, r *http.Request) {
	name, kind := "chat.html", "text/html; charset=utf-8"
	switch path.Ext(r.URL.Path) {
	case ".js":
		name, kind = "chat.js", "text/javascript; charset=utf-8"
	case ".css":
		name, kind = "chat.css", "text/css; charset=utf-8"
	}
	b, err := pageFiles.ReadFile("page/" + name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if name == "chat.html" {
		b = bytes.ReplaceAll(b, []byte("{{title}}"), []byte(html.EscapeString(a.o.Config.Title)))
		words := wordsOf(locale.Preferred(r.Header.Get("Accept-Language")))
		said, err := json.Marshal(words)
		if err != nil { // texts alone: cannot happen
			http.NotFound(w, r)
			return
		}
		b = bytes.ReplaceAll(b, []byte("{{words}}"), []byte(html.EscapeString(string(said))))
		b = bytes.ReplaceAll(b, []byte("{{language}}"), []byte(words.Tag))
		w.Header().Set("Vary", "Accept-Language")
		b = bytes.ReplaceAll(b, []byte("{{guests}}"), []byte(map[bool]string{true: "yes"}[a.o.Config.Guests]))
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	_, _ = w.Write(b) // the browser is gone
}
