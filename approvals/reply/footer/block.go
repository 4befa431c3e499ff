package footer

import (
	"slices"
	"strings"

	"bridge/approvals/reply/wording"
)

// leaning reports what is a part of a signature only beside others.
func leaning(p sort) bool { return p >= position }

// blockPart reports what may stand between a name and what leans on it.
func blockPart(p sort) bool {
	return p == gap || p == position || p == firm || p == house || p == title || p == capitals || p == strange || p == aside
}

// reaches reports what ends a block: how and where somebody is found.
func reaches(p sort) bool {
	return p == contact || p == register || p == street || p == town || p == district
}

// block is the lines of a footer, to see what each of them leans on.
type block struct {
	lines [][]sort
	coded bool // below a code another's signature may stand, too
}

func (b block) has(i int, of ...sort) bool {
	return i < len(b.lines) && slices.ContainsFunc(b.lines[i], func(p sort) bool { return slices.Contains(of, p) })
}

func (b block) hasAny(of ...sort) bool {
	return slices.ContainsFunc(b.lines, func(l []sort) bool {
		return slices.ContainsFunc(l, func(p sort) bool { return slices.Contains(of, p) })
	})
}

// other reports whether line i is the name of another who signs, below a code: one in
// capitals that a title or a telephone stands beside or right below.
func (b block) other(i int) bool {
	beside := func(i int) bool { return b.has(i, position, title, firm, contact) }
	return b.coded && b.has(i, capitals, strange, aside) && !b.has(i, ownName) && (beside(i) || beside(i+1))
}

// above reports whether a name stands above line i, or in it, and nothing between them but
// what a signature has there; and whether one of that is a title.
func (b block) above(i int) (named, titled bool) {
	gaps := 0
	for j := i; j >= 0; j-- {
		titled = titled || b.has(j, position, title) || j < i && b.has(j, aside)
		switch {
		case b.has(j, ownName), j < i && b.other(j):
			return true, titled
		case j == i:
		case b.only(j, gap):
			if gaps++; gaps > 1 {
				return false, false
			}
		case !slices.ContainsFunc(b.lines[j], func(p sort) bool { return blockPart(p) || reaches(p) }):
			return false, false
		default:
			gaps = 0
		}
	}
	return false, false
}

// below reports whether line i says how somebody is reached, or one below it does, and
// nothing stands between them but what a signature has there; passing the name, too, as
// far as hours.
func (b block) below(i int, passing bool) bool {
	gaps := 0
	for j := i; j < len(b.lines); j++ {
		switch {
		case slices.ContainsFunc(b.lines[j], reaches), passing && b.has(j, hours) && j > i:
			return true
		case b.only(j, gap):
			if gaps++; gaps > 1 {
				return false
			}
		case j == i, passing && b.has(j, ownName, hours):
			gaps = 0
		case b.has(j, ownName) || !slices.ContainsFunc(b.lines[j], func(p sort) bool { return blockPart(p) || p == hours }):
			return false
		default:
			gaps = 0
		}
	}
	return false
}

func (b block) only(i int, p sort) bool { return len(b.lines[i]) == 1 && b.lines[i][0] == p }

// rightBelow reports a line below a code that stands right below the name.
func (b block) rightBelow(i int) bool { return b.coded && i > 0 && b.has(i-1, ownName) }

// leans reports whether a piece of line i has what it leans on.
func (b block) leans(p sort, i int) bool {
	head, titled := b.above(i)
	switch p {
	case firm, house:
		return head && (titled || b.rightBelow(i) || b.has(i, aside) || b.has(i+1, program)) || b.below(i, true)
	case title:
		return head || b.coded && b.below(i, true)
	case strange:
		return head && (b.rightBelow(i) || b.has(i, position, title)) || !head && b.other(i)
	case capitals:
		return head && (b.rightBelow(i) || b.has(i, position, title) || b.below(i, false)) || b.other(i)
	}
	return head && (titled || b.has(i, house)) || b.below(i, b.has(i, firm, house)) || b.other(i)
}

// holds reports whether pieces are all of a footer: nothing in it is unknown, and what
// leans on a name, a title, an address or a telephone has them.
func (s signer) holds(lines [][]sort, coded bool) bool {
	b := block{lines: lines, coded: coded}
	placed, reached := b.hasAny(street), b.hasAny(contact, register)
	named, before := coded, harmless // the piece before
	begun := false                   // something stands above that says who signs, or how to reach them
	for i, l := range lines {
		for _, p := range l {
			named = named || p == ownName
			holds := true
			switch p {
			case nothing:
				holds = false
			case town, district:
				holds = before == street || p == district && (before == position || before == firm) || named && placed
			case account:
				holds = b.has(i, register) || i > 0 && b.has(i-1, register) || i > 1 && b.only(i-1, gap) && b.has(i-2, register)
			case position, street:
				holds = named || reached
			case hours: // between an answer and a name they may be a condition: "Mon-Fri 9-17"
				holds = begun && (named || reached)
			case firm, house, title, capitals, strange, aside:
				holds = b.leans(p, i)
			}
			if !holds {
				return false
			}
			if p != harmless && p != gap {
				before = p
			}
			begun = begun || p == ownName || p == firm || p == house || p == position || p == title || p == capitals || p == strange || reaches(p)
		}
	}
	return true
}

// instead reports a firm, a house, a place or a department that stands with no more than the name, where the request names one,
// too: it may be the one that is meant, and not where the person is. What bears their own name is theirs.
func (s signer) instead(lines []string, pieces [][]sort) bool {
	house, office := false, false
	for i, l := range pieces {
		words := fields(lines[i])
		has := func(is func(sort) bool) bool { return slices.ContainsFunc(l, is) }
		switch {
		case has(func(p sort) bool {
			return p == position || p == hours || p == account || reaches(p) && p != town && p != district
		}):
			return false
		case !has(func(p sort) bool { return p == seated || p == desk || p > position && p != aside }) || s.mine(lowered(withoutOwning(words))):
		case has(func(p sort) bool { return p == desk }) && !s.housed(words):
			office = true
		default:
			house = true
		}
	}
	return house && s.namesSome(true) || office && s.namesSome(false)
}

// housed reports a word of a house or a firm, or a place.
func (s signer) housed(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		k := strings.ToLower(w)
		return s.signing.seats.Has(k) || s.signing.houses.Has(k) || s.signing.firms.Has(k) || s.signing.forms.Has(k) || capital(w) && s.town(w)
	})
}

// namesSome reports a request that names a house, a firm, a place or a department; any name where one is asked for.
func (s signer) namesSome(any bool) bool {
	for line := range strings.Lines(s.called.About) {
		for i, w := range fields(strings.NewReplacer("?", " ", "¿", " ").Replace(line)) {
			k := strings.ToLower(w)
			if !slices.Contains(s.name, wording.Fold(k)) && (s.housed([]string{w}) && (any || !s.onlyForms([]string{w})) || s.tells([]string{w}) && !s.signing.agents.Has(k) || any && i > 0 && capital(w) && !s.grammar.Known(k) && !s.signing.dates.Has(k)) {
				return true
			}
		}
	}
	return false
}
