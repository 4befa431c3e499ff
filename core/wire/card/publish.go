package card

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// Document is one document that is served: its bytes never change while the program runs.
type Document struct {
	body []byte
	etag string
}

// NewDocument returns the document of some JSON.
func NewDocument(body []byte) Document {
	sum := sha256.Sum256(body)
	return Document{body: body, etag: `"` + hex.EncodeToString(sum[:12]) + `"`}
}

// ServeHTTP answers GET and HEAD, and 304 to who has the document already (RFC 9110 §13).
// Any site may read it: it is public.
func (d Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	h.Set("ETag", d.etag)
	h.Set("Cache-Control", "public, max-age=3600") // how long readers may keep it (seed 002, Caching)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if known(r.Header.Get("If-None-Match"), d.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(d.body) // nowhere to report to
}

// known reports whether an If-None-Match field names the tag; weak tags match, too.
func known(field, etag string) bool {
	for f := range strings.SplitSeq(field, ",") {
		if f = strings.TrimPrefix(strings.TrimSpace(f), "W/"); f == etag || f == "*" {
			return true
		}
	}
	return false
}
