package chat

import (
	"strings"
	"testing"

	"bridge/adapters"
)

// TestNewest: long texts push older ones out of what a page gets, never the newest.
func TestNewest(t *testing.T) {
	list := func(sizes ...int) (all []adapters.Note) {
		for _, n := range sizes {
			all = append(all, adapters.Note{Text: strings.Repeat("x", n)})
		}
		return all
	}
	for _, c := range []struct {
		sizes []int
		want  int
	}{{nil, 0}, {[]int{3}, 1}, {[]int{30}, 1}, {[]int{30, 1}, 1}, {[]int{4, 6}, 2}, {[]int{4, 6, 1}, 2}, {[]int{4, 7, 1}, 1}} {
		if got := newest(list(c.sizes...), 10); len(got) != c.want {
			t.Errorf("%v: %d, want %d", c.sizes, len(got), c.want)
		}
	}
}
