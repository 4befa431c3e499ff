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
	r := s.remote("cron " + verb)
	n, most, want := 0, 0, 1
	var why string
	var text bool
	switch verb {
	case "list":
		want = 0
	case "next":
		most = adapters.MaxFires
		r.fs.IntVar(&n, "n", 10, "so `many` fires")
	case "runs":
		most = adapters.MaxRuns
		r.fs.IntVar(&n, "limit", 20, "at most so `many`, the newest")
		r.fs.BoolVar(&text, "text", false, "show what was answered")
	case "pause":
		r.fs.StringVar(&why, "why", "", "the reason, for the others (`TEXT`)")
	}
	rest, code, ok := r.begin(args[1:], want, want, func(rest []string) error {
		switch {
		case most > 0 && (n < 1 || n > most):
			return fmt.Errorf("the number is from 1 to %d", most)
		case want == 1 && rest[0] == "":
			return errors.New("the name of the schedule is empty")
		}
		return nil
	})
	if !ok {
		return code
	}
	path := "/cron"
	if want == 1 {
		path += "/" + url.PathEscape(rest[0])
	}
	switch verb {
	case "list":
		return cronList(ctx, r)
	case "next":
		return cronNext(ctx, r, fmt.Sprintf("%s?fires=%d", path, n))
	case "runs":
		return cronRuns(ctx, r, path+"/runs", n, text)
	case "run":
		var run adapters.Run
		return r.do(ctx, "POST", path+"/run", nil, &run, func() { fmt.Fprintf(s.out, "%s runs now: turn %s\n", rest[0], run.Turn) })
	case "pause":
		var p operate.Paused
		return r.do(ctx, "POST", path+"/pause", map[string]string{"why": why}, &p, func() {
			if p.Already {
				fmt.Fprintf(s.out, "%s is paused already, %s\n", rest[0], pausedBy(p.By, p.At, p.Why))
				return
			}
			fmt.Fprintln(s.out, rest[0]+" is paused: its fires start nothing")
		})
	default:
		var p struct{ Kind, Name string }
		return r.do(ctx, "POST", path+"/resume", nil, &p, func() { fmt.Fprintln(s.out, rest[0]+" goes on with its next fire") })
	}
}

func cronList(ctx context.Context, r *remote) int {
	return list(ctx, r, "/cron", nil, 0, "no schedules", "NAME\tSCHEDULE\tTIMEZONE\tNEXT\tLAST\tFAILED\tSTATE", func(x adapters.Schedule) []any {
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
}

func cronNext(ctx context.Context, r *remote, path string) int {
	var x adapters.Schedule
	return r.do(ctx, "GET", path, nil, &x, func() {
		if x.Paused {
			fmt.Fprintf(r.out, "%s is paused: these fires start nothing\n", x.Name)
		}
		zone, err := time.LoadLocation(x.Zone)
		for _, t := range x.Fires {
			if err == nil { // the zone's short name is not in the answer
				t = t.In(zone)
			}
			fmt.Fprintln(r.out, adapters.FireTime(t))
		}
	})
}

func cronRuns(ctx context.Context, r *remote, path string, n int, text bool) int {
	s := r.std
	all, _, err := readList[adapters.Run](ctx, r.client, path, nil, n)
	if err != nil {
		return fail(s, err)
	}
	if text && !*r.json && len(all) > 0 {
		for _, r := range all {
			fmt.Fprintf(s.out, "%s  %s  %s\n", moment(r.Scheduled), runWord(r), dash(string(r.Turn)))
			for l := range strings.Lines(answerText(r.Envelope)) {
				fmt.Fprintln(s.out, "    "+line(strings.TrimRight(l, "\n")))
			}
		}
		return exitOK
	}
	printList(s, *r.json, all, "no runs yet", "SCHEDULED\tWHAT\tCOUNT\tAT\tBY\tTURN\tWHY", func(r adapters.Run) []any {
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
