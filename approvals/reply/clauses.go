package reply

import "slices"

// What a clause tells to do, or not, is read from the roles of its words alone.

// each reports whether each word may be one of some roles.
func each(rs []role, of role) bool {
	return !slices.ContainsFunc(rs, func(r role) bool { return r&of == 0 })
}

func among(rs []role, of role) int {
	n := 0
	for _, r := range rs {
		if r&of != 0 {
			n++
		}
	}
	return n
}

// order reads a clause with one verb: what it tells to do, or not to.
func (o *orders) order(rs []role, afterValue, beforeValue bool) class {
	if m := slices.IndexFunc(rs, func(r role) bool { return r&modal != 0 && r&verbs == 0 }); o.negLast && beforeValue && m > 0 && each(rs[m+1:], preposition) && each(rs[:m], object|preposition) && among(rs[:m], object) > 0 {
		return yesWeak // "das Angebot darf an" and a value
	}
	for i, r := range rs {
		if i > 0 && r == now && rs[i-1]&preposition != 0 { // "for now"
			return unknown
		}
	}
	if c := slices.IndexFunc(rs, func(r role) bool { return r&consenting != 0 }); c >= 0 {
		return o.consented(rs, c)
	}
	if rs[0]&wishing != 0 && o.own.crafts {
		if c := wished(rs[1:]); c != unknown {
			return c
		}
	}
	for v, r := range rs {
		if r&verbs == 0 {
			continue
		}
		before, after := rs[:v], rs[v+1:]
		const rest = object | preposition | adverb | now | politeness | whole
		at := slices.IndexFunc(rs, func(r role) bool { return r&negation != 0 })
		if at < 0 {
			at = slices.IndexFunc(rs, func(r role) bool { return r&naught != 0 })
		}
		if at >= 0 {
			if afterValue && (at > v || r&stated != 0) { // "ACME zahlt nicht"
				continue
			}
			if c := o.forbids(rs, v, at); c != unknown {
				return c
			}
			continue
		}
		polite := among(before, politeness)+among(after, politeness) > 0
		if d := len(before) - 1; o.at == enAt && d >= 0 && before[d]&half != 0 { // "(please) do remind her"
			before = before[:d]
		}
		if o.at == nlAt && v == 0 && len(rs) == 2 && r&infinitive != 0 && after[0]&modal != 0 { // "uitschakelen mag"
			return yesWeak
		}
		if c := slices.IndexFunc(before, func(r role) bool { return r&causes != 0 }); c >= 0 && (c+1 < v || o.at != deAt && o.at != enAt) && each(before[:c], politeness|adverb|now) && each(after, rest) &&
			(r&passive != 0 && r&infinitive == 0 && each(before[c+1:], rest) || o.at != enAt && r&infinitive != 0 && each(before[c+1:], rest|formal|softener)) {
			return yesWeak // "get them printed"
		}
		if v == 1 && o.at == itAt && before[0]&becomes != 0 && o.own.people && r&imperative != 0 && r&stated == 0 && each(after, rest) { // "si stampi pure"
			return yesWeak
		}
		switch {
		case r&imperative != 0 && !afterValue && each(before, politeness|adverb|now|clitic) && each(after, rest|softener) && among(after, softener) < 2 && !(r&ours != 0 && among(before, clitic) > 0) && !(r&stated != 0 && (among(before, clitic) > 0 || o.negLast && !polite && among(after, object) == 0)), // "please send it now"
			r&(infinitive|imperative) != 0 && len(after) > 0 && after[0]&formal != 0 && each(before, politeness|adverb|now) && (o.at == nlAt && each(after[1:], rest|softener) && among(after, softener)+among(rs, politeness) > 0 && among(after, object) > 0 || each(after[1:], rest) && o.at != nlAt): // "schicken Sie es", "boekt u de zaal maar"
			if len(rs) == 1 && r&(holding|command) == 0 {
				return deed
			}
			return yesWeak
		case o.at == itAt && len(rs) == 2 && v == 1 && r&imperative != 0 && r&ours != 0 && rs[0]&clitic != 0: // "(sì,) lo compriamo"
			return unopposed
		case r&(infinitive|passive) != 0:
			m := slices.IndexFunc(before, func(r role) bool { return r&modal != 0 })
			if m < 0 {
				if r&infinitive != 0 && each(before, rest) && (each(after, rest) || o.at == nlAt && each(after, rest|softener)) {
					if polite || among(after, softener) > 0 || len(rs) == 1 && r&command != 0 && !o.own.joined {
						return yesWeak
					}
					return deed
				}
				break
			}
			if o.negLast && r&passive == 0 && among(rs, subject) == 0 { // "die sollen zahlen"
				break
			}
			asks := m == 0 && (!o.modalFirst && (r&passive == 0 || before[min(1, len(before)-1)]&(object|subject) != 0 && len(before) > 1) || len(before) > 1 && before[1]&subject != 0)
			if asks && o.at == deAt && m == 0 && len(before) == 2 && before[1]&subject != 0 && len(after) == 0 && r&infinitive != 0 { // "(ja,) kannst du schließen"
				return deed
			}
			if !asks && each(before[:m], rest|subject) && each(before[m+1:], rest|subject|modal|opener) && each(after, rest|opener) {
				return yesWeak
			}
		}
	}
	return unknown
}

