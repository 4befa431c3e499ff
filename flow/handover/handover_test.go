package handover

import (
	"strings"
	"testing"
	"time"

	"bridge/core/message"
)

var (
	human = []string{"HUMAN", "CZŁOWIEK"}
	done  = []string{"DONE", "TERMINÉ"}
)

func TestWords(t *testing.T) {
	p := &Policy{Words: human}
	for text, want := range map[string]bool{
		"human": true, " HUMAN! \n": true, "człowiek": true, "*Human*": true, "Human\n\n-- \nZoe": true, "human\nplease": false,
		"I want a human": false, "humans": false, "": false, "HUMAN HUMAN": false,
	} {
		if p.Asks(text) != want {
			t.Errorf("%q asks: %v", text, !want)
		}
	}
	if (*Policy)(nil).Asks("human") {
		t.Error("nobody is asked, and yet")
	}
	for text, want := range map[string]struct {
		left string
		done bool
	}{
		"done":                         {"", true},
		"All is well.\n\nDone.":        {"All is well.", true},
		"terminé":                      {"", true},
		"DONE\n\nDana Bianchi":         {"", true},
		"DONE\nis what I say":          {"DONE\nis what I say", false},
		"It is done":                   {"It is done", false},
		"We have\nDONE\nall of it now": {"We have\nDONE\nall of it now", false},
		"":                             {"", false},
	} {
		if left, over := Done(text, done); left != want.left || over != want.done {
			t.Errorf("%q: %q, %v", text, left, over)
		}
	}
}

func TestCut(t *testing.T) {
	code := Code("ses_01ARZ3NDEKTSV4RRFFQ69G5FAV")
	for text, want := range map[string][2]string{
		code + " hello": {code, "hello"}, strings.ToLower(code) + ": hello": {code, "hello"}, code: {code, ""},
		"see " + code: {"", "see " + code}, "#1": {"", "#1"}, code + "X hello": {"", code + "X hello"}, "#hello!": {"", "#hello!"},
	} {
		if c, rest := Cut(text); c != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q", text, c, rest)
		}
	}
}

// TestMoves: who is first has it, for as long as it is open, and no other moves it.
func TestMoves(t *testing.T) {
	now := time.Now()
	p := &Policy{Idle: time.Hour}
	people := []Person{{ID: "dana", Name: "Dana"}, {ID: "erin", Name: "Erin"}}
	m := Begin(nil, State{ID: "hnd_1", By: "customer", Customer: []Place{{Channel: "mail", Address: "email:zoe@x"}}}, p, people, now)
	if m.Did != Began || len(m.State.Readers()) != 2 || !m.State.Open() {
		t.Fatalf("%+v", m)
	}
	if m := Begin(nil, State{}, p, nil, now); m.Did != Nobody || !m.Keep {
		t.Errorf("nobody: %+v", m)
	}
	s := m.State
	say := func(s *State, who message.PersonID, over bool) Move {
		return Answer(s, Order{Kind: Say, Person: who, Done: over}, true, now)
	}
	if m := say(&s, "mallory", false); m.Did != NotTheirs || !m.Keep {
		t.Errorf("whom nobody asked: %+v", m)
	}
	first := say(&s, "erin", false)
	if first.Did != Said || !first.Took || first.State.Holder != "erin" || len(first.State.Readers()) != 1 || s.Holder != "" {
		t.Errorf("the first: %+v", first)
	}
	if m := say(&first.State, "dana", true); m.Did != NotTheirs || !m.Keep || m.Over {
		t.Errorf("the second: %+v", m)
	}
	over := say(&first.State, "erin", true)
	if over.Took || !over.Over || over.State.Open() || over.State.How != "done" {
		t.Errorf("the end: %+v", over)
	}
	if m := say(&over.State, "erin", false); m.Did != TooLate || !m.Keep {
		t.Errorf("after the end: %+v", m)
	}
	if m := say(nil, "erin", false); m.Did != TooLate {
		t.Errorf("without one: %+v", m)
	}
	late := Order{Kind: Idle, ID: s.ID, Until: s.Until}
	again := s.Relay([]Place{{Channel: "mail", Address: "email:zoe@x", Thread: message.Thread{Subject: "new"}}}, now.Add(time.Minute))
	if again.State.Customer[0].Thread.Subject != "new" || s.Customer[0].Thread.Subject != "" {
		t.Errorf("where the customer reads: %+v", again.State.Customer)
	}
	if m := Finish(&again.State, late, now); m.Did != Nothing {
		t.Errorf("something was said meanwhile: %+v", m)
	}
	if m := Finish(&s, late, now); m.Did != Ended || m.State.How != "idle" {
		t.Errorf("nothing was said: %+v", m)
	}
	given := Begin(&first.State, State{ID: "hnd_2", By: "operator:olga"}, p, people[:1], now)
	if given.State.ID != "hnd_1" || given.State.Holder != "" || len(given.Freed) != 1 || given.Freed[0].ID != "erin" {
		t.Errorf("given to somebody else: %+v", given)
	}
}

