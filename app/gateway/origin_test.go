package gateway

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"bridge/core/message"
	"bridge/core/span"
)

// TestSameOrigin: nothing that a page of another site has a browser send gets to what
// changes something.
func TestSameOrigin(t *testing.T) {
	h := sameOrigin("https://bridge.example.com/x", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for name, tc := range map[string]struct {
		method, origin, site string
		want                 int
	}{
		"a program":                            {"POST", "", "", 204},
		"a form of ours":                       {"POST", "https://bridge.example.com", "same-origin", 204},
		"a form of ours, through a proxy":      {"POST", "https://bridge.example.com", "", 204},
		"a form of ours by plain http":         {"POST", "null", "", 204},
		"a form of ours without a referrer":    {"POST", "null", "same-origin", 204},
		"a link in a mail":                     {"GET", "", "cross-site", 204},
		"another site's form":                  {"POST", "https://evil.test", "cross-site", 403},
		"another site's form, by plain http":   {"POST", "http://evil.test", "", 403},
		"a sister site's form":                 {"POST", "https://evil.example.com", "same-site", 403},
		"a sandboxed frame":                    {"POST", "null", "cross-site", 403},
		"another site that hides its origin":   {"POST", "", "cross-site", 403},
		"another port":                         {"POST", "https://bridge.example.com:8443", "", 403},
		"our name by http":                     {"POST", "http://bridge.example.com", "", 403},
		"another site's fetch with PUT":        {"PUT", "https://evil.test", "cross-site", 403},
		"another site's fetch with DELETE":     {"DELETE", "https://evil.test", "cross-site", 403},
		"another site's fetch with a new verb": {"FROB", "https://evil.test", "", 403},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(tc.method, "http://127.0.0.1:8080/api/v1/pauses", nil)
			for k, v := range map[string]string{"Origin": tc.origin, "Sec-Fetch-Site": tc.site} {
				if v != "" {
					r.Header.Set(k, v)
				}
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tc.want {
				t.Errorf("%d, want %d", w.Code, tc.want)
			}
		})
	}
}

// TestTraced: a call has the trace of its caller, at whichever of its paths a channel is called.
func TestTraced(t *testing.T) {
	var trace string
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { trace = span.Of(r.Context()).Trace })
	g := New(Options{Channels: map[message.ChannelName]http.Handler{"desk": h}, Cards: map[string]http.Handler{"/a2a/desk": h, "/a2a/desk/": h}, Metrics: h, Artifacts: h, Pages: h, Log: slog.New(slog.DiscardHandler)})
	public := g.Public()
	const want = "4bf92f3577b34da6a3ce929d0e0e4736"
	for _, at := range []string{"/channels/desk", "/a2a/desk", "/a2a/desk/tasks"} {
		trace = ""
		r := httptest.NewRequest(http.MethodPost, at, nil)
		r.Header.Set("Traceparent", "00-"+want+"-00f067aa0ba902b7-01")
		public.ServeHTTP(httptest.NewRecorder(), r)
		if trace != want {
			t.Errorf("%s: the trace %q, want %s", at, trace, want)
		}
	}
}
