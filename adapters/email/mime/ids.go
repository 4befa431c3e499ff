package mime

import "strings"

// Limits of thread ids.
const (
	maxIDs   = 50
	maxIDLen = 998
)

// MessageIDs returns the ids in a header value. It is lenient on purpose: one
// bad id must not lose the others.
func MessageIDs(v string) []string {
	var ids []string
	for n := 0; n < 200; {
		i := strings.IndexByte(v, '<')
		if i < 0 {
			break
		}
		end := strings.IndexAny(v[i+1:], "<> \t\n\f\r") + i + 1
		if end <= i {
			break
		}
		if v[end] != '>' || end == i+1 {
			v = v[end:]
			continue
		}
		if n++; end+1-i <= maxIDLen {
			ids = append(ids, v[i:end+1])
		}
		v = v[end+1:]
	}
	return ids
}

// MessageID returns the mail's own Message-ID, "" if it has none.
func (h Header) MessageID() string {
	v := h.Get("message-id")
	if ids := MessageIDs(v); len(ids) > 0 {
		return ids[0]
	}
	if v = strings.Trim(v, "<> \t"); v != "" && !strings.ContainsAny(v, "<> \t") && len(v) <= maxIDLen-2 {
		return "<" + v + ">"
	}
	return ""
}

// ThreadRefs lists the ids the mail answers: In-Reply-To, then References from
// the last back.
func (h Header) ThreadRefs() []string {
	ids := MessageIDs(h.Get("in-reply-to"))
	refs := MessageIDs(h.Get("references"))
	for i := len(refs) - 1; i >= 0; i-- {
		ids = append(ids, refs[i])
	}
	seen := map[string]bool{}
	var out []string
	for _, id := range ids {
		if !seen[id] && len(out) < maxIDs {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// Ancestors are the mail's References, oldest first; without any its
// In-Reply-To if that has exactly one id (RFC 5322 §3.6.4).
func (h Header) Ancestors() []string {
	ids := MessageIDs(h.Get("references"))
	if len(ids) == 0 {
		if ids = MessageIDs(h.Get("in-reply-to")); len(ids) != 1 {
			return nil
		}
	}
	return TrimIDs(ids)
}

// TrimIDs keeps the first id and the last ten.
func TrimIDs(ids []string) []string {
	if len(ids) <= 11 {
		return ids
	}
	return append(append([]string(nil), ids[0]), ids[len(ids)-10:]...)
}
