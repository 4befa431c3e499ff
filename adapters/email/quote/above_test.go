package quote

import (
	"strings"
	"testing"

	"bridge/adapters/email/tag"
	"bridge/adapters/email/written"
)

// TestConditionAboveAttribution: a line right above the attribution of our mail stays in
// what an approval is decided by, whatever it begins like.
func TestConditionAboveAttribution(t *testing.T) {
	us := Us{Mailbox: tag.Mailbox{Name: "Approvals", Local: "approvals", Domain: "agent.example.net"}}
	n := 0
	for _, a := range []string{
		"On Tue, Mar 3, 2026 at 9:14 AM|Approvals|<approvals@agent.example.net>|wrote:",
		"On 3 March 2026 at 09:14 Approvals|<approvals@agent.example.net>|wrote:",
		"Am Di., 3. März 2026|um 09:14 Uhr schrieb|Approvals|<approvals@agent.example.net>:",
		"Am 03.03.2026|um 09:14 schrieb|Approvals:",
		"Le mar. 3 mars 2026|à 09:14, Approvals|<approvals@agent.example.net>|a écrit :",
		"El mar, 3 mar 2026|a las 9:14, Approvals|(<approvals@agent.example.net>)|escribió:",
		"Il giorno mar 3 mar 2026|alle ore 09:14 Approvals|<approvals@agent.example.net>|ha scritto:",
		"Op di 3 mrt 2026 om|09:14 schreef|Approvals|<approvals@agent.example.net>:",
		"wt., 3 mar 2026 o|09:14 Approvals|<approvals@agent.example.net>|napisał(a):",
		"вт, 3 мар. 2026 г. в|09:14, Approvals|<approvals@agent.example.net>:",
		"03.03.2026, 09:14,|Approvals|<approvals@agent.example.net>:",
	} {
		for wrap := range 1 << strings.Count(a, "|") {
			w := a
			for bit := range strings.Count(a, "|") {
				w = strings.Replace(w, "|", []string{" ", "\n"}[wrap>>bit&1], 1)
			}
			for _, s := range []string{
				"on Monday", "On 5 March", "on Friday, 6 March 2026", "am Freitag", "am 5.3.", "Am 5. März 2026", "Montag", "le 5", "le lundi", "el lunes", "lunedì", "il 10",
				"op maandag", "w piątek", "o 9:00", "at 9:00", "2026", "3", "March", "от 5", "в понедельник",
			} {
				n++
				text := written.MarkQuotes("Yes, but\n" + s + "\n" + w + "\n\n> Shall I pay 400 EUR?\n>\n> Reply YES or NO.\n")
				if got, _, _ := us.Said(text, Proof{}); !strings.HasPrefix(got, "Yes, but\n"+s) {
					t.Errorf("lost %q above %q: %q", s, w, got)
				}
			}
		}
	}
	t.Logf("%d texts", n)
}
