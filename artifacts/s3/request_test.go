package s3

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"bridge/internal/noerr"
)

// Only S3 says that an object is not there: who takes a page of a proxy for that forgets what is kept.
func TestNotThere(t *testing.T) {
	for body, there := range map[string]bool{
		"<Error><Code>NoSuchKey</Code></Error>": false, "404 page not found": true, "": true, "<Error><Code>no\nsuch</Code></Error>": true, "<html><body>default backend</body></html>": true,
	} {
		b := keyed(t, func(w http.ResponseWriter, _ *http.Request) bool {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, body)
			return true
		})
		if _, _, err := b.Open(t.Context(), "data/x"); errors.Is(err, fs.ErrNotExist) == there || err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// What says no length, as behind a proxy that cuts answers into chunks, is an error.
func TestNoLength(t *testing.T) {
	b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodGet {
			return false
		}
		_ = http.NewResponseController(w).Flush()
		_, _ = io.WriteString(w, "hello")
		return true
	})
	if _, size, err := b.Open(t.Context(), "data/x"); err == nil || !strings.Contains(err.Error(), "how long") {
		t.Errorf("%d bytes, %v", size, err)
	}
}

// A list is what S3 says it is: a page of something else has no objects, and is no list without any.
func TestNoList(t *testing.T) {
	for _, page := range []string{
		`<html><body>Welcome</body></html>`, `<Error><Code>InternalError</Code></Error>`,
		`<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>`, `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>`,
	} {
		asked := 0
		b := keyed(t, func(w http.ResponseWriter, _ *http.Request) bool {
			if asked++; asked > 5 {
				w.WriteHeader(http.StatusForbidden)
			}
			_, _ = io.WriteString(w, page)
			return true
		})
		err := b.Each(t.Context(), "data", func(string, time.Time) error { return nil })
		if err == nil || asked > 2 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: asked %d times, %v", page, asked, err)
		}
	}
}

// Requests are signed as Amazon's own library signs what is seen of them on the wire, whatever
// a key has in it.
func TestSigned(t *testing.T) {
	for _, key := range []string{"data/x", "meta/a b+c", "meta/100%.json", "meta/ä/…&=?#;:@!$'()*,~", "meta//x", "meta/%2B"} {
		var got, want string
		b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
			if got = r.Header.Get("Authorization"); strings.Contains(r.RequestURI, "+") {
				t.Errorf("%s: servers read the plus of %s as a space", key, r.RequestURI)
			}
			again, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+r.Host+r.RequestURI, nil)
			noerr.Must(t, err)
			_, names, _ := strings.Cut(got, "SignedHeaders=")
			names, _, _ = strings.Cut(names, ",")
			for name := range strings.SplitSeq(names, ";") {
				if name != "host" {
					again.Header.Set(name, r.Header.Get(name))
				}
			}
			again.ContentLength = 0
			at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
			noerr.Must(t, err)
			noerr.Must(t, v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }).SignHTTP(r.Context(),
				aws.Credentials{AccessKeyID: "ENV", SecretAccessKey: "s"}, again, r.Header.Get("X-Amz-Content-Sha256"), "s3", "eu-south-1", at))
			want = again.Header.Get("Authorization")
			return false
		})
		noerr.Want(t, b.Delete(t.Context(), key))
		if got != want {
			t.Errorf("%s: %s\nwant %s", key, got, want)
		}
		noerr.Want(t, b.Each(t.Context(), key, func(string, time.Time) error { return nil }))
		if got != want {
			t.Errorf("list of %s: %s\nwant %s", key, got, want)
		}
	}
}

// A long object is not sent to who refuses it: what it says would be lost with the connection.
func TestRefusedBeforeItIsSent(t *testing.T) {
	content := strings.Repeat("x", 4<<20)
	b := keyed(t, func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.Header.Get("Authorization"), "expect") {
			t.Error("what proxies change is signed")
		}
		return false
	})
	noerr.Must(t, write(t, b, "data/x", content))
	if n, err := b.Size(t.Context(), "data/x"); n != int64(len(content)) || err != nil {
		t.Error(n, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noerr.Must(t, err)
	defer l.Close()
	read := make(chan int64, tries)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			in := bufio.NewReader(conn)
			_, _ = http.ReadRequest(in)
			_, _ = io.WriteString(conn, "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 40\r\n\r\n<Error><Code>AccessDenied</Code></Error>")
			n, _ := io.Copy(io.Discard, in)
			read <- n
			_ = conn.Close()
		}
	}()
	if err := write(t, open(t, at("http://"+l.Addr().String())), "data/x", content); err == nil || !strings.Contains(err.Error(), "403 AccessDenied") {
		t.Error(err)
	}
	if n := <-read; n != 0 {
		t.Errorf("%d bytes were sent", n)
	}
}

// A part is the one that was asked for.
func TestAnotherPart(t *testing.T) {
	b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.Header.Get("Range") != "" {
			w.Header().Set("Content-Range", "bytes 0-3/5")
			w.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(w, "hell")
			return true
		}
		return false
	})
	noerr.Must(t, write(t, b, "data/x", "hello"))
	r, _, err := b.Open(t.Context(), "data/x")
	noerr.Must(t, err)
	noerr.Must(t, noerr.Of(r.Seek(1, io.SeekStart)))
	if got, err := io.ReadAll(r); err == nil || len(got) > 0 {
		t.Errorf("%q, %v", got, err)
	}
	noerr.Want(t, r.Close())
}
