package footer

// Memo remembers what lines and sentences below the answers of one writer are: one mail is
// read in several forms, and for several ends. It is for one goroutine at a time; its zero value
// is empty.
type Memo struct {
	of        string // whose
	lines     map[string][]sort
	onCards   map[string][]sort
	heads     map[string][]sort
	bare      map[string]string // lines as parts of texts
	legal     map[string]bool
	lasting   map[string]bool
	sentences map[asSaid]said
}

// maxMemo bounds the lines that are remembered.
const maxMemo = 20_000

// remembering is the memo of a writer, emptied if it is of another.
func (m *Memo) remembering(of string) *Memo {
	if m == nil {
		m = &Memo{}
	}
	if m.lines == nil || m.of != of || len(m.lines)+len(m.legal)+len(m.sentences) > maxMemo {
		*m = Memo{
			of: of, lines: map[string][]sort{}, onCards: map[string][]sort{}, heads: map[string][]sort{},
			bare: map[string]string{}, legal: map[string]bool{}, lasting: map[string]bool{}, sentences: map[asSaid]said{},
		}
	}
	return m
}

// once is what read says of a text, read once.
func once[V any](known map[string]V, text string, read func(string) V) V {
	found, seen := known[text]
	if !seen {
		found = read(text)
		known[text] = found
	}
	return found
}
