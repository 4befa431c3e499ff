package reply

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// sentences are the ordinary sentences of one language, written as patterns of
// classes. A pattern is words, <name> of a class, [what may be left out] and
// (one|or another); a class is a pattern itself. A doubt that stands in one stays a
// doubt, so no class can bring one into a verdict.
type sentences struct {
	classes map[string]string
	say     map[class][]string
}

// net matches all patterns of all languages at once: a deterministic automaton
// over words, without loops. Its nodes and states are made when a text first comes
// to them, for most of the patterns are never gone through by one process.
type net struct {
	mu     sync.Mutex
	nodes  []netNode
	ends   map[meaning]int32
	places map[place]int32 // the nodes of classes
	roots  []int32
	words  map[string]int32
	sets   [][]int32 // the labels of the sets that have a word
	last   int32     // of the sets
	made   map[*expr]choice

	start  *state
	states map[string]*state // by their nodes
	mark   []int             // nodes that a closure has, by its round
	round  int
}

// place is where an expression is to come, and what comes then.
type place struct {
	of *expr
	to int32
}

type netNode struct {
	of    *expr   // what leads from here to a node, while nothing has come here
	label int32   // the word, from 1 on, or set of words, below 0, that leads from here
	to    int32   // to this node,
	free  []int32 // or the nodes reached without one,
	is    meaning // or what it means to end here
}

// choice is what stands at one place: a word of a set, or one of the others.
type choice struct {
	set    int32 // 0: none
	others []*expr
	long   []string // spellings in several words of words of the set
}

// state is where some of the patterns stand after some words.
type state struct {
	nodes []int32
	is    meaning // unknown where no pattern ends
	edges []edge  // in the order of the labels; nil until a text goes on
	next  map[int32]*state
}

// edge leads from a state to a node by a word, or by any word of a set.
type edge struct{ label, to int32 }

// match returns the meaning of the longest pattern that toks have from i, and its
// length in words; 0 for none.
func (n *net) match(toks []token, i int) (m meaning, length int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.start == nil {
		n.start = n.state(n.roots)
	}
	at := n.start
	for j := i; j < len(toks) && toks[j].kind == word; j++ {
		if at = n.after(at, toks[j].key); at == nil {
			break
		}
		if at.is.class != unknown {
			m, length = at.is, j-i+1
		}
	}
	return m, length
}

// after returns the state that a word leads to, nil if it leads nowhere.
func (n *net) after(s *state, key string) *state {
	if s.edges == nil {
		s.edges = n.edges(s)
	}
	word, ok := n.words[key]
	if !ok {
		return nil
	}
	if next, ok := s.next[word]; ok {
		return next
	}
	to := s.along(nil, word)
	for _, set := range n.sets[word] {
		to = s.along(to, set)
	}
	if to == nil {
		return nil
	}
	if s.next == nil {
		s.next = map[int32]*state{}
	}
	next := n.state(to)
	s.next[word] = next
	return next
}

// along adds the nodes that a label leads to.
func (s *state) along(to []int32, label int32) []int32 {
	k, _ := slices.BinarySearchFunc(s.edges, label, func(e edge, l int32) int { return cmp.Compare(e.label, l) })
	for ; k < len(s.edges) && s.edges[k].label == label; k++ {
		to = append(to, s.edges[k].to)
	}
	return to
}

// edges returns what goes on from a state.
func (n *net) edges(s *state) []edge {
	edges := []edge{}
	for _, node := range s.nodes {
		if x := n.nodes[node]; x.label != 0 {
			edges = append(edges, edge{x.label, x.to})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.label, b.label), cmp.Compare(a.to, b.to)) })
	return slices.Compact(edges)
}

// state returns the state of the nodes that are reached from some without a word.
func (n *net) state(from []int32) *state {
	nodes := n.closure(from)
	key := make([]byte, 0, 4*len(nodes))
	for _, node := range nodes {
		key = binary.LittleEndian.AppendUint32(key, uint32(node))
	}
	s, ok := n.states[string(key)]
	if !ok {
		s = &state{nodes: nodes, is: n.meaning(nodes)}
		n.states[string(key)] = s
	}
	return s
}

// expr is a pattern as it was read: a word, or parts that follow each other, of
// which one stands, or that may be left out.
type expr struct {
	word     string
	parts    []*expr
	choice   bool
	optional bool
	class    bool // which several patterns may have
	joined   bool // a word that an apostrophe joined to the one before it
}

// patternReader reads patterns of one language; each class and each word is read once.
type patternReader struct {
	classes map[string]string
	read    map[string]*expr
	words   map[string]*expr
	joins   map[joining]*expr
	rest    string
}

type joining struct {
	before string
	to     *expr
}

