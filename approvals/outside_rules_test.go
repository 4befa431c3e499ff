package approvals_test

import (
	"testing"

	"bridge/approvals"
	"bridge/approvals/request"
	"bridge/approvals/rules"
	"bridge/core/message"
	"bridge/internal/noerr"
)

// The rules hold for requests from outside as well; whoever names people has them asked
// where a rule would grant.
func TestOutsideRules(t *testing.T) {
	yes := true
	for _, c := range []struct {
		name    string
		rule    rules.Rule
		people  []message.PersonID
		state   request.State
		by      string
		prompts int
	}{
		{"a rule grants", rules.Rule{Name: "auto", Tool: "deploy", Decide: rules.Grant}, nil, request.Granted, "auto", 0},
		{"people are named", rules.Rule{Name: "auto", Tool: "deploy", Decide: rules.Grant}, []message.PersonID{"dana"}, request.Pending, "", 1},
		{"a rule denies", rules.Rule{Name: "never", Tool: "deploy", Decide: rules.Deny}, nil, request.Denied, "never", 0},
		{"a rule denies those who are named", rules.Rule{Name: "never", Tool: "deploy", Decide: rules.Deny}, []message.PersonID{"dana"}, request.Denied, "never", 0},
		{"another tool", rules.Rule{Name: "never", Tool: "sql", Decide: rules.Deny}, nil, request.Pending, "", 2},
		{"operators may grant", rules.Rule{Name: "ops", Tool: "deploy", OperatorGrant: &yes}, nil, request.Pending, "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			onDesk(t, func(o *approvals.Options) {
				documents(o)
				set, err := rules.New(o.Rules, []rules.Rule{c.rule})
				noerr.Must(t, err)
				o.Set = set
			}, func(t *testing.T, d *desk) {
				r := d.outside(deploy(func(q *approvals.OutsideRequest) { q.Approvers = c.people }))
				if r.State != c.state || r.DecidedBy != c.by || r.OperatorGrant != (c.rule.OperatorGrant != nil) {
					t.Errorf("%s by %q, operators may grant: %v", r.State, r.DecidedBy, r.OperatorGrant)
				}
				prompts, calls := 0, 0
				for _, m := range d.outbox() {
					switch {
					case m.Channel == approvals.CallbackChannel:
						calls++
					case m.Kind == message.Prompt:
						prompts++
					default:
						t.Errorf("%s hears %q", m.Person, m.Text)
					}
				}
				if ended := c.state != request.Pending; prompts != c.prompts || (calls == 1) != ended {
					t.Errorf("%d prompts and %d callbacks", prompts, calls)
				}
			})
		})
	}
}
