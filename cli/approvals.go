package cli

import (
	"bytes"
	"context"
	"encoding/json"
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
       bridge approvals erase PERSON [-yes] [-json]`

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
	r := s.remote("approvals " + verb)
	state, reason, limit, want := new(string), new(string), new(1), 1
	switch verb {
	case "list":
		state, want = r.fs.String("state", "", "only these: pending, granted, denied, expired, cancelled"), 0
		limit = r.fs.Int("limit", 100, "at most so `many`, the newest")
	case "show":
	default:
		reason = r.fs.String("reason", "", "why, for the agent and the record")
	}
	rest, code, ok := r.begin(args[1:], want, want, func([]string) error { return atLeastOne(*limit) })
	if !ok {
		return code
	}
	if verb == "list" {
		return list(ctx, r, "/approvals", map[string]string{"state": *state}, *limit, "no approval requests", "ID\tSTATE\tWHAT\tASKED BY\tUNTIL", func(a operate.Approval) []any {
			return []any{a.ID, a.State, a.Summary, a.Requester, moment(a.ExpiresAt)}
		})
	}
	var a operate.Approval
	var body any
	method := "POST"
	path := "/approvals/" + url.PathEscape(rest[0])
	switch verb {
	case "show":
		method = "GET"
	case "deny":
		path, body = path+"/decision", map[string]string{"decision": "denied", "reason": *reason}
	case "approve":
		path, body = path+"/decision", map[string]string{"decision": "granted", "reason": *reason}
	case "cancel":
		path, body = path+"/cancel", map[string]string{"reason": *reason}
	}
	return r.do(ctx, method, path, body, &a, func() { showApproval(s, a) })
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
