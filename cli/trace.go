package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sort"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/queue"
	"bridge/flow/admission"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/outbox"
	"bridge/store"
)

const traceUse = `usage: bridge trace ID [-bodies] [-json]
       bridge trace ID -raw
ID: a turn (trn_), an outbound message (msg_), a session (ses_), an approval (apr_), or a message's own id, such as a Message-ID`

func traceCommand(ctx context.Context, s std, args []string) int {
	if len(args) > 0 && args[0] == "help" {
		fmt.Fprintln(s.out, traceUse)
		return exitOK
	}
	r := s.remote("trace")
	r.fs.Lookup("json").Usage = "print all of it as JSON"
	bodies := r.fs.Bool("bodies", false, "show what came in and what the agent said")
	raw := r.fs.Bool("raw", false, "print the records of a turn, session, send or approval as they are stored, as JSON; over the socket alone")
	ids, code, ok := r.begin(args, 1, 1, func(ids []string) error {
		if strings.TrimSpace(ids[0]) == "" {
			return errors.New("the id is empty")
		}
		return nil
	})
	if !ok {
		return told(s, code, traceUse)
	}
	if *raw {
		var all []store.Stored
		return r.do(ctx, "GET", "/stored/"+url.PathEscape(ids[0]), nil, &all, func() { printJSON(s.out, all) })
	}
	var t operate.Trace
	return r.do(ctx, "GET", "/trace/"+url.PathEscape(ids[0]), nil, &t, func() { writeTrace(s.out, t, *bodies) })
}

// event is one line of a trace.
type event struct {
	at   time.Time
	what string
	text string
	body []string // indented below
}

const legend = `in: came in    call: of the agent    step: its recorded outcome    ask, vote, decided: an approval
send: an attempt to hand over, or what the provider said of it later    held: until its recipient writes
doubt: the provider is asked    settled: by an operator    dead: a dead letter    audit: the audit log`

func writeTrace(w io.Writer, t operate.Trace, bodies bool) {
	if s := t.Session; s != nil {
		var who []string
		for _, p := range s.Participants {
			who = append(who, line(p.Value()))
		}
		fmt.Fprintf(w, "%s  %s on %s, with %s, since %s\n", s.ID, s.Agent, s.Channel, strings.Join(who, ", "), stamp(s.CreatedAt))
	}
	if h := t.Handover; h != nil {
		who := "nobody yet of " + strings.Join(h.Asked, ", ")
		if h.Holder != "" {
			who = string(h.Holder)
		}
		fmt.Fprintf(w, "people answer (%s): %s, since %s, until %s if nothing is said\n", h.Code, who, stamp(h.At), stamp(h.Until))
	}
	for _, x := range t.Turns {
		writeTurn(w, x, bodies)
	}
	var rest []event
	for _, s := range t.Sends {
		rest = append(rest, sendEvents(s)...)
	}
	for _, e := range t.Audit {
		rest = append(rest, event{at: e.At, what: "audit", text: auditLine(e)})
	}
	if len(rest) > 0 {
		fmt.Fprintln(w)
		writeEvents(w, rest)
	}
	for i, b := range t.Agents {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "agent %s: %s\n", b.Agent, agentLine(b))
	}
	for _, p := range t.Partial {
		fmt.Fprintf(w, "\nnot complete: %s\n", p)
	}
	fmt.Fprintf(w, "\n%s\n", legend)
}

