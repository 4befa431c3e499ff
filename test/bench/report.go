package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report is what a run came to, as it is written as JSON.
type report struct {
	When     time.Time    `json:"when"`
	Machine  machine      `json:"machine"`
	Rounds   int          `json:"rounds"`
	Seconds  float64      `json:"secondsOfEach"`
	Rates    []rateRow    `json:"rates"`
	Growth   []growthRow  `json:"growth"`
	Memory   []memoryRow  `json:"memory"`
	Pending  []pendingRow `json:"pending"`
	Start    []startRow   `json:"start"`
	Mime     []readRow    `json:"mime"`
	Targets  []target     `json:"targets"`
	Commands string       `json:"redisDurability"`
}

// machine is what the numbers depend on.
type machine struct {
	CPUs   int     `json:"cpus"`
	Model  string  `json:"model,omitempty"`
	Go     string  `json:"go"`
	Redis  string  `json:"redis"`
	Load   string  `json:"load,omitempty"` // before the run: 1, 5 and 15 minutes
	FsyncP float64 `json:"fsyncP50Micros"` // of the disk the stores are on
}

type rateRow struct {
	Store    string   `json:"store"`
	What     string   `json:"what"`
	InFlight int      `json:"inFlight"`
	OfFloor  float64  `json:"ofFloor,omitempty"` // messages per second, as a part of the floor's
	Median   sample   `json:"median"`
	All      []sample `json:"rounds"`
}

type growthRow struct {
	Store    string   `json:"store"`
	Sessions int      `json:"sessions"`
	Cost     float64  `json:"cost"` // time per message, as a multiple of the smallest store's
	Median   sample   `json:"median"`
	All      []sample `json:"rounds"`
}

type memoryRow struct {
	Store      string  `json:"store"`
	What       string  `json:"what"`
	N          int     `json:"n"`
	Heap       float64 `json:"heapBytes"` // of the bridge, for each
	Stored     float64 `json:"storedBytes"`
	Goroutines int     `json:"goroutines"` // for all of them
}

// pendingRow is one reply among n pending approvals of its sender. Times are ms.
type pendingRow struct {
	Store   string  `json:"store"`
	N       int     `json:"pending"`
	P50     float64 `json:"decideP50Ms"` // from Bind to the end of Answer
	P99     float64 `json:"decideP99Ms"`
	Due     float64 `json:"dueMs"`     // one look of the clock, with nothing due
	Count   float64 `json:"countMs"`   // how many are pending, for a scrape
	OpenFor float64 `json:"openForMs"` // the ten oldest of the person
	Heap    float64 `json:"heapBytes"` // of the bridge, for each
	Stored  float64 `json:"storedBytes"`
}

type startRow struct {
	Store string  `json:"store"`
	Items int     `json:"items"`
	Took  float64 `json:"ms"`
}

func newReport(p plan) *report {
	r := &report{
		When: time.Now().UTC().Truncate(time.Second), Rounds: p.rounds, Seconds: p.each.Seconds(), Commands: "appendfsync " + p.fsync,
		Machine: machine{CPUs: runtime.GOMAXPROCS(0), Model: model(), Go: runtime.Version(), Redis: redisVersion(), FsyncP: fsyncMicros(p.dir)},
	}
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.Machine.Load = strings.Join(strings.Fields(string(b))[:3], " ")
	}
	return r
}

func (r *report) rate(store, what string, n int, all []sample) {
	row := rateRow{Store: store, What: what, InFlight: n, Median: median(all), All: all}
	if f, ok := r.find(store, "floor of "+what, n); ok {
		row.OfFloor = row.Median.Rate / f.Median.Rate
	}
	r.Rates = append(r.Rates, row)
}

func (r *report) find(store, what string, n int) (rateRow, bool) {
	for _, x := range r.Rates {
		if x.Store == store && x.What == what && x.InFlight == n {
			return x, true
		}
	}
	return rateRow{}, false
}

func (r *report) growth(store string, n int, all []sample) {
	row := growthRow{Store: store, Sessions: n, Cost: 1, Median: median(all), All: all}
	for _, x := range r.Growth {
		if x.Store == store {
			row.Cost = x.Median.Rate / row.Median.Rate
			break
		}
	}
	r.Growth = append(r.Growth, row)
}

func (r *report) memory(store, what string, n int, h held) {
	r.Memory = append(r.Memory, memoryRow{
		Store: store, What: what, N: n, Heap: float64(h.heap) / float64(n), Stored: float64(h.store) / float64(n), Goroutines: h.goroutines,
	})
}

func (r *report) start(store string, n int, took []time.Duration) {
	slices.Sort(took)
	r.Start = append(r.Start, startRow{Store: store, Items: n, Took: float64(took[len(took)/2].Microseconds()) / 1000})
}

func (r *report) writeJSON(path string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o644)
}

