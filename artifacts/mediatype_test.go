package artifacts

import (
	"mime"
	"strings"
	"testing"
)

const (
	png  = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	zip  = "PK\x03\x04\x14\x00\x00\x00"
	html = "<!DOCTYPE html><script>alert(1)</script>"
	svg  = `<svg xmlns="http://www.w3.org/2000/svg"/>`
	junk = "\x00\x01\x02\x03"
)

func TestResolveType(t *testing.T) {
	for _, tc := range []struct{ declared, head, want string }{
		// Nothing declared: what the bytes say, but never HTML.
		{"", png, "image/png"},
		{"", "plain words", "text/plain"},
		{"", html, "text/plain"},
		{"", svg, "text/plain"},
		{"", junk, "application/octet-stream"},
		{"", "", "application/octet-stream"},
		{"application/octet-stream", "%PDF-1.7", "application/pdf"},
		{"nonsense", png, "image/png"},
		{"*/*", png, "image/png"},
		{"image/*", png, "image/png"},
		{"multipart/mixed; boundary=x", "text", "text/plain"},
		{"text/", "text", "text/plain"},

		// Declared and possible: kept.
		{"text/csv", "a,b\n1,2\n", "text/csv"},
		{"TEXT/CSV; charset=ISO-8859-1; name=x.csv", "a,b", "text/csv; charset=ISO-8859-1"},
		{"text/plain; charset=\"\xff\xfe\"", "a", "text/plain"},
		{"application/json", `{"a":1}`, "application/json"},
		{"text/markdown", "<h1>Title</h1>", "text/markdown"},
		{"text/html", html, "text/html"},
		{"text/html", "no tag at the start", "text/html"},
		{"image/svg+xml", svg, "image/svg+xml"},
		{"image/svg+xml", "<?xml version='1.0'?>" + svg, "image/svg+xml"},
		{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", zip, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"application/gzip", "\x1f\x8b\x08\x00", "application/gzip"},
		{"image/heic", junk, "image/heic"},
		{"application/pdf", "\x00junk before %PDF", "application/pdf"},
		{"audio/ogg", "OggS\x00\x02", "audio/ogg"},
		{"audio/x-wav", "RIFF\x00\x00\x00\x00WAVE", "audio/x-wav"},
		{"image/jpg", "\xff\xd8\xff\xe0", "image/jpeg"},
		{"text/csv", "", "text/csv"},

		// Texts that start like something else.
		{"text/csv", "BMW,320d\n", "text/csv"},
		{"", "BMW,320d\n", "text/plain"},
		{"text/csv", "ID3,name\n", "text/csv"},

		// Declared and impossible: what the bytes say.
		{"image/png", html, "text/plain"},
		{"image/png", "words", "text/plain"},
		{"image/png", "GIF89a\x00", "image/gif"},
		{"image/png", junk, "application/octet-stream"},
		{"text/html", png, "image/png"},
		{"image/svg+xml", png, "image/png"},
		{"text/plain", junk, "application/octet-stream"},
		{"application/json", zip, "application/zip"},
		{"application/pdf", html, "text/plain"},
		{"application/vnd.oasis.opendocument.text", html, "text/plain"},
		{"video/mp4", "words", "text/plain"},
	} {
		if got := resolveType(tc.declared, []byte(tc.head)); got != tc.want {
			t.Errorf("resolveType(%q, %q) = %q, want %q", tc.declared, tc.head, got, tc.want)
		}
	}
}

func FuzzResolveType(f *testing.F) {
	for _, d := range []string{"", "text/csv; charset=utf-8", "image/svg+xml", "text/html;;", "multipart/x", "a/b; charset=\"\r\n\"", "*/*"} {
		for _, h := range []string{"", png, zip, html, svg, junk, "BMW"} {
			f.Add(d, []byte(h))
		}
	}
	f.Fuzz(func(t *testing.T, declared string, head []byte) {
		got := resolveType(declared, head)
		base, _, err := mime.ParseMediaType(got)
		if err != nil || !strings.Contains(base, "/") || len(got) > 300 || strings.ContainsAny(got, "\r\n") {
			t.Fatalf("resolveType(%q, %q) = %q: %v", declared, head, got, err)
		}
		if said, _, _ := mime.ParseMediaType(declared); (base == "text/html" || base == "image/svg+xml") && said != base {
			t.Fatalf("resolveType(%q, %q) = %q, which nobody declared", declared, head, got)
		}
	})
}
