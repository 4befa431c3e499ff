package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"bridge/app"
	"bridge/cli/doctor"
	"bridge/config"
	"bridge/operate"
	"bridge/outbox"
)

const (
	shownLast = 50   // dead letters and failed sends that a report has, the newest
	maxRead   = 1000 // of them that are counted
)

// doctorCommand prints a report that can be attached to a bug report: versions, the configuration
// and what the running bridge says of itself, without secrets, bodies, people and addresses.
func doctorCommand(ctx context.Context, s std, args []string) int {
	fs := flags(s, "doctor")
	to := targetFlags(fs)
	if code, ok := parse(s, fs, args); !ok {
		return code
	}
	var b strings.Builder
	var people []doctor.Person
	heading := func(format string, a ...any) { fmt.Fprintf(&b, "\n== "+format+"\n", a...) }

	fmt.Fprintf(&b, "bridge %s %s %s/%s, %d CPUs, %s\n", app.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), time.Now().UTC().Format(time.RFC3339))
	c, _, mistakes := read(s, *to.config)
	if c == nil {
		heading("configuration: %v", mistakes)
	} else {
		people = known(c)
		heading("configuration (%s)", c.Sum)
		_, _ = b.Write(c.Show()) // never fails
		heading("mistakes and warnings")
		if mistakes != nil {
			fmt.Fprintln(&b, mistakes)
		}
		for _, w := range c.Warnings() {
			fmt.Fprintln(&b, "warning:", w)
		}
	}
	cl, err := to.connect(s)
	if err != nil {
		heading("the running bridge: %v", err)
	} else {
		running(ctx, cl, &b, heading)
	}
	fmt.Fprint(s.out, doctor.NewMask(people).Text(b.String()))
	fmt.Fprintln(s.err, "Read it before you give it away: names that are no people of the configuration, and hosts, are still in it.")
	return exitOK
}

// known are the people of a configuration, as they may stand in texts.
func known(c *config.Config) []doctor.Person {
	var all []doctor.Person
	for _, p := range c.People {
		one := doctor.Person{p.ID, p.Name}
		for _, a := range p.Addresses {
			_, value, _ := strings.Cut(a, ":")
			one = append(one, value)
		}
		all = append(all, one)
	}
	return all
}

// running adds what a bridge that runs says of itself.
func running(ctx context.Context, c *client, b io.Writer, heading func(string, ...any)) {
	var st operate.Status
	if err := c.call(ctx, "GET", "/status", nil, &st); err != nil {
		heading("the running bridge: %v", err)
		return
	}
	leaveOut(&st)
	heading("status")
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(st) // it is what JSON has made
	// What a dead letter says may quote an agent, and so a person: its code is enough.
	dead, _, err := readList[operate.DeadLetter](ctx, c, "/deadletters", nil, maxRead)
	heading("dead letters: %s", counted(len(dead), err))
	for _, d := range dead[max(len(dead)-shownLast, 0):] {
		fmt.Fprintf(b, "%s %s %s agent=%s channel=%s attempts=%d replays=%d turn=%s\n", d.BuriedAt.UTC().Format(time.RFC3339), d.What, d.Code, d.Agent, d.Channel, d.Attempts, d.Replays, d.Turn)
	}
	for _, state := range []outbox.State{outbox.Failed, outbox.Unknown} {
		sends, _, err := readList[outbox.Send](ctx, c, "/sends", map[string]string{"state": string(state)}, maxRead)
		heading("sends that are %s: %s", state, counted(len(sends), err))
		for _, x := range sends[max(len(sends)-shownLast, 0):] {
			fmt.Fprintf(b, "%s %s channel=%s code=%s attempts=%d turn=%s\n", x.UpdatedAt.UTC().Format(time.RFC3339), x.ID, x.Channel, x.Code, x.Attempts, x.Turn)
		}
	}
}

// leaveOut takes out of a status what operators, agents and providers have said in their own words,
// and who paused something: the mask knows nobody whom the configuration does not name.
func leaveOut(st *operate.Status) {
	blank := func(s *string) {
		if *s != "" {
			*s = "<left out>" // that there was something is worth knowing
		}
	}
	for i := range st.Breakers {
		blank(&st.Breakers[i].LastError)
	}
	for i := range st.Pauses {
		blank(&st.Pauses[i].Why)
		blank(&st.Pauses[i].By)
	}
	for i := range st.Sending {
		blank(&st.Sending[i].Error)
	}
	for i := range st.Ready.Channels {
		blank(&st.Ready.Channels[i].Detail)
	}
	if st.Backup != nil {
		blank(&st.Backup.Error)
	}
}

func counted(n int, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case n == maxRead:
		return fmt.Sprintf("%d or more", n)
	}
	return fmt.Sprint(n)
}
