package cron

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// TestFires: each fire is one run, the first one after the first start, with what the
// prompt may use.
func TestFires(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Prompt = `At {{.ScheduledAt}}, {{.ScheduledAt.Format "15:04"}}, after {{.LastRun}}.`
		var err error
		if c.Zone, err = time.LoadLocation("Europe/Rome"); err != nil {
			t.Fatal(err)
		}
		a := w.adapter(c)
		time.Sleep(90 * time.Second)
		w.up(a, 10*time.Minute)
		w.tells(a, "started 00:05", "started 00:10")
		for id, want := range map[string]string{
			"digest@2000-01-01T00:05:00Z": "At 2000-01-01T01:05:00+01:00, 01:05, after never.",
			"digest@2000-01-01T00:10:00Z": "At 2000-01-01T01:10:00+01:00, 01:10, after 2000-01-01T01:05:00+01:00.",
		} {
			if w.texts[id] != want {
				t.Errorf("%s: %q, want %q", id, w.texts[id], want)
			}
		}
		if w.saved > 8 {
			t.Errorf("%d writes for two runs", w.saved)
		}
	})
}

// TestDown has the bridge down for three hours, over 36 fires.
func TestDown(t *testing.T) {
	for policy, want := range map[string][]string{
		MissedSkip: {"started 00:05", "missed 00:10-03:05 x36 too late", "started 03:10"},
		MissedLatest: {
			"started 00:05", "missed 00:10-03:00 x35 a newer one is made up for", "started 03:05", "started 03:10",
		},
		MissedAll: {
			"started 00:05", "missed 00:10-02:15 x26 more came too late than are made up for", "started 02:20", "started 02:25", "started 02:30",
			"started 02:35", "started 02:40", "started 02:45", "started 02:50", "started 02:55", "started 03:00", "started 03:05", "started 03:10",
		},
	} {
		t.Run(policy, func(t *testing.T) {
			in(t, func(w *world) {
				c := plainConfig()
				c.Missed = policy
				a := w.adapter(c)
				w.up(a, 6*time.Minute)
				time.Sleep(3*time.Hour + 3*time.Minute) // 03:09
				w.up(a, 2*time.Minute)
				w.tells(a, want...)
				if got := w.count(adapters.RunMissed) + w.count(adapters.RunStarted); got != 38 {
					t.Errorf("%d of 38 fires are counted", got)
				}
				if n := len(w.runs()); n > 2+MaxCatchUp {
					t.Errorf("%d runs", n)
				}
			})
		})
	}
}

// TestGrace: what is later than grace is missed under every policy.
func TestGrace(t *testing.T) {
	for _, policy := range []string{MissedLatest, MissedAll} {
		in(t, func(w *world) {
			c := plainConfig()
			c.Spec, c.Missed, c.Grace = "0 * * * *", policy, 30*time.Minute
			a := w.adapter(c)
			w.up(a, time.Minute)
			time.Sleep(3*time.Hour + 45*time.Minute) // 03:46
			w.up(a, time.Minute)
			w.tells(a, "missed 01:00-03:00 x3 too late")
		})
	}
}

// TestAYearDown: what cannot be made up for is not counted one by one for ever.
func TestAYearDown(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Spec, c.Missed = "* * * * *", MissedAll
		a := w.adapter(c)
		w.up(a, 30*time.Second)
		w.skew = 366 * 24 * time.Hour
		w.up(a, 25*time.Second)
		st := w.load(a)
		if len(st.Runs) != 2+MaxCatchUp || st.Runs[0].Count != maxCounted || !strings.Contains(st.Runs[0].Why, "from ") {
			t.Errorf("%q", w.story(a))
		}
		if n := len(w.runs()); n != MaxCatchUp {
			t.Errorf("%d runs", n)
		}
	})
}

// TestTakenOver: a fire that nobody could take for a minute is on time all the same.
func TestTakenOver(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Missed = MissedSkip
		a := w.adapter(c)
		w.up(a, 4*time.Minute)
		time.Sleep(2 * time.Minute)
		w.up(a, time.Minute)
		w.tells(a, "started 00:05")
	})
}

