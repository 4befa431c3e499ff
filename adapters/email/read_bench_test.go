package email

import (
	"strings"
	"testing"
)

// BenchmarkRead reads a mail of 10 KB as those of `make bench` are (docs/performance.md, SMTP in).
func BenchmarkRead(b *testing.B) {
	a, _ := newAdapter(b)
	raw := crlf(basicHead + "Content-Type: text/plain; charset=UTF-8; format=flowed\n\n" + strings.Repeat("The train to Verona leaves at a quarter past nine from platform four.\n", 135))
	b.ReportAllocs()
	for b.Loop() {
		parsed(b, a, raw)
	}
}
