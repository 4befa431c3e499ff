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
// over words, without loops. Its states are made when a text first comes to them.
type net struct {
	nodes []netNode
	word  map[string]int32
	sets  [][]int32 // the labels of the sets that have a word

	mu     sync.Mutex // of all below
	start  *state
	states map[string]*state // by their nodes
	mark   []int             // nodes that a closure has, by its round
	round  int
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
	at := n.start
	for j := i; j < len(toks) && toks[j].kind == word; j++ {
		w, ok := n.word[toks[j].key]
		if !ok {
			break
		}
		if at = n.after(at, w); at == nil {
			break
		}
		if at.is.class != unknown {
			m, length = at.is, j-i+1
		}
	}
	return m, length
}

// after returns the state that a word leads to, nil if it leads nowhere.
func (n *net) after(s *state, word int32) *state {
	if next, ok := s.next[word]; ok {
		return next
	}
	if s.edges == nil {
		s.edges = n.edges(s)
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
	joined   bool   // a word that an apostrophe joined to the one before it
	id       uint32 // in the net; 0: not yet
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
	j := &expr{choice: e.choice, optional: e.optional}
	r.joins[key] = j
	switch {
	case e.word != "":
		j.word, j.joined = before+e.word, true
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

// netBuilder holds the automaton while patterns are added. It is built from
// the ends of the patterns, so that what goes on alike is there once; of
// alternatives that are single words all make one step.
type netBuilder struct {
	nodes []netNode
	ends  map[meaning]int32
	exprs map[uint64]int32 // by the id of the expression and where it leads
	count uint32           // of the expressions
	roots []int32

	ids     map[string]int32    // the words
	spell   map[string][]string // the spellings of a word
	choices map[*expr]choice
	sets    [][]int32 // by word
	last    int32     // of the sets
}

type netNode struct {
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

// newNetBuilder makes room for about what the languages need: to grow there costs more than all else.
func newNetBuilder() *netBuilder {
	return &netBuilder{
		nodes: make([]netNode, 0, 110_000), exprs: make(map[uint64]int32, 140_000), ids: make(map[string]int32, 15_000), spell: make(map[string][]string, 15_000),
		ends: map[meaning]int32{}, choices: make(map[*expr]choice, 10_000), sets: append(make([][]int32, 0, 15_000), nil),
	}
}

func (b *netBuilder) node(n netNode) int32 {
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

// add puts a pattern in.
func (b *netBuilder) add(e *expr, m meaning) {
	end, ok := b.ends[m]
	if !ok {
		end = b.node(netNode{is: m})
		b.ends[m] = end
	}
	b.roots = append(b.roots, b.before(e, end))
}

// before returns the node from which e leads to a node.
func (b *netBuilder) before(e *expr, to int32) int32 {
	if e.id == 0 {
		b.count++
		e.id = b.count
	}
	key := uint64(e.id)<<32 | uint64(uint32(to))
	if at, ok := b.exprs[key]; ok {
		return at
	}
	at := to
	switch {
	case e.word != "":
		at = b.spelled(e.word, to)
	case e.choice:
		c := b.choice(e)
		var free []int32
		if c.set != 0 {
			free = append(free, b.node(netNode{label: c.set, to: to}))
		}
		for _, s := range c.long {
			free = append(free, b.plain(s, to))
		}
		for _, part := range c.others {
			free = append(free, b.before(part, to))
		}
		at = b.join(free)
	default:
		for _, part := range slices.Backward(e.parts) {
			at = b.before(part, at)
		}
		if e.optional {
			at = b.node(netNode{free: []int32{at, to}})
		}
	}
	b.exprs[key] = at
	return at
}

// choice makes a set of the alternatives that are single words, if they are several.
func (b *netBuilder) choice(e *expr) choice {
	if c, ok := b.choices[e]; ok {
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
		b.last++
		c.set = -b.last
		for _, w := range single {
			for _, s := range b.spellings(w.word) {
				if strings.Contains(s, " ") {
					if !w.joined { // those have their article as a word, too
						c.long = append(c.long, s)
					}
				} else if id := b.id(s); !slices.Contains(b.sets[id], c.set) {
					b.sets[id] = append(b.sets[id], c.set)
				}
			}
		}
	}
	b.choices[e] = c
	return c
}

func (b *netBuilder) id(word string) int32 {
	id, ok := b.ids[word]
	if !ok {
		id = int32(len(b.sets))
		b.ids[word] = id
		b.sets = append(b.sets, nil)
	}
	return id
}

func (b *netBuilder) spellings(word string) []string {
	all, ok := b.spell[word]
	if !ok {
		all = spellings(word)
		b.spell[word] = all
	}
	return all
}

// join returns a node that leads to each of some without a word.
func (b *netBuilder) join(free []int32) int32 {
	if len(free) == 1 {
		return free[0]
	}
	return b.node(netNode{free: free})
}

// spelled returns the node from which any spelling of a word leads to a node.
func (b *netBuilder) spelled(word string, to int32) int32 {
	all := b.spellings(word)
	if len(all) == 1 {
		return b.plain(all[0], to)
	}
	free := make([]int32, len(all))
	for i, s := range all {
		free[i] = b.plain(s, to)
	}
	return b.join(free)
}

// plain returns the node from which the words of s lead to a node.
func (b *netBuilder) plain(s string, to int32) int32 {
	if !strings.Contains(s, " ") {
		return b.node(netNode{label: b.id(s), to: to})
	}
	for _, part := range slices.Backward(strings.Fields(s)) {
		to = b.node(netNode{label: b.id(part), to: to})
	}
	return to
}

// net returns the automaton of all that was added.
func (b *netBuilder) net() *net {
	n := &net{nodes: b.nodes, word: b.ids, sets: b.sets, states: map[string]*state{}, mark: make([]int, len(b.nodes))}
	n.start = n.state(b.roots)
	return n
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
