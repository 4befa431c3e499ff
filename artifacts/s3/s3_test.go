package s3

import (
	"bytes"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"bridge/internal/noerr"
)

// cleanEnv is an environment without credentials and with nothing of this machine.
func cleanEnv(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	for _, k := range []string{
		"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE",
		"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
		"AWS_CONTAINER_AUTHORIZATION_TOKEN", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN", "AWS_CA_BUNDLE",
	} {
		t.Setenv(k, "")
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_CONFIG_FILE", none)
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", none)
}

// bucketServer has the bucket "box" and tells whose key signed the last request.
func bucketServer(t *testing.T) (h http.Handler, signer *string) {
	t.Helper()
	backend := s3mem.New()
	noerr.Must(t, backend.CreateBucket("box"))
	signer = new(string)
	next := gofakes3.New(backend).Server()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, rest, _ := strings.Cut(r.Header.Get("Authorization"), "Credential=")
		*signer, _, _ = strings.Cut(rest, "/")
		next.ServeHTTP(w, r)
	}), signer
}

func at(endpoint string) string {
	return "s3://box?s3ForcePathStyle=true&region=eu-south-1&endpoint=" + url.QueryEscape(endpoint)
}

func write(t *testing.T, b *Bucket, key, content string) error {
	t.Helper()
	sum := sha256.Sum256([]byte(content))
	return b.Write(t.Context(), key, strings.NewReader(content), int64(len(content)), sum[:])
}

