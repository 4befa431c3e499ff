package artifacts

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"bridge/core/message"
	"bridge/internal/noerr"
)

var update = flag.Bool("update", false, "write golden files")

const base = "https://bridge.example.com"

func get(s *Store, method, link string, header http.Header) *http.Response {
	req := httptest.NewRequest(method, strings.TrimPrefix(link, base), nil)
	for k, v := range header {
		req.Header[k] = v
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, req)
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	noerr.Must(t, err)
	return string(b)
}

// with returns link with one query parameter changed.
func with(link, key, value string) string {
	u, err := url.Parse(link)
	if err != nil {
		panic(err)
	}
	q := u.Query()
	q.Set(key, value)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestLink(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(func(o *Options) { o.PublicURL += "/" })
		a := put(t, s, "hello", "h.txt", "text/plain")
		link := s.Link(a.ID)
		want := fmt.Sprintf("%s/artifacts/%s?e=%d&s=", base, a.ID, testNow.Add(time.Hour).Unix())
		if !strings.HasPrefix(link, want) {
			t.Errorf("Link = %s, want %s…", link, want)
		}
		if r := get(s, "GET", link, nil); r.StatusCode != 200 || body(t, r) != "hello" {
			t.Errorf("GET = %d", r.StatusCode)
		}
	})
}

func TestLinkAnswers(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		now := testNow
		s := open(func(o *Options) { o.Now = func() time.Time { return now } })
		a, b := put(t, s, "hello", "h.txt", ""), put(t, s, "other", "o.txt", "")
		link := s.Link(a.ID)
		e := testNow.Add(time.Hour).Unix()
		for name, tc := range map[string]struct {
			method, link string
			at           time.Duration
			want         int
		}{
			"good":                    {"GET", link, 0, 200},
			"head":                    {"HEAD", link, 0, 200},
			"any name in the path":    {"GET", strings.Replace(link, "?", "/some%20name.txt?", 1), 0, 200},
			"last second":             {"GET", link, time.Hour - time.Second, 200},
			"expired":                 {"GET", link, time.Hour, 410},
			"long expired":            {"GET", link, 1000 * time.Hour, 410},
			"later expiry":            {"GET", with(link, "e", fmt.Sprint(e+1)), 0, 403},
			"same expiry, other form": {"GET", with(link, "e", "0"+fmt.Sprint(e)), 0, 403},
			"expired and tampered":    {"GET", with(link, "e", fmt.Sprint(e-1)), 1000 * time.Hour, 403},
			"no signature":            {"GET", with(link, "s", ""), 0, 403},
			"no query":                {"GET", base + "/artifacts/" + string(a.ID), 0, 403},
			"other id":                {"GET", strings.Replace(link, string(a.ID), string(b.ID), 1), 0, 403},
			"signed, never stored":    {"GET", s.Link(message.NewArtifactID()), 0, 404},
			"signed, hostile id":      {"GET", s.Link("../../secret"), 0, 404},
			"post":                    {"POST", link, 0, 405},
			"no id":                   {"GET", base + "/artifacts/", 0, 404},
			"folder":                  {"GET", base + "/artifacts", 0, 404},
		} {
			now = testNow.Add(tc.at)
			r := get(s, tc.method, tc.link, nil)
			if r.StatusCode != tc.want {
				t.Errorf("%s: %d, want %d", name, r.StatusCode, tc.want)
			}
			if text := body(t, r); tc.want != 200 && strings.Contains(text, "hello") {
				t.Errorf("%s: the answer has the content", name)
			}
		}
		now = testNow
		remove(t, s, dataKey(a.Object))
		if r := get(s, "GET", link, nil); r.StatusCode != 404 {
			t.Errorf("bytes gone: %d, want 404", r.StatusCode)
		}
	})
}

