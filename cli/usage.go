package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/url"
	"strconv"

	"bridge/operate"
	"bridge/store"
)

func usageCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "usage")
	to := targetFlags(fs)
	by := fs.String("by", operate.ByDay, "a line for each `WHAT`: person, agent, channel, tenant or day")
	since := fs.String("since", "", "from this day on: a date, or how long ago, as `7d`; 30d if it is not said")
	until := fs.String("until", "", "to this `DAY`, included; today if it is not said")
	asCSV := fs.Bool("csv", false, "print CSV")
	asJSON := fs.Bool("json", false, "print JSON")
	if _, code, ok := parseArgs(s, fs, args, 0, 0); !ok {
		return code
	}
	c, err := to.connect(s)
	if err != nil {
		return fail(s, err)
	}
	q := url.Values{"by": {*by}}
	for k, v := range map[string]string{"since": *since, "until": *until} {
		if v != "" {
			q.Set(k, v)
		}
	}
	var r operate.UsageReport
	if err := c.call(ctx, "GET", "/usage?"+q.Encode(), nil, &r); err != nil {
		return fail(s, err)
	}
	switch {
	case *asJSON:
		printJSON(s.out, r)
	case *asCSV:
		w := csv.NewWriter(s.out)
		_ = w.Write([]string{r.By, "in", "out", "segments", "turns", "asked", "votes"})
		for _, l := range r.Items {
			_ = w.Write(append([]string{l.Name}, numbers(l.Counts)...))
		}
		w.Flush()
		if err := w.Error(); err != nil {
			return fail(s, err)
		}
	default:
		fmt.Fprintf(s.out, "From %s to %s (UTC)\n", r.From, r.To)
		lines := append(r.Items, operate.UsageLine{Name: "all", Counts: r.Total})
		printTable(s.out, lines, line(r.By)+"\tIN\tOUT\tSEGMENTS\tTURNS\tASKED\tVOTES", func(l operate.UsageLine) []any {
			row := []any{dash(line(l.Name))}
			for _, n := range numbers(l.Counts) {
				row = append(row, n)
			}
			return row
		})
	}
	return exitOK
}

func numbers(c store.Counts) (all []string) {
	for _, n := range c.Numbers() {
		all = append(all, strconv.FormatInt(n, 10))
	}
	return all
}