// pattern reads a whole pattern. A mistake in one is found by the first test that runs.
func (r *patternReader) pattern(s string) *expr {
	before := r.rest
	r.rest = s
	e := r.alternatives()
	if r.rest != "" {
		panic(fmt.Sprintf("reply: pattern %q has too much: %q", s, r.rest))
	}
	r.rest = before
	return e
}

// alternatives reads "a b|c" up to a closing bracket or the end.
func (r *patternReader) alternatives() *expr {
	all, one := &expr{choice: true}, &expr{}
	for {
		r.rest = strings.TrimLeft(r.rest, " \n\t")
		switch {
		case r.rest == "" || strings.ContainsAny(r.rest[:1], ")]"):
			all.parts = append(all.parts, one)
			return all
		case r.rest[0] == '|':
			r.rest = r.rest[1:]
			all.parts = append(all.parts, one)
			one = &expr{}
		default:
			one.parts = append(one.parts, r.item())
		}
	}
}

// item reads one word, class or bracket.
func (r *patternReader) item() *expr {
	switch c := r.rest[0]; c {
	case '[', '(':
		r.rest = r.rest[1:]
		e := r.alternatives()
		if r.rest == "" || r.rest[0] != map[byte]byte{'[': ']', '(': ')'}[c] {
			panic(fmt.Sprintf("reply: a bracket is not closed before %q", r.rest))
		}
		r.rest = r.rest[1:]
		return &expr{parts: []*expr{e}, optional: c == '['}
	case '<':
		name, rest, ok := strings.Cut(r.rest[1:], ">")
		def, known := r.classes[name]
		if !ok || !known {
			panic(fmt.Sprintf("reply: no class %q", name))
		}
		if r.read[name] == nil {
			r.read[name] = &expr{} // a class in itself is empty
			r.read[name] = r.pattern(def)
			r.read[name].class = true
		}
		r.rest = rest
		return r.read[name]
	}
	i := strings.IndexAny(r.rest, " \n\t|[]()<")
	if i < 0 {
		i = len(r.rest)
	}
	e := r.words[r.rest[:i]]
	if e == nil {
		e = &expr{word: r.rest[:i]}
		r.words[e.word] = e
	}
	r.rest = r.rest[i:]
	if strings.HasSuffix(e.word, "'") && r.rest != "" && strings.ContainsAny(r.rest[:1], "<(") {
		return r.join(e.word, r.item())
	}
	return e
}

// join returns e with a word before it that ends in an apostrophe and makes one word of
// what follows it: "l'" and "ordine". What starts with a consonant is left out.
func (r *patternReader) join(before string, e *expr) *expr {
	key := joining{before, e}
	if old := r.joins[key]; old != nil {
		return old
	}
	j := &expr{choice: e.choice, optional: e.optional, class: true}
	r.joins[key] = j
	switch {
	case e.word != "":
		j.word, j.joined = before+e.word, true
		if vowel(e) {
			r.words[j.word] = j
		}
	case e.choice:
		for _, part := range e.parts {
			if p := r.join(before, part); len(p.parts) > 0 && vowel(part) {
				j.parts = append(j.parts, p)
			}
		}
	case len(e.parts) > 0:
		j.parts = append([]*expr{r.join(before, e.parts[0])}, e.parts[1:]...)
	}
	return j
}

// vowel reports whether a pattern starts with a vowel, or with an h.
func vowel(e *expr) bool {
	for e.word == "" {
		if len(e.parts) == 0 {
			return false
		}
		if e.choice {
			return slices.ContainsFunc(e.parts, vowel)
		}
		e = e.parts[0]
	}
	first, _ := utf8.DecodeRuneInString(e.word)
	return strings.ContainsRune("aeiouhyàâäáéèêëíîïóôöúûüœ", first)
}

// newNet makes room for about what a first word needs: to grow there costs more than all else.
func newNet() *net {
	return &net{
		nodes: make([]netNode, 0, 40_000), mark: make([]int, 0, 40_000), places: make(map[place]int32, 2_000), words: make(map[string]int32, 13_000), made: make(map[*expr]choice, 7_000),
		ends: map[meaning]int32{}, sets: append(make([][]int32, 0, 13_000), nil), states: map[string]*state{},
	}
}

func (n *net) node(x netNode) int32 {
	n.nodes, n.mark = append(n.nodes, x), append(n.mark, 0)
	return int32(len(n.nodes) - 1)
}

// add puts a pattern in, before the first match.
func (n *net) add(e *expr, m meaning) {
	end, ok := n.ends[m]
	if !ok {
		end = n.node(netNode{is: m})
		n.ends[m] = end
	}
	n.roots = append(n.roots, n.before(e, end))
}

// before returns the node from which e leads to a node. What stands in one place of one pattern is asked for once; a class
// may be what ends several.
func (n *net) before(e *expr, to int32) int32 {
	switch {
	case e.word != "" && oneSpelling(e.word):
		return n.plain(e.word, to)
	case e.word == "" && !e.choice && !e.optional:
		for _, part := range slices.Backward(e.parts) {
			to = n.before(part, to)
		}
		return to
	case !e.class:
		return n.node(netNode{of: e, to: to})
	}
	at, ok := n.places[place{e, to}]
	if !ok {
		at = n.node(netNode{of: e, to: to})
		n.places[place{e, to}] = at
	}
	return at
}

