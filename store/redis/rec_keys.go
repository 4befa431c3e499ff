package redis

import (
	"encoding/base64"
	"strconv"

	"bridge/approvals"
	"bridge/message"
	"bridge/outbox"
)

// The keys of records. Everything about a session is in the session's shard, so
// that a step and its turn are one write; approvals, sends, admissions, codes and
// the entries of the thread index are each in a shard of their own.
const (
	keyAdmitted = "bridge:{r<shard>}:admitted:<hash>"

	keySession = "bridge:{r<shard>}:session:<session>"
	keyHeld    = "bridge:{r<shard>}:held:<session>"
	keyHolds   = "bridge:{r<shard>}:holds"
	keyTurn    = "bridge:{r<shard>}:turn:<turn>"
	keyAsks    = "bridge:{r<shard>}:asks:<turn>"

	keyThread = "bridge:{r<shard>}:thread:<hash>"

	keySend       = "bridge:{r<shard>}:send:<message>"
	keySendsState = "bridge:{r<shard>}:sends:<state>"

	keyApproval  = "bridge:{r<shard>}:approval:<approval>"
	keyPrompts   = "bridge:{r<shard>}:prompts:<approval>"
	keyMessages  = "bridge:{r<shard>}:messages:<approval>"
	keyPending   = "bridge:{r<shard>}:pending"
	keyMarked    = "bridge:{r<shard>}:marked"
	keyApprovals = "bridge:{r<shard>}:approvals"
	keyCode      = "bridge:{r<shard>}:code:<code>"
	keyWaiting   = "bridge:{r<shard>}:waiting:<hash>"

	keyChain   = "bridge:{r<shard>}:chain"
	keyLedger  = "bridge:{r<shard>}:ledger"
	keyChained = "bridge:{r<shard>}:chained:<approval>"
	keyTold    = "bridge:{r<shard>}:told:<hash>"

	keyState = "bridge:{r<shard>}:state:<hash>"

	keyContact      = "bridge:{r<shard>}:contact:<hash>"
	keyAlias        = "bridge:{r<shard>}:alias:<hash>"
	keyConversation = "bridge:{r<shard>}:conversation:<hash>"
	keySaid         = "bridge:{r<shard>}:said:<hash>"
	keyGuesses      = "bridge:{r<shard>}:guesses:<hash>"

	keyAudit = "bridge:{r<shard>}:audit"
	keyAbout = "bridge:{r<shard>}:about:<hash>"
)

// longID bounds the part of a key that comes from an id.
const longID = 64

// idPart is an id as part of a key: itself, or the hash of one that is long.
func idPart(id string) string {
	if len(id) <= longID {
		return id
	}
	return "#" + hash(id)
}

// recordShardOf is recordShard as a number.
func recordShardOf(texts ...string) int {
	sum := digest(texts...)
	return int(sum[31]) % recordShards
}

// sessionKeys are the keys of one session and of its turns.
type sessionKeys struct {
	shard int
	part  string
}

func keysOf(id message.SessionID) sessionKeys {
	return sessionKeys{shard: recordShardOf(string(id)), part: idPart(string(id))}
}

func (k sessionKeys) key(pattern string) string {
	return key(pattern, strconv.Itoa(k.shard), k.part)
}

func (k sessionKeys) ofTurn(pattern string, id message.TurnID) string {
	return key(pattern, strconv.Itoa(k.shard), idPart(string(id)))
}

// approvalKeys are the keys of one approval.
type approvalKeys struct {
	shard int
	part  string
}

func keysOfApproval(id message.ApprovalID) approvalKeys {
	return approvalKeys{shard: recordShardOf(string(id)), part: idPart(string(id))}
}

func (k approvalKeys) key(pattern string) string {
	return key(pattern, strconv.Itoa(k.shard), k.part)
}

func codeKey(code string) string { return key(keyCode, recordShard(code), idPart(code)) }

func sendKey(id message.MessageID) (shard int, k string) {
	shard = recordShardOf(string(id))
	return shard, key(keySend, strconv.Itoa(shard), idPart(string(id)))
}

// sendStates are the states of a send in the order of their numbers, from 1.
func sendStates() [4]outbox.State {
	return [4]outbox.State{outbox.Sending, outbox.Sent, outbox.Failed, outbox.Unknown}
}

// sendState is the number of a state; 0 if there is no such state.
func sendState(s outbox.State) int {
	for i, one := range sendStates() {
		if one == s {
			return i + 1
		}
	}
	return 0
}

// threadRef names an entry of the thread index: the hash of its channel and ref.
// Ids of foreign messages are long, hostile and personal.
type threadRef [16]byte

func refOf(ch message.ChannelName, r message.Ref) (t threadRef) {
	sum := digest(string(ch), string(r))
	copy(t[:], sum[:])
	return t
}

func (t threadRef) shard() int { return int(t[0]) % recordShards }

func (t threadRef) key() string {
	var name [22]byte
	base64.RawURLEncoding.Encode(name[:], t[:])
	return key(keyThread, strconv.Itoa(t.shard()), string(name[:]))
}

// splitRefs are refs that were put behind each other.
func splitRefs(b []byte) []threadRef {
	all := make([]threadRef, 0, len(b)/len(threadRef{}))
	for ; len(b) >= len(threadRef{}); b = b[len(threadRef{}):] {
		all = append(all, threadRef(b))
	}
	return all
}

// refsIn are the refs in a script's reply.
func refsIn(reply any) []threadRef {
	text, _ := reply.(string)
	return splitRefs([]byte(text))
}

// codeWindow is approvals.CodeWindow as scripts take it, in µs.
const codeWindow = int64(approvals.CodeWindow / 1000)

// keysOfStates are the keys of all states in each shard, in the order of their numbers.
var keysOfStates = func() (all [recordShards][]any) {
	for shard := range all {
		for _, state := range sendStates() {
			all[shard] = append(all[shard], sendsKey(shard, state))
		}
	}
	return all
}()

func sendsKey(shard int, state outbox.State) string {
	return key(keySendsState, strconv.Itoa(shard), string(state))
}