func writeTurn(w io.Writer, x operate.TurnTrace, bodies bool) {
	state := string(x.Turn.State)
	if !x.Recorded {
		state = "no outcome yet"
	}
	if n := len(x.Steps); n > 0 && x.Steps[n-1].Failure != "" {
		state += ", failed: " + line(x.Steps[n-1].Failure)
	}
	fmt.Fprintf(w, "\n%s  %s on %s: %s\n", x.Turn.ID, x.Turn.Agent, x.Turn.Channel, state)
	fmt.Fprintf(w, "trace %s, correlation %s\n", x.Turn.Trace, x.Turn.Correlation)
	if x.Turn.Continues != "" {
		fmt.Fprintf(w, "continues %s\n", x.Turn.Continues)
	}
	writeEvents(w, turnEvents(x, bodies))
	for _, p := range x.Suppressed {
		fmt.Fprintf(w, "  suppressed: %s gets no more messages on %s (%s)\n", line(p.Address.Value()), p.Channel, suppressedBecause(p))
	}
	for _, it := range x.Waiting {
		fmt.Fprintf(w, "  waits: %s\n", waitingLine(it))
	}
	if x.Paused {
		fmt.Fprintln(w, "  paused: its agent, channel or session (bridge status says which)")
	}
}

func turnEvents(x operate.TurnTrace, bodies bool) []event {
	in := line(x.Inbound)
	if machine := x.Turn.Source(); machine != "" { // its originators are those who hear of it
		in += " from " + line(string(machine))
	} else if len(x.Turn.Originators) > 0 {
		o := x.Turn.Originators[0]
		in += " from " + line(o.Address.Value())
		if o.Person != "" {
			in += " (" + string(o.Person) + ")"
		}
	}
	if x.Admission == nil {
		in += "; its admission is past the dedupe window"
	}
	came := event{at: x.Turn.CreatedAt, what: "in", text: in}
	if n := len(x.Turn.FileNames); n > 0 {
		in := "files: "
		if n == 1 {
			in = "file: "
		}
		came.text += "; " + in + line(strings.Join(x.Turn.FileNames, ", "))
	}
	if bodies && x.Turn.Said != "" {
		came.body = append(came.body, x.Turn.Said)
	}
	es := []event{came}
	for _, st := range x.Steps {
		es = append(es, stepEvents(st, bodies)...)
	}
	for _, a := range x.Approvals {
		es = append(es, approvalEvents(a)...)
	}
	for _, s := range x.Sends {
		es = append(es, sendEvents(s)...)
	}
	for _, d := range x.Dead {
		what := d.What
		if d.Message != "" {
			what += " " + string(d.Message)
		}
		es = append(es, event{at: d.BuriedAt, what: "dead", text: fmt.Sprintf("%s: %s, %s %s", d.ID, what, line(d.Code), line(d.Why))})
	}
	for _, e := range x.Audit {
		es = append(es, event{at: e.At, what: "audit", text: auditLine(e)})
	}
	return es
}

func stepEvents(st turns.Step, bodies bool) []event {
	var es []event
	for _, try := range st.History {
		es = append(es, event{at: try.At, what: "call", text: tryLine(st.Key, try)})
	}
	text := st.Key + " → " + string(st.State)
	if st.Failure != "" {
		text += ", failed: " + line(st.Failure)
	}
	var kinds []string
	for _, ps := range [][]envelope.Part{st.Parts, st.Requests, st.Audit} {
		for _, p := range ps {
			kinds = append(kinds, line(string(p.Type)))
		}
	}
	if len(kinds) > 0 {
		text += " (" + strings.Join(kinds, ", ") + ")"
	}
	if st.Silent {
		text += ", nothing to say"
	}
	e := event{at: st.RecordedAt, what: "step", text: text}
	if st.Detail != "" {
		e.body = append(e.body, st.Detail)
	}
	if bodies {
		for _, p := range st.Parts {
			if p.Kind == envelope.KindText {
				e.body = append(e.body, p.Text)
			}
		}
	}
	return append(es, e)
}

// tryLine says how one call of the agent ended.
func tryLine(key string, try turns.Try) string {
	result := "answered"
	if try.Code != "" {
		result = line(try.Code)
	}
	return fmt.Sprintf("%s: %s after %s", key, result, try.Took.Round(time.Millisecond))
}

