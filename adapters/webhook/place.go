package webhook

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
)

// place is where a delivery has a word about itself: a header, or a value of the
// body by its JSON pointer (RFC 6901). At most one is set. The zero value is nowhere.
type place struct{ header, pointer string }

func parsePlace(s string) (place, error) {
	switch {
	case s == "":
		return place{}, nil
	case strings.HasPrefix(s, "/"):
		if strings.Contains(strings.NewReplacer("~0", "", "~1", "").Replace(s), "~") {
			return place{}, fmt.Errorf("%q is not a JSON pointer: ~ is written ~0, and / in a name ~1", s)
		}
		return place{pointer: s}, nil
	case strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "":
		return place{}, fmt.Errorf("%q is neither the name of a header nor a JSON pointer", s)
	}
	return place{header: textproto.CanonicalMIMEHeaderKey(s)}, nil
}

// find returns the text or number there; "" if there is none, or a header twice.
func (p place) find(h http.Header, body any) string {
	if p.header != "" {
		if vs := h.Values(p.header); len(vs) == 1 {
			return vs[0]
		}
		return ""
	}
	if p.pointer == "" {
		return ""
	}
	v := body
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for name := range strings.SplitSeq(p.pointer[1:], "/") {
		name = unescape.Replace(name)
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) || strconv.Itoa(i) != name {
				return ""
			}
			v = in[i]
		default:
			return ""
		}
	}
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// matches reports whether name is one of the patterns, in which * stands for
// anything.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return glob(p, name) })
}

func glob(pattern, name string) bool {
	first, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == name
	}
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for {
		piece, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(name, piece)
		}
		i := strings.Index(name, piece)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(piece):], more
	}
}
