package console

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"sort"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/flow/handover"
	"bridge/flow/turns"
	"bridge/internal/tmpl"
	"bridge/operate"
)

// functions are what the templates call.
func functions() tmpl.Funcs {
	return tmpl.Funcs{
		"at": at, "ago": ago, "took": took, "skew": skew, "json": pretty, "who": who, "join": strings.Join, "state": stateClass, "said": said, "spoken": spoken, "others": others, "came": came, "file": fileOf, "charts": charts,
		"hops": hops, "agent": agentOf, "ordered": ordered, "get": url.Values.Get, "more": more, "verified": func(p operate.Person, a message.Address) bool { return p.IsVerified(a) },
		"nav": func(s Frame) []Link {
			list := []Link{
				{Prefix, "Live"},
				{Prefix + "conversations", "Conversations"},
				{Prefix + "approvals", "Approvals"},
				{Prefix + "deadletters", "Dead letters"},
				{Prefix + "sends", "Sends"},
				{Prefix + "usage", "Usage"},
				{Prefix + "trace", "Trace"},
			}
			if s.Tenant != "" {
				return list
			}
			list = slices.Insert(list, len(list)-1,
				Link{Prefix + "channels", "Channels"}, Link{Prefix + "cron", "Schedules"}, Link{Prefix + "people", "People"}, Link{Prefix + "figures", "Figures"})
			if s.Home.Path != "" {
				list = slices.Insert(list, 0, s.Home)
			}
			return list
		},
		"here": func(s Frame, l Link) bool {
			return s.Path == l.Path || l.Path != Prefix && l.Path != "/" && strings.HasPrefix(s.Path, l.Path)
		},
	}
}

// at is a time with its zone.
func at(t any) string {
	switch t := t.(type) {
	case time.Time:
		if !t.IsZero() {
			return t.Local().Format("Mon 2 Jan 2006, 15:04:05 MST")
		}
	case *time.Time:
		if t != nil {
			return at(*t)
		}
	}
	return ""
}

// ago is how long ago a time was, in one unit.
func ago(now, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	d := now.Sub(t)
	if d < 0 {
		return "in " + span(-d)
	}
	return span(d) + " ago"
}

func span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

// took is a duration as people say it.
func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// skew is how far a clock is from the store's.
func skew(d time.Duration) string { return d.Round(time.Millisecond).String() }

// who is an address without its kind.
func who(a any) string {
	s := fmt.Sprint(a)
	_, value, ok := strings.Cut(s, ":")
	if !ok {
		return s
	}
	return value
}

// stateClass is how a state is coloured: good, bad or waiting.
func stateClass(s any) string {
	switch fmt.Sprint(s) {
	case "sent", "delivered", "read", "complete", "granted", "ok", "closed", "completed", "started":
		return "good"
	case "failed", "unknown", "dead", "error", "denied", "expired", "disconnected", "open", "complained", "opted-out":
		return "bad"
	}
	return "wait"
}

func bulkSaid(what string, b operate.Bulk) string {
	said := map[string]string{"replay": "replayed", "drop": "dropped"}[what]
	if b.DryRun {
		said = "would be " + said
	}
	text := fmt.Sprintf("%d dead letters %s.", b.Done, said)
	if len(b.Errors) > 0 {
		text += fmt.Sprintf(" %d could not be, the first because %s.", len(b.Errors), strings.TrimSuffix(b.Errors[0].Problem, "."))
	}
	if b.Next != "" {
		text += " There are more."
	}
	return text
}

// traced is a trace and its picture.
type traced struct {
	operate.Trace
	Asked string
}

// Hop is one thing that happened, and how long it took.
type Hop struct {
	What, Detail, State string
	At                  time.Time
	Took                time.Duration
	Left, Width         float64 // of its bar, in percent of the whole
}

