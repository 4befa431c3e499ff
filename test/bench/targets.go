package main

import "fmt"

// target is one wanted number that this program can judge.
type target struct {
	Name     string  `json:"name"`
	Wanted   string  `json:"wanted"`
	Measured string  `json:"measured"`
	Met      bool    `json:"met"`
	Off      float64 `json:"off,omitempty"` // how many times too much, or too little
}

// finish judges what was measured.
func (r *report) finish() {
	for _, x := range r.Rates {
		if x.What == smtpTaken && x.OfFloor > 0 {
			r.atLeast(fmt.Sprintf("SMTP in with %d sessions, of its floor", x.InFlight), x.OfFloor, 0.6, "%.2f")
		}
		if x.InFlight == 64 && x.OfFloor > 0 {
			switch x.What {
			case hookTaken:
				r.atLeast("webhook in on "+x.Store+" with 64 connections, of its floor", x.OfFloor, 0.6, "%.2f")
				if f, ok := r.find(x.Store, "floor of "+x.What, x.InFlight); ok {
					r.atMost("p99 of the same, of its floor", x.Median.P99/f.Median.P99, 2, "%.2f")
				}
			case hookThrough:
				r.atLeast("webhook in and out on "+x.Store+" with 64 conversations, of its floor", x.OfFloor, 0.5, "%.2f")
			}
		}
		if x.What != "core" {
			continue
		}
		most := x.InFlight == r.mostInFlight()
		switch {
		case x.Store == "redis" && most:
			if x.OfFloor > 0 {
				r.atLeast("core on Redis, of its floor", x.OfFloor, 0.4, "%.2f")
			}
			r.atMost("core on Redis, allocations a message", x.Median.Allocs, 100, "%.0f")
		case x.Store == "sqlite" && most && x.OfFloor > 0:
			r.atLeast("core on SQLite, of its floor", x.OfFloor, 0.25, "%.2f")
		}
		if x.Store == "sqlite" && x.InFlight == 64 && x.Median.Syncs != nil {
			r.atMost("core on SQLite, commits a message at 64 in flight", *x.Median.Syncs, 0.1, "%.3f")
		}
	}
	for i, x := range r.Growth {
		limit := map[string]float64{"sqlite": 2, "redis": 1.25}[x.Store]
		if last := i+1 == len(r.Growth) || r.Growth[i+1].Store != x.Store; last && x.Cost != 1 {
			r.atMost(fmt.Sprintf("cost a message on %s with %d sessions, of that with the fewest", x.Store, x.Sessions), x.Cost, limit, "%.2f")
			r.atMost("p99 of the same", x.Median.P99/r.smallest(x.Store).Median.P99, 2, "%.2f")
		}
	}
	for _, x := range r.Memory {
		if x.N != r.mostHeld() {
			continue
		}
		limit := map[string]float64{"idle session": 400, "pending approval": 1500}[x.What]
		if limit == 0 {
			continue
		}
		// Nothing of its own: what is left is the noise of the collector.
		r.atMost(fmt.Sprintf("MB of heap for %d × %s on %s", x.N, x.What, x.Store), max(x.Heap, 0)*float64(x.N)/1e6, 1, "%.1f")
		if x.Store == "redis" {
			r.atMost("bytes of one "+x.What+" in Redis", x.Stored, limit, "%.0f")
		}
		r.atMost(fmt.Sprintf("goroutines of %d × %s on %s", x.N, x.What, x.Store), float64(max(x.Goroutines, 0)), 8, "%.0f")
	}
	for _, x := range r.Mime {
		if x.What == "parts" {
			r.atLeast("parts of mails in MB/s, of enmime's", x.Times, 10, "%.1f")
		}
	}
	for _, x := range r.Pending {
		if x.N == 100_000 {
			r.atMost("ms to bind and decide one reply with 10⁵ pending approvals on "+x.Store, x.P50, 5, "%.2f")
		}
	}
	for _, x := range r.Start {
		if x.Items == 10_000 {
			r.atMost("ms from opening "+x.Store+" with 10⁴ unfinished items to the first claim", x.Took, 250, "%.0f")
		}
	}
}

func (r *report) mostInFlight() (n int) {
	for _, x := range r.Rates {
		if x.What == "core" {
			n = max(n, x.InFlight)
		}
	}
	return n
}

func (r *report) mostHeld() (n int) {
	for _, x := range r.Memory {
		n = max(n, x.N)
	}
	return n
}

func (r *report) smallest(store string) growthRow {
	for _, x := range r.Growth {
		if x.Store == store {
			return x
		}
	}
	return growthRow{}
}

func (r *report) atMost(name string, got, want float64, format string) {
	r.add(name, "≤ ", got, want, format, got <= want, got/want)
}

func (r *report) atLeast(name string, got, want float64, format string) {
	r.add(name, "≥ ", got, want, format, got >= want, want/got)
}

func (r *report) add(name, sign string, got, want float64, format string, met bool, off float64) {
	t := target{Name: name, Wanted: sign + fmt.Sprintf("%g", want), Measured: fmt.Sprintf(format, got), Met: met}
	if !met {
		t.Off = off
	}
	r.Targets = append(r.Targets, t)
}
