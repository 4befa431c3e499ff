package cron

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"bridge/adapters/cron/schedule"
	"bridge/config"
)

// What happens to fires that came while no bridge was running.
const (
	MissedSkip   = "skip"   // nothing
	MissedLatest = "latest" // the newest one is made up for
	MissedAll    = "all"    // the newest MaxCatchUp are made up for, one after another
)

// What happens to a fire while the run before it is at work.
const (
	OverlapSkip  = "skip"  // nothing
	OverlapQueue = "queue" // it waits; at most MaxWaiting do
)

// Limits and defaults.
const (
	MaxCatchUp = 10 // fires that are made up for after a time without a bridge
	MaxWaiting = 10 // fires that wait for the run before them

	DefaultGrace      = 6 * time.Hour
	DefaultAlertAfter = 3

	maxGrace = 7 * 24 * time.Hour // below the least time that ids of runs are known
	maxLine  = 200                // bytes of a session and of a subject
	minApart = time.Minute        // between two fires
)

// Config is one [channels.NAME] section of type cron.
type Config struct {
	Spec       string         `toml:"schedule,required"`
	Zone       *time.Location `toml:"timezone"` // nil is UTC
	Prompt     string         `toml:"prompt,required"`
	Subject    string         `toml:"subject"`                        // of what is delivered; "" is the name
	Session    string         `toml:"session"`                        // all runs share it; "" is one for each
	Missed     string         `toml:"missed" oneof:"skip latest all"` // MissedSkip, MissedLatest or MissedAll
	Grace      time.Duration  `toml:"grace,positive"`                 // how late a fire may be made up for
	Overlap    string         `toml:"overlap" oneof:"skip queue"`     // OverlapSkip or OverlapQueue
	AlertAfter int            `toml:"alert_after,positive"`           // failures in a row
	Dedupe     time.Duration  // how long the ids of runs are known
}

// Check returns every mistake.
func (c Config) Check() []config.Mistake {
	var ms []config.Mistake
	wrong := func(key, problem, write string) {
		ms = append(ms, config.Mistake{Key: key, Problem: problem, Write: write})
	}
	zone := c.Zone
	if zone == nil {
		zone = time.UTC
	}
	if zone == time.Local {
		wrong("timezone", "the zone of the machine is not the same on every machine", `the name of a zone, such as "Europe/Rome"`)
	}
	switch s, err := schedule.Parse(c.Spec, zone); {
	case err != nil:
		problem, write, ok := strings.Cut(err.Error(), "; write ")
		if !ok {
			write = `five fields, as "0 9 * * MON-FRI"`
		}
		wrong("schedule", problem, write)
	case tooClose(s):
		wrong("schedule", fmt.Sprintf("fires twice within %v", minApart), "a schedule with more time between")
	}
	if strings.TrimSpace(c.Prompt) == "" {
		wrong("prompt", "it is empty", `what the agent is to do, such as "Prepare the daily digest."`)
	} else if err := tryPrompt(c.Prompt, zone); err != nil {
		wrong("prompt", err.Error(), "a text, which may have {{.ScheduledAt}} and {{.LastRun}} in it")
	}
	switch {
	case c.Grace > maxGrace:
		wrong("grace", "it is longer than 7d", `"7d" or less`)
	case c.Dedupe > 0 && c.Grace+time.Hour > c.Dedupe:
		wrong("grace", "it is not shorter than dedupe: a run could be made up for twice", "a shorter time, or a longer `dedupe`")
	}
	for key, value := range map[string]string{"session": c.Session, "subject": c.Subject} {
		if len(value) > maxLine || strings.ContainsFunc(value, unicode.IsControl) {
			wrong(key, fmt.Sprintf("it is longer than %d bytes, or has control characters", maxLine), "a few words")
		}
	}
	return ms
}

// tooClose reports whether two of the next fires are less than a minute apart.
func tooClose(s schedule.Schedule) bool {
	t := s.Next(time.Now())
	for range 100 {
		next := s.Next(t)
		if t.IsZero() || next.IsZero() {
			return false
		}
		if next.Sub(t) < minApart {
			return true
		}
		t = next
	}
	return false
}
