package gateway

import (
	"os"
	"testing"
)

// TestRefusePeer: the table of processes is one of a bridge (10) that leads its session, an
// agent (20) with its children, an operator's shell (50), and a bridge in a terminal (60).
func TestRefusePeer(t *testing.T) {
	procs := map[int]stat{
		1:  {0, 1, 1},
		10: {1, 10, 10},
		20: {10, 20, 10}, 21: {20, 20, 10}, 22: {21, 22, 22}, // an agent, its child, and one in a session of its own
		23: {1, 20, 10}, 24: {1, 24, 22}, // left their parents
		50: {1, 50, 50}, 51: {50, 51, 50}, // an operator
		60: {50, 60, 50}, 61: {60, 61, 50}, 62: {61, 62, 50}, 63: {1, 61, 50}, 64: {1, 99, 50}, // a bridge in a terminal, its agent
		70: {71, 70, 70}, 71: {70, 70, 70}, // nonsense has an end, too
	}
	of := func(pid int) (stat, bool) { st, ok := procs[pid]; return st, ok }
	for name, c := range map[string]struct {
		uid, pid, self int
		refused        bool
	}{
		"operator":                          {1000, 51, 10, false},
		"operator's shell":                  {1000, 50, 10, false},
		"root":                              {0, 51, 10, false},
		"another user":                      {1001, 51, 10, true},
		"nobody knows who":                  {-1, 0, 10, true},
		"another namespace":                 {1000, 0, 10, false},
		"itself":                            {1000, 10, 10, false},
		"agent":                             {1000, 20, 10, true},
		"agent as root":                     {0, 20, 10, true},
		"child of an agent":                 {1000, 21, 10, true},
		"with a session of its own":         {1000, 22, 10, true},
		"without its parent":                {1000, 23, 10, true},
		"in the session of one that is":     {1000, 24, 10, true},
		"gone":                              {1000, 99, 10, true},
		"operator in the same terminal":     {1000, 51, 60, false},
		"agent in a terminal":               {1000, 61, 60, true},
		"its child":                         {1000, 62, 60, true},
		"its child without a parent":        {1000, 63, 60, true},
		"pipeline whose first part is over": {1000, 64, 60, false},
		"parents in a circle":               {1000, 70, 60, false},
	} {
		why := refusePeer(c.uid, c.pid, 1000, c.self, of)
		if (why != "") != c.refused {
			t.Errorf("%s: refused %q, want %v", name, why, c.refused)
		}
	}
	if why := refusePeer(1000, 51, 1000, 80, of); why != "" {
		t.Errorf("without /proc: %q", why)
	}
	if st, ok := procStat(os.Getpid()); ok && st.parent != os.Getppid() {
		t.Errorf("parent %d, want %d", st.parent, os.Getppid())
	}
}

func TestParseStat(t *testing.T) {
	for in, want := range map[string]stat{
		"7 (sh) S 3 7 1 0 -1":            {3, 7, 1},
		"7 (a) R 1 1 1 (b) Z 4 5 6 0 -1": {4, 5, 6}, // a name may look like the rest
		"7 (\n) ) S 3 7 1":               {3, 7, 1},
	} {
		if st, ok := parseStat(in); !ok || st != want {
			t.Errorf("%q: %+v, %v", in, st, ok)
		}
	}
	for _, in := range []string{"", "7", "7 (sh)", "7 (sh) S 3 7", "7 (sh) S x 7 1", "7 (sh) S -3 7 1"} {
		if st, ok := parseStat(in); ok {
			t.Errorf("%q: %+v", in, st)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add("7 (sh) S 3 7 1 0 -1")
	f.Fuzz(func(t *testing.T, in string) {
		if st, ok := parseStat(in); ok && (st.parent < 0 || st.group < 0 || st.session < 0) {
			t.Errorf("%+v", st)
		}
	})
}
