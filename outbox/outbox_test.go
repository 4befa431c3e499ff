package outbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bridge/core/message"
	"bridge/core/queue"
	"bridge/internal/noerr"
	"bridge/outbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func sendError(k message.SendKind, notSent bool) error {
	return &message.SendError{Kind: k, Code: "code-1", NotSent: notSent, Public: "words", Err: errors.New("inside")}
}

// The first attempt fails, a second would succeed.
func TestKindsOfErrors(t *testing.T) {
	type result struct {
		state    outbox.State
		attempts int
		code     string
	}
	failed, again, unknown := result{outbox.Failed, 1, "code-1"}, result{outbox.Sent, 2, ""}, result{outbox.Unknown, 1, "code-1"}
	for _, c := range []struct {
		kind          message.SendKind
		notSent, mail bool
		want          result
	}{
		{message.SendConfig, true, true, again},
		{message.SendConfig, true, false, again},
		{message.SendConfig, false, true, again},
		{message.SendConfig, false, false, again},
		{message.SendInvalid, true, true, failed},
		{message.SendInvalid, false, false, failed},
		{message.SendRejected, true, true, failed},
		{message.SendRejected, false, true, failed},
		{message.SendRejected, false, false, failed},
		{message.SendOptedOut, true, false, failed},
		{message.SendThrottled, true, true, again},
		{message.SendThrottled, true, false, again},
		{message.SendThrottled, false, true, again},
		{message.SendThrottled, false, false, unknown},
		{message.SendUnreachable, true, true, again},
		{message.SendUnreachable, true, false, again},
		{message.SendUnreachable, false, true, again},
		{message.SendUnreachable, false, false, unknown},
		{"", false, true, again}, // an error without a kind may have gone out
		{"", false, false, result{outbox.Unknown, 1, "unreachable"}},
	} {
		test := func(t *testing.T, kind message.OutboundKind) {
			channel := "sms"
			if c.mail {
				channel = "mail"
			}
			onPost(t, func(p *post) {
				p.kind = kind
				p.send = func(_ context.Context, _ message.Outbound, n int) error {
					switch {
					case n > 0:
						return nil
					case c.kind == "":
						return errors.New("no kind")
					}
					return sendError(c.kind, c.notSent)
				}
			}, func(t *testing.T, p *post) {
				p.put(channel + "/dana/a")
				time.Sleep(time.Minute)
				s := p.get("a")
				if got := (result{s.State, s.Attempts, s.Code}); got != c.want {
					t.Errorf("got %+v, want %+v", got, c.want)
				}
				if len(p.tried()) != c.want.attempts {
					t.Errorf("%d attempts", len(p.tried()))
				}
				var dead []string
				if c.want.state != outbox.Sent {
					dead = []string{"a " + string(c.want.state) + " " + c.want.code}
				}
				equal(t, "dead letters", p.dead(), dead)
				p.reportsAre("a " + string(c.want.state) + " " + c.want.code)
				p.idle()
			})
		}
		for _, kind := range kinds() {
			t.Run(fmt.Sprintf("%s notSent=%t knownByID=%t %s", c.kind, c.notSent, c.mail, kind), func(t *testing.T) { test(t, kind) })
		}
	}
}

// A send in doubt is repeated once, whatever comes between.
func TestInDoubtOnce(t *testing.T) {
	doubt, not := sendError(message.SendUnreachable, false), sendError(message.SendThrottled, true)
	for name, c := range map[string]struct {
		errs  []error // then success
		tries int
		state outbox.State
	}{
		"once":                     {[]error{doubt}, 2, outbox.Sent},
		"twice":                    {[]error{doubt, doubt}, 2, outbox.Unknown},
		"certainly not in between": {[]error{doubt, not, not, doubt}, 4, outbox.Unknown},
		"not sent first":           {[]error{not, not, doubt}, 4, outbox.Sent},
		"refused the second time":  {[]error{doubt, sendError(message.SendRejected, true)}, 2, outbox.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			onPost(t, func(p *post) {
				p.send = func(_ context.Context, _ message.Outbound, n int) error {
					if n < len(c.errs) {
						return c.errs[n]
					}
					return nil
				}
			}, func(t *testing.T, p *post) {
				p.put("mail/dana/a", "mail/dana/b")
				time.Sleep(10 * time.Minute)
				if s := p.get("a"); s.State != c.state {
					t.Errorf("state %s, want %s", s.State, c.state)
				}
				if n := len(p.tried()) - 1; n > c.tries+c.tries || slices.Index(p.tried(), "b") != c.tries {
					t.Errorf("attempts %v, want %d of a before b", p.tried(), c.tries)
				}
			})
		})
	}
}