func TestOverlap(t *testing.T) {
	t.Run("skip", func(t *testing.T) {
		in(t, func(w *world) {
			w.first = "" // no step is recorded
			a := w.adapter(plainConfig())
			stop := w.start(a)
			time.Sleep(16 * time.Minute)
			w.tells(a, "started 00:05", "skipped 00:10-00:15 x2 the run before is at work")
			w.becomes(0, "complete")
			time.Sleep(5 * time.Minute)
			stop()
			w.tells(a, "started 00:05", "skipped 00:10-00:15 x2 the run before is at work", "started 00:20")
		})
	})
	t.Run("a suspended run is not running", func(t *testing.T) {
		in(t, func(w *world) {
			w.first = stateSuspended
			a := w.adapter(plainConfig())
			stop := w.start(a)
			time.Sleep(11 * time.Minute)
			w.tells(a, "started 00:05", "started 00:10")
			w.becomes(0, "awaiting") // it was granted and goes on
			time.Sleep(5 * time.Minute)
			w.tells(a, "started 00:05", "started 00:10", "skipped 00:15 the run before is at work")
			w.becomes(0, "complete")
			time.Sleep(time.Minute)
			stop()
			if r := w.load(a).Runs[0]; r.State != "complete" || r.Settled.IsZero() {
				t.Errorf("%+v", r)
			}
		})
	})
	t.Run("queue", func(t *testing.T) {
		in(t, func(w *world) {
			w.first = ""
			c := plainConfig()
			c.Overlap = OverlapQueue
			a := w.adapter(c)
			stop := w.start(a)
			time.Sleep(16 * time.Minute)
			w.tells(a, "started 00:05")
			w.becomes(0, "complete")
			time.Sleep(30 * time.Second)
			w.tells(a, "started 00:05", "started 00:10")
			w.becomes(1, "error")
			time.Sleep(30 * time.Second)
			w.tells(a, "started 00:05", "started 00:10", "started 00:15")
			time.Sleep(time.Hour) // 01:17: 00:20 to 01:05 wait, then it is full
			stop()
			w.tells(a, "started 00:05", "started 00:10", "started 00:15", "skipped 01:10-01:15 x2 enough wait for the run before")
			if s, err := a.Schedule(w.ctx, 3); err != nil || s.Waiting != MaxWaiting || len(s.Fires) != 3 || s.Fires[0].Format("15:04") != "01:20" {
				t.Errorf("%+v %v", s, err)
			}
		})
	})
	t.Run("a turn that is never heard of", func(t *testing.T) {
		in(t, func(w *world) {
			w.first = ""
			c := plainConfig()
			c.Spec = "0 0 * * *"
			a := w.adapter(c)
			w.up(a, 3*24*time.Hour+time.Minute)
			if st := w.load(a); len(st.Runs) < 2 || st.Runs[0].State != stateUnknown {
				t.Errorf("%+v", st.Runs)
			}
		})
	})
}

// TestCatchUpOneByOne: what is made up for does not run at the same time.
func TestCatchUpOneByOne(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Missed = MissedAll
		a := w.adapter(c)
		w.up(a, time.Minute)
		time.Sleep(15*time.Minute + 30*time.Second) // 00:16:30, three fires, one of them on time
		w.first = ""
		stop := w.start(a)
		for n := range 3 {
			time.Sleep(20 * time.Second)
			if got := len(w.runs()); got != n+1 {
				t.Errorf("%d runs, want %d", got, n+1)
			}
			w.becomes(n, "complete")
		}
		stop()
		w.tells(a, "started 00:05", "started 00:10", "started 00:15")
	})
}

func TestPaused(t *testing.T) {
	in(t, func(w *world) {
		a := w.adapter(plainConfig())
		stop := w.start(a)
		time.Sleep(6 * time.Minute)
		w.set(func() { w.paused = true })
		time.Sleep(15 * time.Minute)
		if s, err := a.Schedule(w.ctx, 2); err != nil || !s.Paused || len(s.Fires) != 2 {
			t.Errorf("%+v %v", s, err)
		}
		w.set(func() { w.paused = false })
		time.Sleep(5 * time.Minute)
		stop()
		w.tells(a, "started 00:05", "skipped 00:10-00:20 x3 paused", "started 00:25")
		if w.count(adapters.RunSkipped) != 3 {
			t.Errorf("%v", w.counts)
		}
	})
}

// TestEdited: a new spec has a new revision and makes up for nothing.
func TestEdited(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		a := w.adapter(c)
		w.up(a, 6*time.Minute)
		time.Sleep(time.Hour)
		c.Spec = "30 * * * *"
		b := w.adapter(c)
		w.up(b, 30*time.Minute)
		w.tells(b, "started 00:05", "started 01:30")
		if s, err := b.Schedule(w.ctx, 1); err != nil || s.Revision != 2 {
			t.Errorf("%+v %v", s, err)
		}
		c.Zone = time.FixedZone("X", 3600)
		b = w.adapter(c)
		w.up(b, time.Second)
		if st := w.load(b); st.Revision != 3 {
			t.Errorf("revision %d", st.Revision)
		}
	})
}