// TestLose: who cannot be reached answers no more. Others who were asked have it, then the team, and
// whom messages did not reach once is not asked again.
func TestLose(t *testing.T) {
	now := time.Now()
	at := func(id message.PersonID) Person { return Person{ID: id, Address: message.Address("email:" + id)} }
	lose := func(s State, who message.PersonID, team ...Person) Move {
		return Lose(&s, Order{Kind: Lost, Person: who, At: Place{Address: message.Address("email:" + who)}}, team, now)
	}
	s := State{ID: "hnd_1", Asked: []Person{at("dana"), at("erin")}, Until: now, Idle: time.Hour}
	if m := lose(s, "dana", at("finn")); m.Did != Unreached || m.Over || len(m.Anew) != 0 || len(m.State.Asked) != 1 || !m.State.Until.Equal(now) {
		t.Errorf("of two who were asked: %+v", m)
	}
	if m := Lose(&s, Order{Kind: Lost, Person: "dana", At: Place{Address: "email:old"}}, nil, now); m.Did != Nothing || !m.Keep {
		t.Errorf("at an address that is theirs no more: %+v", m)
	}
	s.Holder = "dana"
	m := lose(s, "dana", at("finn"))
	if len(m.Anew) != 1 || m.Anew[0].ID != "erin" || m.State.Holder != "" || !m.State.Until.After(now) {
		t.Errorf("who answers: %+v", m)
	}
	m = lose(m.State, "erin", at("dana"), at("erin"), at("finn"))
	if len(m.Anew) != 1 || m.Anew[0].ID != "finn" || m.Over {
		t.Errorf("the last of those who were asked: %+v", m)
	}
	if m = lose(m.State, "finn", at("dana"), at("erin"), at("finn")); !m.Over || m.State.How != "gone" || len(m.Anew) != 0 {
		t.Errorf("the last of the team: %+v", m)
	}
	if m = lose(m.State, "finn"); m.Did != Nothing {
		t.Errorf("over already: %+v", m)
	}
}

// TestAwake: those are asked whose hours it is.
func TestAwake(t *testing.T) {
	now := time.Now()
	p := &Policy{Opens: func(now time.Time, zone string) time.Time {
		return map[string]time.Time{"here": now, "soon": now.Add(time.Hour), "later": now.Add(2 * time.Hour)}[zone]
	}}
	for _, c := range []struct {
		zones string
		awake int
		opens time.Time
	}{
		{"here soon", 1, now.Add(time.Hour)}, {"later soon", 0, now.Add(time.Hour)}, {"never", 0, time.Time{}}, {"", 0, time.Time{}},
	} {
		var all []Person
		for _, z := range strings.Fields(c.zones) {
			all = append(all, Person{Zone: z})
		}
		if awake, opens := p.Awake(all, now); len(awake) != c.awake || !opens.Equal(c.opens) {
			t.Errorf("%q: %d, %v", c.zones, len(awake), opens)
		}
	}
	if awake, _ := (&Policy{}).Awake(make([]Person, 2), now); len(awake) != 2 {
		t.Errorf("without hours: %d", len(awake))
	}
}

func FuzzText(f *testing.F) {
	f.Add("#ABCDE hello\nDONE")
	f.Add("DONE\n\nx")
	f.Fuzz(func(t *testing.T, text string) {
		code, rest := Cut(text)
		if code == "" && rest != text || code != "" && len(rest) >= len(text) {
			t.Fatalf("%q: %q, %q", text, code, rest)
		}
		left, over := Done(rest, done)
		if !over && left != rest || len(left) > len(rest) {
			t.Fatalf("%q: %q, %v", rest, left, over)
		}
	})
}
