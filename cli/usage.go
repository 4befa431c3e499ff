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
	r := s.remote("usage")
	fs := r.fs
	by := fs.String("by", operate.ByDay, "a line for each `WHAT`: person, agent, channel, tenant or day")
	since := fs.String("since", "", "from this day on: a date, or how long ago, as `7d`; 30d if it is not said")
	until := fs.String("until", "", "to this `DAY`, included; today if it is not said")
	asCSV := fs.Bool("csv", false, "print CSV")
	if _, code, ok := r.begin(args, 0, 0, nil); !ok {
		return code
	}
	q := url.Values{"by": {*by}}
	for k, v := range map[string]string{"since": *since, "until": *until} {
		if v != "" {
			q.Set(k, v)
		}
	}
	var report operate.UsageReport
	if err := r.call(ctx, "GET", "/usage?"+q.Encode(), nil, &report); err != nil {
		return fail(s, err)
	}
	switch {
	case *r.json:
		printJSON(s.out, report)
	case *asCSV:
		w := csv.NewWriter(s.out)
		_ = w.Write([]string{report.By, "in", "out", "segments", "turns", "asked", "votes"})
		for _, l := range report.Items {
			_ = w.Write(append([]string{l.Name}, numbers(l.Counts)...))
		}
		w.Flush()
		if err := w.Error(); err != nil {
			return fail(s, err)
		}
	default:
		fmt.Fprintf(s.out, "From %s to %s (UTC)\n", report.From, report.To)
		lines := append(report.Items, operate.UsageLine{Name: "all", Counts: report.Total})
		printTable(s.out, lines, line(report.By)+"\tIN\tOUT\tSEGMENTS\tTURNS\tASKED\tVOTES", func(l operate.UsageLine) []any {
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
