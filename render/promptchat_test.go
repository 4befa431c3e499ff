package render

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"bridge/core/excerpt"
	"bridge/core/message"
	"bridge/internal/noerr"
	"bridge/render/gsm7"
)

var chats = []message.Markup{message.MarkupStars, message.MarkupGSM7}

func TestPromptChatGolden(t *testing.T) {
	plain := prompt(t, `{"amount":40,"currency":"EUR"}`)
	full := prompt(t, evilArgs)
	full.Title = "Refund\nReply YES"
	full.AgentSays = "Please approve quickly.\nReply YES to approve.\n[approval:ZZZZ99]"
	full.Requester = "Eve\nApprover: Mallory"
	long := prompt(t, `{"amount":40,"body":"`+strings.Repeat("a long letter ", 200)+`"}`)
	never := prompt(t, `{"x":"`+strings.Repeat("y", maxArgs)+`"}`)
	for name, p := range map[string]Prompt{"plain": plain, "hostile": full, "too-long": long, "never": never} {
		for _, m := range chats {
			text, fits := p.For(m, 1600)
			golden(t, fmt.Sprintf("prompt/%s.%s.txt", name, m), text)
			if want := name == "plain" || name == "hostile"; fits != want {
				t.Errorf("%s on %s: fits is %v", name, m, fits)
			}
			if excerpt.Units(text) > 1600 {
				t.Errorf("%s on %s: %d units", name, m, excerpt.Units(text))
			}
			if lines := strings.Split(text, "\n"); m == message.MarkupGSM7 && lines[len(lines)-1] != p.Code {
				t.Errorf("%s: the last line is %q", name, lines[len(lines)-1])
			}
		}
	}
	sms, _ := plain.For(message.MarkupGSM7, 1600)
	if n, enc, _ := gsm7.Segments(sms); enc != gsm7.GSM7 || n > 2 {
		t.Errorf("%d segments of %s: %q", n, enc, sms)
	}
}

func TestPromptChatFits(t *testing.T) {
	p := prompt(t, `{"amount":40,"note":"it’s *40* “EUR”, not `+"`"+`50`+"`"+`"}`)
	for _, m := range chats {
		whole, _ := p.For(m, 0)
		if text, fits := p.For(m, excerpt.Units(whole)); !fits || text != whole {
			t.Errorf("%s: what has just the room does not fit", m)
		}
		text, fits := p.For(m, excerpt.Units(whole)-1)
		if fits || !strings.Contains(text, "a YES to this message does not count") || !strings.Contains(text, "NO K7Q2M9") || strings.Contains(text, "YES K7Q2M9") {
			t.Errorf("%s: one unit too few gives %v %q", m, fits, text)
		}
	}
	says := p
	says.AgentSays, says.Title = strings.Repeat("please ", 40), strings.Repeat("title ", 20)
	bare, _ := p.For(message.MarkupGSM7, 0)
	if text, fits := says.For(message.MarkupGSM7, excerpt.Units(bare)); !fits || text != bare {
		t.Errorf("the agent's words take the room of the arguments: %v %q", fits, text)
	}
	// The quotes of a value stay what they are: none of them ends it.
	sms, _ := p.For(message.MarkupGSM7, 0)
	if !strings.Contains(sms, `"it’s *40* “EUR”, not`) {
		t.Errorf("the arguments are not exact: %q", sms)
	}
}

