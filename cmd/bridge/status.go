package main

import (
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"bridge/app"
	"bridge/outbox"
	"bridge/queue"
)

func statusCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "status")
	file := fs.String("config", "", "the configuration file")
	asJSON := fs.Bool("json", false, "print JSON")
	if code, ok := parse(s, fs, args, 0); !ok {
		return code
	}
	c, err := connect(s, *file)
	if err != nil {
		return fail(s, err)
	}
	var st app.Status
	if err := c.call(ctx, "GET", "/api/v1/status", nil, &st); err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, st)
		return exitOK
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	state := "ready"
	if !st.Ready.Ready {
		state = "not ready: " + st.Ready.Why
	}
	fmt.Fprintf(w, "bridge %s\t%s, up %s\n", st.Version, state, time.Since(st.StartedAt).Round(time.Second))
	for _, ch := range st.Ready.Channels {
		fmt.Fprintf(w, "channel %s\t%s since %s %s\n", ch.Name, ch.State, ch.Since.Local().Format(time.DateTime), ch.Detail)
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
	_ = w.Flush() // nowhere to report to
	return exitOK
}
