package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"text/tabwriter"
)

// readList reads a list of the API, page after page, up to limit items; 0 is a list without
// pages. more says that there are more.
func readList[T any](ctx context.Context, c *client, path string, query map[string]string, limit int) (all []T, more bool, err error) {
	q := url.Values{}
	for k, v := range query {
		if v != "" {
			q.Set(k, v)
		}
	}
	all, more = []T{}, true
	for more && (limit == 0 || len(all) < limit) {
		if limit > 0 {
			q.Set("limit", strconv.Itoa(min(limit-len(all), pageSize)))
		}
		var p struct {
			Items []T    `json:"items"`
			Next  string `json:"next"`
		}
		if err := c.call(ctx, "GET", path+"?"+q.Encode(), nil, &p); err != nil {
			return nil, false, err
		}
		all, more = append(all, p.Items...), p.Next != ""
		q.Set("cursor", p.Next)
	}
	return all, more, nil
}

// remote is a command that asks the running bridge: it has the flags of where that is, and -json.
type remote struct {
	std
	*client
	fs   *flag.FlagSet
	to   target
	json *bool
}

func (s std) remote(name string) *remote {
	fs := flags(s, name)
	return &remote{std: s, fs: fs, to: targetFlags(fs), json: fs.Bool("json", false, "print JSON")}
}

// begin reads the flags and from least to most arguments, which check (nil: nothing) may refuse, and
// connects. If ok is false the command ends with code.
func (r *remote) begin(args []string, least, most int, check func(rest []string) error) (rest []string, code int, ok bool) {
	if rest, code, ok = parseArgs(r.std, r.fs, args, least, most); !ok {
		return nil, code, false
	}
	var err error
	if check != nil {
		if err = check(rest); err != nil {
			return nil, wrong(r.std, r.fs.Name(), err), false
		}
	}
	if r.client, err = r.to.connect(r.std); err != nil {
		return nil, fail(r.std, err), false
	}
	return rest, exitOK, true
}

// do calls the API, and shows what it answered as JSON or in words.
func (r *remote) do(ctx context.Context, method, path string, body, out any, say func()) int {
	if err := r.call(ctx, method, path, body, out); err != nil {
		return fail(r.std, err)
	}
	return r.show(out, say)
}

func (r *remote) show(v any, say func()) int {
	if *r.json {
		printJSON(r.out, v)
	} else {
		say()
	}
	return exitOK
}

// list shows a list of the API; none is what it says of an empty one.
func list[T any](ctx context.Context, r *remote, path string, query map[string]string, limit int, none, head string, row func(T) []any) int {
	all, more, err := readList[T](ctx, r.client, path, query, limit)
	if err != nil {
		return fail(r.std, err)
	}
	printList(r.std, *r.json, all, none, head, row)
	if more && !*r.json {
		fmt.Fprintf(r.out, "There are more: -limit %d\n", 10*limit)
	}
	return exitOK
}

// atLeastOne refuses a limit of less.
func atLeastOne(limit int) error {
	if limit < 1 {
		return errors.New("-limit is at least 1")
	}
	return nil
}

// printList prints a list as JSON or as a table; none is what it says of an empty one.
func printList[T any](s std, asJSON bool, all []T, none, head string, row func(T) []any) {
	switch {
	case asJSON:
		printJSON(s.out, all)
	case len(all) == 0:
		fmt.Fprintln(s.out, none)
	default:
		printTable(s.out, all, head, row)
	}
}

// printTable prints a table. head is its first line.
func printTable[T any](out io.Writer, all []T, head string, row func(T) []any) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, x := range all {
		var cells []string
		for _, v := range row(x) {
			cells = append(cells, fmt.Sprint(v))
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	_ = w.Flush() // nowhere to report to
}
