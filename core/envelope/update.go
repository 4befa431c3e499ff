package envelope

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MaxParts is the most parts one update or answer of an agent may have.
const MaxParts = 1000

// Update is one respond() call of an agent: parts and a conversation state.
type Update struct {
	Parts  []Part
	State  State  // "" where the agent named none
	PassTo string // with Passed: the agent that takes over, as the agent wrote it; "" for none
}

// DecodeUpdate reads one update: one NDJSON line, or the data of one SSE event.
// index is its place in the answer, from 0; errors count from 1 and name the
// place: `update 2: parts[0].metadata.partType is missing (did you mean
// "response"?)`. An update is {parts, conversationState}, with turnState for
// the latter (seed 000), or one part at the top level, in which text needs no
// part type, or {part}, the frame of a Beach stream. Fields it does not know are ignored. b may be used again by the
// caller. Limits: MaxParts, MaxDepth.
func DecodeUpdate(b []byte, index int) (Update, error) {
	fields, err := decodeObject(b)
	var u Update
	if err == nil {
		u, err = readUpdate(fields)
	}
	if err != nil {
		return Update{}, fmt.Errorf("update %d: %w", index+1, err)
	}
	return u, nil
}

// DecodeAnswer reads a whole answer that is one JSON object: an envelope if it
// has meta, whose finalizedBy is the state, else an update as DecodeUpdate
// reads it. Where no state is named the answer is complete.
func DecodeAnswer(b []byte) (Update, error) {
	fields, err := decodeObject(b)
	var u Update
	if err == nil {
		u, err = readAnswer(fields)
	}
	if err != nil {
		return Update{}, fmt.Errorf("answer: %w", err)
	}
	if u.State == "" {
		u.State = Complete
	}
	return u, nil
}

// decodeObject checks b and splits a copy of it.
func decodeObject(b []byte) (map[string]json.RawMessage, error) {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if err := checkJSON(b); err != nil {
		return nil, err
	}
	return object(bytes.Clone(b))
}

func readAnswer(fields map[string]json.RawMessage) (Update, error) {
	if raw, ok := fields["meta"]; !ok || isNull(raw) {
		return readUpdate(fields)
	}
	state, err := readState(fields)
	if err != nil {
		return Update{}, err
	}
	env, err := readEnvelope(fields, MaxParts)
	if err != nil {
		return Update{}, err
	}
	if env.Role == "user" || env.Role == "ROLE_USER" {
		return Update{}, wrong("role", "is %q: this is a request, not an answer", env.Role)
	}
	if env.Meta.FinalizedBy != "" {
		state = env.Meta.FinalizedBy
	}
	return Update{Parts: env.Parts, State: state}, nil
}

func readUpdate(fields map[string]json.RawMessage) (Update, error) {
	var u Update
	var err error
	_, hasParts := fields["parts"]
	hint, misspelt := fields["state"]
	_, named := fields["conversationState"]
	_, named2 := fields["turnState"]
	if u.State, err = readState(fields); err != nil {
		return Update{}, err
	}
	if misspelt && !named && !named2 && first(hint) == '"' {
		return Update{}, wrong("state", "is not a field of an update (did you mean \"conversationState\"?)")
	}
	if u.PassTo, _, err = takeString(fields, "passTo"); err != nil {
		return Update{}, err
	}
	if u.PassTo != "" && u.State != Passed {
		return Update{}, wrong("passTo", "needs conversationState %q", Passed)
	}
	frame, framed := fields["part"]
	switch {
	case framed && (hasParts || contentKey(fields) != ""):
		return Update{}, wrong("", "has part beside others: put it into parts")
	case framed:
		return u, u.readFrame(frame)
	case hasParts:
		if key := contentKey(fields); key != "" {
			return Update{}, wrong("", "has both parts and %s: put it into a part", key)
		}
		if u.Parts, err = readParts(fields["parts"], MaxParts); err != nil {
			return Update{}, err
		}
	case contentKey(fields) != "":
		p, err := readPart(fields, true)
		if err != nil {
			return Update{}, err
		}
		p.Extra = nil // fields of the update, not of a part
		u.Parts = []Part{p}
	case !named && !named2:
		return Update{}, wrong("", "has neither parts nor text nor conversationState")
	}
	return u, nil
}

// readFrame reads the part of a Beach stream's frame: {"type":"part","part":{…}}.
func (u *Update) readFrame(raw json.RawMessage) error {
	fields, err := object(raw)
	var p Part
	if err == nil {
		p, err = readPart(fields, false)
	}
	if err != nil {
		return within("part", err)
	}
	u.Parts = []Part{p}
	return nil
}

// DecodeSettled reads the data of the event that ends a stream of single parts, an SSE
// event named "settled". It says how the turn ended: by conversationState, finalizedBy,
// or meta.finalizedBy, else complete. Parts that it repeats are left out.
func DecodeSettled(b []byte) (State, error) {
	fields, err := decodeObject(b)
	var state State
	if err == nil {
		state, err = readSettled(fields)
	}
	if err != nil {
		return "", fmt.Errorf("settled: %w", err)
	}
	return state, nil
}

func readSettled(fields map[string]json.RawMessage) (State, error) {
	state, err := readState(fields)
	if err != nil || state != "" {
		return state, err
	}
	if raw, ok := fields["meta"]; ok && !isNull(raw) {
		meta, err := readMeta(raw)
		if err != nil {
			return "", within("meta", err)
		}
		state = meta.FinalizedBy
	}
	if named, has, err := takeString(fields, "finalizedBy"); err != nil {
		return "", err
	} else if has {
		state = State(named)
	}
	if state == "" {
		state = Complete
	}
	return state, nil
}

// contentKey returns the field that makes an update a part of its own, "" for none.
func contentKey(fields map[string]json.RawMessage) string {
	for _, key := range []string{"text", "data", "raw", "url", "file"} {
		if _, ok := fields[key]; ok {
			return key
		}
	}
	return ""
}

// readState takes the state under either name. Both at once must agree: they
// decide whether the turn is over.
func readState(fields map[string]json.RawMessage) (State, error) {
	state, has, err := takeString(fields, "conversationState")
	if err != nil {
		return "", err
	}
	old, hasOld, err := takeString(fields, "turnState")
	if err != nil {
		return "", err
	}
	if has && hasOld && state != old {
		return "", wrong("conversationState", "is %s but turnState is %s", shown(state), shown(old))
	}
	if !has {
		state = old
	}
	return State(state), nil
}

// readParts reads an array of at most limit parts. null is none: some encoders write an
// empty list so.
func readParts(raw json.RawMessage, limit int) ([]Part, error) {
	if isNull(raw) {
		return nil, nil
	}
	if first(raw) != '[' {
		return nil, wrong("parts", "must be an array")
	}
	elems, more := elements(raw, limit)
	if more {
		return nil, wrong("parts", "has more than %d parts", limit)
	}
	parts := make([]Part, 0, len(elems))
	for i, elem := range elems {
		fields, err := object(elem)
		var p Part
		if err == nil {
			p, err = readPart(fields, false)
		}
		if err != nil {
			return nil, within(fmt.Sprintf("parts[%d]", i), err)
		}
		parts = append(parts, p)
	}
	return parts, nil
}
