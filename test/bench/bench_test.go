package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bridge/internal/noerr"
)

// tiny is a plan that only shows that everything runs. Its numbers mean nothing.
func tiny(t *testing.T) plan {
	p := full()
	p.rounds, p.each, p.warm = 1, time.Millisecond, time.Millisecond
	p.flights, p.growth, p.memory, p.start = []int{1, 4}, []int{growthFlight, 2 * growthFlight}, []int{50}, []int{100}
	p.mails, p.pending = 20, []int{50}
	p.dir, p.progress = t.TempDir(), t.Logf
	return p
}

// The parts run one after the other, as in the program: a redis-server that is
// being started holds, for a moment, a copy of the lock of an open SQLite file.
func TestEveryPartRuns(t *testing.T) {
	for _, x := range parts() {
		t.Run(x.name, func(t *testing.T) {
			p := tiny(t)
			p.only = x.name
			r, err := measure(t.Context(), p)
			noerr.Must(t, err)
			rows := len(r.Rates) + len(r.Growth) + len(r.Memory) + len(r.Start) + len(r.Pending) + len(r.Mime)
			if rows == 0 {
				t.Error("nothing was measured")
			}
			for _, x := range r.Rates {
				if x.Median.Rate <= 0 || x.Median.P99 < x.Median.P50 || x.Median.P50 <= 0 {
					t.Errorf("%s with %d in flight: %+v", x.What, x.InFlight, x.Median)
				}
			}
			var b bytes.Buffer
			noerr.Must(t, r.write(&b))
			if n := strings.Count(b.String(), "\n| "); n < rows {
				t.Errorf("%d rows of a table for %d results:\n%s", n, rows, &b)
			}
			file := filepath.Join(t.TempDir(), "bench.json")
			noerr.Must(t, r.writeJSON(file))
			text, err := os.ReadFile(file)
			noerr.Must(t, err)
			var back report
			if err := json.Unmarshal(text, &back); err != nil || len(back.Targets) != len(r.Targets) {
				t.Errorf("%d targets read back of %d: %v", len(back.Targets), len(r.Targets), err)
			}
			left, err := os.ReadDir(p.dir)
			noerr.Must(t, err)
			for _, f := range left {
				if strings.HasPrefix(f.Name(), "sqlite-") {
					t.Errorf("%s was left", f.Name())
				}
			}
		})
	}
}

// TestAbove: the gate closes above 15 %, for each of the costs.
func TestAbove(t *testing.T) {
	t.Parallel()
	table := costs{Case: "x", Allocs: 100, KB: 10, CPU: 300, ServerCPU: 200, Commits: 0.08}
	if bad := (costs{Case: "x", Allocs: 115, KB: 11.5, CPU: 345, ServerCPU: 230, Commits: 0.0919}).above(table); len(bad) != 0 {
		t.Errorf("15 %% is no more than 15 %%: %v", bad)
	}
	for name, c := range map[string]costs{
		"allocations": {Allocs: 116}, "KB": {KB: 11.6}, "CPU": {CPU: 346}, "server": {ServerCPU: 231}, "commits": {Commits: 0.093},
	} {
		if len(c.above(table)) != 1 {
			t.Errorf("%s: 16 %% more passes", name)
		}
	}
}
