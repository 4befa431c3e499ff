package cli

import (
	"bufio"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// idle gives back the memory that only the start needed: a bridge idles for long. Beside the
// heap these are pages of the program itself, which come back from the file when they are
// used: those that are not writable and that nothing has written to (proc(5), smaps).
func idle() {
	debug.FreeOSMemory()
	program, err := os.Executable()
	if err != nil {
		return
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer f.Close()
	var from, to uint64 // of the mapping that is read; to is 0 if it is none of those
	for s := bufio.NewScanner(f); s.Scan(); {
		w := strings.Fields(s.Text())
		switch {
		case len(w) == 6 && w[5] == program && w[1][1] == '-':
			a, b, _ := strings.Cut(w[0], "-")
			from, _ = strconv.ParseUint(a, 16, 64)
			to, _ = strconv.ParseUint(b, 16, 64)
		case len(w) > 0 && !strings.HasSuffix(w[0], ":"):
			to = 0
		case len(w) == 3 && w[0] == "Anonymous:" && w[1] == "0" && to > from:
			// If the system does not do it, the pages stay.
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), syscall.MADV_DONTNEED)
		}
	}
}