// TestClocks: a clock that is set back makes nothing happen twice, a machine that
// slept is noticed within a minute, and a clock that was far ahead is told of.
func TestClocks(t *testing.T) {
	in(t, func(w *world) {
		a := w.adapter(plainConfig())
		stop := w.start(a)
		time.Sleep(10*time.Minute + time.Second)
		w.set(func() { w.skew = -9 * time.Minute }) // 00:01 again
		time.Sleep(13 * time.Minute)                // 00:14
		w.tells(a, "started 00:05", "started 00:10")
		time.Sleep(time.Minute)
		w.tells(a, "started 00:05", "started 00:10", "started 00:15")
		w.set(func() { w.skew += 4*time.Minute + 30*time.Second }) // the machine slept
		time.Sleep(time.Minute)
		w.tells(a, "started 00:05", "started 00:10", "started 00:15", "started 00:20")
		if len(w.heard()) > 0 {
			t.Errorf("%q", w.heard())
		}
		was := w.skew
		w.set(func() { w.skew += 30 * 24 * time.Hour })
		time.Sleep(time.Minute)
		w.set(func() { w.skew = was })
		n := len(w.runs())
		time.Sleep(time.Hour)
		if got := len(w.runs()); got != n {
			t.Errorf("%d runs, want %d", got, n)
		}
		if len(w.heard()) == 0 || !strings.Contains(w.heard()[0], "waits until 2000-01-31") {
			t.Errorf("%q", w.heard())
		}
		w.set(func() { w.paused = true })
		time.Sleep(2 * time.Minute)
		w.set(func() { w.paused = false })
		time.Sleep(7 * time.Minute)
		stop()
		if got := len(w.runs()); got < n+1 {
			t.Errorf("nothing runs after the pause: %q", w.story(a))
		}
	})
}

// TestFailures: operators hear of every third failure in a row.
func TestFailures(t *testing.T) {
	in(t, func(w *world) {
		w.first = "error"
		a := w.adapter(plainConfig())
		stop := w.start(a)
		time.Sleep(12 * time.Minute)
		if len(w.heard()) != 0 {
			t.Errorf("%q", w.heard())
		}
		time.Sleep(5 * time.Minute) // the third
		if len(w.heard()) != 1 || !strings.Contains(w.heard()[0], "failed 3 times in a row, last the run of 2000-01-01T00:15:00Z (turn trn_2)") {
			t.Errorf("%q", w.heard())
		}
		w.set(func() { w.first = "complete" })
		time.Sleep(5 * time.Minute)
		w.set(func() { w.first, w.refuse = "error", "no such agent" })
		time.Sleep(10 * time.Minute)
		if len(w.heard()) != 1 || w.load(a).Failed != 2 {
			t.Errorf("%q, %d in a row", w.heard(), w.load(a).Failed)
		}
		time.Sleep(5 * time.Minute)
		stop()
		if len(w.heard()) != 2 || !strings.Contains(w.heard()[1], "not accepted: no such agent") {
			t.Errorf("%q", w.heard())
		}
		if w.count(adapters.RunFailed) != 6 || w.count(adapters.RunCompleted) != 1 {
			t.Errorf("%v", w.counts)
		}
	})
}

// TestStoreDown: a fire that could not be stored stays due.
func TestStoreDown(t *testing.T) {
	in(t, func(w *world) {
		a := w.adapter(plainConfig())
		w.down = true
		stop := w.start(a)
		time.Sleep(6 * time.Minute)
		w.tells(a)
		w.set(func() { w.down = false })
		time.Sleep(10 * time.Second)
		stop()
		w.tells(a, "started 00:05")
		w.state[a.key()] = []byte("{")
		if err := a.Receive(w.ctx, w.accept); err == nil || !strings.Contains(err.Error(), "cannot be read") {
			t.Errorf("%v", err)
		}
	})
}