// open says what leads from a node to which a text has come: one of several, what may be left out, or a word in its spellings.
func (n *net) open(at int32) {
	e, to := n.nodes[at].of, n.nodes[at].to
	var x netNode
	switch {
	case e.word != "":
		x.free = n.spelled(e.word, to)
	case e.choice:
		c := n.choice(e)
		if c.set != 0 {
			x.free = append(x.free, n.node(netNode{label: c.set, to: to}))
		}
		for _, s := range c.long {
			x.free = append(x.free, n.plain(s, to))
		}
		for _, part := range c.others {
			x.free = append(x.free, n.before(part, to))
		}
	default:
		x.free = []int32{n.before(e.parts[0], to), to}
	}
	n.nodes[at] = x
}

// choice makes a set of the alternatives that are single words, if they are several.
func (n *net) choice(e *expr) choice {
	if c, ok := n.made[e]; ok {
		return c
	}
	var c choice
	var single []*expr
	for _, part := range e.parts {
		if len(part.parts) == 1 && part.parts[0].word != "" {
			single = append(single, part.parts[0])
		} else {
			c.others = append(c.others, part)
		}
	}
	if len(single) < 2 {
		c.others = e.parts
	} else {
		n.last++
		c.set = -n.last
		for _, w := range single {
			for _, s := range spellings(w.word) {
				if strings.Contains(s, " ") {
					if !w.joined { // those have their article as a word, too
						c.long = append(c.long, s)
					}
				} else if id := n.word(s); !slices.Contains(n.sets[id], c.set) {
					n.sets[id] = append(n.sets[id], c.set)
				}
			}
		}
	}
	n.made[e] = c
	return c
}

// word returns the label of a word.
func (n *net) word(s string) int32 {
	id, ok := n.words[s]
	if !ok {
		id = int32(len(n.sets))
		n.words[s] = id
		n.sets = append(n.sets, nil)
	}
	return id
}

// spelled returns the nodes from which the spellings of a word lead to a node.
func (n *net) spelled(word string, to int32) (all []int32) {
	for _, s := range spellings(word) {
		all = append(all, n.plain(s, to))
	}
	return all
}

// plain returns the node from which the words of s lead to a node.
func (n *net) plain(s string, to int32) int32 {
	for _, part := range slices.Backward(strings.Fields(s)) {
		to = n.node(netNode{label: n.word(part), to: to})
	}
	return to
}

// closure returns the nodes reached without a word that have an edge or a meaning.
func (n *net) closure(set []int32) []int32 {
	n.round++
	var all []int32
	for todo := slices.Clone(set); len(todo) > 0; {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n.mark[node] == n.round {
			continue
		}
		n.mark[node] = n.round
		if n.nodes[node].of != nil {
			n.open(node)
		}
		if x := &n.nodes[node]; x.label != 0 || x.is.class != unknown {
			all = append(all, node)
		} else {
			todo = append(todo, x.free...)
		}
	}
	slices.Sort(all)
	return all
}

// meaning joins what the patterns mean that end in a state: in one language a no is
// also a denied yes, in two what [meaning.and] says.
func (n *net) meaning(set []int32) meaning {
	var of []meaning // by language
next:
	for _, node := range set {
		m := n.nodes[node].is
		if m.class == unknown {
			continue
		}
		for i, old := range of {
			if old.in == m.in {
				of[i] = old.also(m)
				continue next
			}
		}
		of = append(of, m)
	}
	var all meaning
	for i, m := range of {
		if i == 0 {
			all = m
		} else {
			all = all.and(m)
		}
	}
	return all
}

// also is what a phrase is that one language has in two classes.
func (m meaning) also(o meaning) meaning {
	for _, weaker := range []class{address, remark, fault, otherwise, passesOn, deed} {
		switch weaker {
		case m.class:
			return o
		case o.class:
			return m
		}
	}
	switch {
	case m.class == courtesy && o.class == greeting, o.class == courtesy && m.class == greeting: // "kochany"
		return meaning{greeting, m.in}
	case m.class.isNo() && o.class == calledOff: // "nie trzeba"
		return o
	case o.class.isNo() && m.class == calledOff:
		return m
	case m.class.isNo() && o.class == negated:
		return m
	case o.class.isNo() && m.class == negated, o.class.isYes() && m.class == negated:
		return o
	case m.class.isYes() && o.class == negated, (m.class.isYes() || m.class.isNo()) && o.class.isPolite():
		return m
	case (o.class.isYes() || o.class.isNo()) && m.class.isPolite():
		return o
	}
	return m.and(o)
}
