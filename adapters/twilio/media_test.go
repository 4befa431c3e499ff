package twilio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bridge/adapters"
	"bridge/artifacts"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/httpguard"
	"bridge/internal/mac"
	"bridge/internal/noerr"
)

const png = "\x89PNG\r\n\x1a\n0123456789"

func openStore(t *testing.T, limit int64) *artifacts.Store {
	t.Helper()
	keys, err := mac.NewKeys(bytes.Repeat([]byte("k"), mac.MinSecret))
	noerr.Must(t, err)
	s, err := artifacts.Open(t.Context(), artifacts.Options{URL: "mem://", PublicURL: public, Keys: keys, MaxSize: limit})
	noerr.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// mediaServer is the API's media and the storage it redirects to.
type mediaServer struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string // path and what stands in Authorization
}

func newMediaServer(t *testing.T, h http.HandlerFunc) *mediaServer {
	m := &mediaServer{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		m.seen = append(m.seen, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Authorization")))
		m.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *mediaServer) requests() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.seen)
}

func newMedia(t *testing.T, api string, limit int64) (*Media, *artifacts.Store) {
	store := openStore(t, limit)
	return NewMedia(Account{SID: account, Tokens: secrets(hookToken, "old"), From: us, APIURL: api}, store, slog.New(slog.DiscardHandler)), store
}

// TestMediaIsFetched: with our credentials, which storage never sees, wherever it is.
func TestMediaIsFetched(t *testing.T) {
	storage := newMediaServer(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, png) })
	api := newMediaServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/same":
			http.Redirect(w, r, "/stored?sig=1", http.StatusTemporaryRedirect)
		case "/elsewhere":
			http.Redirect(w, r, storage.URL+"/stored?sig=1", http.StatusTemporaryRedirect)
		default:
			_, _ = io.WriteString(w, png)
		}
	})
	m, store := newMedia(t, api.URL, 0)
	m.client = httpguard.New(httpguard.Options{MaxRedirects: mediaRedirects, AllowHosts: []string{hostPort(api.URL), hostPort(storage.URL)}})
	parts, ids, err := m.Fetch(t.Context(), []MediaRef{
		{api.URL + "/same", "image/png"},
		{api.URL + "/elsewhere", "image/png"},
		{"https://api.twilio.com/direct", "image/png"}, // where api_url says
	})
	if err != nil || len(ids) != 3 || len(parts) != 3 {
		t.Fatalf("%+v, %v, %v", parts, ids, err)
	}
	for i, p := range parts {
		_, r, err := store.Open(t.Context(), ids[i])
		noerr.Must(t, err)
		b, err := io.ReadAll(r)
		_ = r.Close()
		if err != nil || string(b) != png || p.Type != envelope.Artifact || p.MediaType != "image/png" || p.Filename != "image-"+strconv.Itoa(i+1)+".png" {
			t.Errorf("%+v: %q, %v", p, b, err)
		}
	}
	basic := "Basic QUMwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMTowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg=="
	got := api.requests()
	slices.Sort(got)
	if want := []string{"/direct " + basic, "/elsewhere " + basic, "/same " + basic, "/stored"}; !slices.Equal(got, want) {
		t.Errorf("the API saw %q, want %q", got, want)
	}
	if got := storage.requests(); !slices.Equal(got, []string{"/stored"}) {
		t.Errorf("storage saw %q", got)
	}
}

func hostPort(u string) string { return strings.TrimPrefix(u, "http://") }

