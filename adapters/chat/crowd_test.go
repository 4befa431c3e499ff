package chat_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bridge/adapters/chat"
	"bridge/config"
	"bridge/internal/noerr"
)

// TestGuestsOfOneNetwork: only so many come from one network, whatever they write into
// headers; behind a proxy that is believed each has a network of their own.
func TestGuestsOfOneNetwork(t *testing.T) {
	for name, c := range map[string]struct {
		proxies []string
		from    []string // each a peer and what X-Forwarded-For says
		last    int
	}{
		"one address":               {nil, []string{"192.0.2.1:1", "", "192.0.2.1:2", "", "192.0.2.1:3", ""}, 429},
		"three addresses":           {nil, []string{"192.0.2.1:1", "", "192.0.2.2:1", "", "192.0.2.3:1", ""}, 204},
		"one network of IPv6":       {nil, []string{"[2001:db8::1]:1", "", "[2001:db8::2]:1", "", "[2001:db8::ffff:1]:1", ""}, 429},
		"a header of anybody":       {nil, []string{"192.0.2.1:1", "198.51.100.1", "192.0.2.1:2", "198.51.100.2", "192.0.2.1:3", "198.51.100.3"}, 429},
		"behind a proxy":            {[]string{"10.0.0.0/24"}, []string{"10.0.0.1:1", "198.51.100.1", "10.0.0.1:1", "198.51.100.2", "10.0.0.1:1", "198.51.100.3"}, 204},
		"one behind two proxies":    {[]string{"10.0.0.0/24"}, []string{"10.0.0.1:1", "1.1.1.1, 198.51.100.1, 10.0.0.7", "10.0.0.1:1", "2.2.2.2,198.51.100.1, 10.0.0.8", "10.0.0.1:1", "198.51.100.1"}, 429},
		"what is no address":        {[]string{"10.0.0.0/24"}, []string{"10.0.0.1:1", "x", "10.0.0.1:1", "y", "10.0.0.1:1", ""}, 429},
		"an address with a port is": {[]string{"10.0.0.0/24"}, []string{"10.0.0.1:1", "198.51.100.1:80", "10.0.0.1:1", "198.51.100.1:81", "10.0.0.1:1", "198.51.100.1:82"}, 429},
	} {
		w := newWorld(t, func(k *chat.Config) { k.Guests, k.Proxies = true, c.proxies })
		last := 0
		for i := 0; i < len(c.from); i += 2 {
			headers := []string{"Origin", home, "From", c.from[i]}
			if c.from[i+1] != "" {
				headers = append(headers, "X-Forwarded-For", c.from[i+1])
			}
			resp, _ := w.call("POST", "/session", `{}`, headers...)
			if last = resp.StatusCode; i < 4 && last != 204 {
				t.Errorf("%s: guest %d: %s", name, i/2, resp.Status)
			}
		}
		if last != c.last || w.refused["guests"] != map[bool]int{true: 1}[c.last == 429] {
			t.Errorf("%s: %d, refused %v", name, last, w.refused)
		}
	}
}

// TestPagesOfOnePerson: sixteen pages of one person may be open; those of others open all the
// same, and one that closes makes room.
func TestPagesOfOnePerson(t *testing.T) {
	w := newWorld(t, nil)
	srv := httptest.NewServer(w.a.Routes(w.accept))
	defer srv.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	open := func(ctx context.Context, who string) int {
		r, err := http.NewRequestWithContext(ctx, "GET", srv.URL+"/events", nil)
		noerr.Must(t, err)
		r.Header.Set("Authorization", "Bearer "+w.token(who))
		resp, err := http.DefaultClient.Do(r)
		noerr.Must(t, err)
		t.Cleanup(func() { _ = resp.Body.Close() })
		return resp.StatusCode
	}
	one, closeOne := context.WithCancel(ctx)
	for i := range 16 {
		c := ctx
		if i == 0 {
			c = one
		}
		if got := open(c, "dana"); got != 200 {
			t.Fatalf("page %d: %d", i, got)
		}
	}
	if got := open(ctx, "dana"); got != 429 || w.refused["pages"] != 1 {
		t.Errorf("one more: %d, refused %v", got, w.refused)
	}
	if got := open(ctx, "eve"); got != 200 {
		t.Errorf("somebody else: %d", got)
	}
	closeOne()
	for end := time.Now().Add(time.Minute); open(ctx, "dana") != 200; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a page that was closed keeps its place")
		}
	}
	cancel()
}

// TestPagesOfOneNetwork: the guests of one network do not take the places of all guests.
func TestPagesOfOneNetwork(t *testing.T) {
	w := newWorld(t, func(c *chat.Config) { c.Guests, c.GuestsPerPeer = true, config.Rate{N: 1000, Per: time.Hour} })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var pages sync.WaitGroup
	open := func(from string) int {
		resp, _ := w.call("POST", "/session", `{}`, "Origin", home, "From", from)
		r := httptest.NewRequestWithContext(ctx, "GET", "/events", nil)
		r.RemoteAddr = from
		r.AddCookie(resp.Cookies()[0])
		p := &opened{ResponseRecorder: httptest.NewRecorder(), code: make(chan int, 1)}
		pages.Go(func() { w.a.Routes(w.accept).ServeHTTP(p, r) })
		return <-p.code
	}
	for i := range 100 {
		if got := open("192.0.2.7:1"); got != 200 {
			t.Fatalf("page %d: %d", i, got)
		}
	}
	if got := open("192.0.2.7:2"); got != 429 || w.refused["pages"] != 1 {
		t.Errorf("one more: %d, refused %v", got, w.refused)
	}
	if got := open("192.0.2.8:1"); got != 200 {
		t.Errorf("another network: %d", got)
	}
	cancel()
	pages.Wait()
}

// opened tells how a request was answered as soon as that is known.
type opened struct {
	*httptest.ResponseRecorder
	code chan int
}

func (o *opened) WriteHeader(code int) {
	o.ResponseRecorder.WriteHeader(code)
	o.code <- code
}

// TestUnnamedProxy: who has guests behind a proxy that is not named is told.
func TestUnnamedProxy(t *testing.T) {
	for name, c := range map[string]struct {
		config chat.Config
		want   bool
	}{
		"behind one":      {chat.Config{Guests: true, PublicURL: home}, true},
		"it is named":     {chat.Config{Guests: true, PublicURL: home, Proxies: []string{"10.0.0.1"}}, false},
		"no guests":       {chat.Config{Secrets: []string{secret}, PublicURL: home}, false},
		"on this machine": {chat.Config{Guests: true, PublicURL: "http://127.0.0.1:8080"}, false},
	} {
		c.config.Check()
		told := false
		for _, m := range c.config.Hints() {
			told = told || m.Key == "guests_per_peer"
		}
		if told != c.want {
			t.Errorf("%s: %v", name, c.config.Hints())
		}
	}
}
