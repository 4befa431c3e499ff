package render

import (
	"strconv"
	"strings"

	"bridge/core/message"
	"bridge/internal/lazyre"
)

// Source says what started a turn, where that was no person: a delivery to a webhook or
// a run of a schedule. The zero value is a person's message.
type Source struct {
	Starts  message.Start
	Channel message.ChannelName
	ID      string // the sender's own id of the delivery
}

func (s Source) of(words string, ref message.TurnID) string {
	return fill(words, "id", short(s.ID, 60), "channel", short(string(s.Channel), 60), "ref", string(ref))
}

// Failure tells those who hear of a turn that it failed.
func (w Words) Failure(turn message.TurnID, from Source) string {
	t := w.in().Turn
	return from.of(from.pick(t.Failed, t.FailedDelivery, t.FailedRun), turn)
}

// Canceled tells them that an operator, or who asked for it, has ended it.
func (w Words) Canceled() string { return w.in().Turn.Canceled }

// Working tells them that the answer takes time.
func (w Words) Working() string { return w.in().Turn.Working }

// Kept tells them that the assistant cannot be reached for some time.
func (w Words) Kept(turn message.TurnID, from Source) string {
	t := w.in().Turn
	return from.of(from.pick(t.Held, t.HeldDelivery, t.HeldRun), turn)
}

func (s Source) pick(person, delivery, run string) string {
	switch s.Starts {
	case message.StartDelivery:
		return delivery
	case message.StartRun:
		return run
	}
	return person
}

// counted is how Summary counts what a nested argument holds.
var counted = lazyre.New(`\((\d+) (field|item)s?\)`)

// counts puts the counts of nested arguments in a headline into the reader's language.
// What stands in quotes is the agent's, and stays.
func (c catalog) counts(s string) string {
	if c.Tag == "en" || !strings.Contains(s, "(") {
		return s
	}
	var b strings.Builder
	own := func(part string) {
		b.WriteString(counted.ReplaceAllStringFunc(part, func(m string) string {
			f := counted.FindStringSubmatch(m)
			n, err := strconv.Atoi(f[1])
			if err != nil {
				return m
			}
			if f[2] == "field" {
				return c.number(c.Turn.Fields, n)
			}
			return c.number(c.Turn.Items, n)
		}))
	}
	for s != "" {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		own(s[:i])
		end := i + 1
		for end < len(s) && s[end] != '"' {
			if s[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(s))
		b.WriteString(s[i:end])
		s = s[end:]
	}
	own(s)
	return b.String()
}