func TestOrderWithinALaneOnly(t *testing.T) {
	onPost(t, func(p *post) {
		p.send = func(_ context.Context, out message.Outbound, n int) error {
			if out.ID == "a1" && n < 3 {
				return &message.SendError{Kind: message.SendThrottled, NotSent: true, RetryAfter: 2 * time.Hour}
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a1", "mail/dana/a2", "mail/dana/a3", "mail/eve/b1", "sms/dana/c1")
		time.Sleep(time.Minute)
		got := p.tried()
		slices.Sort(got)
		equal(t, "after a minute", got, []string{"a1", "b1", "c1"})
		time.Sleep(7 * time.Hour)
		var lane []string
		var at []time.Time
		for _, x := range p.list() {
			if strings.HasPrefix(x.id, "a") {
				lane, at = append(lane, x.id), append(at, x.at)
			}
		}
		equal(t, "the lane", lane, []string{"a1", "a1", "a1", "a1", "a2", "a3"})
		for i := 1; i < 4; i++ {
			if d := at[i].Sub(at[i-1]); d != 2*time.Hour {
				t.Errorf("wait %d was %v, want what the provider asks for", i, d)
			}
		}
	})
}

func TestGivesUp(t *testing.T) {
	for _, kind := range kinds() {
		t.Run(string(kind), func(t *testing.T) { givesUp(t, kind) })
	}
}

func givesUp(t *testing.T, kind message.OutboundKind) {
	onPost(t, func(p *post) {
		p.kind = kind
		p.send = func(_ context.Context, out message.Outbound, _ int) error {
			if out.ID == "a" {
				return sendError(message.SendUnreachable, true)
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		began := time.Now()
		p.put("mail/dana/a", "mail/dana/b")
		time.Sleep(47 * time.Hour)
		if s := p.get("a"); s.State != outbox.Sending || s.Code != "code-1" {
			t.Errorf("after 47 hours: %+v", s)
		}
		time.Sleep(3 * time.Hour)
		if s := p.get("a"); s.State != outbox.Failed || s.Attempts < 48 || s.Attempts > 90 {
			t.Errorf("after 50 hours: %+v", s)
		}
		p.reportsAre("a failed code-1", "b sent ")
		equal(t, "dead letters", p.dead(), []string{"a failed code-1"})
		var waits []time.Duration
		tries := p.list()
		for i, x := range tries {
			if i == 0 && x.at.Sub(began) > time.Second {
				t.Errorf("the first attempt came after %v", x.at.Sub(began))
			}
			if i > 0 && x.id == "a" {
				waits = append(waits, x.at.Sub(tries[i-1].at))
			}
		}
		for i, w := range waits {
			want := min(time.Second<<min(i, 20), time.Hour)
			if w < want*8/10 || w > want*12/10+time.Second {
				t.Errorf("wait %d was %v, want %v ± 20 %%", i+1, w, want)
			}
		}
	})
}

// An attempt that may have gone out is not called failed, however late it is.
func TestGivesUpInDoubt(t *testing.T) {
	began := time.Time{}
	onPost(t, func(p *post) {
		began = time.Now()
		p.send = func(context.Context, message.Outbound, int) error {
			return sendError(message.SendUnreachable, time.Since(began) < 48*time.Hour)
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(50 * time.Hour)
		if s := p.get("a"); s.State != outbox.Unknown {
			t.Errorf("send %+v", s)
		}
	})
}

func TestBackoff(t *testing.T) {
	for n := -1; n <= 1000; n++ {
		want := time.Hour
		if n <= 12 {
			want = min(time.Second<<max(n-1, 0), time.Hour)
		}
		seen := map[time.Duration]bool{}
		for range 20 {
			d := outbox.Backoff(n)
			if d < want*8/10 || d > want*12/10 {
				t.Fatalf("Backoff(%d) = %v, want %v ± 20 %%", n, d, want)
			}
			seen[d] = true
		}
		if len(seen) < 2 {
			t.Fatalf("Backoff(%d) is always %v", n, want)
		}
	}
}

// An error of Report keeps the item: it is told again, and not sent again.
func TestReportErrorKeepsTheItem(t *testing.T) {
	for name, err := range map[string]error{"sent": nil, "failed": sendError(message.SendRejected, true)} {
		t.Run(name, func(t *testing.T) {
			onPost(t, func(p *post) {
				p.kind = message.Prompt
				p.send = func(context.Context, message.Outbound, int) error { return err }
				p.told = func(n int) error {
					if n < 3 {
						return errors.New("not now")
					}
					return nil
				}
			}, func(t *testing.T, p *post) {
				p.put("sms/dana/a")
				time.Sleep(10 * time.Second)
				if d, err := p.store.Depth(t.Context()); err != nil || d[queue.Outbox].Claimed != 1 {
					t.Errorf("depth %+v, %v: the item is gone", d[queue.Outbox], err)
				}
				time.Sleep(2 * time.Minute)
				if n := len(p.tried()); n != 1 {
					t.Errorf("%d attempts, want 1", n)
				}
				if n := len(p.reported()); n != 4 {
					t.Errorf("%d reports, want 4", n)
				}
				if s := p.get("a"); string(s.State) != name || s.Attempts != 1 {
					t.Errorf("send %+v", s)
				}
				p.idle()
			})
		})
	}
}

func TestItemsThatCannotBeSent(t *testing.T) {
	onPost(t, func(p *post) { p.kind = message.Prompt }, func(t *testing.T, p *post) {
		p.put("gone/dana/a")
		bad := queue.Item{Queue: queue.Outbox, Lane: "x", ID: "bad", Payload: []byte("{")}
		noerr.Must(t, p.lanes.Enqueue(t.Context(), bad))
		time.Sleep(time.Minute)
		equal(t, "dead letters", p.dead(), []string{"a failed no_channel", "bad bad_payload"})
		equal(t, "reports", p.reported(), []string{"a failed no_channel"})
		if s := p.get("a"); s.Attempts != 0 {
			t.Errorf("%d attempts are recorded", s.Attempts)
		}
	})
}

func TestThreadIndex(t *testing.T) {
	var mu sync.Mutex
	var early []message.Ref
	onPost(t, func(p *post) {
		p.send = func(ctx context.Context, out message.Outbound, _ int) error {
			ref := message.Ref("<" + out.ID + "@bridge>")
			if ts, err := p.store.Targets(ctx, out.Channel, []message.Ref{ref}); err == nil && len(ts) == 1 {
				mu.Lock()
				defer mu.Unlock()
				early = append(early, ref)
			}
			return nil
		}
	}, func(t *testing.T, p *post) {
		p.put("mail/dana/a")
		time.Sleep(time.Minute)
		for id, change := range map[string]func(*message.Outbound){
			"b": func(o *message.Outbound) { o.Kind = message.Prompt },
			"c": func(o *message.Outbound) { o.Kind, o.Asks = message.Notice, true },
			"d": func(o *message.Outbound) { o.Kind, o.Asks, o.Binds = message.Notice, true, true }, // a receipt
		} {
			about := out("mail/dana/" + id)
			about.Approval, about.Person, about.Session = "apr_1", "dana", ""
			change(&about)
			it, err := outbox.Item(about)
			noerr.Must(t, err)
			noerr.Must(t, p.lanes.Enqueue(t.Context(), it))
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		slices.Sort(early)
		if want := []message.Ref{"<a@bridge>", "<b@bridge>", "<c@bridge>", "<d@bridge>"}; !slices.Equal(early, want) {
			t.Errorf("indexed before the attempt: %q, want %q", early, want)
		}
		ts, err := p.store.Targets(t.Context(), "mail", []message.Ref{"<a@bridge>", "r-a", "<b@bridge>", "r-b", "<d@bridge>", "r-d"})
		if err != nil || len(ts) != 6 {
			t.Fatalf("targets %+v, %v", ts, err)
		}
		for i, x := range ts {
			if i < 2 && (x.Session != "ses_1" || x.Approval != "") || i >= 2 && (x.Approval != "apr_1" || x.Person != "dana" || x.Session != "") {
				t.Errorf("target %+v", x)
			}
		}
	})
}

func TestLanesOfItems(t *testing.T) {
	for _, c := range []struct {
		out  message.Outbound
		want string
	}{
		{message.Outbound{ID: "m", Session: "ses_1", Channel: "mail", To: "email:a@b"}, "ses_1/mail/email:a@b"},
		{message.Outbound{ID: "m", Session: "ses_1", Approval: "apr_1", Channel: "mail", To: "email:a@b"}, "apr_1/mail/email:a@b"},
		{message.Outbound{ID: "m", Channel: "mail", To: "email:a@b"}, "-/mail/email:a@b"},
	} {
		it, err := outbox.Item(c.out)
		var back message.Outbound
		if err != nil || it.Lane != c.want || it.ID != "m" || it.Queue != queue.Outbox || json.Unmarshal(it.Payload, &back) != nil || back.To != c.out.To {
			t.Errorf("%+v: item %+v, %v", c.out, it, err)
		}
	}
}
