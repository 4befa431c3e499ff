package reply

import "slices"

// promptText is what is read of one text of a prompt. Each language asks for it anew, and each way in which one answer is
// read: it is made once.
type promptText struct {
	about             string
	asks              string
	acts              []int
	comes, in         bool
	kinds, behind     []wordList
	read              bool // what it asks,
	acted, came, held bool // with what acts, whether somebody is to come, and what things it names
}

// textOf returns what is read of a text of a prompt, or of a part of one.
func (s Shown) textOf(about string) *promptText {
	t := s.texts[about]
	if t == nil {
		t = &promptText{about: about}
		if s.texts != nil {
			s.texts[about] = t
		}
	}
	return t
}

// actsOf are the acts that a text of a prompt asks for.
func (s Shown) actsOf(about string) []int { return s.textOf(about).asksActs() }

// asking is askingOf.
func (t *promptText) asking() string {
	if !t.read {
		t.read, t.asks = true, askingOf(t.about)
	}
	return t.asks
}

// asksActs is the function of this name.
func (t *promptText) asksActs() []int {
	if !t.acted {
		t.acted, t.acts = true, slices.Clip(asksActs(t.about))
	}
	return t.acts
}

// comesTo is the function of this name.
func (t *promptText) comesTo() (comes, in bool) {
	if !t.came {
		t.came = true
		t.comes, t.in = comesTo(t.about, t.asksActs())
	}
	return t.comes, t.in
}

// things are the kinds of things that the first words of the title name, and those behind a preposition. The words are
// the same each time.
func (t *promptText) things(words, later []string) (kinds, behind []wordList) {
	if !t.held {
		t.held, t.kinds, t.behind = true, kindsOf(words), kindsOf(later)
	}
	return t.kinds, t.behind
}

// kindsOf are the kinds of things that some words name.
func kindsOf(words []string) []wordList {
	var kinds []wordList
	if len(words) > 0 {
		for _, kind := range alike() {
			if slices.ContainsFunc(words, kind.has) {
				kinds = append(kinds, kind)
			}
		}
	}
	return slices.Clip(kinds)
}
