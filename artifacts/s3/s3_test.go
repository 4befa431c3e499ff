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
	if err := backend.CreateBucket("box"); err != nil {
		t.Fatal(err)
	}
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
	b, err := Open(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
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
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AWS_CA_BUNDLE", file)
	if err := write(t, open(t, at(srv.URL)), "data/x", "hello"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{filepath.Join(t.TempDir(), "none"), os.Args[0]} {
		t.Setenv("AWS_CA_BUNDLE", bad)
		if _, err := Open(t.Context(), at(srv.URL)); err == nil || !strings.Contains(err.Error(), "artifacts.url: AWS environment: ") {
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
	if err := errors.Join(write(t, b, "data/x", content), write(t, b, "data/empty", "")); err != nil {
		t.Fatal(err)
	}
	r, size, err := b.Open(t.Context(), "data/x")
	if err != nil || size != int64(len(content)) {
		t.Fatal(size, err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != content || gets != 1 {
		t.Errorf("%d bytes in %d requests, %v", len(got), gets, err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if err := iotest.TestReader(r, []byte(content)); err != nil {
		t.Error(err)
	}
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
	if err := write(t, open(t, at(srv.URL)), "data/x", "hello"); err != nil {
		t.Fatal(err)
	}
	if hash != "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824" || checksum != "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=" || length != "5" {
		t.Errorf("hash %q, checksum %q, length %q", hash, checksum, length)
	}
}
