package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"bridge/adapters"
	"bridge/operate"
)

const cronUse = `usage: bridge cron list [-json]
       bridge cron next NAME [-n 10] [-json]       when it fires
       bridge cron runs NAME [-limit 20] [-text] [-json]   what ran, was missed or skipped; -text with the answers
       bridge cron run NAME [-json]                one run now, beside the schedule
       bridge cron pause NAME [-why TEXT] [-json]  its fires start nothing
       bridge cron resume NAME [-json]`

func cronCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, cronUse, "list", "next", "run", "pause", "resume", "runs")
	if !ok {
		return code
	}
	fs := flags(s, "cron "+verb)
	to := targetFlags(fs)
	asJSON := fs.Bool("json", false, "print JSON")
	n, most, want := 0, 0, 1
	var why string
	var text bool
	switch verb {
	case "list":
		want = 0
	case "next":
		most = adapters.MaxFires
		fs.IntVar(&n, "n", 10, "so `many` fires")
	case "runs":
		most = adapters.MaxRuns
		fs.IntVar(&n, "limit", 20, "at most so `many`, the newest")
		fs.BoolVar(&text, "text", false, "show what was answered")
	case "pause":
		fs.StringVar(&why, "why", "", "the reason, for the others (`TEXT`)")
	}
	rest, code, ok := parseArgs(s, fs, args[1:], want, want)
	if !ok {
		return code
	}
	if most > 0 && (n < 1 || n > most) {
		return wrong(s, fs.Name(), fmt.Errorf("the number is from 1 to %d", most))
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	path := "/cron"
	if want == 1 {
		if rest[0] == "" {
			return wrong(s, fs.Name(), errors.New("the name of the schedule is empty"))
		}
		path += "/" + url.PathEscape(rest[0])
	}
	switch verb {
	case "list":
		return cronList(ctx, s, c, *asJSON)
	case "next":
		return cronNext(ctx, s, c, fmt.Sprintf("%s?fires=%d", path, n), *asJSON)
	case "runs":
		return cronRuns(ctx, s, c, path+"/runs", n, text, *asJSON)
	case "run":
		var r adapters.Run
		return cronDid(ctx, s, c, path+"/run", nil, &r, *asJSON, func() string {
			return fmt.Sprintf("%s runs now: turn %s", rest[0], r.Turn)
		})
	case "pause":
		var p operate.Paused
		return cronDid(ctx, s, c, path+"/pause", map[string]string{"why": why}, &p, *asJSON, func() string {
			if p.Already {
				return fmt.Sprintf("%s is paused already, %s", rest[0], pausedBy(p.By, p.At, p.Why))
			}
			return rest[0] + " is paused: its fires start nothing"
		})
	default:
		var p struct{ Kind, Name string }
		return cronDid(ctx, s, c, path+"/resume", nil, &p, *asJSON, func() string { return rest[0] + " goes on with its next fire" })
	}
}

// cronDid does something and says what was done.
func cronDid(ctx context.Context, s std, c *client, path string, body, out any, asJSON bool, say func() string) int {
	if err := c.call(ctx, "POST", path, body, out); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, out)
	} else {
		fmt.Fprintln(s.out, say())
	}
	return exitOK
}

func cronList(ctx context.Context, s std, c *client, asJSON bool) int {
	all, _, err := readList[adapters.Schedule](ctx, c, "/cron", nil, 0)
	if err != nil {
		return fail(s, err)
	}
	printList(s, asJSON, all, "no schedules", "NAME\tSCHEDULE\tTIMEZONE\tNEXT\tLAST\tFAILED\tSTATE", func(x adapters.Schedule) []any {
		state := "ok"
		switch {
		case x.Paused:
			state = "paused"
		case x.Waiting > 0:
			state = fmt.Sprintf("%d waiting", x.Waiting)
		}
		next := "never"
		if len(x.Fires) > 0 {
			next = x.Fires[0].Format(time.RFC3339)
		}
		return []any{x.Name, line(x.Spec), x.Zone, next, moment(x.Last), x.Failed, state}
	})
	return exitOK
}

func cronNext(ctx context.Context, s std, c *client, path string, asJSON bool) int {
	var x adapters.Schedule
	if err := c.call(ctx, "GET", path, nil, &x); err != nil {
		return fail(s, err)
	}
	if asJSON {
		printJSON(s.out, x)
		return exitOK
	}
	if x.Paused {
		fmt.Fprintf(s.out, "%s is paused: these fires start nothing\n", x.Name)
	}
	zone, err := time.LoadLocation(x.Zone)
	for _, t := range x.Fires {
		if err == nil { // the zone's short name is not in the answer
			t = t.In(zone)
		}
		fmt.Fprintln(s.out, adapters.FireTime(t))
	}
	return exitOK
}

func cronRuns(ctx context.Context, s std, c *client, path string, n int, text, asJSON bool) int {
	all, _, err := readList[adapters.Run](ctx, c, path, nil, n)
	if err != nil {
		return fail(s, err)
	}
	if text && !asJSON && len(all) > 0 {
		for _, r := range all {
			fmt.Fprintf(s.out, "%s  %s  %s\n", moment(r.Scheduled), runWord(r), dash(string(r.Turn)))
			for l := range strings.Lines(answerText(r.Envelope)) {
				fmt.Fprintln(s.out, "    "+line(strings.TrimRight(l, "\n")))
			}
		}
		return exitOK
	}
	printList(s, asJSON, all, "no runs yet", "SCHEDULED\tWHAT\tCOUNT\tAT\tBY\tTURN\tWHY", func(r adapters.Run) []any {
		return []any{
			moment(r.Scheduled), runWord(r), r.Count,
			moment(r.At), dash(line(r.By)), dash(string(r.Turn)), dash(line(r.Why)),
		}
	})
	return exitOK
}

// runWord is what became of a fire: the state of its turn, once that is known.
func runWord(r adapters.Run) string {
	if r.State != "" {
		return r.State
	}
	return r.What
}

// answerText is the text of an envelope.
func answerText(envelope []byte) string {
	var e struct {
		Parts []struct {
			Text     string `json:"text"`
			Metadata struct {
				PartType string `json:"partType"`
			} `json:"metadata"`
		} `json:"parts"`
	}
	if json.Unmarshal(envelope, &e) != nil {
		return ""
	}
	var texts []string
	for _, p := range e.Parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}
