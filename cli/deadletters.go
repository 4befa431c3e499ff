package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"strconv"
	"sync/atomic"
	"text/tabwriter"

	"bridge/operate"
)

const deadLettersUse = `usage: bridge deadletters list [FILTER] [-limit N] [-json]
       bridge deadletters show ID [-json]
       bridge deadletters replay ID... | FILTER | -all [-dry-run] [-json]
       bridge deadletters drop   ID... | FILTER | -all [-dry-run] [-json]
FILTER: -queue inbox|outbox, -agent NAME, -channel NAME, -code CODE, -since WHEN (2h, 7d, 2006-01-02)`

// maxIDs bounds the ids of one command.
const maxIDs = 1000

func deadLettersCommand(ctx context.Context, s std, args []string) int {
	verb, code, ok := verb(s, args, deadLettersUse, "list", "show", "replay", "drop")
	if !ok {
		return code
	}
	r := s.remote("deadletters " + verb)
	var f deadFlags
	least, most := 0, 0
	switch verb {
	case "list":
		f.add(r.fs)
		r.fs.IntVar(&f.limit, "limit", 100, "at most so `many`")
	case "show":
		least, most = 1, 1
	default:
		f.add(r.fs)
		r.fs.BoolVar(&f.all, "all", false, "every dead letter")
		r.fs.BoolVar(&f.dryRun, "dry-run", false, "only say what would be done")
		most = maxIDs
	}
	ids, code, ok := r.begin(args[1:], least, most, func(ids []string) error { return f.check(verb, ids) })
	if !ok {
		return code
	}
	switch verb {
	case "list":
		return list(ctx, r, "/deadletters", f.query(), f.limit, "no dead letters", deadHead, deadRow)
	case "show":
		return showDead(ctx, r, ids[0])
	}
	return bulk(ctx, r, verb, f, ids)
}

// deadFlags say which dead letters.
type deadFlags struct {
	queue, agent, channel, code, since string
	limit                              int
	all, dryRun                        bool
}

func (f *deadFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&f.queue, "queue", "", "only of this `QUEUE`: inbox (turns) or outbox (messages)")
	fs.StringVar(&f.agent, "agent", "", "only of this agent's `NAME`")
	fs.StringVar(&f.channel, "channel", "", "only of this channel's `NAME`")
	fs.StringVar(&f.code, "code", "", "only with this `CODE`, or with codes that begin with this word")
	fs.StringVar(&f.since, "since", "", "only buried since `WHEN`: how long ago (90m, 2h, 7d) or a time")
}

// check reports mistakes, and makes since a time.
func (f *deadFlags) check(verb string, ids []string) error {
	since, err := since(f.since)
	filtered := f.queue+f.agent+f.channel+f.code+f.since != ""
	switch {
	case err != nil:
		return err
	case f.queue != "" && f.queue != "inbox" && f.queue != "outbox":
		return errors.New("-queue is inbox or outbox")
	case verb == "list" && f.limit < 1:
		return errors.New("-limit is at least 1")
	case verb == "list" || verb == "show":
	case len(ids) > 0 && (filtered || f.all):
		return errors.New("ids, or filters, not both")
	case len(ids) == 0 && !filtered && !f.all:
		return errors.New("say which: ids, a filter, or -all")
	}
	for _, id := range ids {
		if _, err := strconv.ParseInt(id, 10, 64); err != nil {
			return fmt.Errorf("%q is not the number of a dead letter", id)
		}
	}
	f.since = since
	return nil
}

func (f *deadFlags) query() map[string]string {
	return map[string]string{"queue": f.queue, "agent": f.agent, "channel": f.channel, "code": f.code, "since": f.since}
}

const deadHead = "ID\tBURIED\tWHAT\tCODE\tAGENT\tCHANNEL\tWITH\tABOUT"

func deadRow(d operate.DeadLetter) []any {
	about := cmp.Or(string(d.Turn), string(d.Approval), string(d.Message))
	return []any{
		d.ID, moment(d.BuriedAt), d.What, line(d.Code),
		dash(d.Agent), dash(string(d.Channel)), dash(line(d.With.Value())), dash(about),
	}
}

