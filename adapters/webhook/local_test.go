package webhook

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bridge/adapters/webhook/sign"
)

// TestUnsignedIsLocal: a channel that proves nothing takes what a program on this
// machine sends to it by a name of this machine, and nothing else.
func TestUnsignedIsLocal(t *testing.T) {
	type change = func(*http.Request)
	head := func(pairs ...string) change {
		return func(r *http.Request) {
			for i := 0; i < len(pairs); i += 2 {
				r.Header[http.CanonicalHeaderKey(pairs[i])] = []string{pairs[i+1]}
			}
		}
	}
	host := func(s string) change { return func(r *http.Request) { r.Host = s } }
	from := func(s string) change { return func(r *http.Request) { r.RemoteAddr = s } }
	cases := map[string]struct {
		change
		local, open bool // taken without allow_unsigned, and with it
	}{
		"a program here":                {head(), true, true},
		"a program here, by IPv6":       {func(r *http.Request) { r.RemoteAddr, r.Host = "[::1]:5", "[::1]:8080" }, true, true},
		"another loopback address":      {func(r *http.Request) { r.RemoteAddr, r.Host = "127.3.2.1:5", "127.3.2.1" }, true, true},
		"localhost, in capitals":        {host("LOCALHOST:8080"), true, true},
		"a page of ours":                {head("Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"), true, true},
		"typed by the user":             {head("Sec-Fetch-Site", "none"), true, true},
		"another machine":               {from("192.0.2.1:5"), false, true},
		"another machine, IPv6":         {from("[2001:db8::1]:5"), false, true},
		"a mapped address":              {from("[::ffff:192.0.2.1]:5"), false, true},
		"no address":                    {from(""), false, true},
		"a name that leads here":        {host("rebind.evil.test:8080"), false, true},
		"a name that leads here, exact": {host("127.0.0.1.nip.io"), false, true},
		"a name like ours":              {host("localhost.evil.test"), false, true},
		"a subdomain of localhost":      {host("evil.localhost"), false, true},
		"localhost with a dot":          {host("localhost."), false, true},
		"a number for an address":       {host("2130706433"), false, true},
		"the wildcard address":          {host("0.0.0.0:8080"), false, true},
		"no name":                       {host(""), false, true},
		"a rebound page": {func(r *http.Request) {
			host("evil.test:8080")(r)
			head("Origin", "http://evil.test:8080", "Sec-Fetch-Site", "same-origin")(r)
		}, false, true},
		"another site's form":          {head("Origin", "http://evil.test"), false, false},
		"another site's script":        {head("Sec-Fetch-Site", "cross-site"), false, false},
		"a sister site":                {head("Sec-Fetch-Site", "same-site"), false, false},
		"a sandboxed frame":            {head("Origin", "null"), false, false},
		"another port of this machine": {head("Origin", "http://localhost:3000"), false, false},
		"a site that hides its origin": {head("Origin", "null", "Sec-Fetch-Site", "cross-site"), false, false},
		"nginx without any header":     {func(r *http.Request) { r.Proto, r.ProtoMajor, r.ProtoMinor = "HTTP/1.0", 1, 0 }, false, true},
		"an empty header of a proxy":   {head("X-Forwarded-For", ""), false, true},
		"a proxy that says localhost":  {head("X-Forwarded-For", "127.0.0.1"), false, true},
	}
	for _, name := range []string{
		"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded-Anything",
		"X-Real-IP", "X-Original-Forwarded-For", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP", "CF-Connecting-IP", "CF-Ray", "CDN-Loop",
		"Fastly-Client-IP", "Fly-Client-IP", "X-Envoy-External-Address", "X-Amzn-Trace-Id", "X-Appengine-User-IP", "X-Azure-ClientIP", "Tailscale-User-Login",
		"X-Vercel-Id", "Client-IP", "X-Varnish",
	} {
		cases["behind a proxy, "+name] = struct {
			change
			local, open bool
		}{head(name, "203.0.113.9"), false, true}
	}
	for _, open := range []bool{false, true} {
		h := newHook(t, scheme(sign.None, func(c *Config) { c.AllowUnsigned = open }))
		routes := h.a.Routes(h.accept)
		for name, c := range cases {
			word := "local only"
			want := c.local
			if open {
				word, want = "open", c.open
			}
			t.Run(word+"/"+name, func(t *testing.T) {
				r := httptest.NewRequest("POST", "/", strings.NewReader(`{"n":"`+name+`"}`))
				r.Host, r.RemoteAddr = "localhost:8080", "127.0.0.1:5"
				r.Header.Set("Content-Type", "application/json")
				c.change(r)
				w, before := httptest.NewRecorder(), len(h.taken())
				routes.ServeHTTP(w, r.WithContext(t.Context()))
				taken := len(h.taken()) > before
				if taken != want || want != (w.Code == http.StatusAccepted) || !want && w.Code != http.StatusUnauthorized {
					t.Errorf("taken %v, status %d, want %v", taken, w.Code, want)
				}
			})
		}
	}
}
