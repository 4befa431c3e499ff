package progress

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		n := 0
		end := Show(&out, func() string { n++; return "halfway" })
		time.Sleep(after - time.Millisecond)
		end()
		if out.Len() > 0 {
			t.Errorf("what is quick says %q", out.String())
		}
		end = Show(&out, func() string { n++; return "halfway" })
		time.Sleep(2 * time.Second)
		end()
		if text := out.String(); n != 8 || !strings.Contains(text, "\r\x1b[Khalfway, 1s") || !strings.HasSuffix(text, "\r\x1b[K") {
			t.Errorf("%d times: %q", n, text)
		}
	})
}
