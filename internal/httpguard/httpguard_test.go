package httpguard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// server answers "here" and records the requests that reach it.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func serve(t *testing.T, handler http.HandlerFunc) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		if handler != nil {
			handler(w, r)
			return
		}
		fmt.Fprint(w, "here")
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) addr() string { return s.Listener.Addr().String() }

func (s *server) requests() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

func redirectTo(code int, location func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", location())
		w.WriteHeader(code)
	}
}

func client(t *testing.T, o Options) *http.Client {
	c := New(o)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func get(t *testing.T, c *http.Client, u string) (int, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, u, nil)
	noerr.Must(t, err)
	resp, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

func TestOnlyAllowedHostsMayBePrivate(t *testing.T) {
	s := serve(t, nil)
	port := s.addr()[strings.LastIndexByte(s.addr(), ':'):]
	for _, tc := range []struct {
		allow []string
		host  string
		ok    bool
	}{
		{nil, s.addr(), false},
		{nil, "localhost" + port, false}, // a name is judged by what it resolves to
		{nil, "[::ffff:127.0.0.1]" + port, false},
		{[]string{s.addr()}, s.addr(), true},
		{[]string{"localhost" + port}, "localhost" + port, true},
		{[]string{"LOCALHOST." + port}, "localhost" + port, true},
		{[]string{"localhost" + port}, s.addr(), false}, // another name of the same server
		{[]string{"127.0.0.1:1"}, s.addr(), false},      // another port
		{[]string{"127.0.0.1", "", "::1" + port}, s.addr(), false},
	} {
		before := len(s.requests())
		_, body, err := get(t, client(t, Options{AllowHosts: tc.allow}), "http://"+tc.host+"/")
		if tc.ok && (err != nil || body != "here") {
			t.Errorf("allow %q, %s: %v", tc.allow, tc.host, err)
		}
		if !tc.ok && (!errors.Is(err, ErrRefused) || len(s.requests()) != before) {
			t.Errorf("allow %q, %s: %v, want refused", tc.allow, tc.host, err)
		}
	}
}

func TestOtherSchemes(t *testing.T) {
	for _, u := range []string{"file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/", "unix:///run/x.sock", "data:,x"} {
		if code, _, err := get(t, client(t, Options{}), u); err == nil {
			t.Errorf("%s: %d", u, code)
		}
	}
}

func TestNoProxyFromTheEnvironment(t *testing.T) {
	proxy, s := serve(t, nil), serve(t, nil)
	for _, k := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(k, proxy.URL)
	}
	for name, c := range map[string]*http.Client{"New": client(t, Options{AllowHosts: []string{s.addr()}}), "Agent": Agent()} {
		if c.Transport.(*http.Transport).Proxy != nil { // net/http caches the environment and never proxies loopback
			t.Errorf("%s has a proxy", name)
		}
		if _, body, err := get(t, c, s.URL); err != nil || body != "here" {
			t.Errorf("%s: %v", name, err)
		}
		c.CloseIdleConnections()
	}
	if n := len(proxy.requests()); n != 0 {
		t.Errorf("%d requests went to the proxy", n)
	}
}