// TestMediaThatIsMissing: each is a note in its place, and the others come.
func TestMediaThatIsMissing(t *testing.T) {
	other := newMediaServer(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, png) })
	tries := 0
	var mu sync.Mutex
	api := newMediaServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = io.WriteString(w, strings.Repeat("x", 2000))
		case "/gone":
			http.NotFound(w, r)
		case "/denied":
			http.Error(w, "no", http.StatusUnauthorized)
		case "/private":
			http.Redirect(w, r, other.URL+"/secret", http.StatusTemporaryRedirect)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusTemporaryRedirect)
		case "/broken":
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, png)
		case "/later":
			mu.Lock()
			defer mu.Unlock()
			if tries++; tries == 1 {
				http.NotFound(w, r)
				return
			}
			_, _ = io.WriteString(w, png)
		default:
			_, _ = io.WriteString(w, png)
		}
	})
	m, _ := newMedia(t, api.URL, 1000)
	parts, ids, err := m.Fetch(t.Context(), []MediaRef{
		{api.URL + "/ok", "image/png"},
		{api.URL + "/large", "application/pdf"},
		{api.URL + "/gone", "audio/ogg"},
		{api.URL + "/denied", "image/jpeg"},
		{api.URL + "/private", "image/jpeg"},
		{api.URL + "/loop", "image/jpeg"},
		{api.URL + "/broken", "\x00evil"},
		{other.URL + "/foreign", "image/jpeg"},
		{"", ""},
		{api.URL + "/later", "image/png"},
	})
	if err != nil || len(ids) != 2 {
		t.Fatalf("%v, %v", ids, err)
	}
	for i, want := range []string{
		"", "[File 2 of 10 (application/pdf) is missing here: it is larger than 1000 bytes.]",
		"[File 3 of 10 (audio/ogg) is missing here: Twilio answered 404.]",
		"[File 4 of 10 (image/jpeg) is missing here: Twilio answered 401.]",
		"[File 5 of 10 (image/jpeg) is missing here: Twilio sent us to a place that is not allowed.]",
		"[File 6 of 10 (image/jpeg) is missing here: Twilio sent us to a place that is not allowed.]",
		"[File 7 of 10 (of an unknown type) is missing here: Twilio could not be reached.]",
		"[File 8 of 10 (image/jpeg) is missing here: it is not at Twilio.]",
		"[File 9 of 10 (of an unknown type) is missing here: it is not at Twilio.]", "",
	} {
		if p := parts[i]; p.Text != want || want == "" && p.Type != envelope.Artifact || want != "" && p.Type != envelope.Response {
			t.Errorf("%d: %+v, want %q", i+1, p, want)
		}
	}
	if got := other.requests(); len(got) != 0 {
		t.Errorf("another server was asked: %q", got)
	}
}