func showDead(ctx context.Context, r *remote, id string) int {
	var d operate.DeadDetail
	return r.do(ctx, "GET", "/deadletters/"+url.PathEscape(id), nil, &d, func() { printDead(r.std, d) })
}

func printDead(s std, d operate.DeadDetail) {
	w := tabwriter.NewWriter(s.out, 0, 4, 2, ' ', 0)
	field := func(k, v string) {
		if v != "" {
			fmt.Fprintf(w, "%s\t%s\n", k, line(v))
		}
	}
	field("id", d.ID)
	field("what", string(d.Queue)+": "+d.What)
	field("code", d.Code)
	field("why", d.Why)
	field("agent", d.Agent)
	field("channel", string(d.Channel))
	field("with", d.With.Value())
	field("subject", d.Subject)
	field("session", string(d.Session))
	field("turn", string(d.Turn))
	field("approval", string(d.Approval))
	field("message", string(d.Message))
	field("enqueued", moment(d.At))
	field("buried", moment(d.BuriedAt))
	field("attempts", fmt.Sprintf("%d, replayed %s", d.Attempts, numbered(d.Replays, "time")))
	for _, st := range d.Steps {
		for _, try := range st.History {
			field("call", tryLine(st.Key, try))
		}
	}
	if d.Send != nil {
		field("send", string(d.Send.State))
		for _, at := range d.Send.History {
			field("attempt", attemptLine(at))
		}
	}
	for _, e := range d.Audit {
		field("audit", auditLine(e))
	}
	_ = w.Flush() // nowhere to report to
	fmt.Fprintln(s.out, "payload")
	printJSON(s.out, json.RawMessage(d.Payload))
}

// bulk replays or drops, page by page.
func bulk(ctx context.Context, r *remote, verb string, f deadFlags, ids []string) int {
	s := r.std
	total := operate.Bulk{DryRun: f.dryRun, Items: []operate.DeadLetter{}}
	body := map[string]any{"dryRun": f.dryRun}
	if len(ids) > 0 {
		body["ids"] = ids
	} else {
		for k, v := range f.query() {
			if v != "" {
				body[k] = v
			}
		}
		body["all"], body["limit"] = f.all, pageSize
	}
	var done atomic.Int64
	end := s.progress(func() string { return fmt.Sprintf("%s: %d done", verb, done.Load()) })
	defer func() { end() }()
	for {
		var b operate.Bulk
		if err := r.call(ctx, "POST", "/deadletters/"+verb, body, &b); err != nil {
			end()
			end = func() {}
			if total.Done > 0 {
				fmt.Fprintf(s.err, "%s: %d were done before this:\n", verb, total.Done)
			}
			return fail(s, err)
		}
		total.Done += b.Done
		done.Store(int64(total.Done))
		total.Items = append(total.Items, b.Items...)
		total.Errors = append(total.Errors, b.Errors...)
		if b.Next == "" {
			break
		}
		body["cursor"] = b.Next
	}
	end()
	end = func() {}
	r.show(total, func() {
		if total.DryRun && len(total.Items) > 0 {
			printTable(s.out, total.Items, deadHead, deadRow)
		}
		fmt.Fprintln(s.out, did(verb, total))
	})
	for _, e := range total.Errors {
		fmt.Fprintf(s.err, "%s: %s\n", e.ID, e.Problem)
	}
	if len(total.Errors) > 0 {
		return exitFailed
	}
	return exitOK
}

func did(verb string, b operate.Bulk) string {
	word := map[string]string{"replay": "replayed", "drop": "dropped"}[verb]
	if b.DryRun {
		word = "would be " + word
	}
	text := fmt.Sprintf("%d %s", b.Done, word)
	if n := len(b.Errors); n > 0 {
		text += fmt.Sprintf(", %d not", n)
	}
	return text
}