func TestEveryCharacterOfASignatureCounts(t *testing.T) {
	s := testStore(t, nil)
	a := put(t, s, "hello", "", "")
	u, err := url.Parse(s.Link(a.ID))
	noerr.Must(t, err)
	sig := u.Query().Get("s")
	if len(sig) < 26 {
		t.Fatalf("signature %q is shorter than 128 bits", sig)
	}
	for i := range sig {
		c := "a"
		if sig[i] == 'a' {
			c = "b"
		}
		if r := get(s, "GET", with(u.String(), "s", sig[:i]+c+sig[i+1:]), nil); r.StatusCode != 403 {
			t.Errorf("character %d changed: %d, want 403", i, r.StatusCode)
		}
	}
}

func TestKeyRotation(t *testing.T) {
	dir := t.TempDir()
	open := func(secrets ...string) *Store {
		return testStore(t, func(o *Options) { o.Dir, o.Keys = dir, testKeys(t, secrets...) })
	}
	before, during, after := open("a"), open("b", "a"), open("b")
	a := put(t, before, "hello", "", "")
	oldLink, newLink := before.Link(a.ID), during.Link(a.ID)
	for _, tc := range []struct {
		name string
		s    *Store
		link string
		want int
	}{
		{"old link while rotating", during, oldLink, 200},
		{"new link while rotating", during, newLink, 200},
		{"new link afterwards", after, newLink, 200},
		{"old link afterwards", after, oldLink, 403},
		{"new link before", before, newLink, 403},
	} {
		if r := get(tc.s, "GET", tc.link, nil); r.StatusCode != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, r.StatusCode, tc.want)
		}
	}
}

// TestHeaders compares all headers of the answers with testdata/headers.golden.
func TestHeaders(t *testing.T) {
	now := testNow
	s := testStore(t, func(o *Options) { o.Now = func() time.Time { return now } })
	var out strings.Builder
	show := func(name string, r *http.Response) {
		fmt.Fprintf(&out, "# %s\n%d\n", name, r.StatusCode)
		var lines []string
		for k, v := range r.Header {
			lines = append(lines, k+": "+strings.Join(v, " | "))
		}
		slices.Sort(lines)
		fmt.Fprintf(&out, "%s\n\n%s\n\n", strings.Join(lines, "\n"), strings.TrimSpace(body(t, r)))
	}
	csv := s.Link(put(t, s, "a,b\n1,2\n", `Prices "März" 100%.csv`, "text/csv; charset=utf-8").ID)
	page := s.Link(put(t, s, "<script>alert(1)</script>", "page.html", "text/html").ID)
	show("text with a hard name", get(s, "GET", csv, nil))
	show("head", get(s, "HEAD", csv, nil))
	show("declared html", get(s, "GET", page, nil))
	show("range", get(s, "GET", csv, http.Header{"Range": {"bytes=4-6"}}))
	show("range out of bounds", get(s, "GET", csv, http.Header{"Range": {"bytes=100-"}}))
	show("bad signature", get(s, "GET", csv+"x", nil))
	show("gone", get(s, "GET", s.Link("art_01HZZZZZZZZZZZZZZZZZZZZZZZ"), nil))
	now = now.Add(2 * time.Hour)
	show("expired", get(s, "GET", csv, nil))

	const golden = "testdata/headers.golden"
	if *update {
		noerr.Must(t, os.WriteFile(golden, []byte(out.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	noerr.Must(t, err)
	if out.String() != string(want) {
		t.Errorf("headers differ from %s (go test -update writes it):\n%s", golden, out.String())
	}
}

func TestRangesOfLongBytes(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		s := open(nil)
		content := strings.Repeat("0123456789", 60_000)
		link := s.Link(put(t, s, content, "n.txt", "").ID)
		for rng, want := range map[string]string{
			"bytes=0-9": content[:10], "bytes=599990-": content[599990:], "bytes=-5": "56789", "bytes=300005-300014": "5678901234",
		} {
			if r := get(s, "GET", link, http.Header{"Range": {rng}}); r.StatusCode != 206 || body(t, r) != want {
				t.Errorf("%s: %d", rng, r.StatusCode)
			}
		}
		if r := get(s, "GET", link, nil); body(t, r) != content || r.Header.Get("Content-Length") != "600000" {
			t.Error("the whole is not the content")
		}
	})
}
