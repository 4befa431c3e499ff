package turns_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bridge/agents"
	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/flow/turns"
)

// words are what an agent says when it fails: a person's, perhaps.
const words = "no room for eve's account 4711"

const kept = "The assistant cannot be reached at present (ref trn_ID). Your message is kept, and answered as soon as the assistant is back."

// ward is an agent that is ill until it is healed. It notes its calls.
type ward struct {
	mu    sync.Mutex
	ill   bool
	err   *agents.Error
	took  time.Duration
	bad   string // a text that fails in any case
	texts []string
	at    []time.Time
	now   int
	most  int // calls at a time while ill
}

func (w *ward) set(ill bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ill = ill
}

func (w *ward) calls() (texts []string, at []time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.texts), slices.Clone(w.at)
}

func (w *ward) respond(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
	w.mu.Lock()
	w.texts, w.at = append(w.texts, c.Parts[0].Text), append(w.at, time.Now())
	w.now++
	w.mu.Unlock()
	defer func() { w.mu.Lock(); w.now--; w.mu.Unlock() }()
	if w.took > 0 && !wait(ctx, w.took) {
		return fail(&agents.Error{Code: "canceled", Retry: true, Err: ctx.Err()})
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ill || c.Parts[0].Text == w.bad {
		w.most = max(w.most, w.now)
		return fail(w.err)
	}
	return say(update(envelope.Complete, text("re "+c.Parts[0].Text)))
}

// wait reports whether d has passed before ctx ended.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func sick500() *ward {
	return &ward{ill: true, err: &agents.Error{Code: "http_500", Down: true, Quotes: true, Err: errors.New("status 500: " + words)}}
}

func (e *engine) alarms() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.told)
}

func (e *engine) state() turns.BreakerState {
	e.t.Helper()
	all := e.turns.Breakers()
	if len(all) != 1 || all[0].Agent != "assistant" {
		e.t.Fatalf("breakers %+v", all)
	}
	return all[0]
}

// syncBuffer is a log that may be written concurrently.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// An agent that answers 500 for ten minutes under load: nothing is lost, nobody
// is told of a failure, one alert, and all are answered in order once it is back.
func TestAgentIllUnderLoad(t *testing.T) {
	w := sick500()
	var log syncBuffer
	o := setup{agent: w.respond, workers: 8, log: slog.New(slog.NewTextHandler(&log, nil))}
	run(t, o, func(t *testing.T, e *engine) {
		const conversations = 40
		want, first := map[string][]string{}, map[string]string{}
		n := 0
		say := func(i int) {
			conv := fmt.Sprint("c", i)
			id := fmt.Sprint(conv, "-", n)
			n++
			if first[conv] == "" {
				first[conv] = id
				e.deliver(mail(eve, id, id))
			} else {
				e.deliver(in(mail(eve, id, id), first[conv]))
			}
			want[conv] = append(want[conv], "re "+id)
		}
		for minute := range 10 {
			for i := range conversations {
				if minute == 0 || i%5 == minute%5 {
					say(i)
				}
				time.Sleep(time.Minute / conversations)
			}
		}
		s := e.state()
		if s.State == "closed" || s.LastCode != "http_500" || !strings.Contains(s.LastError, words) || s.Held != conversations || s.Failures < 5 {
			t.Errorf("while it is ill: %+v", s)
		}
		called, _ := w.calls()
		if len(called) > 40 { // five, what was under way, and the probes
			t.Errorf("%d calls of an agent that is ill", len(called))
		}
		w.set(false)
		time.Sleep(40 * time.Second) // the longest wait between probes
		if s := e.state(); s.State != "closed" {
			t.Errorf("after it has recovered: %+v", s)
		}
		time.Sleep(20 * time.Second)
		got := map[string][]string{}
		for _, m := range e.sent(eve) {
			if normal(m.Text) != kept {
				conv, _, _ := strings.Cut(strings.TrimPrefix(m.Text, "re "), "-")
				got[conv] = append(got[conv], m.Text)
			} else if m.Kind != message.Notice {
				t.Errorf("%s is a %s", m.Text, m.Kind)
			}
		}
		for conv, texts := range want {
			if !slices.Equal(got[conv], texts) {
				t.Errorf("%s got %q, want %q", conv, got[conv], texts)
			}
		}
		if d := e.letters(); len(d) != 0 {
			t.Errorf("dead letters %q", d)
		}
		alarms := e.alarms()
		if len(alarms) != 2 || !strings.Contains(alarms[0], "The agent assistant fails: http_500") || !strings.Contains(alarms[1], "answers again") {
			t.Errorf("alerts %q", alarms)
		}
		if strings.Contains(fmt.Sprint(alarms), words) || strings.Contains(log.String(), words) {
			t.Error("the agent's own words are in an alert or the log")
		}
		if !slices.Equal(e.breaks, []string{"assistant true", "assistant false"}) || e.held == 0 {
			t.Errorf("metrics: %q, held %d times", e.breaks, e.held)
		}
		e.idle()
	})
}

