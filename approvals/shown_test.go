package approvals_test

import (
	"testing"

	"bridge/approvals/binding"
)

// Who repeats an amount, a number or a name of the request says yes to all of it only if it
// is the one of its kind, and is asked back else: it may be one of several, or mean another.
func TestRepeatsWhatIsShown(t *testing.T) {
	for _, c := range []struct {
		args, text, want string
	}{
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd","order":"1182"}`, "Yes, pay the 840 EUR to Miller", "granted"},
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd","order":"1182"}`, "Yes, refund order 1182.", "granted"},
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd","order":"40"}`, "Yes, pay the 40 EUR", "no verdict"},
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd","from":"Smith"}`, "Yes, pay it to Smith", "no verdict"},
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd"}`, "Yes, pay up to 840 EUR to Miller", "no verdict"},
		{`{"amount":840,"currency":"EUR","to":"Miller Ltd"}`, "I approve the payment of EUR 840.00 to Miller Ltd.", "granted"},
		{`{"amount":"840.00 EUR"}`, "yes 840 EUR", "no verdict"},
		{`{"amount":840,"currency":"EUR"}`, "Yes, pay the 480 EUR", "no verdict"},
		{`{"amount":840,"currency":"EUR"}`, "Yes, pay the 840 USD", "no verdict"},
		{`{"amount":840,"currency":"EUR","to":"Miller"}`, "Yes, pay the 840 EUR to Smith", "no verdict"},
		{`{"amount":840,"fee":40,"currency":"EUR"}`, "Yes, pay the 40 EUR", "no verdict"},
		{`{"payments":["840 EUR","40 EUR"]}`, "Yes, pay the 40 EUR", "no verdict"},
		{`{"payments":[{"to":"Miller"},{"to":"Smith"}]}`, "Yes, pay it to Miller", "no verdict"},
		{`{"orders":["1182","1183"]}`, "Yes, refund order 1182", "no verdict"},
		{`{"invoice_a":"INV-4711","invoice_b":"INV-4712"}`, "Yes, pay invoice INV-4711", "no verdict"},
		{`{"check_in":"2026-12-01","check_out":"2026-12-08"}`, "Yes, book the room for 2026-12-01", "no verdict"},
		{`{"amount":840,"currency":"EUR"}`, "Yes, pay the 840.000 EUR", "no verdict"},
		{`{"amount":"840 EUR","tip":40}`, "Yes, pay the 840 EUR", "no verdict"},
		{`{"order":"1182"}`, "cancel it", "denied"},
		{`{"action":"cancel","order":"1182"}`, "No, leave it", "denied"},
	} {
		onDesk(t, nil, func(t *testing.T, d *desk) {
			d.ask(asking("a", c.args))
			code := d.codes()["dana"]
			if got := d.answer("dana", c.text+"\n"+code, func(r *binding.Reply) {}); got != c.want {
				t.Errorf("%s: %q came to %q, want %q", c.args, c.text, got, c.want)
			}
		})
	}
	onDesk(t, nil, func(t *testing.T, d *desk) {
		q := asking("a", `{"order":"1182"}`)
		q.Data.ToolName = "cancel_order"
		d.ask(q)
		if got := d.answer("dana", "cancel it "+d.codes()["dana"]); got != "no verdict" {
			t.Errorf("of a request to cancel: %q", got)
		}
	})
}
