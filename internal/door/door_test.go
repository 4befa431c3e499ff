package door

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"bridge/internal/noerr"
)

// newServer serves a door for bodies of 64 KB, four of them at once.
func newServer(t *testing.T, gzip bool) *httptest.Server {
	d := New(64<<10, 4, gzip)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch _, err := d.Read(w, r); {
		case errors.Is(err, ErrBusy):
			w.WriteHeader(http.StatusServiceUnavailable)
		case err != nil:
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// begun is a post whose head and first bytes came, and no more.
func begun(t *testing.T, s *httptest.Server, first string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	noerr.Must(t, err)
	t.Cleanup(func() { _ = c.Close() })
	noerr.Must(t, noerr.Of(io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n"+first)))
	return c
}

func post(t *testing.T, s *httptest.Server) int {
	t.Helper()
	resp, err := http.Post(s.URL, "text/plain", strings.NewReader(strings.Repeat("x", 60<<10)))
	noerr.Must(t, err)
	_ = resp.Body.Close()
	return resp.StatusCode
}

// TestSilent: many who send next to nothing close the door for nobody; those who send much do,
// until they are gone.
func TestSilent(t *testing.T) {
	s := newServer(t, false)
	for range 300 {
		begun(t, s, "x")
	}
	for range 20 {
		if got := post(t, s); got != http.StatusOK {
			t.Fatalf("beside 300 who say nothing: %d", got)
		}
	}
	var large []net.Conn
	for post(t, s) != http.StatusServiceUnavailable { // those that come at once may send each other away
		if len(large) > 300 {
			t.Fatal("the door never closes")
		}
		large = append(large, begun(t, s, strings.Repeat("x", 60<<10)))
	}
	for _, c := range large {
		_ = c.Close()
	}
	for end := time.Now().Add(time.Minute); post(t, s) != http.StatusOK; {
		if time.Now().After(end) {
			t.Fatal("the door never opens again")
		}
	}
}

// TestBody: what is wrong with a body is told apart, and the connection is given up then.
func TestBody(t *testing.T) {
	full := errors.New("full")
	for name, c := range map[string]struct {
		body   io.Reader
		length int64
		hold   func(int64) error
		want   error
	}{
		"as long as it may be": {strings.NewReader("12345678"), 8, nil, nil},
		"no length":            {strings.NewReader("12345678"), -1, nil, nil},
		"too long":             {strings.NewReader("123456789"), 9, nil, ErrLarge},
		"too long, unsaid":     {strings.NewReader("123456789"), -1, nil, ErrLarge},
		"cut":                  {iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("1234"))), 4, nil, ErrEnded},
		"slow":                 {iotest.ErrReader(os.ErrDeadlineExceeded), 4, nil, ErrSlow},
		"not held":             {strings.NewReader("1234"), 4, func(int64) error { return full }, full},
	} {
		r, w := httptest.NewRequest(http.MethodPost, "/", c.body), httptest.NewRecorder()
		r.ContentLength = c.length
		b, err := Body(w, r, 8, 0, c.hold)
		if !errors.Is(err, c.want) || err == nil != (string(b) == "12345678") || err != nil != (w.Header().Get("Connection") == "close") {
			t.Errorf("%s: %q, %v, %v", name, b, err, w.Header())
		}
	}
	w := httptest.NewRecorder()
	if Later(w, time.Millisecond); w.Header().Get("Retry-After") != "1" {
		t.Errorf("%v", w.Header())
	}
}
