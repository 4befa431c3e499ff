package backup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
)

// ErrLocked is returned for an encrypted backup that no key opens.
var ErrLocked = errors.New("it is encrypted, and no key opens it")

// intro is how an encrypted file begins (https://c2sp.org/age).
const intro = "age-encryption.org/"

// sealed returns what the archive is written to, and the keys that read it back: without
// recipients the file itself, and none.
func sealed(w io.Writer, to []age.Recipient) (io.WriteCloser, []age.Identity, error) {
	if len(to) == 0 {
		return open{w}, nil, nil
	}
	own, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, nil, fmt.Errorf("make a key: %w", err)
	}
	out, err := age.Encrypt(w, append(to[:len(to):len(to)], own.Recipient())...)
	if err != nil {
		return nil, nil, fmt.Errorf("encrypt: %w", err)
	}
	return out, []age.Identity{own}, nil
}

type open struct{ io.Writer }

// Close leaves the file to who has it.
func (open) Close() error { return nil }

// opened returns the archive in a file.
func opened(r io.Reader, keys []age.Identity) (io.Reader, error) {
	b := bufio.NewReader(r)
	if head, err := b.Peek(len(intro)); err != nil || string(head) != intro {
		return b, nil // whatever it is: it is read as an archive
	}
	if len(keys) == 0 {
		return nil, ErrLocked
	}
	plain, err := age.Decrypt(b, keys...)
	var none *age.NoIdentityMatchError
	switch {
	case errors.As(err, &none):
		return nil, ErrLocked
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return plain, nil
}

// Recipients reads those of a text: one a line, "age1…", and remarks that begin with "#".
func Recipients(text string) ([]age.Recipient, error) {
	return age.ParseRecipients(strings.NewReader(text))
}

// Keys reads those of a file that age-keygen makes.
func Keys(r io.Reader) ([]age.Identity, error) { return age.ParseIdentities(r) }
