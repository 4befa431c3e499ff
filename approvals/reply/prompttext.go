package reply

import "slices"

// promptText is what is read of one text of a prompt. Each language asks for it anew, and each way in which one answer is
// read: it is made once.
type promptText struct {
	about             string
	asks              string // what it asks; beside its title, and what else it tells
	may, also, told   string
	acts              []int
	comes, in         bool
	kinds, behind     []wordList
	prohibits         bool
	read              bool // what it asks,
	judged            bool // whether that is not to do something,
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
	t.behindTitle()
	return t.asks
}

// behindTitle is the function of this name, of what follows the title.
func (t *promptText) behindTitle() (asking, also, told string) {
	if !t.read {
		t.read = true
		title := titleOf(t.about)
		t.may, t.also, t.told = behindTitle(t.about[len(title):])
		t.asks = title + t.may
	}
	return t.may, t.also, t.told
}

// prohibits reports a text that asks not to do something.
func (s Shown) prohibits(about string) bool {
	t := s.textOf(about)
	if !t.judged {
		t.judged, t.prohibits = true, prohibits(t.asking())
	}
	return t.prohibits
}

// asksActs are those of asksActs.
func (t *promptText) asksActs() []int {
	if !t.acted {
		t.acted, t.acts = true, slices.Clip(asksActsIn(t.about, t.asking()))
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
