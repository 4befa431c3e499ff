package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"text/tabwriter"

	"bridge/operate"
)

const approvalsUse = `usage: bridge approvals list [-state STATE] [-limit N] [-json]
       bridge approvals show ID [-json]
       bridge approvals deny ID [-reason TEXT] [-json]
       bridge approvals approve ID [-reason TEXT] [-json]   only where the rules say operator_grant
       bridge approvals cancel ID [-reason TEXT] [-json]
       bridge approvals explain -tool NAME [-args JSON] [-requester PERSON] [-at TIME] [-json]
       bridge approvals evidence ID [-o FILE]
       bridge approvals verify [-head HASH,…]
       bridge approvals erase PERSON`

func approvalsCommand(ctx context.Context, s std, args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "evidence", "verify", "erase":
			return proofCommand(ctx, s, args[0], args[1:])
		case "explain":
			return explainCommand(ctx, s, args[1:])
		}
	}
	verb, code, ok := verb(s, args, approvalsUse, "list", "show", "deny", "approve", "cancel")
	if !ok {
		return code
	}
	fs := flags(s, "approvals "+verb)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	state, reason, limit, want := new(string), new(string), new(int), 1
	switch verb {
	case "list":
		state, want = fs.String("state", "", "only these: pending, granted, denied, expired, cancelled"), 0
		limit = fs.Int("limit", 100, "at most so `many`, the newest")
	case "show":
	default:
		reason = fs.String("reason", "", "why, for the agent and the record")
	}
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	if verb == "list" && *limit < 1 {
		return wrong(s, fs.Name(), errors.New("-limit is at least 1"))
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	if verb == "list" {
		return listApprovals(ctx, s, c, *state, *limit, *asJSON)
	}
	var a operate.Approval
	path := "/approvals/" + url.PathEscape(rest[0])
	switch verb {
	case "show":
		err = c.call(ctx, "GET", path, nil, &a)
	case "deny":
		err = c.call(ctx, "POST", path+"/decision", map[string]string{"decision": "denied", "reason": *reason}, &a)
	case "approve":
		err = c.call(ctx, "POST", path+"/decision", map[string]string{"decision": "granted", "reason": *reason}, &a)
	case "cancel":
		err = c.call(ctx, "POST", path+"/cancel", map[string]string{"reason": *reason}, &a)
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

func listApprovals(ctx context.Context, s std, c *client, state string, limit int, asJSON bool) int {
	all, more, err := readList[operate.Approval](ctx, c, "/approvals", map[string]string{"state": state}, limit)
	if err != nil {
		return fail(s, err)
	}
	printList(s, asJSON, all, "no approval requests", "ID\tSTATE\tWHAT\tASKED BY\tUNTIL", func(a operate.Approval) []any {
		return []any{a.ID, a.State, a.Summary, a.Requester, moment(a.ExpiresAt)}
	})
	sayMore(s, asJSON, more, limit)
	return exitOK
}

func showApproval(s std, a operate.Approval) {
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
	line("rules", strings.Join(a.Rules, ", "))
	line("approvers", fmt.Sprintf("%s (%d needed, trust %s)", strings.Join(people, ", "), a.Quorum, a.Trust))
	said := func(k string, votes []operate.Vote) {
		for _, v := range votes {
			s := fmt.Sprintf("%s %s at %s by %s", v.Person, v.Decision, moment(v.At), v.Channel)
			if v.Reason != "" {
				s += ": " + v.Reason
			}
			line(k, s)
		}
	}
	said("vote", a.Votes)
	said("objection", a.Objections)
	if a.HeldUntil != nil {
		line("held until", moment(*a.HeldUntil)+", a no takes it back")
	}
	line("decided by", a.DecidedBy)
	line("reason", a.Reason)
	if a.DecidedAt != nil {
		line("decided at", moment(*a.DecidedAt))
	}
	line("asked at", moment(a.CreatedAt))
	line("until", moment(a.ExpiresAt))
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
