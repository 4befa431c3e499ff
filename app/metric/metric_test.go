package metric

import (
	"math"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// values are those that are hard to write.
var values = []float64{0, 1, -1, 0.1, 1e6, 123456789, 1e21, 1.0 / 3, 5e-324, math.Inf(1), math.Inf(-1), math.NaN()}

// What is written is what Prometheus's own library writes, but for the order of series.
func TestSameAsLibrary(t *testing.T) {
	set, theirs := &Set{}, prometheus.NewRegistry()
	hard := []string{"", `a"b\c`, "line\nbreak", "Grüße, {x=\"y\"}", "\xff\xff", "plain"}
	help := "Has a \\ and\na break, and \"quotes\"."
	ours := set.Vec(Counter, "a_total", help, "zone", "agent")
	his := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "a_total", Help: help}, []string{"zone", "agent"})
	gauge := set.Vec(Gauge, "b", "Goes up and down.").With()
	hisGauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "b", Help: "Goes up and down."})
	bounds := []float64{.01, .5, 1, 600}
	h := set.Histogram("c_seconds", "Took.", bounds, "agent")
	hisH := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "c_seconds", Help: "Took.", Buckets: bounds}, []string{"agent"})
	set.Vec(Counter, "d_total", "Nothing was counted.", "x")
	theirs.MustRegister(his, hisGauge, hisH, prometheus.NewCounterVec(prometheus.CounterOpts{Name: "d_total", Help: "Nothing was counted."}, []string{"x"}))
	read := Describe(Gauge, "e", "Is read.", "value")
	set.Read(func(emit Emit) {
		for _, v := range values {
			emit(read, v, number(v))
		}
	})
	hisRead := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "e", Help: "Is read."}, []string{"value"})
	theirs.MustRegister(hisRead)
	for _, v := range values {
		hisRead.WithLabelValues(number(v)).Set(v)
	}
	for i, a := range hard {
		if a != "\xff\xff" { // the library panics
			his.WithLabelValues(a, "x").Add(float64(i) + .5)
			ours.With(a, "x").Add(float64(i) + .5)
			hisH.WithLabelValues(a)
			h.With(a)
		}
	}
	for _, v := range []float64{0, .01, .0100001, .5, 1, 3, 600, 601, 1e9} {
		h.With("plain").Observe(v)
		hisH.WithLabelValues("plain").Observe(v)
	}
	gauge.Add(2)
	gauge.Set(-7.25)
	hisGauge.Set(-7.25)
	w := httptest.NewRecorder()
	promhttp.HandlerFor(theirs, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	got := httptest.NewRecorder()
	set.ServeHTTP(got, httptest.NewRequest("GET", "/", nil))
	if a, b := sorted(got.Body.String()), sorted(w.Body.String()); !slices.Equal(a, b) || len(a) < 50 {
		t.Errorf("%d lines\n%s\nwant\n%s", len(a), got.Body, w.Body)
	}
	if kind := got.Header().Get("Content-Type"); !strings.HasPrefix(w.Header().Get("Content-Type"), kind) || kind == "" {
		t.Errorf("type %q, want %q", kind, w.Header().Get("Content-Type"))
	}
	ours.With("\xff\xff", "x").Inc()
	got = httptest.NewRecorder()
	if set.ServeHTTP(got, nil); !strings.Contains(got.Body.String(), `a_total{agent="x",zone="`+"\uFFFD"+`"} 1`) {
		t.Errorf("no UTF-8: %s", got.Body)
	}
}

func sorted(s string) []string { return slices.Sorted(strings.Lines(s)) }

// The runtime and the process have the metrics, labels and types that programs in Go have.
func TestRuntime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the process is told on Linux alone")
	}
	theirs := prometheus.NewRegistry()
	theirs.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	want, got := httptest.NewRecorder(), httptest.NewRecorder()
	promhttp.HandlerFor(theirs, promhttp.HandlerOpts{}).ServeHTTP(want, httptest.NewRequest("GET", "/", nil))
	New().ServeHTTP(got, nil)
	number := regexp.MustCompile(`(?m) [-+.e0-9]+$`)
	shape := func(s string) []string {
		s = regexp.MustCompile(`(?m)^# HELP.*\n`).ReplaceAllString(s, "")
		return sorted(number.ReplaceAllString(s, ""))
	}
	if a, b := shape(got.Body.String()), shape(want.Body.String()); !slices.Equal(a, b) || len(a) < 80 {
		t.Errorf("%q\nwant\n%q", a, b)
	}
	value := func(s, name string) string {
		v := regexp.MustCompile(`(?m)^` + name + ` .*$`).FindString(s)
		if v == "" {
			t.Errorf("no %s", name)
		}
		return v
	}
	for _, name := range []string{"process_start_time_seconds", "process_max_fds", "process_virtual_memory_max_bytes", "go_gc_gogc_percent", "go_gc_gomemlimit_bytes", "go_sched_gomaxprocs_threads", `go_info{version=".*"}`} {
		if a, b := value(got.Body.String(), name), value(want.Body.String(), name); a != b {
			t.Errorf("%s, want %s", a, b)
		}
	}
}

// What is no UTF-8 is one series where it is written alike, and mixes no others up.
func TestNoUTF8(t *testing.T) {
	set := &Set{}
	counts, read := set.Vec(Counter, "a_total", "A.", "x", "y"), Describe(Gauge, "b", "B.", "x")
	for _, labels := range [][]string{{"\xff", "b"}, {"\xfe", "b"}, {"a\xff", "b"}, {"a", "\xffb"}} {
		counts.With(labels...).Inc()
	}
	set.Read(func(emit Emit) {
		emit(read, 1, "\xff")
		emit(read, 2, "\xfe")
	})
	w := httptest.NewRecorder()
	set.ServeHTTP(w, nil)
	var got []string
	for l := range strings.Lines(w.Body.String()) {
		if l[0] != '#' {
			got = append(got, strings.TrimSpace(l))
		}
	}
	slices.Sort(got)
	if want := []string{"a_total{x=\"a\",y=\"\uFFFDb\"} 1", "a_total{x=\"a\uFFFD\",y=\"b\"} 1", "a_total{x=\"\uFFFD\",y=\"b\"} 2", "b{x=\"\uFFFD\"} 2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Counting from many places loses nothing.
func TestConcurrent(t *testing.T) {
	set := &Set{}
	counts, took := set.Vec(Counter, "a_total", "A.", "x"), set.Histogram("b", "B.", []float64{1})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				counts.With("y").Inc()
				took.With().Observe(2)
				if n, err := set.WriteTo(httptest.NewRecorder()); n == 0 || err != nil {
					t.Error(n, err)
				}
			}
		})
	}
	wg.Wait()
	w := httptest.NewRecorder()
	set.ServeHTTP(w, nil)
	if s := w.Body.String(); !strings.Contains(s, "a_total{x=\"y\"} 1600\n") || !strings.Contains(s, "b_bucket{le=\"1\"} 0\nb_bucket{le=\"+Inf\"} 1600\nb_sum 3200\nb_count 1600\n") {
		t.Error(s)
	}
}