// While the breaker is open one message at a time is tried, later and later.
func TestProbes(t *testing.T) {
	for name, lanes := range map[string]int{"one conversation": 1, "many": 30} {
		t.Run(name, func(t *testing.T) {
			w := sick500()
			w.took = 100 * time.Millisecond
			run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
				for i := range lanes {
					e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
					time.Sleep(200 * time.Millisecond) // one after the other
				}
				time.Sleep(5 * time.Minute)
				texts, at := w.calls()
				if len(at) < 5+6 {
					t.Fatalf("%d calls", len(at))
				}
				for i := 1; i < 5 && lanes == 1; i++ {
					if d := at[i].Sub(at[i-1]); d < 8*time.Second || d > 12500*time.Millisecond {
						t.Errorf("after failure %d it waits %v, want about ten seconds", i, d)
					}
				}
				for i := 5; i < len(at); i++ {
					want := min(time.Second<<(i-5), 30*time.Second)
					late := 12500 * time.Millisecond // until an item comes by
					if lanes == 1 {
						late = 200 * time.Millisecond
					}
					if d := at[i].Sub(at[i-1]); d < want*8/10 || d > want*12/10+late {
						t.Errorf("probe %d comes %v after the one before, want %v", i-4, d, want)
					}
					if lanes > 1 && texts[i] == texts[i-1] && i > 5 {
						t.Errorf("probes %d and %d are the same message", i-5, i-4)
					}
				}
				if w.most != 1 {
					t.Errorf("%d calls at a time", w.most)
				}
				if s := e.state(); s.State != "open" && s.State != "probing" || s.Held != lanes {
					t.Errorf("state %+v", s)
				}
				w.set(false)
				time.Sleep(time.Minute)
				if got := len(e.sent(eve)); got != lanes {
					t.Errorf("%d of %d are answered", got, lanes)
				}
			})
		})
	}
}

// People hear once, after ten minutes, that their message is kept.
func TestPeopleHearThatTheirMessageIsKept(t *testing.T) {
	w := sick500()
	run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "one")).Turn
		e.deliver(in(mail(eve, "m2", "two"), "m1"))
		time.Sleep(9*time.Minute + 55*time.Second)
		want(t, "mails before ten minutes", e.texts(eve), nil)
		time.Sleep(time.Minute)
		want(t, "mails after ten minutes", e.texts(eve), []string{kept})
		m := e.sent(eve)[0]
		if m.Kind != message.Notice || m.Turn != id || m.Thread.Parent != "<m1>" {
			t.Errorf("notice %+v", m)
		}
		time.Sleep(10 * time.Minute)
		e.reopen() // it is not said again after a restart
		time.Sleep(15 * time.Minute)
		want(t, "mails", e.texts(eve), []string{kept})
		w.set(false)
		time.Sleep(time.Minute)
		want(t, "mails in the end", e.texts(eve), []string{kept, "re one", "re two"})
		e.idle()
	})
}

// Who hears of a delivery or a run has written no message: what is kept is that.
func TestPeopleHearWhatIsKept(t *testing.T) {
	run(t, setup{agent: sick500().respond}, func(t *testing.T, e *engine) {
		for channel, id := range map[message.ChannelName]string{"orders": "evt_7", "digest": "2026-11-29T09:00"} {
			in := deskCall(id, "look")
			in.Channel, in.Conversation = channel, id
			e.deliver(in)
		}
		time.Sleep(11 * time.Minute)
		const away = "The assistant cannot be reached at present (ref trn_ID). "
		want(t, "mails", slices.Sorted(slices.Values(e.texts(dana))), []string{
			away + "The delivery evt_7 to the webhook orders is kept, and handled as soon as the assistant is back.",
			away + "The run of the schedule digest is kept, and goes on as soon as the assistant is back.",
		})
	})
}