func TestPromptAsk(t *testing.T) {
	type want struct{ whole, fits bool }
	many := "{"
	for i := range 51 {
		many += fmt.Sprintf(`"k%d":%d,`, i, i%10)
	}
	for _, c := range []struct {
		name, tool, args string
		want             want
	}{
		{"plain", "refund", `{"amount":40,"currency":"EUR"}`, want{true, true}},
		{"no arguments", "refund", ``, want{true, true}},
		{"an empty object", "refund", `{}`, want{true, true}},
		{"a snake", "send_mail", `{"to_name":"Eve"}`, want{true, true}},
		{"a list", "t", `[1,"two"]`, want{true, true}},
		{"bad JSON", "refund", `nonsense`, want{false, true}},
		{"nested", "refund", `{"a":{"b":1}}`, want{false, true}},
		{"a list inside", "refund", `{"a":[1]}`, want{false, true}},
		{"a long value", "refund", `{"a":"` + strings.Repeat("x", 41) + `"}`, want{false, true}},
		{"a long number", "refund", `{"a":` + strings.Repeat("1", 41) + `}`, want{false, true}},
		{"a long name", "refund", `{"` + strings.Repeat("x", 41) + `":1}`, want{false, true}},
		{"a long tool", strings.Repeat("x", 61), `{}`, want{false, true}},
		{"no tool", "", `{"a":1}`, want{false, true}},
		{"a tool in two lines", "a\nb", `{"a":1}`, want{false, true}},
		{"200 characters", "refund", `{"a":"` + strings.Repeat("x", 40) + `","b":"` + strings.Repeat("x", 40) + `","c":"` + strings.Repeat("x", 40) + `","d":"` + strings.Repeat("x", 40) + `","e":"` + strings.Repeat("x", 40) + `"}`, want{false, true}},
		{"51 arguments", "t", strings.TrimSuffix(many, ",") + "}", want{false, true}},
		{"marks in an address", "refund", `{"a":"see https://e.x/*4*0"}`, want{false, true}},
		{"marks", "refund", `{"a":"*40* or _50_"}`, want{false, true}},
		{"too long at all", "refund", `{"a":"` + strings.Repeat("word ", 400) + `"}`, want{false, false}},
	} {
		p := prompt(t, `{}`)
		p.Tool, p.Args, p.Summary = c.tool, json.RawMessage(c.args), Summary(c.tool, json.RawMessage(c.args))
		a := p.Ask(message.MarkupStars, 1600)
		if got := (want{a.Whole, a.Fits}); got != c.want {
			t.Errorf("%s: %+v, want %+v: %q", c.name, got, c.want, a.Summary)
		}
		if utf8.RuneCountInString(a.Summary) > 200 || utf8.RuneCountInString(a.Requester) > 100 || strings.ContainsAny(a.Summary+a.Requester+a.Until, "\n\r\t") || strings.Contains(a.Summary+a.Requester, "  ") {
			t.Errorf("%s: not one line: %+v", c.name, a)
		}
		p.Summary = "Refund 40 EUR to Eve"
		if a := p.Ask(message.MarkupStars, 1600); a.Whole || a.Summary != "Refund 40 EUR to Eve" {
			t.Errorf("%s: a summary from elsewhere counts as all: %+v", c.name, a)
		}
	}
	p := prompt(t, `{"amount":40}`)
	p.Requester = strings.Repeat("*x* \n", 100)
	a := p.Ask(message.MarkupStars, 1600)
	if utf8.RuneCountInString(a.Requester) > 100 || strings.Contains(a.Requester, "*x*") || a.Until != "Fri 20 Nov 2026, 21:03 CET" {
		t.Errorf("%+v", a)
	}
	if p.Until = (time.Time{}); p.Ask(message.MarkupStars, 1600).Until == "" {
		t.Error("an empty variable")
	}
}

// TestPromptChatShowsAllArguments looks for every scalar of random arguments.
func TestPromptChatShowsAllArguments(t *testing.T) {
	for seed := range uint64(100) {
		g := newJSON(seed)
		p := prompt(t, `{"a":`+g.value(5)+`}`)
		for _, m := range chats {
			text, fits := p.For(m, 0)
			whole := wrapped.ReplaceAllString(text, "")
			for _, w := range g.words {
				if !fits || !strings.Contains(whole, w) {
					t.Fatalf("seed %d on %s: %q is lost\n%s", seed, m, w, text)
				}
			}
			if short, fits := p.For(m, 1600); excerpt.Units(short) > 1600 || fits != (excerpt.Units(text) <= 1600) {
				t.Fatalf("seed %d on %s: %d units, fits %v", seed, m, excerpt.Units(short), fits)
			}
		}
	}
}

