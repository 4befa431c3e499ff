package sealed

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"bridge/approvals/ledger"
	"bridge/approvals/request"
	"bridge/core/queue"
	"bridge/flow/turns"
	"bridge/internal/mac"
)

// How a sealed value begins, which no plain one does: codes are six letters and digits,
// payloads and bodies JSON.
const (
	textMark = "s1."
	byteMark = "\x00s1\x00"
)

// seals seals and opens. A value that cannot be opened stays sealed: nothing matches it.
type seals struct {
	code, digits, item, entry, note, words mac.Sealer // one for each purpose
}

func newSeals(keys mac.Keys) (s seals, err error) {
	for purpose, to := range map[string]*mac.Sealer{
		"approval code": &s.code, "one-time code": &s.digits, "item": &s.item, "ledger": &s.entry, "note": &s.note, "words": &s.words,
	} {
		if *to, err = keys.Sealer(purpose); err != nil {
			return s, err
		}
	}
	return s, nil
}

func text(b []byte) string {
	all := append(make([]byte, 0, len(textMark)+base64.RawURLEncoding.EncodedLen(len(b))), textMark...)
	return string(base64.RawURLEncoding.AppendEncode(all, b))
}

func bytesOf(s string) ([]byte, bool) {
	s, sealed := strings.CutPrefix(s, textMark)
	if !sealed {
		return nil, false
	}
	b, err := base64.RawURLEncoding.DecodeString(s)
	return b, err == nil
}

// form is that in which a code is stored and looked up.
func (s seals) form(code string) string {
	if code == "" || strings.HasPrefix(code, textMark) {
		return code
	}
	return text(s.code.SealEqual([]byte(code)))
}

// forms are those in which a code may be stored, that in which it is given out first:
// another node may know only some of the secrets.
func (s seals) forms(code string) []string {
	var all []string
	for _, b := range s.code.SealEqualAll([]byte(code)) {
		all = append(all, text(b))
	}
	return all
}

func open(with mac.Sealer, v string, fields ...string) string {
	if b, sealed := bytesOf(v); sealed {
		if plain, ok := with.Open(b, fields...); ok {
			return string(plain)
		}
	}
	return v
}

// record seals the codes of r, which is left as it is.
func (s seals) record(r request.Record) request.Record {
	return codesOf(r, s.form, func(person, code string) string {
		if code == "" || strings.HasPrefix(code, textMark) {
			return code
		}
		return text(s.digits.Seal([]byte(code), string(r.ID), person))
	})
}

// opened opens the codes of r.
func (s seals) opened(r request.Record) request.Record {
	return codesOf(r,
		func(code string) string { return open(s.code, code) },
		func(person, code string) string { return open(s.digits, code, string(r.ID), person) })
}

// codesOf gives all codes of a record another form.
func codesOf(r request.Record, code func(string) string, digits func(person, code string) string) request.Record {
	change := func(all []request.Approver) []request.Approver {
		all = slices.Clone(all)
		for i := range all {
			all[i].Code = code(all[i].Code)
		}
		return all
	}
	r.Approvers = change(r.Approvers)
	if r.Escalation != nil {
		e := *r.Escalation
		e.To = change(e.To)
		r.Escalation = &e
	}
	r.StepUps = maps.Clone(r.StepUps)
	for p, up := range r.StepUps {
		up.Code = digits(string(p), up.Code)
		r.StepUps[p] = up
	}
	return r
}

// said seals what came in, for its turn alone: it waited in its lane under a seal, too.
func (s seals) said(t turns.Turn) turns.Turn {
	if t.Said != "" {
		t.Said = text(s.words.Seal([]byte(t.Said), string(t.ID)))
	}
	return t
}

func (s seals) openSaid(t turns.Turn) turns.Turn {
	t.Said = open(s.words, t.Said, string(t.ID))
	return t
}

// payload seals what waits in a lane, for its item alone.
func (s seals) payload(q queue.Name, id string, b []byte) []byte {
	if bytes.HasPrefix(b, []byte(byteMark)) {
		return b
	}
	sealed := append(make([]byte, 0, len(byteMark)+len(b)+mac.Overhead), byteMark...)
	return s.item.AppendSeal(sealed, b, string(q), id)
}

func (s seals) openPayload(q queue.Name, id string, b []byte) []byte {
	sealed, is := bytes.CutPrefix(b, []byte(byteMark))
	if !is {
		return b
	}
	if plain, ok := s.item.Open(sealed, string(q), id); ok {
		return plain
	}
	return b
}

func (s seals) items(all []queue.Item) []queue.Item {
	all = slices.Clone(all)
	for i, it := range all {
		all[i].Payload = s.payload(it.Queue, it.ID, it.Payload)
	}
	return all
}

// saltAndBody is what of an entry is sealed: with the salt alone one could try bodies.
type saltAndBody struct {
	Salt []byte          `json:"salt"`
	Body json.RawMessage `json:"body"`
}

// sealedBody is what the store has as the body of an entry.
type sealedBody struct {
	Sealed string `json:"sealed"`
}

// isOpen reports whether the bodies of entries of a kind have nothing that decides. Others
// have what somebody wrote, with the codes in it, or the link of a prompt.
func isOpen(what string) bool { return what == "asked" || what == ledger.Erased }

// events seals bodies. What is committed to stays the body itself.
func (s seals) events(all []ledger.Event) ([]ledger.Event, error) {
	all = slices.Clone(all)
	for i, e := range all {
		if isOpen(e.What) || len(e.Commit) > 0 {
			continue
		}
		salt := make([]byte, ledger.SaltBytes)
		_, _ = rand.Read(salt) // never fails
		commit, body, err := e.Committed(salt)
		if err != nil {
			return nil, err
		}
		if all[i].Body, err = s.body(string(e.Approval), commit, saltAndBody{salt, body}); err != nil {
			return nil, err
		}
		all[i].Commit = commit
	}
	return all, nil
}

func (s seals) body(approval string, commit []byte, v saltAndBody) (json.RawMessage, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealedBody{text(s.entry.Seal(plain, approval, string(commit)))})
}

// openEntry opens an entry. One that cannot be opened stays sealed, and its body is no proof.
func (s seals) openEntry(e ledger.Entry) ledger.Entry {
	var is sealedBody
	if len(e.Salt) > 0 || len(e.Body) == 0 || json.Unmarshal(e.Body, &is) != nil {
		return e
	}
	var v saltAndBody
	if b, sealed := bytesOf(is.Sealed); sealed {
		if plain, ok := s.entry.Open(b, string(e.Approval), string(e.Commit)); ok && json.Unmarshal(plain, &v) == nil {
			e.Salt, e.Body = v.Salt, v.Body
		}
	}
	return e
}