// A day after it came in a message is recorded as failed.
func TestKeptForADay(t *testing.T) {
	w := sick500()
	w.took = 9 * time.Minute
	run(t, setup{agent: w.respond, timeout: 10 * time.Minute}, func(t *testing.T, e *engine) {
		id := e.deliver(mail(eve, "m1", "one")).Turn
		e.deliver(in(mail(eve, "m2", "two"), "m1"))
		time.Sleep(23*time.Hour + 50*time.Minute)
		want(t, "mails before a day", e.texts(eve), []string{kept})
		want(t, "dead letters", e.letters(), nil)
		time.Sleep(time.Hour)
		want(t, "mails after a day", e.texts(eve), []string{kept, failure, kept, failure})
		want(t, "dead letters", e.letters(), []string{"inbox http_500", "inbox http_500"})
		s := e.steps(id)
		if len(s) != 1 || s[0].Failure != "http_500" || s[0].Attempts < 100 || len(s[0].History) != 20 || !strings.Contains(s[0].Detail, words) {
			t.Errorf("steps %+v", s)
		}
		if n := len(e.alarms()); n != 1 {
			t.Errorf("alerts %q", e.alarms())
		}
		e.idle()
	})
}

// A message that alone fails is not held for ever, and does not keep others from
// being answered, whether the agent was ill before or not.
func TestOneMessageThatTheAgentCannotDo(t *testing.T) {
	for name, outage := range map[string]bool{"agent well": false, "agent ill at first": true} {
		t.Run(name, func(t *testing.T) {
			w := sick500()
			w.ill, w.bad = outage, "poison"
			run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
				id := e.deliver(mail(eve, "m1", "poison")).Turn
				time.Sleep(time.Second) // it fails before others are answered
				for i := range 8 {
					e.deliver(mail(frank, fmt.Sprint("f", i), fmt.Sprint("t", i)))
				}
				time.Sleep(3 * time.Minute)
				w.set(false)
				for i := range 12 {
					e.deliver(mail(frank, fmt.Sprint("g", i), fmt.Sprint("u", i)))
					time.Sleep(15 * time.Second)
				}
				if got := len(e.sent(frank)); got != 20 {
					t.Errorf("%d of 20 others are answered", got)
				}
				want(t, "mails", e.texts(eve), []string{failure})
				want(t, "dead letters", e.letters(), []string{"inbox http_500"})
				if s := e.steps(id); len(s) != 1 || !outage && s[0].Attempts != 5 {
					t.Errorf("steps %+v", s)
				}
				alerts := 0
				if outage {
					alerts = 2
				}
				if got := e.alarms(); len(got) != alerts || e.state().State != "closed" {
					t.Errorf("alerts %q, state %+v", got, e.state())
				}
				e.idle()
			})
		})
	}
}

// Failures that look like the message's own are recorded at once, until five come
// in a row: then it is the agent after all.
func TestFiveRefusalsInARow(t *testing.T) {
	w := sick500()
	w.err = &agents.Error{Code: "bad_json", Err: errors.New("update 1: not JSON")}
	run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
		for i := range 8 {
			e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
			time.Sleep(time.Second)
		}
		time.Sleep(time.Minute)
		dead := slices.Repeat([]string{"inbox bad_json"}, 4)
		want(t, "dead letters", e.letters(), dead)
		if n := len(e.alarms()); n != 1 {
			t.Errorf("alerts %q", e.alarms())
		}
		w.set(false)
		time.Sleep(time.Minute)
		texts := e.texts(eve)
		slices.Sort(texts)
		want(t, "mails", texts, append(slices.Repeat([]string{failure}, 4), "re t4", "re t5", "re t6", "re t7"))
		want(t, "dead letters", e.letters(), dead)
	})
}

// A stop gives back what is held, at once; the next start knows nothing of it.
func TestStopWhileTheAgentIsIll(t *testing.T) {
	w := sick500()
	run(t, setup{agent: w.respond}, func(t *testing.T, e *engine) {
		for i := range 10 {
			e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
		}
		time.Sleep(time.Minute)
		began := time.Now()
		e.soft()
		e.running.Wait()
		if d := time.Since(began); d != 0 {
			t.Errorf("stopped after %v", d)
		}
		if d, err := e.store.Depth(t.Context()); err != nil || d["inbox"].Waiting != 10 || d["inbox"].Claimed != 0 {
			t.Errorf("depth %+v, %v", d["inbox"], err)
		}
		w.set(false)
		e.reopen()
		if s := e.state(); s.State != "closed" || s.Held != 0 {
			t.Errorf("after the start: %+v", s)
		}
		time.Sleep(15 * time.Second)
		if got := len(e.sent(eve)); got != 10 {
			t.Errorf("%d of 10 are answered", got)
		}
		e.idle()
	})
}

