package artifacts

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"bridge/core/message"
)

// linkPurpose keeps link signatures apart from all other uses of the secret.
const linkPurpose = "artifact-link"

// linkMAC is the length of a link signature in bytes before encoding.
const linkMAC = 16

// linkPath is where links live under the public URL, and what Handler serves.
const linkPath = "/artifacts/"

var (
	// ErrBadLink is returned for a link that is not signed by us.
	ErrBadLink = errors.New("artifact link has no valid signature")
	// ErrLinkExpired is returned for a link of ours whose time is over.
	ErrLinkExpired = errors.New("artifact link has expired")
)

// Link returns a public URL for the bytes of id that works until LinkTTL from
// now: {PublicURL}/artifacts/{id}?e={unix seconds}&s={signature}. It does not
// check that id exists. Renderers call it where a channel cannot attach.
func (s *Store) Link(id message.ArtifactID) string { return s.link(string(id), "") }

// link is Link of an id, or of the handle that an agent has for it, with a file name at
// the end of the path, for the eyes of humans. The name is not signed and decides nothing.
func (s *Store) link(handle, name string) string {
	e := strconv.FormatInt(s.now().Add(s.linkTTL).Unix(), 10)
	path := linkPath + url.PathEscape(handle)
	if name != "" {
		path += "/" + url.PathEscape(name)
	}
	q := url.Values{"e": {e}, "s": {s.keys.Sum(linkMAC, linkPurpose, handle, e)}}
	return s.public.String() + path + "?" + q.Encode()
}

// check returns nil, ErrBadLink or ErrLinkExpired. The signature comes first:
// a stranger learns nothing from the answer.
func (s *Store) check(handle string, q url.Values) error {
	e := q.Get("e")
	if !s.keys.Valid(q.Get("s"), linkMAC, linkPurpose, handle, e) {
		return ErrBadLink
	}
	until, err := strconv.ParseInt(e, 10, 64)
	if err != nil {
		return ErrBadLink // cannot be: we signed it
	}
	if s.now().Unix() >= until {
		return ErrLinkExpired
	}
	return nil
}

// ownLink reports whether raw points into our links, valid or not, and at what.
func (s *Store) ownLink(raw string) (handle string, q url.Values, own bool) {
	u, err := url.Parse(raw)
	if err != nil || !strings.EqualFold(u.Scheme, s.public.Scheme) || !strings.EqualFold(u.Host, s.public.Host) {
		return "", nil, false
	}
	rest, ok := strings.CutPrefix(u.Path, s.public.Path+linkPath)
	if !ok {
		return "", nil, false
	}
	handle, _, _ = strings.Cut(rest, "/")
	return handle, u.Query(), true
}

// Handler serves the links: GET and HEAD of /artifacts/{id}[/{name}], with
// ranges. The gateway mounts it at /artifacts/. It answers 403 for a bad
// signature, 410 for an expired link, 404 where the artifact is gone. Whatever
// the bytes are, a browser saves them and runs nothing.
func (s *Store) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+linkPath+"{id}", s.serve)
	mux.HandleFunc("GET "+linkPath+"{id}/{name...}", s.serve)
	return mux
}

func (s *Store) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer") // the URL is the key to the bytes

	handle := r.PathValue("id")
	switch err := s.check(handle, r.URL.Query()); {
	case errors.Is(err, ErrLinkExpired):
		http.Error(w, "This link has expired.", http.StatusGone)
		return
	case err != nil:
		http.Error(w, "This link is not valid.", http.StatusForbidden)
		return
	}
	id, _, _ := strings.Cut(handle, handleSep)
	a, body, err := s.open(r.Context(), message.ArtifactID(id))
	switch {
	case errors.Is(err, ErrNotFound):
		http.Error(w, "This file is no longer kept.", http.StatusNotFound)
		return
	case err != nil:
		http.Error(w, "The file cannot be read at the moment.", http.StatusServiceUnavailable)
		return
	}
	defer body.Close()
	h.Set("Content-Type", a.MediaType)
	h.Set("Content-Disposition", disposition(a.Filename))
	h.Set("ETag", `"`+a.SHA256+`"`) // lets a broken download go on (If-Range)
	http.ServeContent(w, r, "", a.CreatedAt, body)
}

// disposition returns "attachment" with the file name as RFC 6266 §5 asks: the
// true name in filename* (RFC 8187), after a plain ASCII one for those who do not read it.
func disposition(name string) string {
	var plain, ext strings.Builder
	same := true
	for _, r := range name {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\%`, r) {
			plain.WriteByte('_')
			same = false
			continue
		}
		plain.WriteRune(r)
	}
	v := `attachment; filename="` + plain.String() + `"`
	if same {
		return v
	}
	for i := range len(name) {
		if c := name[i]; attrChar(c) {
			ext.WriteByte(c)
		} else {
			const hex = "0123456789ABCDEF"
			ext.WriteByte('%')
			ext.WriteByte(hex[c>>4])
			ext.WriteByte(hex[c&15])
		}
	}
	return v + "; filename*=UTF-8''" + ext.String()
}

// attrChar is RFC 8187 §3.2.1 attr-char.
func attrChar(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("!#$&+-.^_`|~", c) >= 0
}
