package gateway

import (
	"net/http"
	"time"

	"bridge/operate"
)

func (g *Gateway) usage(w http.ResponseWriter, r *http.Request, who operate.Caller) {
	q, ok := query(w, r, "since", "until", "by")
	if !ok {
		return
	}
	f := operate.UsageFilter{By: q.Get("by")}
	var err error
	if f.Since, err = usageDay("since", q.Get("since")); err == nil {
		f.Until, err = usageDay("until", q.Get("until"))
	}
	if err != nil {
		problem(w, http.StatusBadRequest, err.Error())
		return
	}
	report, err := g.o.Desk.Usage(r.Context(), who, f)
	answer(g, w, report, err)
}

// usageDay is a day in UTC: a date as it is written, or that of a time.
func usageDay(key, s string) (time.Time, error) {
	if d, err := time.Parse(time.DateOnly, s); err == nil {
		return d, nil
	}
	return parseTime(key, s, time.Now())
}