func open(t *testing.T, raw string) *Bucket {
	t.Helper()
	b, err := Open(raw)
	noerr.Must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// Credentials are found where AWS's own programs look for them.
func TestCredentials(t *testing.T) {
	role := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"AccessKeyId":"ROLE","SecretAccessKey":"s","Token":"t","Expiration":%q}`, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	}))
	defer role.Close()
	profile := func(t *testing.T, section string) string {
		file := filepath.Join(t.TempDir(), "credentials")
		text := "[" + section + "]\naws_access_key_id = PROFILE\naws_secret_access_key = s\n"
		noerr.Must(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	for name, c := range map[string]struct {
		env    func(t *testing.T)
		signer string // "" = there are none
	}{
		"environment": {func(t *testing.T) {
			t.Setenv("AWS_ACCESS_KEY_ID", "ENV")
			t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
		}, "ENV"},
		"profile": {func(t *testing.T) {
			t.Setenv("AWS_SHARED_CREDENTIALS_FILE", profile(t, "bridge"))
			t.Setenv("AWS_PROFILE", "bridge")
		}, "PROFILE"},
		"default profile":     {func(t *testing.T) { t.Setenv("AWS_SHARED_CREDENTIALS_FILE", profile(t, "default")) }, "PROFILE"},
		"role of a container": {func(t *testing.T) { t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", role.URL) }, "ROLE"},
		"key without secret":  {func(t *testing.T) { t.Setenv("AWS_ACCESS_KEY_ID", "ENV") }, ""},
		"none":                {func(*testing.T) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			cleanEnv(t)
			c.env(t)
			h, signer := bucketServer(t)
			srv := httptest.NewServer(h)
			defer srv.Close()
			err := write(t, open(t, at(srv.URL)), "data/x", "hello")
			if c.signer == "" {
				if err == nil || !strings.Contains(err.Error(), "there are no credentials; set AWS_ACCESS_KEY_ID") {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || *signer != c.signer {
				t.Errorf("signed by %q, %v", *signer, err)
			}
		})
	}
}

// An authority of one's own counts, and no other with it.
func TestAuthority(t *testing.T) {
	cleanEnv(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENV")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	h, _ := bucketServer(t)
	srv := httptest.NewTLSServer(h)
	defer srv.Close()
	file := filepath.Join(t.TempDir(), "ca.pem")
	noerr.Must(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600))
	t.Setenv("AWS_CA_BUNDLE", file)
	noerr.Want(t, write(t, open(t, at(srv.URL)), "data/x", "hello"))
	for _, bad := range []string{filepath.Join(t.TempDir(), "none"), os.Args[0]} {
		t.Setenv("AWS_CA_BUNDLE", bad)
		if _, err := Open(at(srv.URL)); err == nil || !strings.Contains(err.Error(), "artifacts.url: AWS environment: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// An object reads like a file, and asks once for what is read from its beginning.
func TestReader(t *testing.T) {
	cleanEnv(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENV")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	h, _ := bucketServer(t)
	gets := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			gets++
		}
		h.ServeHTTP(w, r)
	}))
	defer srv.Close()
	b := open(t, at(srv.URL))
	content := strings.Repeat("0123456789", 1000)
	noerr.Must(t, errors.Join(write(t, b, "data/x", content), write(t, b, "data/empty", "")))
	r, size, err := b.Open(t.Context(), "data/x")
	if err != nil || size != int64(len(content)) {
		t.Fatal(size, err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != content || gets != 1 {
		t.Errorf("%d bytes in %d requests, %v", len(got), gets, err)
	}
	noerr.Must(t, noerr.Of(r.Seek(0, io.SeekStart)))
	noerr.Want(t, iotest.TestReader(r, []byte(content)))
	_ = r.Close()
	empty, size, err := b.Open(t.Context(), "data/empty")
	if err != nil || size != 0 {
		t.Fatal(size, err)
	}
	if got, err := io.ReadAll(empty); err != nil || len(got) != 0 {
		t.Error(got, err)
	}
	_ = empty.Close()
	if _, _, err := b.Open(t.Context(), "data/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := b.Size(t.Context(), "data/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// What arrives is compared with the hash: a server refuses what was changed on its way.
func TestHashIsSent(t *testing.T) {
	cleanEnv(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENV")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	h, _ := bucketServer(t)
	var hash, checksum, length string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			hash, checksum, length = r.Header.Get("X-Amz-Content-Sha256"), r.Header.Get("X-Amz-Checksum-Sha256"), r.Header.Get("Content-Length")
			b, _ := io.ReadAll(r.Body)
			if string(b) != "hello" {
				t.Errorf("body %q", b)
			}
			r.Body = io.NopCloser(bytes.NewReader(b))
		}
		h.ServeHTTP(w, r)
	}))
	defer srv.Close()
	noerr.Must(t, write(t, open(t, at(srv.URL)), "data/x", "hello"))
	if hash != "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" || checksum != "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=" || length != "5" {
		t.Errorf("hash %q, checksum %q, length %q", hash, checksum, length)
	}
}

// keyed has credentials in the environment, and a server that play may answer before.
func keyed(t *testing.T, play func(w http.ResponseWriter, r *http.Request) (done bool)) *Bucket {
	t.Helper()
	cleanEnv(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENV")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	h, _ := bucketServer(t)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !play(w, r) {
			h.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	return open(t, at(srv.URL))
}

// What may be better the next time is tried three times in all, each time with all bytes; what
// will not is tried once.
func TestTries(t *testing.T) {
	content := strings.Repeat("0123456789", 1<<13)
	for name, c := range map[string]struct {
		refuse func(w http.ResponseWriter, r *http.Request)
		times  int
		asked  int
		want   string // of the error; "": it is written
	}{
		"busy": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<Error><Code>SlowDown</Code></Error>", http.StatusServiceUnavailable)
		}, 2, 3, ""},
		"hung up": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 1, 2, ""},
		"in the middle": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.CopyN(io.Discard, r.Body, 1000)
			panic(http.ErrAbortHandler)
		}, 2, 3, ""},
		"timed out": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<Error><Code>RequestTimeout</Code></Error>", http.StatusBadRequest)
		}, 1, 2, ""},
		"expired": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<Error><Code>ExpiredToken</Code></Error>", http.StatusBadRequest)
		}, 1, 2, ""},
		"away": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<html>Bad gateway", http.StatusBadGateway)
		}, 9, 3, "it answers 502"},
		"refused": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<Error><Code>AccessDenied</Code></Error>", http.StatusForbidden)
		}, 9, 1, "the credentials are refused (403 AccessDenied)"},
		"clock": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<Error><Code>RequestTimeTooSkewed</Code></Error>", http.StatusForbidden)
		}, 9, 1, "the clock of this machine is wrong"},
		"moved": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://elsewhere.example/")
			w.WriteHeader(301)
		}, 9, 1, "the bucket is in another region than eu-south-1"},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPut {
					return false
				}
				if asked++; asked > c.times {
					return false
				}
				c.refuse(w, r)
				return true
			})
			err := write(t, b, "data/x", content)
			if asked != c.asked || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Fatalf("asked %d times: %v", asked, err)
			}
			if err != nil {
				return
			}
			r, size, err := b.Open(t.Context(), "data/x")
			if err != nil || size != int64(len(content)) {
				t.Fatal(size, err)
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != content {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
}

// What is read and is not what the server has the hash of is an error, at its end.
func TestHashIsCompared(t *testing.T) {
	good := "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=" // of hello
	for sum, want := range map[string]string{good: "", strings.Replace(good, "L", "M", 1): "data/x is not what was written", "": "", good + "-2": ""} {
		b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method != http.MethodGet || r.Header.Get("X-Amz-Checksum-Mode") != "ENABLED" {
				return false
			}
			if sum != "" {
				w.Header().Set("X-Amz-Checksum-Sha256", sum)
			}
			_, _ = io.WriteString(w, "hello")
			return true
		})
		r, _, err := b.Open(t.Context(), "data/x")
		noerr.Must(t, err)
		got, err := io.ReadAll(r)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && string(got) != "hello" {
			t.Errorf("%q: %q, %v", sum, got, err)
		}
	}
}

// A list of several pages is whole; a page that is none is an error.
func TestPages(t *testing.T) {
	var asked []string
	b := keyed(t, func(w http.ResponseWriter, r *http.Request) bool {
		q := r.URL.Query()
		asked = append(asked, q.Get("prefix")+" "+q.Get("continuation-token"))
		switch q.Get("continuation-token") {
		case "":
			_, _ = io.WriteString(w, `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a+/ =</NextContinuationToken><Contents><Key>data/1</Key><LastModified>2026-11-26T08:00:00.000Z</LastModified></Contents></ListBucketResult>`)
		case "a+/ =":
			_, _ = io.WriteString(w, `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>b</NextContinuationToken><Contents><Key>data/&amp;2</Key></Contents></ListBucketResult>`)
		default:
			_, _ = io.WriteString(w, `<html>`)
		}
		return true
	})
	var got []string
	err := b.Each(t.Context(), "data", func(key string, at time.Time) error {
		got = append(got, key+" "+at.Format(time.RFC3339))
		return nil
	})
	if err == nil || strings.Join(got, "; ") != "data/1 2026-11-26T08:00:00Z; data/&2 0001-01-01T00:00:00Z" || strings.Join(asked, ";") != "data/ ;data/ a+/ =;data/ b" {
		t.Errorf("%q, asked %q, %v", got, asked, err)
	}
}

// Where the objects of a bucket are.
func TestBase(t *testing.T) {
	for _, c := range []struct {
		endpoint, region, bucket string
		path                     bool
		want                     string
	}{
		{"", "eu-south-1", "box", false, "https://box.s3.eu-south-1.amazonaws.com"},
		{"", "eu-south-1", "box", true, "https://s3.eu-south-1.amazonaws.com/box"},
		{"", "eu-south-1", "box.example", false, "https://s3.eu-south-1.amazonaws.com/box.example"},
		{"", "cn-north-1", "box", false, "https://box.s3.cn-north-1.amazonaws.com.cn"},
		{"https://minio.example:9000", "x", "box", false, "https://box.minio.example:9000"},
		{"https://minio.example:9000/s3/", "x", "box", true, "https://minio.example:9000/s3/box"},
		{"http://127.0.0.1:9000", "x", "box", false, "http://127.0.0.1:9000/box"},
		{"http://[::1]:9000/", "x", "box", false, "http://[::1]:9000/box"},
		{"", "eusc-de-east-1", "box", false, "https://box.s3.eusc-de-east-1.amazonaws.eu"},
		{"https://minio.example:443", "x", "box", true, "https://minio.example/box"}, // proxies leave the usual port out of what was signed
		{"http://minio.example:80/x", "x", "box", true, "http://minio.example/x/box"},
		{"http://minio.example:443", "x", "box", true, "http://minio.example:443/box"},
		{"https://[fd00::1]:443", "x", "box", true, "https://[fd00::1]/box"},
		{"ftp://minio.example", "x", "box", false, ""},
	} {
		u, err := base(c.endpoint, c.region, c.bucket, c.path)
		if (err == nil) != (c.want != "") || err == nil && u.String() != c.want {
			t.Errorf("%+v: %s, %v", c, u.String(), err)
		}
	}
}

// The environment says where the server is and in which region, where the URL does not; what a service gave is asked for
// again when it is over.
func TestEnvironment(t *testing.T) {
	cleanEnv(t)
	given := 0
	role := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given++
		if r.Header.Get("Authorization") != "token" {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		fmt.Fprintf(w, `{"AccessKeyId":"ROLE%d","SecretAccessKey":"s","Token":"t%d","Expiration":%q}`, given, given, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	}))
	defer role.Close()
	var header http.Header
	h, signer := bucketServer(t)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if header = r.Header.Clone(); strings.Contains(header.Get("Authorization"), "ROLE1/") {
			http.Error(w, "<Error><Code>ExpiredToken</Code></Error>", http.StatusBadRequest)
			return
		}
		h.ServeHTTP(w, r)
	}))
	defer srv.Close()
	t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", role.URL)
	t.Setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "token")
	t.Setenv("AWS_ENDPOINT_URL_S3", srv.URL)
	t.Setenv("AWS_DEFAULT_REGION", "eu-west-3")
	b := open(t, "s3://box")
	for range 2 {
		noerr.Must(t, write(t, b, "data/x", "hello"))
	}
	if *signer != "ROLE2" || given != 2 || header.Get("X-Amz-Security-Token") != "t2" || !strings.Contains(header.Get("Authorization"), "/eu-west-3/s3/aws4_request") {
		t.Errorf("signed by %q after %d roles: %v", *signer, given, header)
	}
	t.Setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "other")
	if err := write(t, open(t, "s3://box"), "data/x", "hello"); err == nil || !strings.Contains(err.Error(), "there are no credentials; set AWS_ACCESS_KEY_ID") || !strings.Contains(err.Error(), "403 Forbidden") {
		t.Error(err)
	}
	for _, bad := range []string{"s3://box:80?region=x", "s3://?region=x"} {
		if _, err := Open(bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	t.Setenv("AWS_ENDPOINT_URL_S3", "")
	t.Setenv("AWS_DEFAULT_REGION", "")
	if _, err := Open("s3://box"); err == nil || !strings.Contains(err.Error(), "no region") {
		t.Error(err)
	}
}
