package request

import (
	"slices"
	"strings"
	"time"

	"bridge/core/message"
	"bridge/core/question"
)

// State of a request.
type State string

// The states of a request. Every state but Pending is final.
const (
	Pending   State = "pending"
	Answered  State = "answered" // of a Question: it was answered, and nothing is granted
	Granted   State = "granted"
	Denied    State = "denied"
	Expired   State = "expired"
	Cancelled State = "cancelled"
)

// Tally is what the answers have come to.
type Tally struct {
	State     State     `json:"state"`
	Votes     []Vote    `json:"votes,omitempty"`
	DecidedBy string    `json:"decidedBy,omitempty"` // person ids, or policy, timeout, operator:NAME, agent
	Reason    string    `json:"reason,omitempty"`    // for people and agents to read
	DecidedAt time.Time `json:"decidedAt,omitzero"`
	// HeldUntil is set while enough have said yes and each of them can still take it
	// back: the state is Pending, and the request does not expire.
	HeldUntil time.Time `json:"heldUntil,omitzero"`
	// Objections are what people said against a decision in their name when it was too
	// late: a few.
	Objections []Vote `json:"objections,omitempty"`
	// StepUps are the yeses that wait for a one-time code, by person.
	StepUps map[message.PersonID]StepUp `json:"stepUps,omitempty"`
	// Guessed counts wrong codes that were compared with this request's, by where they
	// came from and the person they were said to be from.
	Guessed map[string]int `json:"guessed,omitempty"`
}

// Vote is one counted answer.
type Vote struct {
	Person message.PersonID `json:"person"`
	Grant  bool             `json:"grant"`
	Reason string           `json:"reason,omitempty"`
	Said   *question.Said   `json:"said,omitempty"` // to a Question: Grant is false
	// TookBack is set on a no that replaced this person's yes.
	TookBack bool                `json:"tookBack,omitempty"`
	At       time.Time           `json:"at"` // when the bridge accepted the answer
	Channel  message.ChannelName `json:"channel,omitempty"`
	From     message.Address     `json:"from,omitempty"`
	Trust    message.Trust       `json:"trust,omitempty"`
	Why      []string            `json:"why,omitempty"`     // reasons for the trust
	Binding  string              `json:"binding,omitempty"` // what bound it: button, ref, tag, token, code, sole, payload
	Grammar  int                 `json:"grammar,omitempty"` // version
	Key      string              `json:"key"`               // of the message, so that its repetition is known
	Raw      *Raw                `json:"-"`                 // for the ledger; nil for a vote that was read back
	// Stepped is set on a yes that was too weak alone and counts because a one-time
	// code came back; Trust is then what the request requires, and Key of the message
	// that brought the code.
	Stepped *Stepped `json:"stepped,omitempty"`
}

// Raw is the message that a vote came in, as it came. It goes into the ledger, not into
// the record.
type Raw struct {
	Text    string // what the grammar read
	Subject string
	Button  string
	Bytes   []byte // at most 64 KB of what came over the wire
	SHA256  string // of all of it, hex; "" where nothing came over a wire
	Cut     bool   // Bytes is only the beginning
}

// Stepped is how a weak yes came to count.
type Stepped struct {
	Trust message.Trust `json:"trust"` // that the yes alone had
	Key   string        `json:"key"`   // of the message with the yes
	Sent  Place         `json:"sent"`  // where the code went
	Back  Place         `json:"back"`  // where it came from
	By    message.Trust `json:"by"`    // that the message with the code had
}

// StepUp is a yes that was too weak alone and waits for a one-time code that was sent
// to another address of the same person.
type StepUp struct {
	Code  string    `json:"code"` // six digits; never leaves the message to To
	To    Place     `json:"to"`
	Until time.Time `json:"until"`
	// Tried counts the wrong ones by where they came from: who forges one address does
	// not spend the tries of the others.
	Tried map[string]int `json:"tried,omitempty"`
	Vote  Vote           `json:"vote"` // what counts when the code comes back
}

// VoteOf returns the counted vote of a person.
func (t Tally) VoteOf(id message.PersonID) (Vote, bool) {
	i := slices.IndexFunc(t.Votes, func(v Vote) bool { return v.Person == id })
	if i < 0 {
		return Vote{}, false
	}
	return t.Votes[i], true
}

// Enough reports whether the votes that stand grant a request with a quorum.
func (t Tally) Enough(quorum int) bool {
	return len(t.Votes) >= max(quorum, 1) && !slices.ContainsFunc(t.Votes, func(v Vote) bool { return !v.Grant })
}

// Granters are the people who said yes, with commas.
func (t Tally) Granters() string {
	var ids []string
	for _, v := range t.Votes {
		if v.Grant {
			ids = append(ids, string(v.Person))
		}
	}
	return strings.Join(ids, ",")
}

// TakenBack reports whether the request was denied because a yes was taken back.
func (t Tally) TakenBack() bool {
	return t.State == Denied && slices.ContainsFunc(t.Votes, func(v Vote) bool { return v.TookBack })
}
