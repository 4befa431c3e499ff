package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/operate"
	"bridge/outbox"
	"bridge/store"
)

func statusCommand(ctx context.Context, s std, args []string) int {
	r := s.remote("status")
	if _, code, ok := r.begin(args, 0, 0, nil); !ok {
		return code
	}
	var st operate.Status
	if err := r.call(ctx, "GET", "/status", nil, &st); err != nil {
		return fail(s, err)
	}
	code := exitOK // a health check reads it
	state := "ready"
	if !st.Ready.Ready {
		code, state = exitFailed, "not ready: "+st.Ready.Why
	}
	if *r.json {
		printJSON(s.out, st)
		return code
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "bridge %s\t%s, up %s\n", st.Version, state, time.Since(st.StartedAt).Round(time.Second))
	fmt.Fprintf(w, "node\t%s\n", st.Node)
	if st.Config.Sum != "" {
		fmt.Fprintf(w, "configuration\t%s, read %s\n", st.Config.Sum, moment(st.Config.At))
	}
	fmt.Fprintf(w, "store\t%s\n", storeLine(st.Store))
	if st.Store.Risk != "" {
		fmt.Fprintf(w, "warning\t%s\n", line(st.Store.Risk))
	}
	if st.StoreDown != "" {
		fmt.Fprintf(w, "store down\t%s\n", line(st.StoreDown))
	}
	others(ctx, r.client, w, st)
	if len(st.Owns) > 0 {
		fmt.Fprintf(w, "does alone\t%s\n", strings.Join(st.Owns, ", "))
	}
	for _, ch := range st.Ready.Channels {
		fmt.Fprintf(w, "channel %s\t%s since %s %s\n", ch.Name, ch.State, moment(ch.Since), ch.Detail)
	}
	for _, x := range st.Sending {
		if x.Kind != "" {
			fmt.Fprintf(w, "sending %s\t%s\n", x.Channel, sendingLine(x))
		}
	}
	for _, b := range st.Breakers {
		fmt.Fprintf(w, "agent %s\t%s\n", b.Agent, agentLine(b))
	}
	for _, p := range st.Pauses {
		fmt.Fprintf(w, "paused\t%s %s %s\n", p.Kind, p.Name, pausedBy(p.By, p.At, p.Why))
	}
	for _, q := range []queue.Name{queue.Inbox, queue.Outbox} {
		d := st.Queues[q]
		fmt.Fprintf(w, "%s\t%d waiting, %d in work, %d delayed, %d dead\n", q, d.Waiting, d.Claimed, d.Delayed, d.Dead)
	}
	var states []string
	for k := range st.Sends {
		states = append(states, string(k))
	}
	slices.Sort(states)
	for _, k := range states {
		fmt.Fprintf(w, "sends %s\t%d\n", k, st.Sends[outbox.State(k)])
	}
	fmt.Fprintf(w, "approvals\t%d pending\n", st.Approvals)
	if st.Handovers > 0 {
		fmt.Fprintf(w, "conversations\t%d answered by people\n", st.Handovers)
	}
	if st.Suppressions > 0 {
		fmt.Fprintf(w, "suppressions\t%d\n", st.Suppressions)
	}
	if st.Backup != nil {
		fmt.Fprintf(w, "backup\t%s\n", line(backupLine(*st.Backup)))
	}
	for _, r := range st.Refused {
		fmt.Fprintf(w, "refused by %s\t%d: %s\n", r.Channel, r.Count, line(r.Reason))
	}
	for _, h := range st.Hints {
		fmt.Fprintf(w, "hint\t%s\n", line(h))
	}
	_ = w.Flush() // nowhere to report to
	return code
}

// others adds the other nodes on the store, and what is odd about them.
func others(ctx context.Context, c *client, w io.Writer, st operate.Status) {
	if !st.Store.Shared {
		return
	}
	all, _, err := readList[operate.NodeStatus](ctx, c, "/nodes", nil, 0)
	if err != nil {
		fmt.Fprintf(w, "other nodes\t%s\n", line(err.Error()))
		return
	}
	for _, n := range all {
		if n.Self {
			continue
		}
		text := fmt.Sprintf("bridge %s, up %s, heard %s ago, clock %s from the store's", n.Version,
			time.Since(n.StartedAt).Round(time.Second), time.Since(n.HeardAt).Round(time.Second), n.Skew.Round(time.Millisecond))
		for _, odd := range []struct {
			is  bool
			say string
		}{
			{n.Skew.Abs() > maxSkew, "which is too far: set it by NTP"},
			{n.Version != st.Version, "another version"},
			{n.Config != st.Config.Sum, "another configuration"},
		} {
			if odd.is {
				text += ", " + odd.say
			}
		}
		if len(n.Owns) > 0 {
			text += ", does alone " + strings.Join(n.Owns, ", ")
		}
		fmt.Fprintf(w, "node %s\t%s\n", n.Name, line(text))
	}
}

// backupLine says how the scheduled backups are.
func backupLine(b operate.Backup) string {
	text := "none yet"
	if !b.At.IsZero() {
		text = fmt.Sprintf("%s ago (%s), %.1f MB, %s", time.Since(b.At).Round(time.Second), moment(b.At), float64(b.Size)/1e6, b.Name)
	}
	if b.Error != "" {
		text = fmt.Sprintf("FAILS since %s: %s; the last: %s", moment(b.Tried), b.Error, text)
	}
	if b.Overdue {
		text = "OVERDUE, " + text
	}
	return text + ", to " + b.To + ", next " + moment(b.Next)
}

// agentLine says how an agent is, as this node sees it.
func agentLine(b turns.BreakerState) string {
	text := "no answer yet"
	if !b.LastAnswer.IsZero() {
		text = fmt.Sprintf("last answer %s, half of them within %s", moment(b.LastAnswer), time.Duration(b.P50)*time.Millisecond)
	}
	text = fmt.Sprintf("%s held back while it fails, %s under way, %s", numbered(b.Held, "message"), numbered(b.InFlight, "call"), text)
	switch {
	case b.State != "closed":
		text = fmt.Sprintf("FAILS since %s (breaker %s), %s", moment(b.Since), b.State, text)
	case b.Failures > 0:
		text = fmt.Sprintf("has failed %s in a row, %s", numbered(b.Failures, "time"), text)
	case b.Held == 0:
		return "ok, " + text
	}
	if b.LastCode != "" {
		text += ": " + line(strings.TrimSpace(b.LastCode+" "+b.LastError))
	}
	return text
}

// sendingLine says how a channel fails to send.
func sendingLine(x operate.Sending) string {
	text := fmt.Sprintf("throttled since %s", moment(x.Since))
	if x.Failures > 0 {
		text = fmt.Sprintf("FAILS since %s, %s in a row", moment(x.Since), numbered(x.Failures, "attempt"))
	}
	if !x.LastSent.IsZero() {
		text += ", last sent " + moment(x.LastSent)
	}
	return text + ": " + line(x.Error)
}

// storeLine says what a store is.
func storeLine(d store.Description) string {
	text := fmt.Sprintf("%s %s, %s, %s, format %d", d.Kind, d.Where, d.Server, d.Durability, d.Format)
	if d.Skew != 0 {
		text += ", clock " + d.Skew.Round(time.Millisecond).String() + " from the store's"
	}
	return text
}
