package request

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"
)

// Digest returns "sha256:<hex>" of the RFC 8785 form of args, which must be a
// JSON object. Numbers beyond 2^53 and those with more digits than a double keeps have no
// exact form there (they could change their value), and keys that stand twice have no
// meaning: all are refused.
func Digest(args json.RawMessage) (string, error) {
	if !strings.HasPrefix(strings.TrimLeft(string(args), " \t\r\n"), "{") {
		return "", errors.New("args must be a JSON object")
	}
	if err := exactNumbers(args); err != nil {
		return "", err
	}
	canon, err := jcs.Transform(args)
	if err != nil {
		return "", fmt.Errorf("args have no canonical form (RFC 8785): %w", err)
	}
	h := sha256.Sum256(canon)
	return "sha256:" + hex.EncodeToString(h[:]), nil
}

// exactNumbers refuses what other readers would take for another number: a whole number
// beyond 2^53, and digits that a double does not keep. Of two numbers that differ as they
// are written at most one has a digest that says its value.
func exactNumbers(args json.RawMessage) error {
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("args: %w", err)
		}
		n, ok := tok.(json.Number)
		if !ok {
			continue
		}
		f, err := n.Float64()
		if err != nil { // out of range: it has no canonical form, which jcs says
			continue
		}
		digits, exp := decimal(n.String())
		kept, keptExp := decimal(strconv.FormatFloat(f, 'e', -1, 64))
		switch same := digits == kept && exp == keptExp; {
		case math.Abs(f) > 1<<53, math.Abs(f) == 1<<53 && !same:
			return fmt.Errorf("args: the number %.40s is beyond 2^53 and could change its value; send it as a string", n)
		case !same:
			return fmt.Errorf("args: the number %.40s has more digits than JSON readers keep and could change its value; send it as a string", n)
		}
	}
}

// decimal splits a JSON number without its sign into digits, without zeros at either end,
// and the exponent of ten of their unit. Zero is "", 0.
func decimal(n string) (digits string, exp int) {
	n = strings.TrimPrefix(n, "-")
	if i := strings.IndexAny(n, "eE"); i >= 0 {
		exp, _ = strconv.Atoi(n[i+1:]) // what does not fit is the largest int: such a number is zero or no double
		n = n[:i]
	}
	whole, fraction, _ := strings.Cut(n, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	all := len(digits)
	if digits = strings.TrimRight(digits, "0"); digits == "" {
		return "", 0
	}
	return digits, exp - len(fraction) + all - len(digits)
}
