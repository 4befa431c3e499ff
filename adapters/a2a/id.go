package a2a

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"bridge/adapters"
	"bridge/core/message"
)

// Bounds of what peers name, in bytes.
const (
	maxContext = 128
	maxMessage = 256
)

const (
	taskMAC = 16 // characters
	taskUse = "a2a-task"
)

// task is one task: the turn that began it, and the context that it is in. Its id says both,
// and is signed for one peer of one channel: nobody else has such a task, and it is known
// before anything of its turn is recorded.
type task struct {
	peer    string
	turn    message.TurnID
	context string
	known   sdk.TaskID // its id, as the peer has named it: keys are replaced
}

// id is the task's, as the peer knows it.
func (a *Adapter) id(t task) sdk.TaskID {
	if t.known != "" {
		return t.known
	}
	return sdk.TaskID(string(t.turn) + "." + a.sign(t) + "." + base64.RawURLEncoding.EncodeToString([]byte(t.context)))
}

func (a *Adapter) sign(t task) string {
	return a.o.Keys.Sum(taskMAC, taskUse, string(a.o.Name), t.peer, string(t.turn), t.context)
}

// find is the task of an id; false if this peer has none such.
func (a *Adapter) find(peer string, id sdk.TaskID) (task, bool) {
	turn, rest, _ := strings.Cut(string(id), ".")
	sum, name, _ := strings.Cut(rest, ".")
	context, err := base64.RawURLEncoding.Strict().DecodeString(name)
	t := task{peer: peer, turn: message.TurnID(turn), context: string(context), known: id}
	if err != nil || !a.o.Keys.Valid(sum, taskMAC, taskUse, string(a.o.Name), t.peer, turn, t.context) {
		return task{}, false
	}
	return t, true
}

// conversation names the session of a context: peers have contexts of their own.
func conversation(peer, context string) string {
	sum := sha256.Sum256([]byte(peer + "\n" + context))
	return hex.EncodeToString(sum[:])
}

// session is that of the task.
func (a *Adapter) session(t task) message.SessionID {
	return message.MachineSessionID(a.o.Name, conversation(t.peer, t.context))
}

// checkContext returns why a peer cannot name a context so.
func checkContext(id string) error {
	if len(id) > maxContext {
		return errors.New("contextId is too long: at most 128 bytes")
	}
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return errors.New("contextId has characters other than printable ASCII")
		}
	}
	return nil
}

// briefs are the turns of a context, newest first.
type briefs []adapters.Brief

// chain follows a turn whose question was answered to the turn that goes on with it, and on
// from there.
func (all briefs) chain(id message.TurnID) []message.TurnID {
	next := map[message.TurnID]message.TurnID{}
	for _, b := range all {
		if b.Continues != "" {
			next[b.Continues] = b.ID
		}
	}
	chain := []message.TurnID{id}
	for n, ok := next[id]; ok; n, ok = next[id] {
		delete(next, id) // a damaged record makes no circle
		chain, id = append(chain, n), n
	}
	return chain
}

// root is the turn that began what a turn goes on with: itself, if nothing before it is known.
func (all briefs) root(id message.TurnID) message.TurnID {
	for range all { // a damaged record makes no circle
		i := slices.IndexFunc(all, func(b adapters.Brief) bool { return b.ID == id })
		if i < 0 || all[i].Continues == "" || !slices.ContainsFunc(all, func(b adapters.Brief) bool { return b.ID == all[i].Continues }) {
			break
		}
		id = all[i].Continues
	}
	return id
}

// newest reports whether no turn came after one.
func (all briefs) newest(id message.TurnID) bool {
	return !slices.ContainsFunc(all, func(b adapters.Brief) bool { return b.ID > id })
}

// of is the turn of a message.
func (all briefs) of(inbound string) (adapters.Brief, bool) {
	i := slices.IndexFunc(all, func(b adapters.Brief) bool { return b.Inbound == inbound })
	if i < 0 {
		return adapters.Brief{}, false
	}
	return all[i], true
}