// TestMediaAtTwilioOnly: without api_url nobody but Twilio's API is asked.
func TestMediaAtTwilioOnly(t *testing.T) {
	m, _ := newMedia(t, "", 0)
	asked := make(chan string, 10)
	m.client = &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		asked <- r.URL.String()
		return nil, httpguard.ErrRefused
	})}
	for _, u := range []string{
		"http://api.twilio.com/2010-04-01/x", "https://api.twilio.com.evil.example/x", "https://evil.example/api.twilio.com", "https://api.twilio.com:8443/x",
		"https://api.twilio.com@evil.example/x", "https://u:p@api.twilio.com/x", "//api.twilio.com/x", "file:///etc/passwd", "https://API.twilio.com\\@evil.example/",
	} {
		if parts, _, err := m.Fetch(t.Context(), []MediaRef{{u, "image/png"}}); err != nil || !strings.Contains(parts[0].Text, "not at Twilio") {
			t.Errorf("%s: %+v, %v", u, parts, err)
		}
	}
	if len(asked) != 0 {
		t.Errorf("asked: %s", <-asked)
	}
	if _, _, err := m.Fetch(t.Context(), []MediaRef{{"https://API.twilio.com/2010-04-01/x", "image/png"}}); err != nil || len(asked) != 1 {
		t.Errorf("Twilio was not asked: %v", err)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestMediaInTime: what does not come in time is a note. The context stands for the
// budget, which is longer.
func TestMediaInTime(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // answers nobody
	noerr.Must(t, err)
	defer l.Close()
	api := "http://" + l.Addr().String()
	m, _ := newMedia(t, api, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	parts, _, err := m.Fetch(ctx, []MediaRef{{api + "/x", "image/png"}})
	if err != nil || len(parts) != 1 || parts[0].Text != "[File 1 of 1 (image/png) is missing here: it took too long.]" {
		t.Errorf("%+v, %v", parts, err)
	}
}

// TestAcceptWithMedia: files are there before accept is called, stay only with a
// turn, and are not fetched for what is none.
func TestAcceptWithMedia(t *testing.T) {
	api := newMediaServer(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, png) })
	m, store := newMedia(t, api.URL, 0)
	refs := []MediaRef{{api.URL + "/x", "image/png"}}
	broken := errors.New("the store is down")
	for _, c := range []struct {
		name  string
		in    message.Inbound
		got   message.Outcome
		err   error
		files int
		stay  bool
	}{
		{"turn", message.Inbound{Class: message.Human}, message.OutcomeTurn, nil, 1, true},
		{"duplicate", message.Inbound{Class: message.Human}, message.OutcomeDuplicate, nil, 1, true},
		{"refused", message.Inbound{Class: message.Human}, message.OutcomeRefused, nil, 1, false},
		{"recorded", message.Inbound{Class: message.Human}, message.OutcomeRecorded, nil, 1, false},
		{"limit", message.Inbound{Class: message.Human}, "", &adapters.LimitError{}, 1, false},
		{"nobody knows", message.Inbound{Class: message.Human}, "", broken, 1, true},
		{"machine", message.Inbound{Class: message.Auto}, message.OutcomeRecorded, nil, 0, false},
		{"STOP", message.Inbound{Class: message.Human, Consent: message.ConsentStop}, message.OutcomeRecorded, nil, 0, false},
		{"NEW", message.Inbound{Class: message.Human, Fresh: true}, message.OutcomeRecorded, nil, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var ids []message.ArtifactID
			c.in.Parts = []envelope.Part{envelope.TextPart(envelope.Response, "text")}
			_, err := m.Accept(t.Context(), c.in, refs, func(ctx context.Context, in message.Inbound) (message.Accepted, error) {
				for _, p := range in.Parts[1:] {
					id := message.ArtifactID(strings.TrimPrefix(p.URL, "artifact:"))
					noerr.Want(t, noerr.Of(store.Get(ctx, id)))
					ids = append(ids, id)
				}
				return message.Accepted{Outcome: c.got}, c.err
			})
			if !errors.Is(err, c.err) || len(ids) != c.files {
				t.Fatalf("%v, %d files", err, len(ids))
			}
			for _, id := range ids {
				if _, err := store.Get(t.Context(), id); (err == nil) != c.stay {
					t.Errorf("after it: %v", err)
				}
			}
		})
	}
}

// TestMediaStoreDown: the message is not taken without its files, but later with them.
func TestMediaStoreDown(t *testing.T) {
	api := newMediaServer(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, png) })
	m, store := newMedia(t, api.URL, 0)
	noerr.Must(t, store.Close())
	_, err := m.Accept(t.Context(), message.Inbound{Class: message.Human}, []MediaRef{{api.URL + "/x", "image/png"}},
		func(context.Context, message.Inbound) (message.Accepted, error) {
			t.Error("it was taken")
			return message.Accepted{}, nil
		})
	if err == nil {
		t.Error("no error")
	}
}

func TestFileName(t *testing.T) {
	for media, want := range map[string]string{
		"image/jpeg": "image-1.jpg", "IMAGE/PNG": "image-1.png", "audio/ogg; codecs=opus": "audio-1.ogg", "video/mp4": "video-1.mp4", "text/vcard": "contact-1.vcf",
		"text/x-vcard": "contact-1.vcf", "application/pdf": "file-1.pdf", "text/plain": "file-1.txt", "text/calendar": "file-1.ics", "image/svg+xml": "image-1.bin",
		"application/../../x": "file-1.bin", "": "file-1.bin", "audio/mpeg": "audio-1.mp3",
	} {
		if got := fileName(media, 1); got != want || artifacts.SafeName(got, media) != got {
			t.Errorf("%q: %q, want %q", media, got, want)
		}
	}
}
