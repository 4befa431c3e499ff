package dkimsign

import "testing"

func TestAligned(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"example.com", "example.com"}: true, {"mail.example.com", "news.example.com"}: true, {"a.co.uk", "b.co.uk"}: false,
		{"localhost", "localhost"}: true, {"evil-example.com", "example.com"}: false, {"example.com.evil.org", "example.com"}: false,
	} {
		if aligned(pair[0], pair[1]) != want {
			t.Errorf("aligned(%q) is %v", pair, !want)
		}
	}
}
