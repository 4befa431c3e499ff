package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"bridge/internal/cputime"
)

// costs is what a message of one case costs. CPU is in units of a piece of work that is
// measured beside it (unit), so that a table holds on another machine: it says about how
// many microseconds it is on the one that wrote it.
type costs struct {
	Case      string  `json:"case"`
	Allocs    float64 `json:"allocations"`
	KB        float64 `json:"kilobytes"`
	CPU       float64 `json:"cpu"`
	ServerCPU float64 `json:"serverCPU,omitempty"`
	Commits   float64 `json:"commits,omitempty"`
}

const (
	tolerance   = 1.15 // what is above that of the table fails
	checkRounds = 3    // of each case, the cheapest counts: others share the machine
	checkMost   = 9    // as long as something is too much
	checkFlight = 64
)

// checkParts are the cases that are compared.
func checkParts() map[string]func(context.Context, plan) (sample, error) {
	all := map[string]func(context.Context, plan) (sample, error){}
	for _, k := range kinds() {
		all[k.name+" core"] = func(ctx context.Context, p plan) (sample, error) { return coreOnce(ctx, p, k, checkFlight) }
		all[k.name+" "+hookThrough] = func(ctx context.Context, p plan) (sample, error) { return throughOnce(ctx, p, k, checkFlight) }
	}
	return all
}

// check measures the cases and compares them with the table in path, or writes it.
func check(ctx context.Context, p plan, path string, write bool) error {
	var was, now []costs
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &was)
	}
	if err != nil && !write {
		return err
	}
	var worse []error
	for _, name := range []string{"sqlite core", "sqlite " + hookThrough, "redis core", "redis " + hookThrough} {
		if !strings.Contains(name, p.only) {
			continue
		}
		of := costs{Case: name}
		for _, c := range was {
			if c.Case == name {
				of = c
			}
		}
		c := costs{Case: name, Allocs: math.Inf(1), KB: math.Inf(1), CPU: math.Inf(1), ServerCPU: math.Inf(1), Commits: math.Inf(1)}
		var bad []error
		for n := range checkMost {
			if n >= checkRounds && (write || len(bad) == 0) {
				break
			}
			before := unit()
			s, err := checkParts()[name](ctx, p)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c.least(s, min(before, unit()))
			bad = c.above(of)
		}
		p.progress("%s: %.0f allocations (%.0f in the table), %.0f KB (%.0f), CPU %.0f (%.0f), of the server %.0f (%.0f), %.3f commits (%.3f)",
			name, c.Allocs, of.Allocs, c.KB, of.KB, c.CPU, of.CPU, c.ServerCPU, of.ServerCPU, c.Commits, of.Commits)
		now, worse = append(now, c), append(worse, bad...)
	}
	if !write {
		return errors.Join(worse...)
	}
	b, err = json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o666)
}

// least takes over what is less in s.
func (c *costs) least(s sample, unit float64) {
	tenth := func(x float64) float64 { return math.Round(x*10) / 10 }
	c.Allocs, c.KB = min(c.Allocs, tenth(s.Allocs)), min(c.KB, tenth(s.Bytes/1024))
	c.CPU, c.ServerCPU = min(c.CPU, tenth(s.CPU/unit)), min(c.ServerCPU, tenth(s.ServerCPU/unit))
	commits := 0.0
	if s.Syncs != nil && s.ServerCPU == 0 { // a server syncs once a second
		commits = math.Round(*s.Syncs*1000) / 1000
	}
	c.Commits = min(c.Commits, commits)
}

// above says what is too much.
func (c costs) above(of costs) (bad []error) {
	for _, x := range []struct {
		what    string
		is, was float64
	}{
		{"allocations", c.Allocs, of.Allocs}, {"KB allocated", c.KB, of.KB}, {"CPU", c.CPU, of.CPU}, {"CPU of the server", c.ServerCPU, of.ServerCPU}, {"commits", c.Commits, of.Commits},
	} {
		if x.is > x.was*tolerance*(1+1e-9) { // 115 is not above 115 % of 100, whatever floats say
			bad = append(bad, fmt.Errorf("%s: %s %.3g a message, the table has %.3g: more than 15 %% above", c.Case, x.what, x.is, x.was))
		}
	}
	return bad
}

// unit is the CPU time of a fixed piece of work, as a part of that which it took on the
// machine of the first table: hashes, JSON and memory.
func unit() float64 {
	const first = 30 * time.Millisecond
	least := time.Hour
	for range 3 {
		began := cputime.Used()
		b := make([]byte, 1<<20)
		for i := range 8 {
			sum := sha256.Sum256(b)
			copy(b[i<<10:], sum[:])
		}
		text, value := []byte(`{"a":"`+strings.Repeat("x", 500)+`","b":[1,2,3],"c":{"d":"e"}}`), map[string]any{}
		for range 2000 {
			_ = json.Unmarshal(text, &value) // it is right
		}
		least = min(least, cputime.Used()-began)
	}
	return float64(least) / float64(first)
}
