package gateway

import (
	"net/http"
	"net/url"

	"bridge/config"
)

// localOnly answers only calls that this machine makes to itself by a name of its own: a page
// of another site cannot make a browser call it by the site's name (DNS rebinding), and one
// that says so is refused.
func localOnly(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !config.IsLoopback(r.RemoteAddr) || !config.IsLoopback(r.Host) || !localOrigin(r.Header.Get("Origin")) {
			problem(w, http.StatusForbidden, "this is for the machine that the bridge runs on, by http://127.0.0.1 or http://localhost")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// localOrigin reports whether an Origin is none, or a page of this machine.
func localOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return origin == "" || err == nil && u.Scheme == "http" && config.IsLoopback(u.Host)
}

// sameOrigin keeps away from h what a page of another site has a browser send: all that
// changes something and is proven by what a browser adds by itself, or could be one day.
// Signed calls of systems need it not, and may name any origin.
func sameOrigin(publicURL string, h http.Handler) http.Handler {
	c := http.NewCrossOriginProtection()
	if u, err := url.Parse(publicURL); err == nil {
		// A proxy may pass requests on under another name. What is no origin cannot be
		// one of a request.
		_ = c.AddTrustedOrigin(u.Scheme + "://" + u.Host)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Our pages give no referrer, so where a browser sends no Sec-Fetch-Site (plain
		// http) the origin of their own forms is "null": their cookie and nonce decide.
		unsaid := r.Header.Get("Origin") == "null" && r.Header.Get("Sec-Fetch-Site") == ""
		if err := c.Check(r); err != nil && !unsaid {
			problem(w, http.StatusForbidden, "a page of another site has sent this")
			return
		}
		h.ServeHTTP(w, r)
	})
}