// wished reads what stands behind a word that wishes somebody to do something. One may be another, so that a yes has to stand
// beside it.
func wished(rs []role) class {
	not := len(rs) > 0 && rs[0]&negation != 0
	if not {
		rs = rs[1:]
	}
	for len(rs) > 0 && rs[0]&(clitic|object) != 0 && rs[0]&(verbs|third) == 0 {
		rs = rs[1:]
	}
	switch {
	case len(rs) == 0 || rs[0]&third == 0 && (rs[0]&imperative == 0 || rs[0]&(stated|infinitive|ours) != 0) || !each(rs[1:], object|preposition|adverb|politeness):
		return unknown
	case not:
		return noStrong
	case rs[0]&whole != 0:
		return yesWeak
	}
	return deed
}

// consented reads a clause whose word at c consents to the deed behind it, or with a negation before it or at the end
// does not.
func (o *orders) consented(rs []role, c int) class {
	const beside = object | preposition | infinitive | ongoing | opener | politeness | adverb | now
	not := slices.IndexFunc(rs, func(r role) bool { return r&negation != 0 })
	if !each(rs[:c], politeness|adverb|now|negation|half) || !each(rs[c+1:], beside|negation) || among(rs[c+1:], infinitive|ongoing) == 0 || among(rs, negation) > 1 || o.own.joined {
		return unknown
	}
	switch {
	case not < 0:
		return yesStrong
	case not < c, o.negLast && o.at != frAt && among(rs[not:], infinitive|ongoing|object) == 0:
		return noStrong
	}
	return unknown
}