// hops are what happened, in order, with bars for a picture.
func hops(t traced) []Hop {
	var all []Hop
	add := func(what, detail, state string, from, to time.Time) {
		if from.IsZero() {
			from = to
		}
		if !from.IsZero() {
			all = append(all, Hop{What: what, Detail: detail, State: state, At: from, Took: max(to.Sub(from), 0)})
		}
	}
	for _, x := range t.Turns {
		from := ""
		if len(x.Turn.Originators) > 0 {
			from = "from " + who(x.Turn.Originators[0].Address)
		}
		add("message accepted", strings.TrimSpace(string(x.Turn.Channel)+" "+from), "ok", x.Turn.CreatedAt, x.Turn.CreatedAt)
		for _, s := range x.Steps {
			begin := s.RecordedAt
			for _, try := range s.History {
				if try.At.Before(begin) {
					begin = try.At
				}
			}
			add("agent "+x.Turn.Agent, strings.TrimSpace(string(s.State)+" "+s.Failure), string(s.State), begin, s.RecordedAt)
		}
		for _, a := range x.Approvals {
			end := t.now(a.DecidedAt)
			add("approval "+a.Tool, strings.TrimSpace(string(a.State)+" "+a.DecidedBy), string(a.State), a.CreatedAt, end)
		}
		for _, s := range x.Sends {
			add(string(s.Kind)+" to "+who(s.To), strings.TrimSpace(string(s.State)+" "+string(s.Delivery)+" "+s.Code), string(s.State), s.Since(), s.UpdatedAt)
		}
		for _, d := range x.Dead {
			add("dead letter", d.Code+" "+d.Why, "failed", d.At, d.BuriedAt)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].At.Before(all[j].At) })
	if len(all) == 0 {
		return nil
	}
	begin, end := all[0].At, all[0].At
	for _, h := range all {
		if e := h.At.Add(h.Took); e.After(end) {
			end = e
		}
	}
	whole := max(end.Sub(begin), time.Millisecond)
	for i, h := range all {
		all[i].Left = math.Round(1000*float64(h.At.Sub(begin))/float64(whole)) / 10
		all[i].Width = min(max(math.Round(1000*float64(h.Took)/float64(whole))/10, 0.6), 100-min(all[i].Left, 99.4))
		all[i].Left = min(all[i].Left, 99.4)
	}
	return all
}

// now is when something ended; what has not is shown as a moment.
func (t traced) now(p *time.Time) time.Time {
	if p == nil {
		return time.Time{}
	}
	return *p
}

// ordered is what a turn is that has to do with who answers in the place of the agent; "" for a message to
// the agent.
func ordered(t turns.Turn) string {
	if t.Order == nil || t.Order.Kind == handover.Ask {
		return ""
	}
	switch t.Order.Kind {
	case handover.Say:
		return cmp.Or(t.Call.Name, string(t.Order.Person)) + " answers"
	case handover.Give:
		return t.Order.By + " has the conversation handed over"
	case handover.End:
		return t.Order.By + " gives the conversation back"
	case handover.Idle:
		return "Nobody has said anything for long"
	case handover.Lost:
		return "No message reaches " + string(t.Order.Person)
	}
	return "The agent is told what was said"
}

// agentOf is who speaks in the steps of a turn.
func agentOf(t traced, id message.TurnID) string {
	for _, x := range t.Turns {
		if x.Turn.ID == id {
			if o := x.Turn.Order; o != nil && o.Kind == handover.Say {
				return cmp.Or(x.Turn.Call.Name, string(o.Person))
			}
			return x.Turn.Agent
		}
	}
	return ""
}

// chart is one picture of figures.
type chart struct {
	Name, Sum, Top, Class string
	Bars                  []bar
}

// bar is one of its bars, in the units of the picture (600 by 120).
type bar struct{ X, Y, W, H float64 }

// charts are the pictures of one stretch of time.
func charts(name string, all []operate.Bucket) any {
	count := func(of string, class string, value func(operate.Bucket) int) chart {
		sum, top := 0, 0
		values := make([]float64, len(all))
		for i, b := range all {
			v := value(b)
			sum, top, values[i] = sum+v, max(top, v), float64(v)
		}
		return chart{of, fmt.Sprint(sum), fmt.Sprint(top), class, bars(values)}
	}
	length := func(of string, value func(operate.Bucket) time.Duration) chart {
		var top time.Duration
		values := make([]float64, len(all))
		for i, b := range all {
			top, values[i] = max(top, value(b)), float64(value(b))
		}
		return chart{of, "at most " + took(top), took(top), "wait", bars(values)}
	}
	return struct {
		Name   string
		Charts []chart
	}{name, []chart{
		count("Messages", "wait", func(b operate.Bucket) int { return b.Messages }),
		count("Turns", "good", func(b operate.Bucket) int { return b.Turns }),
		count("Errors", "bad", func(b operate.Bucket) int { return b.Errors }),
		length("Half of the answers within", func(b operate.Bucket) time.Duration { return b.P50 }),
		length("99 of 100 answers within", func(b operate.Bucket) time.Duration { return b.P99 }),
	}}
}

func bars(values []float64) []bar {
	const width, height = 600.0, 100.0
	top := slices.Max(append([]float64{1}, values...))
	list := make([]bar, 0, len(values))
	step := width / float64(max(len(values), 1))
	for i, v := range values {
		h := math.Round(10*height*v/top) / 10
		list = append(list, bar{math.Round(10*float64(i)*step) / 10, 120 - h, math.Round(10*step*0.8) / 10, h})
	}
	return list
}