func TestRedirects(t *testing.T) {
	private := serve(t, nil)
	end := serve(t, nil)
	hops := 0
	var target string
	start := serve(t, redirectTo(http.StatusFound, func() string { return target }))
	var chain *server
	chain = serve(t, func(w http.ResponseWriter, r *http.Request) {
		if hops--; hops < 0 {
			fmt.Fprint(w, "end")
			return
		}
		http.Redirect(w, r, chain.URL, http.StatusTemporaryRedirect)
	})
	allow := []string{start.addr(), end.addr(), chain.addr()}

	t.Run("to a private address", func(t *testing.T) {
		for _, target = range []string{private.URL, "//" + private.addr(), "http://169.254.169.254/", "file:///etc/passwd", "ftp://x/"} {
			if _, _, err := get(t, client(t, Options{AllowHosts: allow, MaxRedirects: 3}), start.URL); !errors.Is(err, ErrRefused) {
				t.Errorf("to %s: %v, want refused", target, err)
			}
		}
		if n := len(private.requests()); n != 0 {
			t.Errorf("%d requests reached the private server", n)
		}
	})
	t.Run("none are followed by default", func(t *testing.T) {
		target = end.URL
		if code, _, err := get(t, client(t, Options{AllowHosts: allow}), start.URL); err != nil || code != http.StatusFound {
			t.Errorf("%d, %v; want the 302 itself", code, err)
		}
	})
	t.Run("limit", func(t *testing.T) {
		hops = 3
		if _, body, err := get(t, client(t, Options{AllowHosts: allow, MaxRedirects: 3}), chain.URL); err != nil || body != "end" {
			t.Errorf("3 of 3: %q, %v", body, err)
		}
		hops = 4
		if _, _, err := get(t, client(t, Options{AllowHosts: allow, MaxRedirects: 3}), chain.URL); !errors.Is(err, ErrRefused) {
			t.Errorf("4 of 3: %v, want refused", err)
		}
	})
	t.Run("carry nothing", func(t *testing.T) {
		target = strings.Replace(end.URL, "http://", "http://user:password@", 1) + "/next"
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, start.URL+"/?token=secret", nil)
		noerr.Must(t, err)
		for k, v := range map[string]string{
			"Authorization": "Bearer secret", "Cookie": "a=secret", "Webhook-Signature": "secret", "X-Api-Key": "secret",
			"Proxy-Authorization": "secret", "Accept": "text/csv", "User-Agent": "bridge",
		} {
			req.Header.Set(k, v)
		}
		resp, err := client(t, Options{AllowHosts: allow, MaxRedirects: 1}).Do(req)
		noerr.Must(t, err)
		resp.Body.Close()
		if got := start.requests()[len(start.requests())-1].Header.Get("X-Api-Key"); got != "secret" {
			t.Errorf("the first request has X-Api-Key %q", got)
		}
		got := end.requests()[len(end.requests())-1].Header
		got.Del("Accept-Encoding") // net/http's own
		want := http.Header{"Accept": {"text/csv"}, "User-Agent": {"bridge"}}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("headers after the redirect: %v, want %v", got, want)
		}
	})
	t.Run("not of a POST", func(t *testing.T) {
		for _, code := range []int{302, 303, 307, 308} {
			from := serve(t, redirectTo(code, func() string { return end.URL }))
			before := len(end.requests())
			c := client(t, Options{AllowHosts: append(allow, from.addr()), MaxRedirects: 3})
			resp, err := c.Post(from.URL, "text/plain", strings.NewReader("secret"))
			if err == nil {
				resp.Body.Close()
			}
			if !errors.Is(err, ErrRefused) || len(end.requests()) != before {
				t.Errorf("%d: %v, want refused", code, err)
			}
		}
	})
	t.Run("never from https to http", func(t *testing.T) {
		from := httptest.NewTLSServer(redirectTo(http.StatusFound, func() string { return end.URL }))
		defer from.Close()
		c := client(t, Options{AllowHosts: append(allow, from.Listener.Addr().String()), MaxRedirects: 3})
		c.Transport.(*http.Transport).TLSClientConfig = from.Client().Transport.(*http.Transport).TLSClientConfig
		if _, _, err := get(t, c, from.URL); !errors.Is(err, ErrRefused) {
			t.Errorf("%v, want refused", err)
		}
	})
}

func TestResponseHeadersAreLimited(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 100<<10))
	})
	for name, c := range map[string]*http.Client{"New": client(t, Options{AllowHosts: []string{s.addr()}}), "Agent": Agent()} {
		if _, _, err := get(t, c, s.URL); err == nil {
			t.Errorf("%s took 100 KB of headers", name)
		}
		c.CloseIdleConnections()
	}
}

func TestTimeoutCoversTheBody(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "start")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	c := client(t, Options{AllowHosts: []string{s.addr()}, Timeout: 3 * time.Second})
	_, body, err := get(t, c, s.URL)
	if !errors.Is(err, context.DeadlineExceeded) || body != "start" {
		t.Errorf("body %q, %v; want the start and the deadline", body, err)
	}
}

func TestAgent(t *testing.T) {
	end := serve(t, nil)
	s := serve(t, redirectTo(http.StatusTemporaryRedirect, func() string { return end.URL }))
	c := Agent()
	defer c.CloseIdleConnections()
	if code, _, err := get(t, c, s.URL); err != nil || code != http.StatusTemporaryRedirect {
		t.Errorf("%d, %v; want the redirect itself", code, err)
	}
	if n := len(end.requests()); n != 0 {
		t.Errorf("a redirect was followed")
	}
	if c.Timeout != 0 || c.Transport.(*http.Transport).MaxIdleConnsPerHost != 32 {
		t.Errorf("timeout %v, pool %d", c.Timeout, c.Transport.(*http.Transport).MaxIdleConnsPerHost)
	}
}

func TestRedact(t *testing.T) {
	if Redact(nil) != nil {
		t.Error("Redact(nil) is an error")
	}
	cause := errors.New("what? nothing")
	for in, want := range map[string]string{
		"https://x.example/a?token=secret&b=1": `Get "https://x.example/a?…": what? nothing`,
		"https://x.example/a":                  `Get "https://x.example/a": what? nothing`,
		"https://x.example/?":                  `Get "https://x.example/?": what? nothing`,
		"https://x.example/?a?b":               `Get "https://x.example/?…": what? nothing`,
	} {
		err := Redact(&url.Error{Op: "Get", URL: in, Err: cause})
		if err.Error() != want {
			t.Errorf("%s: %s, want %s", in, err, want)
		}
		var ue *url.Error
		if !errors.Is(err, cause) || !errors.As(err, &ue) {
			t.Errorf("%s: the cause is lost", in)
		}
	}
	_, _, err := get(t, client(t, Options{}), "http://user:password@127.0.0.1:1/?token=secret")
	if err == nil || strings.Contains(Redact(err).Error(), "secret") || strings.Contains(err.Error(), "password") {
		t.Errorf("refused: %v", Redact(err))
	}
}
