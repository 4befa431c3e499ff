package artifacts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/internal/httpguard"
	"bridge/internal/noerr"
)

func urlPart(u string) envelope.Part {
	return envelope.Part{Kind: envelope.KindURL, URL: u, Type: envelope.Artifact}
}

func dataPart(s string) envelope.Part {
	return envelope.Part{Kind: envelope.KindData, Data: raw(s), Type: envelope.Artifact}
}

const mine, theirs = message.SessionID("ses_mine"), message.SessionID("ses_theirs")

// remote is another server with files of all kinds.
func remote(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/files/plain.csv", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/csv")
		fmt.Fprint(w, "a,b\n")
	})
	mux.HandleFunc("/named", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="../report.pdf"`)
		fmt.Fprint(w, "%PDF-1.7 x")
	})
	mux.HandleFunc("/exact", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, zeros(1<<20)) })
	mux.HandleFunc("/endless", func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // no Content-Length
		_, _ = io.Copy(w, zeros(1<<40))
	})
	mux.HandleFunc("/declared", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1048577")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler) // the length alone must be enough
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "only the start")
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/files/plain.csv?token=SECRET2", http.StatusFound)
	})
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	return srv
}

func TestImport(t *testing.T) {
	onEvery(t, func(t *testing.T, open opener) {
		srv := remote(t)
		client := httpguard.New(httpguard.Options{AllowHosts: []string{srv.Listener.Addr().String()}, MaxRedirects: 2})
		t.Cleanup(client.CloseIdleConnections)
		now := testNow
		s := open(func(o *Options) { o.Client, o.Now = client, func() time.Time { return now } })
		a := put(t, s, "hello", "h.txt", "text/plain")
		id := s.handle(mine, a.ID)
		const unknown = "art_01HZZZZZZZZZZZZZZZZZZZZZZZ"
		link := s.link(id, "h.txt")
		now = testNow.Add(30 * time.Minute)
		withID := func(p envelope.Part, id string) envelope.Part {
			p.Metadata = map[string]json.RawMessage{"artifactId": raw(`"` + id + `"`)}
			return p
		}
		named := urlPart(srv.URL + "/files/plain.csv?token=SECRET")
		named.Filename, named.MediaType = "mine.txt", "text/plain"

		type want struct{ id, name, mediaType, content string }
		hello := want{string(a.ID), "h.txt", "text/plain", "hello"}
		csv := want{"", "plain.csv", "text/csv", "a,b\n"}
		for name, tc := range map[string]struct {
			p    envelope.Part
			want want
		}{
			"raw": {
				envelope.Part{Kind: envelope.KindRaw, Raw: []byte("a;b"), Filename: "x/y.csv", MediaType: "text/csv", Type: envelope.Artifact},
				want{"", "y.csv", "text/csv", "a;b"},
			},
			"raw without names":                 {envelope.Part{Kind: envelope.KindRaw, Raw: []byte(png), Type: envelope.Artifact}, want{"", "attachment.png", "image/png", png}},
			"text":                              {envelope.TextPart(envelope.Artifact, "grüße"), want{"", "attachment.txt", "text/plain; charset=utf-8", "grüße"}},
			"what WithLinks made":               {s.WithLinks(mine, []envelope.Part{s.Part(a)})[0], hello},
			"id in metadata":                    {withID(urlPart(""), id), hello},
			"id in data":                        {dataPart(`{"artifactId":"` + id + `"}`), hello},
			"link in data":                      {dataPart(`{"url":"` + link + `"}`), hello},
			"own link":                          {urlPart(link), hello},
			"own link, foreign id":              {withID(urlPart(link), "report-7"), hello},
			"url":                               {urlPart(srv.URL + "/files/plain.csv?token=SECRET"), csv},
			"url in data":                       {dataPart(`{"url":"` + srv.URL + `/files/plain.csv","sizeBytes":4}`), csv},
			"url with our names":                {named, want{"", "mine.txt", "text/plain", "a,b\n"}},
			"url, named by server":              {urlPart(srv.URL + "/named"), want{"", "report.pdf", "application/pdf", "%PDF-1.7 x"}},
			"url, redirected":                   {urlPart(srv.URL + "/moved"), csv},
			"url, as long as may be":            {urlPart(srv.URL + "/exact"), want{"", "exact", "application/octet-stream", strings.Repeat("\x00", 1<<20)}},
			"url and an id from another bridge": {withID(urlPart(srv.URL+"/files/plain.csv"), unknown), csv},
		} {
			t.Run(name, func(t *testing.T) {
				a, err := s.Import(t.Context(), mine, tc.p)
				noerr.Must(t, err)
				_, r, err := s.Open(t.Context(), a.ID)
				noerr.Must(t, err)
				defer r.Close()
				content, err := io.ReadAll(r)
				noerr.Must(t, err)
				got := want{string(a.ID), a.Filename, a.MediaType, string(content)}
				if tc.want.id == "" {
					got.id = ""
				}
				if got != tc.want {
					t.Errorf("got %.200q\nwant %.200q", got, tc.want)
				}
			})
		}

		closed := httptest.NewServer(nil)
		closed.Close()
		before := len(objects(t, s))
		for name, tc := range map[string]struct {
			p    envelope.Part
			want error // nil: an *ImportError is enough
		}{
			"raw, too large":            {envelope.Part{Kind: envelope.KindRaw, Raw: make([]byte, 1<<20+1), Type: envelope.Artifact}, &TooLargeError{}},
			"unknown id":                {withID(urlPart(""), unknown), ErrNotFound},
			"unknown stored form":       {urlPart("artifact:" + unknown), ErrNotFound},
			"stored form":               {s.Part(a), ErrNotFound},
			"id alone":                  {withID(urlPart(""), string(a.ID)), ErrNotFound},
			"another session's id":      {withID(urlPart(""), s.handle(theirs, a.ID)), ErrNotFound},
			"another session's link":    {s.WithLinks(theirs, []envelope.Part{s.Part(a)})[0], ErrNotFound},
			"a person's link":           {urlPart(s.Link(a.ID)), ErrNotFound},
			"a good id, foreign link":   {withID(urlPart(s.Link(a.ID)), s.handle(mine, unknown)), ErrNotFound},
			"hostile id":                {urlPart("artifact:../../etc/passwd"), ErrNotFound},
			"foreign id":                {dataPart(`{"artifactId":"report-7"}`), ErrNotFound},
			"own link, bad":             {urlPart(with(link, "s", "aaaa")), ErrBadLink},
			"own link, other expiry":    {urlPart(with(link, "e", "1")), ErrBadLink},
			"own link, gone":            {urlPart(s.link(s.handle(mine, unknown), "")), ErrNotFound},
			"file url":                  {urlPart("file:///etc/passwd"), ErrNotFound},
			"no scheme":                 {urlPart("/etc/passwd"), ErrNotFound},
			"no url":                    {urlPart(""), ErrNotFound},
			"data, no reference":        {dataPart(`{"rows":[]}`), nil},
			"data, not an object":       {dataPart(`"x"`), nil},
			"url, 404":                  {urlPart(srv.URL + "/nothing?token=SECRET"), nil},
			"url, too large":            {urlPart(srv.URL + "/endless"), &TooLargeError{}},
			"url, says it is too large": {urlPart(srv.URL + "/declared"), &TooLargeError{}},
			"url, cut off":              {urlPart(srv.URL + "/cut?token=SECRET"), io.ErrUnexpectedEOF},
			"url, nobody there":         {urlPart(closed.URL + "/?token=SECRET"), nil},
			"url, private":              {urlPart("http://127.0.0.1:1/?token=SECRET"), httpguard.ErrRefused},
			"url, metadata service":     {urlPart("http://169.254.169.254/latest?token=SECRET"), httpguard.ErrRefused},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := s.Import(t.Context(), mine, tc.p)
				if fault, ok := errors.AsType[*ImportError](err); !ok || fault.Reason == "" {
					t.Fatalf("err = %v, want an *ImportError with a reason", err)
				}
				var tooLarge *TooLargeError
				if _, ok := tc.want.(*TooLargeError); ok {
					if !errors.As(err, &tooLarge) || tooLarge.Limit != 1<<20 {
						t.Errorf("err = %v, want too large", err)
					}
				} else if tc.want != nil && !errors.Is(err, tc.want) {
					t.Errorf("err = %v, want %v", err, tc.want)
				}
				if strings.Contains(err.Error(), "SECRET") {
					t.Errorf("the error has the query: %v", err)
				}
			})
		}
		if after := len(objects(t, s)); after != before {
			t.Errorf("failed imports left %d files", after-before)
		}

		now = testNow.Add(time.Hour)
		if _, err := s.Import(t.Context(), mine, urlPart(link)); !errors.Is(err, ErrLinkExpired) {
			t.Errorf("expired link: %v", err)
		}
	})
}

func TestImportWithoutClient(t *testing.T) {
	s := testStore(t, nil)
	var fault *ImportError
	if _, err := s.Import(t.Context(), mine, urlPart("https://example.com/x")); !errors.As(err, &fault) {
		t.Errorf("err = %v", err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// slow answers at once, with a body that never comes.
func slow(r *http.Request) (*http.Response, error) {
	body := readerFunc(func([]byte) (int, error) {
		<-r.Context().Done()
		return 0, r.Context().Err()
	})
	return &http.Response{StatusCode: 200, ContentLength: -1, Body: io.NopCloser(body), Request: r, Header: make(http.Header)}, nil
}

func TestImportOfASlowURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := testStore(t, func(o *Options) { o.URL, o.Client = "mem://", &http.Client{Transport: roundTrip(slow)} })
		start := time.Now()
		_, err := s.Import(t.Context(), mine, urlPart("https://example.com/x?token=SECRET"))
		var fault *ImportError
		if !errors.As(err, &fault) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v, want an *ImportError by time", err)
		}
		if took := time.Since(start); took != 30*time.Second {
			t.Errorf("took %v, want 30 s", took)
		}

		// The end of the caller's context is not the part's fault.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = s.Import(ctx, mine, urlPart("https://example.com/x"))
		if errors.As(err, &fault) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v, want the context's", err)
		}
	})
}

func TestStoreFailureIsNotThePartsFault(t *testing.T) {
	s, err := Open(t.Context(), Options{URL: "mem://", Keys: testKeys(t, "k")})
	noerr.Must(t, err)
	noerr.Must(t, s.Close())
	var fault *ImportError
	for _, p := range []envelope.Part{envelope.TextPart(envelope.Artifact, "x"), urlPart("artifact:" + s.handle(mine, "art_01HZZZZZZZZZZZZZZZZZZZZZZZ"))} {
		if _, err := s.Import(t.Context(), mine, p); err == nil || errors.As(err, &fault) || errors.Is(err, ErrNotFound) {
			t.Errorf("closed store: %v", err)
		}
	}
}
