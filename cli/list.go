package cli

import (
	"context"
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

// sayMore says how to see the rest of a list.
func sayMore(s std, asJSON, more bool, limit int) {
	if more && !asJSON {
		fmt.Fprintf(s.out, "There are more: -limit %d\n", 10*limit)
	}
}
