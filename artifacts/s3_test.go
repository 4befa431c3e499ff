package artifacts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// s3Error answers as S3 does.
func s3Error(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>said %s
of %s</Message></Error>`, code, code, testKeyID)
}

// refuse answers what match says with an error of S3.
func refuse(status int, code string, match func(*http.Request) bool) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if match(r) {
			_, _ = io.Copy(io.Discard, r.Body)
			s3Error(w, status, code)
			return
		}
		next.ServeHTTP(w, r)
	}
}

func every(*http.Request) bool { return true }

func method(m string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == m }
}

// oneLine reports an error that is not one clear line, or shows a credential.
func oneLine(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", want)
		return
	}
	text := err.Error()
	for _, s := range want {
		if !strings.Contains(text, s) {
			t.Errorf("%q does not say %q", text, s)
		}
	}
	if strings.Contains(text, "\n") || len(text) > 300 {
		t.Errorf("not one short line: %q", text)
	}
	if strings.Contains(strings.ToLower(text), "hunter2") {
		t.Errorf("the error shows a secret: %q", text)
	}
}

func openAt(t *testing.T, ctx context.Context, url string, timeout time.Duration) error {
	t.Helper()
	s, err := Open(ctx, Options{URL: url, Dir: t.TempDir(), PublicURL: base, Keys: testKeys(t, "k"), S3: openS3, timeout: timeout})
	if err == nil {
		_ = s.Close()
	}
	return err
}

// A bucket that cannot be used is found at the start, with a reason.
func TestOpenS3Refuses(t *testing.T) {
	for name, tc := range map[string]struct {
		around func(http.ResponseWriter, *http.Request, http.Handler)
		bucket string
		want   []string
	}{
		"no such bucket":     {nil, "another", []string{`cannot list`, `bucket "another" at http://127.0.0.1:`, "there is no such bucket"}},
		"unknown key":        {refuse(403, "InvalidAccessKeyId", every), testBucket, []string{"cannot list", "the credentials are refused (403 InvalidAccessKeyId)"}},
		"wrong secret":       {refuse(403, "SignatureDoesNotMatch", every), testBucket, []string{"cannot list", "the credentials are refused (403 SignatureDoesNotMatch)"}},
		"may not write":      {refuse(403, "AccessDenied", method("PUT")), testBucket, []string{"cannot write", "the credentials are refused (403 AccessDenied)"}},
		"may not delete":     {refuse(403, "AccessDenied", method("DELETE")), testBucket, []string{"cannot delete", "the credentials are refused (403 AccessDenied)"}},
		"another region":     {refuse(301, "PermanentRedirect", every), testBucket, []string{"cannot list", "the bucket is in another region than eu-south-1"}},
		"region in the sign": {refuse(400, "AuthorizationHeaderMalformed", every), testBucket, []string{"the bucket is in another region than eu-south-1"}},
		"not S3": {func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			http.Error(w, "what?", http.StatusTeapot)
		}, testBucket, []string{
			"cannot list", "it answers 418",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			endpoint := s3Server(t, tc.around)
			oneLine(t, openAt(t, t.Context(), s3URL(endpoint, tc.bucket), time.Minute), append(tc.want, "open artifacts: artifacts.url: ")...)
		})
	}
	t.Run("nobody listens", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		noerr.Must(t, err)
		addr := l.Addr().String()
		l.Close()
		awsEnv(t)
		oneLine(t, openAt(t, t.Context(), s3URL("http://"+addr, testBucket), time.Minute), "http://"+addr+": cannot be reached", "refused")
	})
	t.Run("unknown authority", func(t *testing.T) {
		srv := httptest.NewUnstartedServer(http.NotFoundHandler())
		srv.Config.ErrorLog = log.New(io.Discard, "", 0) // the handshakes that the client ends
		srv.StartTLS()
		defer srv.Close()
		awsEnv(t)
		oneLine(t, openAt(t, t.Context(), s3URL(srv.URL, testBucket), time.Minute), srv.URL+": its certificate is not valid", "unknown authority", "AWS_CA_BUNDLE")
	})
	t.Run("no answer", func(t *testing.T) {
		release := make(chan struct{})
		endpoint := s3Server(t, func(http.ResponseWriter, *http.Request, http.Handler) { <-release })
		defer close(release)
		oneLine(t, openAt(t, t.Context(), s3URL(endpoint, testBucket), 100*time.Millisecond), "no answer within 100ms")
	})
	t.Run("stopped meanwhile", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		endpoint := s3Server(t, func(http.ResponseWriter, *http.Request, http.Handler) { cancel(); <-release })
		defer close(release)
		if err := openAt(t, ctx, s3URL(endpoint, testBucket), time.Minute); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want context.Canceled", err)
		}
	})
	t.Run("no credentials", func(t *testing.T) {
		endpoint := s3Server(t, nil)
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		oneLine(t, openAt(t, t.Context(), s3URL(endpoint, testBucket), time.Minute), "there are no credentials; set AWS_ACCESS_KEY_ID")
	})
}

