package metric

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// goRuntime tells what Go's runtime counts, under the names that all programs in Go have.
func goRuntime(emit Emit) {
	one := func(k Kind, name, help string, v float64) { emit(Describe(k, name, help), v) }
	gc := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&gc)
	pauses := Describe(summary, "go_gc_duration_seconds", "How long the program stood still for garbage collections.", "quantile")
	for i, q := range gc.PauseQuantiles {
		emit(pauses, q.Seconds(), number(float64(i)/4))
	}
	pauses.labels = nil
	for suffix, v := range map[string]float64{"_sum": gc.PauseTotal.Seconds(), "_count": float64(gc.NumGC)} {
		pauses.suffix = suffix
		emit(pauses, v)
	}
	emit(Describe(Gauge, "go_info", "Always 1; the label is the version of Go.", "version"), 1, runtime.Version())
	one(Gauge, "go_goroutines", "Goroutines that there are now.", float64(runtime.NumGoroutine()))
	threads, _ := runtime.ThreadCreateProfile(nil)
	one(Gauge, "go_threads", "Threads of the operating system that were made.", float64(threads))
	samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}, {Name: "/sched/gomaxprocs:threads"}}
	metrics.Read(samples)
	for i, m := range [][2]string{
		{"go_gc_gogc_percent", "GOGC: by how much the heap may grow between collections."},
		{"go_gc_gomemlimit_bytes", "GOMEMLIMIT: what the runtime keeps its memory below."},
		{"go_sched_gomaxprocs_threads", "GOMAXPROCS: how many threads run Go code at once."},
	} {
		if samples[i].Value.Kind() == metrics.KindUint64 {
			one(Gauge, m[0], m[1], float64(samples[i].Value.Uint64()))
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for _, x := range []struct {
		name, help string
		v          uint64
	}{
		{"alloc_bytes", "Bytes of objects on the heap.", m.Alloc},
		{"buck_hash_sys_bytes", "Bytes of the tables of profiles.", m.BuckHashSys},
		{"gc_sys_bytes", "Bytes of what garbage collection needs itself.", m.GCSys},
		{"heap_alloc_bytes", "Bytes of objects on the heap, as go_memstats_alloc_bytes.", m.HeapAlloc},
		{"heap_idle_bytes", "Bytes of the heap that wait to be used.", m.HeapIdle},
		{"heap_inuse_bytes", "Bytes of the heap in use.", m.HeapInuse},
		{"heap_objects", "Objects on the heap.", m.HeapObjects},
		{"heap_released_bytes", "Bytes of the heap that were given back to the system.", m.HeapReleased},
		{"heap_sys_bytes", "Bytes of the heap that were had of the system.", m.HeapSys},
		{"mcache_inuse_bytes", "Bytes of mcaches in use.", m.MCacheInuse},
		{"mcache_sys_bytes", "Bytes of mcaches that were had of the system.", m.MCacheSys},
		{"mspan_inuse_bytes", "Bytes of mspans in use.", m.MSpanInuse},
		{"mspan_sys_bytes", "Bytes of mspans that were had of the system.", m.MSpanSys},
		{"next_gc_bytes", "The size of the heap at which the next collection begins.", m.NextGC},
		{"other_sys_bytes", "Bytes of all else.", m.OtherSys},
		{"stack_inuse_bytes", "Bytes of stacks in use.", m.StackInuse},
		{"stack_sys_bytes", "Bytes of stacks that were had of the system.", m.StackSys},
		{"sys_bytes", "Bytes that were had of the system.", m.Sys},
	} {
		one(Gauge, "go_memstats_"+x.name, x.help, float64(x.v))
	}
	one(Gauge, "go_memstats_last_gc_time_seconds", "When garbage was collected last, in seconds since 1970.", float64(m.LastGC)/1e9)
	one(Counter, "go_memstats_alloc_bytes_total", "Bytes that were allocated on the heap.", float64(m.TotalAlloc))
	one(Counter, "go_memstats_mallocs_total", "Objects that were allocated on the heap.", float64(m.Mallocs))
	one(Counter, "go_memstats_frees_total", "Objects on the heap that were freed.", float64(m.Frees))
}

// ticks are those of the CPU in a second, as Linux tells them to programs.
const ticks = 100

// process tells what Linux says of the process, and nothing on other systems.
func process(emit Emit) {
	one := func(k Kind, name, help string, v float64) { emit(Describe(k, name, help), v) }
	stat, err := os.ReadFile("/proc/self/stat")
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the name before it may have anything
	if err != nil || len(fields) < 22 {
		return
	}
	at := func(i int) float64 { v, _ := strconv.ParseFloat(fields[i-3], 64); return v } // as proc(5) counts them
	one(Counter, "process_cpu_seconds_total", "CPU time, of the program and of the system for it.", (at(14)+at(15))/ticks)
	one(Gauge, "process_virtual_memory_bytes", "Bytes of virtual memory.", at(23))
	one(Gauge, "process_resident_memory_bytes", "Bytes of memory in RAM.", at(24)*float64(os.Getpagesize()))
	if boot, ok := value("/proc/stat", "btime", 1); ok {
		one(Gauge, "process_start_time_seconds", "When the process began, in seconds since 1970.", boot+at(22)/ticks)
	}
	if fds, err := os.ReadDir("/proc/self/fd"); err == nil {
		one(Gauge, "process_open_fds", "Open file descriptors.", float64(len(fds)))
	}
	if n, ok := value("/proc/self/limits", "Max open files", 1); ok {
		one(Gauge, "process_max_fds", "File descriptors that may be open.", n)
	}
	if n, ok := value("/proc/self/limits", "Max address space", 1); ok {
		one(Gauge, "process_virtual_memory_max_bytes", "Bytes of virtual memory that there may be.", n)
	}
	for i, m := range [][2]string{
		{"process_network_receive_bytes_total", "Bytes that came by the network that the process is in."},
		{"process_network_transmit_bytes_total", "Bytes that went by the network that the process is in."},
	} {
		if n, ok := value("/proc/self/net/netstat", "IpExt:", 7+i); ok {
			one(Counter, m[0], m[1], n)
		}
	}
}

// value is the number in a column behind the prefix of a line of a file, the first that is one; unlimited is
// as much as there can be.
func value(file, prefix string, column int) (float64, bool) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for l := range strings.Lines(string(b)) {
		rest, ok := strings.CutPrefix(l, prefix)
		fields := strings.Fields(rest)
		if !ok || len(fields) < column {
			continue
		}
		if fields[column-1] == "unlimited" {
			return math.MaxUint64, true
		}
		if v, err := strconv.ParseFloat(fields[column-1], 64); err == nil { // a line of names may come first
			return v, true
		}
	}
	return 0, false
}
