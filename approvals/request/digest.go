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
	"math/big"
	"strings"

	"github.com/gowebpki/jcs"
)

// Digest returns "sha256:<hex>" of the RFC 8785 form of args, which must be a
// JSON object. Numbers beyond 2^53 have no exact form there (they could change
// their value), and keys that stand twice have no meaning: both are refused.
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

func exactNumbers(args json.RawMessage) error {
	limit := new(big.Int).Lsh(big.NewInt(1), 53)
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
		beyond := false
		if i, whole := new(big.Int).SetString(n.String(), 10); whole {
			beyond = i.CmpAbs(limit) > 0
		} else if f, err := n.Float64(); err == nil { // out of range has no canonical form, which jcs says
			beyond = math.Abs(f) > 1<<53
		}
		if beyond {
			return fmt.Errorf("args: the number %.40s is beyond 2^53 and could change its value; send it as a string", n)
		}
	}
}
