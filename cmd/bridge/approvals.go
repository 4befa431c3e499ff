package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"text/tabwriter"
	"time"

	"bridge/app"
)

func approvalsCommand(ctx context.Context, s std, args []string) int {
	const use = "usage: bridge approvals list [-state STATE] | show ID | deny ID [-reason TEXT] | cancel ID [-reason TEXT] | evidence ID [-o FILE] | verify [-head HASH,…] | erase PERSON | explain -tool NAME [-args JSON] [-requester PERSON]"
	if len(args) == 0 {
		fmt.Fprintln(s.err, use)
		return exitUsage
	}
	if isHelp(args[0]) {
		fmt.Fprintln(s.out, use)
		return exitOK
	}
	verb := args[0]
	if verb == "evidence" || verb == "verify" || verb == "erase" {
		return proofCommand(ctx, s, verb, args[1:])
	}
	if verb == "explain" {
		return explainCommand(ctx, s, args[1:])
	}
	fs := flags(s, "approvals "+verb)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	state, reason, want := new(string), new(string), 1
	switch verb {
	case "list":
		state, want = fs.String("state", "", "only these: pending, granted, denied, expired, cancelled"), 0
	case "show":
	case "deny", "cancel":
		reason = fs.String("reason", "", "why, for the agent and the record")
	default:
		fmt.Fprintf(s.err, "bridge approvals: unknown %q\n%s\n", verb, use)
		return exitUsage
	}
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	base := "/approvals"
	if verb == "list" {
		return listApprovals(ctx, s, c, base+"?state="+url.QueryEscape(*state), *asJSON)
	}
	var a app.Approval
	base += "/" + url.PathEscape(rest[0])
	switch verb {
	case "show":
		err = c.call(ctx, "GET", base, nil, &a)
	case "deny":
		err = c.call(ctx, "POST", base+"/decision", map[string]string{"decision": "denied", "reason": *reason}, &a)
	case "cancel":
		err = c.call(ctx, "POST", base+"/cancel", map[string]string{"reason": *reason}, &a)
	}
	if err != nil {
		return fail(s, err)
	}
	if *asJSON {
		printJSON(s.out, a)
	} else {
		showApproval(s, a)
	}
	return exitOK
}

func listApprovals(ctx context.Context, s std, c *client, path string, asJSON bool) int {
	var l struct {
		Items []app.Approval `json:"items"`
	}
	if err := c.call(ctx, "GET", path, nil, &l); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, l.Items)
		return exitOK
	}
	if len(l.Items) == 0 {
		fmt.Fprintln(s.out, "no approval requests")
		return exitOK
	}
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTATE\tWHAT\tASKED BY\tUNTIL")
	for _, a := range l.Items {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", a.ID, a.State, a.Summary, a.Requester, a.ExpiresAt.Local().Format(time.DateTime))
	}
	_ = w.Flush() // nowhere to report to
	return exitOK
}

func showApproval(s std, a app.Approval) {
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	line := func(k, v string) {
		if v != "" {
			fmt.Fprintf(w, "%s\t%s\n", k, v)
		}
	}
	line("id", string(a.ID))
	line("state", string(a.State))
	line("what", a.Summary)
	line("tool", a.Tool)
	line("args", compact(a.Args))
	line("digest", a.Digest)
	line("asked by", a.Requester)
	line("agent", a.Agent)
	line("turn", string(a.Turn))
	people := make([]string, len(a.Approvers))
	for i, p := range a.Approvers {
		people[i] = string(p)
	}
	line("approvers", fmt.Sprintf("%s (%d needed)", strings.Join(people, ", "), a.Quorum))
	for _, v := range a.Votes {
		line("vote", fmt.Sprintf("%s %s at %s by %s %s", v.Person, v.Decision, v.At.Local().Format(time.DateTime), v.Channel, v.Reason))
	}
	line("decided by", a.DecidedBy)
	line("reason", a.Reason)
	if a.DecidedAt != nil {
		line("decided at", a.DecidedAt.Local().Format(time.DateTime))
	}
	line("asked at", a.CreatedAt.Local().Format(time.DateTime))
	line("until", a.ExpiresAt.Local().Format(time.DateTime))
	_ = w.Flush() // nowhere to report to
}

// compact writes JSON on one line.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return string(raw)
	}
	return b.String()
}
