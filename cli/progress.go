package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"bridge/cli/progress"
)

// progress says on a terminal how far something is, until end is called; elsewhere nothing.
func (s std) progress(how func() string) (end func()) {
	if f, ok := s.err.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			return progress.Show(f, how)
		}
	}
	return func() {}
}

// written is how large the files are that are made for path: it, and what it is made of, whose
// names begin with it.
func written(path string) func() string {
	return func() string {
		all, _ := filepath.Glob(path + "*") // a bad pattern finds nothing
		size := int64(0)
		for _, f := range all {
			if st, err := os.Stat(f); err == nil {
				size += st.Size()
			}
		}
		return fmt.Sprintf("%.1f MB", float64(size)/1e6)
	}
}
