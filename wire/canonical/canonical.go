// Package canonical brings JSON of strangers into the one form that they signed (RFC 8785),
// and refuses what two programs could read differently.
package canonical

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/gowebpki/jcs"
)

// MaxDepth bounds objects and arrays in each other.
const MaxDepth = 64

// maxSafe is the largest whole number of which a double has no neighbour that is written
// the same (RFC 7493 §2.2).
const maxSafe = 1<<53 - 1

// Form returns the RFC 8785 form of one JSON value. It errs for a name that is twice in an
// object, for numbers beyond ±(2⁵³−1), which other readers round, for text that is not
// UTF-8, and below MaxDepth levels. Its error has nothing of the text. It needs time and
// memory in proportion to the text, which its callers bound.
func Form(text []byte) ([]byte, error) {
	if err := scan(text); err != nil {
		return nil, err
	}
	b, err := jcs.Transform(text)
	if err != nil {
		return nil, errors.New("it is no JSON, has a name twice, or text that is not UTF-8")
	}
	return b, nil
}

// scan looks at depth and numbers; what is no JSON at all is left to the transformation.
func scan(b []byte) error {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			i = skip(b, i)
		case c == '{' || c == '[':
			if depth++; depth > MaxDepth {
				return fmt.Errorf("it is nested deeper than %d levels", MaxDepth)
			}
		case c == '}' || c == ']':
			depth--
		case c == '-' || c >= '0' && c <= '9':
			from := i
			for i+1 < len(b) && inNumber(b[i+1]) {
				i++
			}
			if f, err := strconv.ParseFloat(string(b[from:i+1]), 64); err != nil || math.Abs(f) > maxSafe {
				return errors.New("it has a number that is none, or beyond ±(2^53-1)")
			}
		}
	}
	return nil
}

// skip returns the index of the quote that ends the string at i.
func skip(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}

func inNumber(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}
