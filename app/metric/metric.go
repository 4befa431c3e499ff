// Package metric counts, and writes what was counted in the text form that Prometheus reads
// (version 0.0.4). What its own library brings besides, above all protobuf, is left out
// (docs/adr/0076); that library is the oracle in tests.
package metric

import (
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Kind is the type of a metric.
type Kind string

// The kinds.
const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	histogram Kind = "histogram"
	summary   Kind = "summary"
)

// Desc says what a metric is, and the names of its labels.
type Desc struct {
	name   string
	suffix string // of its lines: a summary has several kinds of them
	help   string
	kind   Kind
	labels []string
}

// Describe is a metric that a function given to Set.Read tells.
func Describe(k Kind, name, help string, labels ...string) Desc {
	return Desc{name: name, help: help, kind: k, labels: labels}
}

// Emit tells one value of a metric that is read. The values of the labels are in the order of
// their names. Told twice, the last counts.
type Emit func(d Desc, v float64, labels ...string)

// Set is what one node counts. Create it with New; its methods may be called concurrently.
type Set struct {
	mu    sync.Mutex
	vecs  []*Vec
	reads []func(Emit)
}

// New returns a set that has the metrics of Go's runtime and of the process.
func New() *Set { return &Set{reads: []func(Emit){goRuntime, process}} }

// Vec registers a counter or a gauge. A series is there from its first With.
func (s *Set) Vec(k Kind, name, help string, labels ...string) *Vec {
	return s.add(&Vec{desc: Describe(k, name, help, labels...)})
}

// Histogram registers a histogram whose buckets have these upper bounds, which grow.
func (s *Set) Histogram(name, help string, bounds []float64, labels ...string) *Vec {
	return s.add(&Vec{desc: Describe(histogram, name, help, labels...), bounds: bounds})
}

func (s *Set) add(v *Vec) *Vec {
	v.series = map[string]*Series{}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.vecs = append(s.vecs, v)
	return v
}

// Read registers a function that is called at every look, by one at a time.
func (s *Set) Read(f func(Emit)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads = append(s.reads, f)
}

// Vec is a metric with a series for each combination of its labels.
type Vec struct {
	desc   Desc
	bounds []float64
	mu     sync.Mutex
	series map[string]*Series
}

// With returns the series of these labels, which it makes if need be. There have to be as many
// values as names: another number is a mistake of the program, and panics.
func (v *Vec) With(labels ...string) *Series {
	if len(labels) != len(v.desc.labels) {
		panic(fmt.Sprintf("%s has the labels %q", v.desc.name, v.desc.labels))
	}
	var room [128]byte // most keys have less: who only counts allocates nothing
	key := appendKey(room[:0], labels)
	v.mu.Lock()
	defer v.mu.Unlock()
	x := v.series[string(key)]
	if x == nil {
		x = &Series{labels: written(labels), bounds: v.bounds}
		if v.desc.kind == histogram {
			x.counts = make([]atomic.Uint64, len(v.bounds)+1)
		}
		v.series[string(key)] = x
	}
	return x
}

// appendKey appends one text for the values of labels as they are written: two that are written alike are one
// series, or who reads them has one twice.
func appendKey(b []byte, labels []string) []byte {
	for i, l := range labels {
		if i > 0 {
			b = append(b, '\xff')
		}
		b = append(b, valid(l)...)
	}
	return b
}

// written are the values of labels as they are written.
func written(labels []string) []string {
	all := make([]string, len(labels))
	for i, l := range labels {
		all[i] = strings.Clone(valid(l)) // it stays
	}
	return all
}

func valid(label string) string { return strings.ToValidUTF8(label, "\uFFFD") }

// Series is one series. Its methods may be called concurrently.
type Series struct {
	labels []string
	value  atomic.Uint64 // the bits of a float; of a histogram, of the sum
	bounds []float64
	counts []atomic.Uint64 // of a histogram: of each bucket alone, and of what is above all
}

// Add adds to a counter or a gauge.
func (x *Series) Add(by float64) {
	for {
		old := x.value.Load()
		if x.value.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+by)) {
			return
		}
	}
}

// Inc adds 1.
func (x *Series) Inc() { x.Add(1) }

// Set sets a gauge.
func (x *Series) Set(to float64) { x.value.Store(math.Float64bits(to)) }

// Observe counts a value of a histogram.
func (x *Series) Observe(v float64) {
	at, _ := slices.BinarySearch(x.bounds, v) // the first that is not below it
	x.counts[at].Add(1)
	x.Add(v)
}

// lines are the series as text.
func (x *Series) lines(d Desc) string {
	value := math.Float64frombits(x.value.Load())
	if d.kind != histogram {
		return line(d.name, d.labels, x.labels, value)
	}
	var out strings.Builder
	names, total := append(slices.Clone(d.labels), "le"), uint64(0)
	for i := range x.counts {
		bound := math.Inf(1)
		if i < len(x.bounds) {
			bound = x.bounds[i]
		}
		total += x.counts[i].Load()
		out.WriteString(line(d.name+"_bucket", names, append(slices.Clone(x.labels), number(bound)), float64(total)))
	}
	return out.String() + line(d.name+"_sum", d.labels, x.labels, value) + line(d.name+"_count", d.labels, x.labels, float64(total))
}

// line is one line: its labels by their names, but the bound of a bucket, which is the last.
func line(name string, names, values []string, v float64) string {
	pairs := make([]string, len(names))
	for i, n := range names {
		pairs[i] = n + `="` + escaped(values[i], true) + `"`
	}
	n := len(pairs)
	if n > 0 && names[n-1] == "le" {
		n--
	}
	slices.Sort(pairs[:n])
	all := strings.Join(pairs, ",")
	if all != "" {
		all = "{" + all + "}"
	}
	return name + all + " " + number(v) + "\n"
}

func escaped(s string, quoted bool) string {
	s = strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(s)
	if quoted {
		s = strings.ReplaceAll(s, `"`, `\"`)
	}
	return s
}

func number(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// WriteTo implements io.WriterTo: the metrics by their names, the series of each by their
// labels.
func (s *Set) WriteTo(w io.Writer) (int64, error) {
	type family struct {
		Desc
		lines map[string]string
	}
	families := map[string]family{}
	put := func(d Desc, key, lines string) {
		if _, is := families[d.name]; !is {
			families[d.name] = family{d, map[string]string{}}
		}
		families[d.name].lines[key] = lines
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.vecs {
		v.mu.Lock()
		for key, x := range v.series {
			put(v.desc, key, x.lines(v.desc))
		}
		v.mu.Unlock()
	}
	for _, read := range s.reads {
		read(func(d Desc, v float64, labels ...string) {
			key := appendKey([]byte(d.suffix+"\xff"), labels)
			put(d, string(key), line(d.name+d.suffix, d.labels, written(labels), v))
		})
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(families)) {
		f := families[name]
		fmt.Fprintf(&out, "# HELP %s %s\n# TYPE %s %s\n", name, escaped(f.help, false), name, f.kind)
		for _, key := range slices.Sorted(maps.Keys(f.lines)) {
			out.WriteString(f.lines[key])
		}
	}
	n, err := io.WriteString(w, out.String())
	return int64(n), err
}

// ServeHTTP implements http.Handler.
func (s *Set) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = s.WriteTo(w) // the caller is gone
}
