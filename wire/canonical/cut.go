package canonical

import "bytes"

// Cut returns a canonical form without the member at a path of names, which is then the
// canonical form of the rest; text itself where there is no such member. The names are of
// letters, digits and _. It needs one pass.
func Cut(text []byte, path ...string) []byte {
	from, to, ok := find(text, path)
	if !ok {
		return text
	}
	switch { // the comma goes with it: the one before, or of a first member the one behind
	case text[from-1] == ',':
		from--
	case text[to] == ',':
		to++
	}
	return append(bytes.Clone(text[:from]), text[to:]...)
}

// Value returns the value at a path of names in a canonical form; nil where there is none.
func Value(text []byte, path ...string) []byte {
	from, to, ok := find(text, path)
	if !ok {
		return nil
	}
	return text[from+len(path[len(path)-1])+len(`"":`) : to]
}

// find returns where the member at a path begins and ends.
func find(text []byte, path []string) (from, to int, ok bool) {
	at := 0
	for depth, name := range path {
		if at >= len(text) || text[at] != '{' {
			return 0, 0, false
		}
		found := false
		for at++; at < len(text) && text[at] == '"'; at++ { // behind the brace, and behind each comma
			from = at
			end := skip(text, at)
			value := end + 2 // behind the colon
			if found = string(text[at+1:min(end, len(text))]) == name; found && depth < len(path)-1 {
				at = value
				break
			}
			if at = behind(text, value); found {
				return from, at, at < len(text)
			}
			if at >= len(text) || text[at] != ',' {
				return 0, 0, false
			}
		}
		if !found {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// behind is the index behind the value at i.
func behind(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = skip(text, i)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth--; depth < 0 { // of what the value is in
				return i
			}
		case ',':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 && (text[i] == '"' || text[i] == '}' || text[i] == ']') {
			return i + 1
		}
	}
	return i
}
