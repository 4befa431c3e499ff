package chat

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bridge/core/envelope"
	"bridge/core/message"
	"bridge/operate"
	"bridge/render"
)

// Call calls the operators' API of a running bridge: with a key, a method, a path below
// /api/v1, a body and what the answer is read into.
type Call func(ctx context.Context, key, method, path string, body, out any) error

// What a file may have, in bytes, and how long one call waits for an answer.
const (
	maxFile = 25 << 20
	look    = 20 * time.Second
	again   = 300 * time.Millisecond // between looks at what has just been decided
)

// through is one conversation by way of a running bridge.
type through struct {
	Options
	call         Call
	agent        string
	lines        <-chan string
	conversation string
	files        []operate.LetterFile
}

// Through talks to an agent by way of a running bridge, as Run does without one: its rules
// hold, its people are asked, and everything is recorded. An operator may refuse what is
// asked, and grant it where the rules let operators.
func Through(ctx context.Context, o Options, agent string, call Call) error {
	lines := make(chan string)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // a terminal cannot be interrupted; the process ends with it
		defer close(lines)
		for in := bufio.NewReader(o.In); ; {
			text, err := in.ReadString('\n')
			if text = strings.TrimSpace(text); text != "" || err == nil {
				select {
				case lines <- text:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	t := &through{Options: o, call: call, agent: agent, lines: lines, conversation: message.NewCorrelation()}
	t.say(fmt.Sprintf("To %s, through the running bridge: it asks whom its rules name, and records everything.\n%s", agent, Help))
	for {
		fmt.Fprint(t.Out, "> ")
		var said string
		var ok bool
		select {
		case said, ok = <-t.lines:
		case <-ctx.Done():
		}
		switch word, rest, _ := strings.Cut(said, " "); {
		case !ok:
			return ctx.Err()
		case word == "/quit":
			return nil
		case word == "/new":
			t.conversation, t.files = message.NewCorrelation(), nil
			t.say("A new conversation.")
		case word == "/file":
			t.attach(strings.TrimSpace(rest))
		case strings.HasPrefix(word, "/"):
			t.say(Help)
		case said != "" || len(t.files) > 0:
			if err := t.turn(ctx, said); err != nil && ctx.Err() == nil {
				t.say("! " + clean(err.Error()))
			}
		}
	}
}

func (t *through) attach(path string) {
	st, err := os.Stat(path)
	switch {
	case err == nil && !st.Mode().IsRegular():
		err = fmt.Errorf("%s is no file", path)
	case err == nil && st.Size() == 0:
		err = fmt.Errorf("%s is empty", path)
	case err == nil && st.Size() > maxFile:
		err = fmt.Errorf("%s has more than %d bytes", path, maxFile)
	}
	var b []byte
	if err == nil {
		b, err = os.ReadFile(path)
	}
	if err != nil {
		t.say(clean(err.Error()))
		return
	}
	t.files = append(t.files, operate.LetterFile{Filename: filepath.Base(path), Raw: b})
	t.say(fmt.Sprintf("%s (%d bytes) goes with the next message.", clean(filepath.Base(path)), len(b)))
}

// heard is how far a turn is.
type heard struct {
	State, Failure string
	Settled        bool
	Envelope       json.RawMessage
}

// turn plays one message until it is settled, or the input ends.
func (t *through) turn(ctx context.Context, said string) error {
	base := "/agents/" + url.PathEscape(t.agent) + "/turns"
	var started struct{ TurnID message.TurnID }
	err := t.call(ctx, message.NewCorrelation(), http.MethodPost, base, map[string]any{"text": said, "conversation": t.conversation, "files": t.files}, &started)
	if err != nil {
		return err
	}
	t.files = nil
	shown, asked := 0, map[message.ApprovalID]bool{}
	for {
		var h heard
		if err := t.call(ctx, "", http.MethodGet, base+"/"+string(started.TurnID)+"?wait="+look.String(), nil, &h); err != nil {
			return err
		}
		var e envelope.Envelope
		if len(h.Envelope) > 0 {
			if err := json.Unmarshal(h.Envelope, &e); err != nil {
				return err
			}
			if more := e.Parts[min(shown, len(e.Parts)):]; len(more) > 0 {
				shown = len(e.Parts)
				t.show(more)
			}
		}
		switch {
		case h.Settled:
			if h.Failure != "" {
				t.say(fmt.Sprintf("(%s %s: bridge trace %s)", clean(h.State), clean(h.Failure), started.TurnID))
			}
			return nil
		case h.State != string(envelope.Suspended):
			continue
		}
		goes, err := t.decide(ctx, started.TurnID, asked)
		if err != nil || !goes {
			return err
		}
	}
}

// unsaid are the types of parts that nobody reads.
var unsaid = []envelope.Type{
	envelope.Ack, envelope.Thinking, envelope.Progress, envelope.ReasoningTrace, envelope.LLMContext, envelope.SetState,
	envelope.ApprovalRequest, envelope.ApprovalResponse,
}

// show writes what an agent said.
func (t *through) show(parts []envelope.Part) {
	var words []envelope.Part
	for _, p := range parts {
		if ref, ok := p.ArtifactRef(); ok {
			t.say("file: " + clean(strings.TrimSpace(ref.Filename+" "+ref.URL)))
			continue
		}
		if !slices.Contains(unsaid, p.Type) {
			words = append(words, p)
		}
	}
	if text := render.Render(render.Turn{Parts: words}, render.Profile{}).Text; len(words) > 0 && text != "" {
		t.say(clean(text))
	}
}

// decide shows what a turn waits for and takes the operator's word on it, until all of it is
// decided, by whom it may be; false if nobody is here any more.
func (t *through) decide(ctx context.Context, turn message.TurnID, asked map[message.ApprovalID]bool) (bool, error) {
	var of struct{ Approvals []operate.Approval }
	var found struct {
		Turns []struct{ Approvals []operate.Approval }
	}
	if err := t.call(ctx, "", http.MethodGet, "/trace/"+string(turn), nil, &found); err != nil {
		return false, err
	}
	for _, x := range found.Turns {
		of.Approvals = append(of.Approvals, x.Approvals...)
	}
	for _, a := range of.Approvals {
		if a.State != "pending" {
			continue
		}
		if !asked[a.ID] {
			asked[a.ID] = true
			t.ask(a)
		}
		return t.await(ctx, a)
	}
	select { // what was decided is on its way to the agent
	case <-time.After(again):
	case <-ctx.Done():
	}
	return true, ctx.Err()
}

func (t *through) ask(a operate.Approval) {
	t.say("+-- it asks for an approval: " + clean(a.Summary))
	t.arguments(a.Args)
	people := make([]string, len(a.Approvers))
	for i, p := range a.Approvers {
		people[i] = string(p)
	}
	t.say(fmt.Sprintf("+-- %s can say yes or no to %s. Or decide it here as an operator: yes %s, no, or no, BECAUSE.", clean(strings.Join(people, ", ")), a.ID, code(a.ID)))
}

// await waits until a request is decided by somebody; the operator may do it.
func (t *through) await(ctx context.Context, a operate.Approval) (bool, error) {
	path := "/approvals/" + string(a.ID)
	type outcome struct {
		a   operate.Approval
		err error
	}
	for {
		wait, stop := context.WithCancel(ctx)
		done := make(chan outcome, 1)
		go func() {
			var now operate.Approval
			err := t.call(wait, "", http.MethodGet, path+"?wait="+look.String(), nil, &now)
			done <- outcome{now, err}
		}()
		select {
		case o := <-done:
			stop()
			if o.err != nil {
				return false, o.err
			}
			if t.over(o.a) {
				return true, nil
			}
		case line, ok := <-t.lines:
			stop()
			<-done
			if !ok {
				t.say("It waits on without you: bridge trace " + string(a.Turn))
				return false, nil
			}
			if t.word(ctx, path, code(a.ID), line) {
				return true, nil
			}
		}
	}
}

// over says how a request ended; false if it has not.
func (t *through) over(a operate.Approval) bool {
	if a.State == "pending" {
		return false
	}
	t.say(strings.TrimSpace(fmt.Sprintf("+-- %s by %s %s", a.State, clean(a.DecidedBy), clean(a.Reason))))
	return true
}

// code is what a yes names a request by. A yes that was typed, or piped, before the request was
// shown has none, and grants nothing.
func code(id message.ApprovalID) string { return string(id[max(0, len(id)-4):]) }

// word takes an operator's word on a request; true if the request is over with it.
func (t *through) word(ctx context.Context, path, code, line string) bool {
	word, because, _ := strings.Cut(line, ",")
	as := map[string]string{"yes " + strings.ToLower(code): "granted", "n": "denied", "no": "denied"}[strings.ToLower(strings.Join(strings.Fields(word), " "))]
	if as == "" {
		t.say("+-- yes " + code + ", no, or wait; Ctrl-C ends this chat, not the request.")
		return false
	}
	var now operate.Approval
	if err := t.call(ctx, "", http.MethodPost, path+"/decision", map[string]string{"decision": as, "reason": strings.TrimSpace(because)}, &now); err != nil {
		t.say("! " + clean(err.Error()))
		return false
	}
	return t.over(now)
}