func TestOpenRefusesURLs(t *testing.T) {
	awsEnv(t)
	file := filepath.Join(t.TempDir(), "file")
	noerr.Must(t, os.WriteFile(file, nil, 0o600))
	for url, want := range map[string]string{
		"s3://bucket":                               "no region",
		"s3://?region=x":                            "is not s3://BUCKET",
		"s3://bucket/folder?region=x":               "is not s3://BUCKET",
		"s3://" + testKeyID + ":hunter2@b?region=x": "credentials do not belong into it",
		"s3://b?region=x&accessKey=hunter2":         "an option that is none of",
		"s3://b?region=x&s3ForcePathStyle=hunter2":  "s3ForcePathStyle is neither true nor false",
		"s3://b?endpoint=ftp://hunter2":             "endpoint is not a plain http or https URL",
		"s3://b?endpoint=http://u:hunter2@h":        "endpoint is not a plain http or https URL",
		"s3://b?region=%zzhunter2":                  "options are not well formed",
		"s3://b\x7fhunter2":                         "is not a URL",
		"ftp://hunter2":                             "unknown artifacts.url",
		"file:":                                     "unknown artifacts.url",
		"file:" + file + "x":                        "does not exist; make it, or mount its file system",
		"file:" + file:                              "is not a folder",
	} {
		oneLine(t, openAt(t, t.Context(), url, time.Minute), "open artifacts: ", want)
	}
}

// A folder that is read-only is found at the start. /sys is, even for root.
func TestOpenRefusesAReadOnlyFolder(t *testing.T) {
	const dir = "/sys/kernel"
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("needs %s, which nobody can write to, root included: %v", dir, err)
	}
	oneLine(t, openAt(t, t.Context(), "file:"+dir, time.Minute), "open artifacts: ", dir)
}

// What Open tries leaves nothing behind, and no node's trial disturbs another's.
func TestOpenLeavesNothing(t *testing.T) {
	onEveryShared(t, func(t *testing.T, open opener) {
		for range 3 {
			if left := objects(t, open(nil)); len(left) != 0 {
				t.Errorf("left %v", left)
			}
		}
	})
}

// An upload that is cut, or that the server fails, leaves nothing to see.
func TestS3HalfAnUpload(t *testing.T) {
	for name, fail := range map[string]func(w http.ResponseWriter, r *http.Request, cancel func()){
		"cancelled": func(_ http.ResponseWriter, r *http.Request, cancel func()) {
			_, _ = io.CopyN(io.Discard, r.Body, 100_000)
			cancel()
			panic(http.ErrAbortHandler) // an answer could be faster than the cancellation
		},
		"connection cut": func(_ http.ResponseWriter, r *http.Request, _ func()) {
			_, _ = io.CopyN(io.Discard, r.Body, 100_000)
			panic(http.ErrAbortHandler)
		},
		"server error": func(w http.ResponseWriter, r *http.Request, _ func()) {
			_, _ = io.Copy(io.Discard, r.Body)
			s3Error(w, 503, "ServiceUnavailable")
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			endpoint := s3Server(t, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if r.Method == "PUT" && strings.Contains(r.URL.Path, "/data/") && r.ContentLength > 1000 {
					fail(w, r, cancel)
					return
				}
				next.ServeHTTP(w, r)
			})
			s := testStore(t, func(o *Options) { o.URL, o.Dir = s3URL(endpoint, testBucket), "" })
			_, err := s.Put(ctx, zeros(900_000), "", "")
			if err == nil || !strings.HasPrefix(err.Error(), "put artifact: write data/") || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("Put = %v", err)
			}
			if left := objects(t, s); len(left) != 0 {
				t.Errorf("left %v", left)
			}
			if a := put(t, s, "short", "", ""); a.Size != 5 {
				t.Errorf("afterwards: %+v", a)
			}
		})
	}
}

// A record that cannot be written leaves no artifact; the bytes expire.
func TestS3RecordFails(t *testing.T) {
	endpoint := s3Server(t, refuse(403, "AccessDenied", func(r *http.Request) bool {
		return r.Method == "PUT" && strings.Contains(r.URL.Path, "/meta/")
	}))
	c := newClock()
	s := testStore(t, func(o *Options) { o.URL, o.Now = s3URL(endpoint, testBucket), c.Now })
	if _, err := s.Put(t.Context(), strings.NewReader("x"), "", ""); err == nil || !strings.HasPrefix(err.Error(), "put artifact: write meta/") {
		t.Errorf("Put = %v", err)
	}
	c.advance(24 * time.Hour)
	expire(t, s, c.Now().Add(-2*time.Hour), 0)
	if left := objects(t, s); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

// A long attachment is streamed to S3, not held in memory.
func TestS3StreamingIsBounded(t *testing.T) {
	const size, most = 64 << 20, 8 << 20
	got := make(chan int64, 1)
	// Long objects are counted and forgotten.
	endpoint := s3Server(t, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method == "PUT" && r.ContentLength > 1<<20 {
			n, _ := io.Copy(io.Discard, r.Body)
			got <- n
			return
		}
		next.ServeHTTP(w, r)
	})
	s := testStore(t, func(o *Options) { o.URL, o.MaxSize = s3URL(endpoint, testBucket), size })
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, err := s.Put(t.Context(), zeros(size), "", "")
	runtime.ReadMemStats(&after)
	if err != nil || a.Size != size {
		t.Fatalf("Put = %d, %v", a.Size, err)
	}
	if n := <-got; n != size {
		t.Errorf("%d bytes arrived of %d", n, int64(size))
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("storing %d MB allocated %d bytes", size>>20, n)
	}
	var tooLarge *TooLargeError
	if _, err := s.Put(t.Context(), zeros(size+1), "", ""); !errors.As(err, &tooLarge) {
		t.Errorf("one byte more: %v", err)
	}
}
