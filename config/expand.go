package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bridge/internal/lazyre"
)

const (
	maxSecretFile = 64 << 10 // bytes of a ${file:…}
	maxExpanded   = 1 << 20  // bytes of a value after replacement
)

// references replaces ${…} in texts of the file.
type references struct {
	dir      string // relative files are relative to this
	env      func(string) (string, bool)
	readFile func(path string) ([]byte, error)
	probs    *problemList
}

// expand returns the text of src with ${NAME} and ${file:PATH} replaced and $${
// turned into ${. What was replaced is not looked at again. It reports what is
// missing, by name, and never a value.
func (r *references) expand(src string, n *node) (text string, ok bool) {
	if !strings.Contains(src, "${") {
		return src, true
	}
	var b strings.Builder
	ok = true
	for rest := src; rest != ""; {
		i := strings.Index(rest, "${")
		if i < 0 {
			b.WriteString(rest)
			break
		}
		if i > 0 && rest[i-1] == '$' {
			b.WriteString(rest[:i-1] + "${")
			rest = rest[i+2:]
			continue
		}
		b.WriteString(rest[:i])
		name, after, closed := strings.Cut(rest[i+2:], "}")
		if !closed {
			r.probs.add(n.line, n.path(), "a ${ is not closed", "${NAME} or ${file:PATH}, or $${ for a literal ${")
			return "", false
		}
		rest = after
		n.refs = true
		value, found := r.value(name, n)
		if !found {
			ok = false
		}
		if b.Len()+len(value) > maxExpanded {
			r.probs.add(n.line, n.path(), "the value is too long", fmt.Sprintf("at most %d bytes", maxExpanded))
			return "", false
		}
		b.WriteString(value)
	}
	return b.String(), ok
}

// value returns what one reference stands for.
func (r *references) value(name string, n *node) (string, bool) {
	if path, isFile := strings.CutPrefix(name, "file:"); isFile {
		full := path
		if !filepath.IsAbs(full) {
			full = filepath.Join(r.dir, full)
		}
		if path == "" {
			r.probs.add(n.line, n.path(), "${file:} names no file", "${file:PATH}")
			return "", false
		}
		data, err := r.readFile(full)
		if err != nil {
			r.probs.add(n.line, n.path(), fmt.Sprintf("the file %s %s", quote(path), fileProblem(err)), "${file:PATH} with a file that the bridge can read")
			return "", false
		}
		s := string(data)
		if t, cut := strings.CutSuffix(s, "\n"); cut {
			s = strings.TrimSuffix(t, "\r")
		}
		return s, true
	}
	if !isEnvName(name) {
		r.probs.add(n.line, n.path(), quote(name)+" in ${…} is not the name of an environment variable", "${NAME} or ${file:PATH}, or $${ for a literal ${")
		return "", false
	}
	v, found := r.env(name)
	if !found {
		r.probs.add(n.line, n.path(), "the environment variable "+name+" is not set", "${file:PATH} here, or set "+name+" before the start")
	}
	return v, found
}

func isEnvName(s string) bool {
	return len(s) <= 128 && isBare(s) && !strings.Contains(s, "-") && (s[0] < '0' || s[0] > '9')
}

var (
	errNotRegular = errors.New("is not a regular file")
	errTooLong    = fmt.Errorf("has more than %d bytes", maxSecretFile)
)

// readSmallFile reads a ${file:…}. Only regular files: a pipe or a device could
// keep the start waiting for ever.
func readSmallFile(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, errNotRegular
	}
	return readBounded(path, maxSecretFile)
}

func readBounded(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLong
	}
	return data, err
}

func fileProblem(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "may not be read by this user"
	case errors.Is(err, errNotRegular), errors.Is(err, errTooLong):
		return err.Error()
	default:
		return "cannot be read"
	}
}

var fileReference = lazyre.New(`\$\{file:([^}]+)\}`)

// Fingerprint changes when the configuration file, or a file that it names as ${file:…},
// does. One that cannot be read counts, too: it is another when it can.
func Fingerprint(file string) string {
	h := sha256.New()
	data, err := readBounded(file, maxFile)
	fmt.Fprintf(h, "%d %v %s", len(data), err, data)
	for _, m := range fileReference.FindAllStringSubmatch(string(data), -1) {
		path := m[1]
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		text, err := readSmallFile(path)
		fmt.Fprintf(h, "%d %v %s", len(text), err, text)
	}
	return string(h.Sum(nil))
}