// write writes the tables of docs/performance.md.
func (r *report) write(w io.Writer) error {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "%s, %d CPUs%s, %s, %s with %s, fdatasync p50 %.0f µs, load before the run %s; medians of %d interleaved rounds of %.1f s.\n\n",
		r.When.Format(time.DateOnly), m.CPUs, m.Model, m.Go, m.Redis, r.Commands, m.FsyncP, m.Load, r.Rounds, r.Seconds)
	if len(r.Rates) > 0 {
		t := table{{"store", "what", "in flight", "messages/s", "of floor", "p50 ms", "p99 ms", "allocations", "KB allocated", "CPU µs", "server CPU µs", "fsyncs"}}
		for _, x := range r.Rates {
			s := x.Median
			syncs, floor, server := "", "", ""
			if s.Syncs != nil {
				syncs = fmt.Sprintf("%.3f", *s.Syncs)
			}
			if x.OfFloor > 0 {
				floor = fmt.Sprintf("%.2f", x.OfFloor)
			}
			if s.ServerCPU > 0 {
				server = fmt.Sprintf("%.0f", s.ServerCPU)
			}
			t = append(t, []string{
				x.Store, x.What, fmt.Sprint(x.InFlight), fmt.Sprintf("%.0f", s.Rate), floor, fmt.Sprintf("%.2f", s.P50), fmt.Sprintf("%.2f", s.P99),
				fmt.Sprintf("%.0f", s.Allocs), fmt.Sprintf("%.1f", s.Bytes/1000), fmt.Sprintf("%.0f", s.CPU), server, syncs,
			})
		}
		t.write(&b)
	}
	if len(r.Growth) > 0 {
		t := table{{"store", "stored sessions", "messages/s", "cost", "p50 ms", "p99 ms", "allocations"}}
		for _, x := range r.Growth {
			s := x.Median
			t = append(t, []string{
				x.Store, fmt.Sprint(x.Sessions), fmt.Sprintf("%.0f", s.Rate), fmt.Sprintf("%.2f", x.Cost),
				fmt.Sprintf("%.2f", s.P50), fmt.Sprintf("%.2f", s.P99), fmt.Sprintf("%.0f", s.Allocs),
			})
		}
		t.write(&b)
	}
	if len(r.Memory) > 0 {
		t := table{{"store", "each", "held", "heap bytes", "stored bytes", "goroutines of all"}}
		for _, x := range r.Memory {
			t = append(t, []string{x.Store, x.What, fmt.Sprint(x.N), fmt.Sprintf("%.0f", x.Heap), fmt.Sprintf("%.0f", x.Stored), fmt.Sprint(x.Goroutines)})
		}
		t.write(&b)
	}
	if len(r.Pending) > 0 {
		t := table{{"store", "pending approvals", "p50 ms of a decision", "p99 ms", "ms of the clock, nothing due", "ms to count", "ms for ten of a person", "heap bytes", "stored bytes with the entry"}}
		for _, x := range r.Pending {
			t = append(t, []string{
				x.Store, fmt.Sprint(x.N), fmt.Sprintf("%.2f", x.P50), fmt.Sprintf("%.2f", x.P99), fmt.Sprintf("%.2f", x.Due), fmt.Sprintf("%.2f", x.Count),
				fmt.Sprintf("%.2f", x.OpenFor), fmt.Sprintf("%.0f", x.Heap), fmt.Sprintf("%.0f", x.Stored),
			})
		}
		t.write(&b)
	}
	if len(r.Start) > 0 {
		t := table{{"store", "unfinished items", "ms to the first claim"}}
		for _, x := range r.Start {
			t = append(t, []string{x.Store, fmt.Sprint(x.Items), fmt.Sprintf("%.0f", x.Took)})
		}
		t.write(&b)
	}
	if len(r.Mime) > 0 {
		t := table{{"reading mail", "of", "MB/s", "enmime MB/s", "times", "allocations a mail", "KB a mail", "enmime allocations", "enmime KB"}}
		for _, x := range r.Mime {
			t = append(t, []string{
				x.What, x.Mails, fmt.Sprintf("%.1f", x.Rate), fmt.Sprintf("%.1f", x.Other), fmt.Sprintf("%.1f", x.Times), fmt.Sprintf("%.0f", x.Allocs),
				fmt.Sprintf("%.1f", x.Bytes/1000), fmt.Sprintf("%.0f", x.OtherAllocs), fmt.Sprintf("%.1f", x.OtherBytes/1000),
			})
		}
		t.write(&b)
	}
	if len(r.Targets) > 0 {
		t := table{{"target", "wanted", "measured", "met"}}
		for _, x := range r.Targets {
			met := "yes"
			if !x.Met {
				met = "no, by " + fmt.Sprintf("%.2f×", x.Off)
			}
			t = append(t, []string{x.Name, x.Wanted, x.Measured, met})
		}
		t.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table is a Markdown table; the first row is its head.
type table [][]string

func (t table) write(b *strings.Builder) {
	for i, row := range t {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(b, "|%s\n", strings.Repeat("---|", len(row)))
		}
	}
	b.WriteByte('\n')
}

func redisVersion() string {
	out, err := exec.CommandContext(context.Background(), "redis-server", "--version").Output()
	if err != nil {
		return "no Redis"
	}
	for word := range strings.FieldsSeq(string(out)) {
		if v, ok := strings.CutPrefix(word, "v="); ok {
			return "Redis " + v
		}
	}
	return "Redis"
}

func model() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return " (" + strings.TrimSpace(value) + ")"
		}
	}
	return ""
}

// fsyncMicros is the median of 200 syncs of a file that has just grown: every
// commit costs at least that.
func fsyncMicros(dir string) float64 {
	f, err := os.Create(filepath.Join(dir, "fsync"))
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }() // it is deleted with its folder
	var took []time.Duration
	for range 200 {
		began := time.Now()
		if _, err := f.WriteString(text()); err != nil {
			return 0
		}
		if err := f.Sync(); err != nil {
			return 0
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return float64(took[len(took)/2].Microseconds())
}