// TestRunNow: an operator's run is beside the schedule.
func TestRunNow(t *testing.T) {
	in(t, func(w *world) {
		a := w.adapter(plainConfig())
		if r, err := a.Run(w.ctx, "olga", w.accept); err != nil || r.Turn != "trn_0" || r.By != "olga" {
			t.Errorf("%+v %v", r, err)
		}
		w.up(a, 6*time.Minute)
		w.tells(a, "started 00:00", "started 00:05")
		if st := w.load(a); st.Last.Minute() != 5 {
			t.Errorf("%v", st.Last)
		}
		w.becomes(1, "complete")
		runs, err := a.Runs(w.ctx, 1)
		if err != nil || len(runs) != 1 || runs[0].Turn != "trn_1" || string(runs[0].Envelope) != "{}" {
			t.Errorf("%+v %v", runs, err)
		}
		w.down = true
		if _, err := a.Run(w.ctx, "olga", w.accept); err == nil {
			t.Error("a run that nothing stored")
		}
	})
}

// TestKept: what is kept of a schedule is bounded, however much happens.
func TestKept(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Spec = "* * * * *"
		a := w.adapter(c)
		w.up(a, 2*time.Hour-time.Second)
		st := w.load(a)
		if len(st.Runs) != adapters.MaxRuns || st.Runs[99].Scheduled.Format("15:04") != "01:59" {
			t.Errorf("%d runs, the last %v", len(st.Runs), st.Runs[len(st.Runs)-1])
		}
		for i := range st.Runs {
			st.Runs[i].Why = strings.Repeat("x", 300)
		}
		noerr.Want(t, a.save(w.ctx, st))
	})
}

// TestOlderState: who writes an older state over a newer takes the schedule back, and
// nothing happens twice.
func TestOlderState(t *testing.T) {
	in(t, func(w *world) {
		a := w.adapter(plainConfig())
		w.up(a, 6*time.Minute)
		old := w.state[a.key()]
		w.up(a, 10*time.Minute)
		w.state[a.key()] = old
		w.up(a, 5*time.Minute)
		if got := fmt.Sprint(w.runs()); strings.Count(got, "@") != 4 {
			t.Errorf("%s", got)
		}
	})
}

func TestCheck(t *testing.T) {
	if ms := plainConfig().Check(); len(ms) > 0 {
		t.Errorf("%v", ms)
	}
	for _, tt := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Spec = "TZ=Europe/Rome 0 9 * * *" }, "schedule: names a zone"},
		{func(c *Config) { c.Spec = "@every 30s" }, "schedule: 30s is less than a minute"},
		{func(c *Config) { c.Spec = "0 0 30 2 *" }, "schedule: \"0 0 30 2 *\" never fires"},
		{func(c *Config) { c.Spec = "" }, "schedule: is missing"},
		{func(c *Config) { c.Zone = time.Local }, "timezone: the zone of the machine"},
		{func(c *Config) { c.Prompt = " " }, "prompt: it is empty"},
		{func(c *Config) { c.Prompt = "{{.Order}}" }, "prompt: line 1"},
		{func(c *Config) { c.Prompt = "{{" }, "prompt: line 1"},
		{func(c *Config) { c.Prompt = `{{if .LastRun.IsZero}}x{{end}}` }, "prompt: the prompt comes out empty"},
		{func(c *Config) { c.Prompt = `{{range 100000}}abc{{end}}` }, "the prompt is longer than"},
		{func(c *Config) { c.Grace = 8 * 24 * time.Hour }, "grace: it is longer than 7d"},
		{func(c *Config) { c.Dedupe = 6 * time.Hour }, "grace: it is not shorter than dedupe"},
		{func(c *Config) { c.Session = "a\nb" }, "session: it is longer"},
	} {
		c := plainConfig()
		tt.change(&c)
		ms := c.Check()
		if len(ms) != 1 || !strings.Contains(ms[0].Key+": "+ms[0].Problem, tt.want) || ms[0].Write == "" {
			t.Errorf("%v, want %q", ms, tt.want)
		}
	}
}

// TestIdentity: what other packages rely on.
func TestIdentity(t *testing.T) {
	in(t, func(w *world) {
		c := plainConfig()
		c.Session = "digest"
		a := w.adapter(c)
		if a.Exclusive() != "cron digest" || a.Name() != "digest" || a.Caps().Kind != Kind {
			t.Errorf("%q %q", a.Exclusive(), a.Name())
		}
		var got message.Inbound
		_, err := a.Run(w.ctx, "x", func(_ context.Context, in message.Inbound) (message.Accepted, error) {
			got = in
			return message.Accepted{Outcome: message.OutcomeTurn, Turn: "trn_x"}, nil
		})
		if err != nil || got.Conversation != "digest" || got.From != "cron:digest" || got.Trust != message.Verified || got.Channel != "digest" {
			t.Errorf("%+v %v", got, err)
		}
	})
}