// forbids reads a clause with a negation and a verb.
func (o *orders) forbids(rs []role, v, at int) class {
	const rest = object | preposition | adverb | politeness | clitic | opener
	if o.at == frAt && v == 1 && at == 2 && rs[0]&object != 0 && rs[1]&imperative != 0 && rs[1]&object == 0 && each(rs[3:], politeness|adverb) { // "la payez pas"
		return noStrong
	}
	if o.at == ptAt && v == 0 && at > 0 && at == len(rs)-1 && rs[0]&negated1 != 0 && rs[0]&(imperative|infinitive) == 0 && rs[at]&unwilled == 0 && each(rs[1:at], object|preposition) { // "vendo não"
		return noStrong
	}
	for i, r := range rs {
		switch {
		case i == v || i == at, r&naught != 0, o.at == ptAt && i == len(rs)-1 && at == 0 && r&negation != 0: // "não remarca não"
		case r&(causes|becomes) != 0:
		case o.at == nlAt && r&softener != 0 && i > v: // "betaalt u maar niet"
		case r&(glue|self) == glue|self && at == 0 && i == 1 && i < v && (o.at == itAt || o.at == esAt): // "non mi iscrivere", "no me la canceles"
		case r&negation != 0, r&verbs != 0 && r&object == 0 && !(r&half != 0 && i == at-1 && rs[at]&glue != 0), r&(rest|half|ours) == 0 && !(r&formal != 0 && i == v+1):
			return unknown
		}
	}
	if r := rs[v]; r&passive != 0 && r&(verbs&^passive) == 0 && at < v && (among(rs[at:v], causes) > 0 || among(rs[:at], becomes) == 1 && among(rs[:at], object) > 0 && len(rs) == v+1) { // "don't have it replaced", "die Kaution wird nicht ausgezahlt"
		return noStrong
	}
	if r := rs[v]; r&(verbs&^passive) == 0 || r&ongoing != 0 && among(rs, ours) == 0 && !(at == 0 && v == 1 && among(rs[v+1:], object) > 0) && rs[at]&unwilled == 0 { // "not sent", "not restarting"
		return unknown
	}
	if r := rs[v]; r&stated != 0 && r&(infinitive|ours) == 0 && rs[at]&unwilled == 0 && !(o.at == frAt && among(rs[:v], ours) > 0) && (!o.negLast || among(rs[v+1:], object) == 0 && !(v > 1 && rs[v-1]&object != 0 && rs[v-2]&half != 0)) { // "no reinicia", "startet nicht"
		return unknown
	}
	if at > v && among(rs[:v], object) > 0 && among(rs, ours|half) == 0 { // "der Server startet nicht", "ze betalen niet"
		return unknown
	}
	if h := slices.IndexFunc(rs[:v], func(r role) bool { return r&half != 0 && r&object == 0 }); h > 0 && o.negLast && among(rs[:h], object) > 0 { // "le serveur ne redémarre pas"
		return unknown
	}
	if at < v && each(rs[at+1:v], object|half|adverb|clitic|preposition|ours|opener|map[bool]role{true: self}[o.at == itAt || o.at == esAt]|map[bool]role{true: causes}[o.at == itAt || o.at == esAt || o.at == ptAt]) || at > v && o.negLast {
		return noStrong
	}
	return unknown
}

// agrees reads what somebody thinks of it: "absolutely fine with me", "no objection from our side".
func (o *orders) agrees(rs []role) class {
	if len(rs) > 1 && rs[0]&copula != 0 && rs[1]&(object|subject) != 0 { // "is it fine"
		return unknown
	}
	const rest = glue | copula | self | politeness
	switch {
	case len(rs) > 1 && among(rs, agreeing) == 1 && among(rs, negation|lacking|half) == 0 && each(rs, agreeing|rest):
		if among(rs, self) > 0 {
			return yesWeak
		}
		return yesToo
	case rs[0]&copula != 0 && len(rs) > 1 && rs[1]&glue != 0 && among(rs, hindrance) > 0: // "are there no objections"
	case among(rs, hindrance|against) > 0 && each(rs, hindrance|against|negation|lacking|half|rest):
		none, not := among(rs, lacking), among(rs, negation)
		if n := none + not; (n == 1 || n == 2 && o.twice) && (none > 0 || among(rs, hindrance) > 0) {
			return yesWeak
		}
	case among(rs, ending) > 0 && each(rs, ending|endingWord):
		return closing
	}
	return unknown
}

// tail reports whether words only say of what is asked that it is that.
func (o *orders) tail(rs []role) bool {
	return among(rs, object) > 0 && each(rs, object|preposition|infinitive|opener|politeness) && among(rs, infinitive) <= 1 && !(o.own.joined && among(rs, infinitive) > 0)
}