func approvalEvents(a operate.Approval) []event {
	people := make([]string, len(a.Approvers))
	for i, p := range a.Approvers {
		people[i] = string(p)
	}
	es := []event{{at: a.CreatedAt, what: "ask", text: fmt.Sprintf("%s %s: of %s (%d needed), until %s",
		a.ID, line(a.Summary), strings.Join(people, ", "), a.Quorum, stamp(a.ExpiresAt))}}
	for _, v := range a.Votes {
		es = append(es, event{at: v.At, what: "vote", text: fmt.Sprintf("%s: %s by %s on %s %s", a.ID, v.Decision, v.Person, v.Channel, line(v.Reason))})
	}
	if a.DecidedAt != nil {
		es = append(es, event{at: *a.DecidedAt, what: "decided", text: fmt.Sprintf("%s: %s by %s %s", a.ID, a.State, line(a.DecidedBy), line(a.Reason))})
	}
	return es
}

func sendEvents(s outbox.Send) []event {
	head := fmt.Sprintf("%s %s to %s on %s", s.ID, s.Kind, line(s.To.Value()), s.Channel)
	var es []event
	for _, at := range s.History {
		es = append(es, event{at: at.At, what: "send", text: head + ": " + attemptLine(at)})
	}
	if n := len(es); n > 0 && s.ProviderID != "" {
		es[n-1].text += ", provider id " + line(s.ProviderID)
	}
	if len(es) == 0 || s.State == outbox.Unknown {
		es = append(es, event{at: s.UpdatedAt, what: "send", text: head + ": " + string(s.State) + " " + line(s.Code)})
	}
	switch {
	case s.Held != nil:
		es = append(es, event{at: s.Held.Since, what: "held", text: string(s.ID) + " until its recipient writes, tried last at " + stamp(s.Held.Looked)})
	case s.Doubt != nil && s.State == outbox.Sending:
		es = append(es, event{at: s.Doubt.At, what: "doubt", text: string(s.ID) + " may have gone out: the provider is asked"})
	}
	if s.SettledBy != "" {
		es = append(es, event{at: s.UpdatedAt, what: "settled", text: fmt.Sprintf("%s as %s by %s", s.ID, s.State, line(s.SettledBy))})
	}
	return es
}

// attemptLine says how one attempt at a send ended.
func attemptLine(a outbox.Attempt) string {
	text := a.Result
	if a.Code != "" && a.Code != a.Result {
		text += " " + a.Code
	}
	if a.Detail != "" {
		text += ", " + a.Detail
	}
	return line(text)
}

func auditLine(e admission.AuditEntry) string {
	text := e.What
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.From != "" {
		text += " from " + e.From.Value()
	}
	if e.Trust != "" {
		text += " (" + e.Trust + ")"
	}
	if len(e.Why) > 0 {
		text += ": " + strings.Join(e.Why, "; ")
	}
	return line(text)
}

func waitingLine(it operate.WaitingItem) string {
	text := string(it.Queue) + " " + it.What
	if it.Message != "" {
		text += fmt.Sprintf(" %s to %s", it.Message, line(it.To.Value()))
	}
	if it.Queue == queue.Inbox && it.Approval != "" {
		text += " on " + it.Approval
	}
	text += " since " + stamp(it.At)
	switch {
	case it.Claimed:
		text += ", in work now"
	case it.Ahead > 0:
		text += fmt.Sprintf(", behind %d", it.Ahead)
	case it.Due.After(time.Now()):
		text += ", until " + stamp(it.Due)
	}
	if it.Attempts > 0 {
		text += ", " + numbered(it.Attempts, "attempt")
	}
	if it.Why != "" {
		text += ": " + line(it.Why)
	}
	return text
}

func writeEvents(w io.Writer, es []event) {
	sort.SliceStable(es, func(i, j int) bool { return es[i].at.Before(es[j].at) })
	for _, e := range es {
		fmt.Fprintf(w, "  %s  %-8s %s\n", stamp(e.at), e.what, strings.TrimRight(e.text, " "))
		for _, b := range e.body {
			for l := range strings.Lines(b) {
				fmt.Fprintf(w, "      | %s\n", line(strings.TrimRight(l, "\r\n")))
			}
		}
	}
}

func stamp(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05.000 MST") }
