package qr_test

import (
	"strings"
	"testing"

	"bridge/internal/noerr"
	"bridge/internal/qr"
)

// A code for a terminal: light edges of two modules all round it, and the three corners.
func TestText(t *testing.T) {
	got, err := qr.Text("https://wa.me/15551234567?text=JOIN+2345-6789-ABCD")
	noerr.Must(t, err)
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	width := len([]rune(lines[0]))
	if width != 33 || len(lines) != 17 { // 29 modules, with the edge
		t.Fatalf("%d columns of %d lines:\n%s", width, len(lines), got)
	}
	for i, l := range lines {
		r := []rune(l)
		if len(r) != width || r[0] != '█' && i < 16 || i == 0 && strings.Trim(l, "█") != "" {
			t.Errorf("line %d: %q", i, l)
		}
	}
	// A corner: seven dark modules, a light ring, three by three dark ones.
	if want := "██ ▄▄▄▄▄ █"; !strings.HasPrefix(lines[1], want) {
		t.Errorf("%q", lines[1])
	}
	if _, err := qr.Text(strings.Repeat("x", 3000)); err == nil {
		t.Error("no error where it is too long")
	}
	if u, err := qr.PNG("x"); err != nil || !strings.HasPrefix(u, "iVBOR") {
		t.Errorf("%.40s, %v", u, err)
	}
}
