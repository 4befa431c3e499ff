package reply

import (
	"slices"
	"strings"

	"bridge/internal/lazyre"
)

// Who calls a thing theirs of which the prompt says that it is somebody else's took the prompt for another: "yes, delete my account" to
// "Delete Anna's account?"

// theirs are words before what belongs to others, and theirsToo those that may be of whoever is asked: there a person has to be named.
var (
	theirs = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`her his their ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner son sa ses leur leurs haar zijn hun jej jego ich`)...)
	})
	theirsToo = lazyre.Once(func() map[string]bool { return set(strings.Fields(`su sus suo sua suoi sue seu seus suas`)...) })
	// ofWhom stand behind a thing, before whose it is, and ofThem say it alone.
	ofWhom = lazyre.Once(func() map[string]bool {
		return set(strings.Fields(`of de d' del della dell' di do da von der des du van`)...)
	})
	ofThem = lazyre.Once(func() map[string]bool { return set("dele", "dela", "deles", "delas", "suyo", "suya", "suyos", "suyas") })
)

// ofAnother reports that a text calls a thing that the prompt names its writer's, whose name is known, and the prompt somebody else's.
func (p *parser) ofAnother(toks []token, name string, shown Shown) bool {
	self := p.nameWords(name)
	for i, t := range toks {
		if _, mine := yourWords()[t.key]; !mine || i+1 == len(toks) || toks[i+1].kind != word || len(toks[i+1].key) < 3 {
			continue
		}
		another, yours := false, false
		for _, about := range shown.About {
			about = head(about)
			asked := tokenize(about, nil)
			for j, of := range asked {
				if of.key != toks[i+1].key {
					continue
				}
				whose, is := p.whose(about, asked, j)
				sure := j > 0 && yoursOf()[asked[j-1].key] && !theirs()[asked[j-1].key] && !theirsToo()[asked[j-1].key]
				is = is && !sure && !slices.ContainsFunc(self, func(k string) bool { return strings.TrimSuffix(strings.TrimSuffix(nameKey(whose), "s"), "'") == k })
				another, yours = another || is, yours || sure
			}
		}
		if another && !yours {
			return true
		}
	}
	return false
}

// whose reports whether a prompt says that the thing at asked[j] is somebody's, and the name of them if it names any.
func (p *parser) whose(about string, asked []token, j int) (name string, is bool) {
	great := func(k int) bool {
		return k >= 0 && k < len(asked) && asked[k].kind == word && isUpper(about, asked[k])
	}
	person := func(k int) bool { return great(k) && p.words[asked[k].key] == 0 && calendars().in[asked[k].key] == 0 }
	if j > 0 {
		before := asked[j-1].key
		starts := great(j-1) && (j < 2 || asked[j-2].kind != word)
		yours := great(j-1) && strings.HasPrefix(before, "ihr") // which is hers, too, where a sentence begins
		switch {
		case theirs()[before] && !yours, strings.HasSuffix(before, "'s") && (great(j-1) || customers().has(before)), strings.HasSuffix(before, "s") && person(j-1) && !starts:
			return strings.TrimSuffix(before, "'s"), true
		case theirsToo()[before], yours && starts:
			for k := range asked {
				if k != j && (great(k) && great(k+1) && (person(k) || person(k+1)) || person(k) && k > 0 && p.titles[asked[k-1].key]) && !p.governed(asked, k) {
					return asked[k].key, true
				}
			}
		}
	}
	if j+1 == len(asked) {
		return "", false
	}
	k := j + 1
	if ofThem()[asked[k].key] {
		return "", true
	}
	for k < len(asked) && (ofWhom()[asked[k].key] || k > j+1 && (determiners()[asked[k].key] || p.titles[asked[k].key])) {
		k++
	}
	return asked[min(k, len(asked)-1)].key, k < len(asked) && (k > j+1 || asked[k].kind == word && p.polish[asked[j].key]) && (person(k) || customers().has(asked[k].key))
}

// governed reports whether a preposition stands before the name at asked[k]: "bei Frau Weber".
func (p *parser) governed(asked []token, k int) bool {
	for k--; k >= 0; k-- {
		if slices.ContainsFunc(prepositions(), func(of map[string]bool) bool { return of[asked[k].key] }) {
			return true
		}
		if !p.titles[asked[k].key] && !determiners()[asked[k].key] {
			break
		}
	}
	return false
}
