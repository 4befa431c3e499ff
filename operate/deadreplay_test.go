package operate

import (
	"testing"
	"time"
)

func TestCursor(t *testing.T) {
	until := time.Unix(0, 1234567890123456789)
	after, at, err := readCursor(writeCursor(42, until))
	if err != nil || after != 42 || !at.Equal(until) {
		t.Errorf("a cursor comes back as %d, %v, %v", after, at, err)
	}
	for _, bad := range []string{"x", "1", "1.", ".1", "1.2.3", "1.2 ", "01.2", "9999999999999999999999.1"} {
		if _, _, err := readCursor(bad); err == nil {
			t.Errorf("%q is a cursor", bad)
		}
	}
}