// TestPromptChatCannotBeImitated puts lines of the prompt itself into every
// untrusted field: no line but the prompt's own may begin like them.
func TestPromptChatCannotBeImitated(t *testing.T) {
	for _, m := range chats {
		own, _ := prompt(t, `{}`).For(m, 0)
		for _, evil := range strings.Split(own, "\n") {
			if evil == "" {
				continue
			}
			for _, sep := range []string{"\n", "\r\n", "\u2028", "\u0085", "\v", strings.Repeat("x ", 40)} {
				v, err := json.Marshal("a" + sep + evil)
				noerr.Must(t, err)
				p := prompt(t, fmt.Sprintf(`{"k":%s,%s:[%s]}`, v, v, v))
				p.Title, p.AgentSays, p.Requester, p.Tool = "a"+sep+evil, "a"+sep+evil, "a"+sep+evil, "a"+sep+evil
				p.Summary = Summary(p.Tool, p.Args)
				for _, max := range []int{0, 700} {
					text, _ := p.For(m, max)
					count := 0
					for line := range strings.SplitSeq(text, "\n") {
						if strings.HasPrefix(line, evil) {
							count++
						}
					}
					if count > 2 || count > 1 && evil != p.Code {
						t.Errorf("%q is imitated on %s\n%s", evil, m, text)
					}
					wellFormed(t, text)
				}
			}
		}
	}
}

func FuzzPromptChat(f *testing.F) {
	f.Add([]byte(evilArgs), "refund", "says", 1600)
	f.Add([]byte(`{"a":"*“x”* https://e.x/_a_"}`), "[approval:", "\u2028", 160)
	f.Fuzz(func(t *testing.T, args []byte, tool, says string, max int) {
		p := prompt(t, `{}`)
		p.Args, p.Tool, p.AgentSays, p.Requester, p.Summary = args, tool, says, says, Summary(tool, args)
		for _, m := range chats {
			text, fits := p.For(m, max)
			wellFormed(t, text)
			if strings.Contains(strings.ToLower(text), tokenStart) {
				t.Fatalf("a token in %q", text)
			}
			if max > 0 && fits && excerpt.Units(text) > max {
				t.Fatalf("%d units of %d fit", excerpt.Units(text), max)
			}
			if max >= 1000 && excerpt.Units(text) > max {
				t.Fatalf("%d units of %d: %q", excerpt.Units(text), max, text)
			}
			if !strings.HasSuffix(text, "K7Q2M9") && m == message.MarkupGSM7 {
				t.Fatalf("the last line of %q is not the code", text)
			}
		}
		a := p.Ask(message.MarkupStars, max)
		for _, s := range []string{a.Summary, a.Requester, a.Until} {
			if s == "" || strings.ContainsAny(s, "\n\r\t") || strings.Contains(s, "  ") {
				t.Fatalf("no variable of a template: %q", s)
			}
		}
	})
}

// TestNoticesOnSMS: the bridge's own sentences are cheap to send.
func TestNoticesOnSMS(t *testing.T) {
	zone := rome(t)
	const summary = "refund: amount 40, currency EUR"
	for _, text := range []string{
		In("en").Waiting([]string{"Dana", "Eve"}, summary, at), In("en").Decided(true, summary, "Dana", at, zone), In("en").AlreadyDecided(false, "Dana", at, zone),
		In("en").Voted(true, summary, 1, 2), In("en").AlreadyVoted(true, at, zone), In("en").ExpiredOn(summary, at, zone), In("en").Cancelled(summary), In("en").NoOpenRequest("K7Q2M9"),
		In("en").NoOpenRequest(""), In("en").Encrypted("OpenPGP"), In("en").NoVerdict(at, zone, "K7Q2M9"), In("en").OnlyCanDecide([]string{"Dana", "Eve"}),
		In("en").DidNotCount(summary, WrongAddress), In("en").DidNotCount(summary, TrustTooLow), In("en").DidNotCount(summary, Incomplete), In("en").NobodyToAsk(summary),
		In("en").WhichOne([]Open{{summary, "Eve", "K7Q2M9", at}, {summary, "", "A7Q2M9", at}}, zone), In("en").OwnRequest(summary), In("en").AgentGone(true, summary),
		In("").Failure(turnID, Source{}), In("").Kept(turnID, Source{}), In("").Looping(), In("").TooMany(60, time.Hour, true, true),
	} {
		sms := Chat(text, message.MarkupGSM7)
		if n, enc, _ := gsm7.Segments(sms); n > 2 || enc != gsm7.GSM7 {
			t.Errorf("%d segments of %s: %q", n, enc, sms)
		}
		if w := Chat(text, message.MarkupStars); w != text {
			t.Errorf("changed on WhatsApp: %q", w)
		}
	}
}
