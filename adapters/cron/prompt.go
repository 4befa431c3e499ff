package cron

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"bridge/internal/tmpl"
)

// maxPrompt bounds what a prompt becomes, in bytes.
const maxPrompt = 64 << 10

// Moment is a time in a prompt: {{.ScheduledAt}} is RFC 3339 in the schedule's zone,
// {{.ScheduledAt.Format "2 January 2006"}} anything else.
type Moment struct{ time.Time }

// String returns RFC 3339, or "never".
func (m Moment) String() string {
	if m.IsZero() {
		return "never"
	}
	return m.Format(time.RFC3339)
}

// Call is what a prompt may ask of a time, by the names that package time has for it.
func (m Moment) Call(name string, args ...any) (any, error) {
	if name == "Format" && len(args) == 1 {
		layout, ok := args[0].(string)
		if !ok {
			return nil, errors.New("the layout of Format is a text")
		}
		return m.Format(layout), nil
	}
	if name == "AddDate" && len(args) == 3 {
		var by [3]int
		for i, a := range args {
			n, ok := a.(int)
			if !ok {
				return nil, errors.New("AddDate takes years, months and days")
			}
			by[i] = n
		}
		return Moment{m.AddDate(by[0], by[1], by[2])}, nil
	}
	if len(args) > 0 {
		return nil, fmt.Errorf("%s cannot be called so", name)
	}
	switch name {
	case "IsZero":
		return m.IsZero(), nil
	case "Year":
		return m.Year(), nil
	case "Month":
		return m.Month(), nil
	case "Day":
		return m.Day(), nil
	case "YearDay":
		return m.YearDay(), nil
	case "Weekday":
		return m.Weekday(), nil
	case "Hour":
		return m.Hour(), nil
	case "Minute":
		return m.Minute(), nil
	case "Unix":
		return m.Unix(), nil
	case "UTC":
		return Moment{m.UTC()}, nil
	}
	return nil, tmpl.Missing{Name: name}
}

// facts are what a prompt may use.
type facts struct {
	ScheduledAt Moment // the fire that this run is for
	LastRun     Moment // the fire that the run before was for; "never"
}

func parsePrompt(text string) (*tmpl.Template, error) {
	t, err := tmpl.Parse("prompt", text, nil)
	if err != nil {
		return nil, clean(err)
	}
	return t, nil
}

// render returns the prompt of one run.
func render(t *tmpl.Template, scheduled, last time.Time, zone *time.Location) (string, error) {
	if !last.IsZero() {
		last = last.In(zone)
	}
	var b bounded
	if err := t.Execute(&b, facts{ScheduledAt: Moment{scheduled.In(zone)}, LastRun: Moment{last}}); err != nil {
		return "", clean(err)
	}
	text := strings.TrimSpace(b.String())
	if text == "" {
		return "", errors.New("the prompt comes out empty")
	}
	return text, nil
}

// tryPrompt renders a prompt as the first run and as a later one would.
func tryPrompt(text string, zone *time.Location) error {
	t, err := parsePrompt(text)
	if err != nil {
		return err
	}
	now := time.Now()
	for _, last := range []time.Time{{}, now.Add(-time.Hour)} {
		if _, err := render(t, now, last, zone); err != nil {
			return err
		}
	}
	return nil
}

// clean takes the words about the program out of an error of a template.
func clean(err error) error {
	s := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "template: "), "prompt:")
	if m, ok := errors.AsType[tmpl.Missing](err); ok {
		if _, is := m.In.(facts); is {
			s += ", only ScheduledAt and LastRun are there"
		}
	}
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return fmt.Errorf("line %s", s)
}

var errTooLong = fmt.Errorf("the prompt is longer than %d bytes", maxPrompt)

// bounded is a buffer with an end.
type bounded struct{ strings.Builder }

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxPrompt {
		return 0, errTooLong
	}
	return b.Builder.Write(p)
}

func (b *bounded) WriteString(s string) (int, error) { return b.Write([]byte(s)) }