// A probe that hangs does not keep the others from finding the agent well again.
func TestProbeThatHangs(t *testing.T) {
	w := sick500()
	hang := false
	o := setup{timeout: 20 * time.Minute, agent: func(ctx context.Context, c agents.Call) iter.Seq2[envelope.Update, error] {
		w.mu.Lock()
		first := hang
		hang = false
		w.mu.Unlock()
		if first {
			<-ctx.Done()
			return fail(&agents.Error{Code: "canceled", Retry: true, Err: ctx.Err()})
		}
		return w.respond(ctx, c)
	}}
	run(t, o, func(t *testing.T, e *engine) {
		for i := range 10 {
			e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
		}
		time.Sleep(time.Minute)
		w.mu.Lock()
		w.ill, hang = false, true
		w.mu.Unlock()
		time.Sleep(2 * time.Minute)
		if got := len(e.sent(eve)); got != 9 {
			t.Errorf("%d of the other 9 are answered", got)
		}
	})
}

func TestPause(t *testing.T) {
	var mu sync.Mutex
	var what string
	set := func(s string) { mu.Lock(); defer mu.Unlock(); what = s }
	paused := func(agent string, ch message.ChannelName, s message.SessionID) bool {
		mu.Lock()
		defer mu.Unlock()
		return what != "" && (what == agent || what == string(ch) || what == string(s))
	}
	for _, kind := range []string{"agent", "channel", "session"} {
		t.Run(kind, func(t *testing.T) {
			set("")
			w := sick500()
			w.ill = false
			run(t, setup{agent: w.respond, workers: 1, paused: paused}, func(t *testing.T, e *engine) {
				first := e.deliver(mail(eve, "m0", "zero"))
				e.settle()
				name := map[string]string{"agent": "assistant", "channel": "mail", "session": string(first.Session)}[kind]
				set(name)
				e.deliver(in(mail(eve, "m1", "one"), "m0"))
				e.deliver(in(mail(eve, "m2", "two"), "m0"))
				for i := range 40 {
					e.deliver(mail(frank, fmt.Sprint("f", i), "other"))
				}
				time.Sleep(3 * time.Minute)
				others := 0
				if kind == "session" { // the other lanes go on
					others = 40
				}
				want(t, "while it is paused", e.texts(eve), []string{"re zero"})
				if n := len(e.sent(frank)); n != others {
					t.Errorf("%d of the others are answered, want %d", n, others)
				}
				if n := len(e.keys()); n != 1+others {
					t.Errorf("%d calls", n)
				}
				set("")
				time.Sleep(13 * time.Second)
				want(t, "after the pause", e.texts(eve), []string{"re zero", "re one", "re two"})
				if n := len(e.sent(frank)); n != 40 {
					t.Errorf("%d of the others are answered", n)
				}
				want(t, "dead letters", e.letters(), nil)
				if s := e.state(); s.State != "closed" || s.Held != 0 {
					t.Errorf("state %+v", s)
				}
				e.idle()
			})
		})
	}
}

// An agent that is slow does not hold the claims of a whole node: other nodes
// find what it cannot begin now.
func TestSlowAgentParksFew(t *testing.T) {
	w := sick500()
	w.ill, w.took = false, 20*time.Second
	run(t, setup{agent: w.respond, workers: 4}, func(t *testing.T, e *engine) {
		for i := range 40 {
			e.deliver(mail(eve, fmt.Sprint("m", i), fmt.Sprint("t", i)))
		}
		time.Sleep(5 * time.Second)
		most := 0
		for range 20 {
			time.Sleep(250 * time.Millisecond)
			d, err := e.store.Depth(t.Context())
			must(t, err)
			most = max(most, d["inbox"].Claimed)
		}
		if most > 2*4+2 { // one or two are just being looked at
			t.Errorf("%d items are claimed for an agent with 4 slots", most)
		}
		time.Sleep(5 * time.Minute)
		if n := len(e.sent(eve)); n != 40 || e.most != 4 {
			t.Errorf("%d of 40 answered, %d at a time", n, e.most)
		}
		if n := len(e.keys()); n != 40 {
			t.Errorf("%d calls", n)
		}
	})
}
