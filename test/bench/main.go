// Command bench measures the core of the bridge (admission, turns, outbox and the
// store) with nothing around it that waits: a channel in memory, an agent in this
// process. Beside each number stands its floor, the least work that keeps the same
// promise, measured in the same run. `make bench` runs it; docs/performance.md
// says what the numbers mean.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"

	"bridge/app"
)

// plan says what is measured and for how long.
type plan struct {
	only     string        // part of the names of the parts to run; "" = all
	rounds   int           // of each throughput measurement; the median counts
	each     time.Duration // of one throughput measurement
	warm     time.Duration // before it
	flights  []int         // conversations in flight
	growth   []int         // stored sessions
	memory   []int         // things held
	start    []int         // unfinished items at a start
	pending  []int         // approval requests that are open while one is decided
	fsync    string        // appendfsync of Redis
	mails    int           // most mails that are read; 0 = all
	noFloors bool          // a profile is of our own work
	dir      string        // where stores are put, on the disk that is measured
	progress func(format string, args ...any)
}

// full is the plan of `make bench`, about five minutes.
func full() plan {
	return plan{
		rounds: 3, each: 1500 * time.Millisecond, warm: 250 * time.Millisecond,
		flights: []int{1, 16, 64, 128}, growth: []int{1_000, 100_000, 1_000_000},
		memory: []int{1_000, 100_000}, start: []int{10_000, 100_000}, pending: []int{1_000, 100_000}, fsync: "everysec",
	}
}

// quick is good for a look, about a minute.
func quick() plan {
	p := full()
	p.rounds, p.each, p.flights = 1, time.Second, []int{1, 128}
	p.growth, p.memory, p.start, p.pending = []int{1_000, 100_000}, []int{10_000}, []int{10_000}, []int{10_000}
	return p
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	only := flag.String("only", "", "run only the parts whose names contain `NAME`: "+strings.Join(names(parts()), ", "))
	rounds := flag.Int("rounds", 0, "`N` rounds of each throughput measurement, the median counts (3)")
	isQuick := flag.Bool("quick", false, "a short look: one round, fewer and smaller cases")
	each := flag.Duration("each", 0, "how long one throughput measurement takes (1.5s)")
	flights := flag.String("inflight", "", "how many conversations have a message in flight, such as `16,128`")
	fsync := flag.String("appendfsync", "everysec", "how Redis syncs: no, everysec, always")
	dir := flag.String("dir", "", "`FOLDER` for the stores, on the disk to measure (the system's temporary folder)")
	into := flag.String("json", "", "write the results into `FILE` as JSON")
	cpu := flag.String("cpuprofile", "", "write a CPU profile into `FILE`; floors are left out")
	mem := flag.String("memprofile", "", "write a profile of all allocations into `FILE`; floors are left out")
	table := flag.String("check", "", "only compare what a message costs with the table in `FILE`, and fail if it is more than 15 % above")
	record := flag.Bool("record", false, "write the table of -check")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flag.Arg(0))
	}
	app.PaceGC() // as bridge run has it
	p := full()
	if *isQuick {
		p = quick()
	}
	if *rounds > 0 {
		p.rounds = *rounds
	}
	if *each > 0 {
		p.each = *each
	}
	if *flights != "" {
		p.flights = nil
		for _, text := range strings.Split(*flights, ",") {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return fmt.Errorf("-inflight %s: %q is no number of conversations", *flights, text)
			}
			p.flights = append(p.flights, n)
		}
	}
	p.only, p.fsync, p.noFloors = *only, *fsync, *cpu != "" || *mem != ""
	p.progress = func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	if p.dir, err = os.MkdirTemp(*dir, "bridge-bench-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(p.dir)) }()
	if *mem != "" {
		runtime.MemProfileRate = 4096
	}
	if *cpu != "" {
		stop, err := profile(*cpu)
		if err != nil {
			return err
		}
		defer stop()
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if *table != "" {
		p.each = time.Second
		return check(ctx, p, *table, *record)
	}
	r, err := measure(ctx, p)
	if err != nil {
		return err
	}
	if *mem != "" {
		if err := allocations(*mem); err != nil {
			return err
		}
	}
	if *into != "" {
		if err := r.writeJSON(*into); err != nil {
			return err
		}
	}
	return r.write(os.Stdout)
}

// part is one group of measurements.
type part struct {
	name string
	run  func(context.Context, plan, *report) error
}

// parts returns all of them in the order in which they run.
func parts() []part {
	var ps []part
	for _, k := range kinds() {
		ps = append(ps,
			part{k.name + " core", func(ctx context.Context, p plan, r *report) error { return runCore(ctx, p, k, r) }},
			part{k.name + " lanes", func(ctx context.Context, p plan, r *report) error { return runLanes(ctx, p, k, r) }},
			part{k.name + " growth", func(ctx context.Context, p plan, r *report) error { return runGrowth(ctx, p, k, r) }},
			part{k.name + " memory", func(ctx context.Context, p plan, r *report) error { return runMemory(ctx, p, k, r) }},
			part{k.name + " approvals", func(ctx context.Context, p plan, r *report) error { return runApprovals(ctx, p, k, r) }},
			part{k.name + " hooks", func(ctx context.Context, p plan, r *report) error { return runHooks(ctx, p, k, r) }},
			part{k.name + " start", func(ctx context.Context, p plan, r *report) error { return runStart(ctx, p, k, r) }},
		)
	}
	return append(ps, part{"smtp", runSMTP}, part{"mime", runMime})
}

func names(ps []part) []string {
	var ns []string
	for _, p := range ps {
		ns = append(ns, p.name)
	}
	return ns
}

// measure runs what the plan says.
func measure(ctx context.Context, p plan) (*report, error) {
	r := newReport(p)
	ran := false
	for _, x := range parts() {
		if !strings.Contains(x.name, p.only) {
			continue
		}
		ran = true
		p.progress("%s", x.name)
		if err := x.run(ctx, p, r); err != nil {
			return nil, fmt.Errorf("%s: %w", x.name, err)
		}
	}
	if !ran {
		return nil, fmt.Errorf("no part is named %q: %s", p.only, strings.Join(names(parts()), ", "))
	}
	r.finish()
	return r, nil
}

func profile(path string) (stop func(), err error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		_ = f.Close() // a profile that is cut off shows when it is read
	}, nil
}

func allocations(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	runtime.GC()
	return errors.Join(pprof.Lookup("allocs").WriteTo(f, 0), f.Close())
}
