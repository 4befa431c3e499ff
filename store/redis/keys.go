package redis

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"

	"bridge/queue"
)

// Every key is one of these patterns, here or in rec_keys.go; docs/redis.md says
// of each its type, owner and expiry, and a test compares the two. What is in
// <…> is filled in by key, in order. The part in {…} decides the cluster slot: a
// script touches keys of one such part only.
const (
	keyFormat  = "bridge:{meta}:format"
	keyIndexed = "bridge:{meta}:indexed"
	keySecret  = "bridge:{meta}:secret"
	keyPauses  = "bridge:{meta}:pauses"
	keyQueues  = "bridge:{meta}:queues"
	keyOwner   = "bridge:{meta}:own:<name>"
	keyProbe   = "bridge:{<slot>}:probe"
	keyWaited  = "bridge:{<slot>}:waited"
	keyOnce    = "bridge:{<slot>}:once:<nonce>"
	keyBucket  = "bridge:{r<shard>}:bucket:<hash>"
	keyClock   = "bridge:{l<shard>}:clock"
	keySeen    = "bridge:{l<shard>}:seen:<hash>"
	keyLanes   = "bridge:{l<shard>}:<queue>:lanes"
	keyItems   = "bridge:{l<shard>}:<queue>:items"
	keyBehind  = "bridge:{l<shard>}:<queue>:behind"
	keyOpen    = "bridge:{l<shard>}:<queue>:open"
	keyReady   = "bridge:{l<shard>}:<queue>:ready"
	keyDelayed = "bridge:{l<shard>}:<queue>:delayed"
	keyLeases  = "bridge:{l<shard>}:<queue>:leases"
	keyWake    = "bridge:{l<shard>}:<queue>:wake"
	keyAsked   = "bridge:{l<shard>}:<queue>:asked:<node>"
	keyDead    = "bridge:{l<shard>}:<queue>:dead"
	keyDeadSeq = "bridge:{l<shard>}:<queue>:deadseq"
	keyDeadAt  = "bridge:{l<shard>}:<queue>:deadat"

	keySuppressed = "bridge:{l<shard>}:suppressed"
)

const (
	laneShards   = 4  // of lanes: {l0} … {l3}
	recordShards = 16 // of records: {r0} … {r15}
)

// key fills in the parts of a pattern.
func key(pattern string, parts ...string) string {
	var b strings.Builder
	b.Grow(len(pattern) + 32)
	for _, p := range parts {
		open := strings.IndexByte(pattern, '<')
		b.WriteString(pattern[:open])
		b.WriteString(p)
		pattern = pattern[open+strings.IndexByte(pattern[open:], '>')+1:]
	}
	b.WriteString(pattern)
	return b.String()
}

// digest is the hash of texts that may be long, hostile or personal, each with
// its length.
func digest(texts ...string) (sum [sha256.Size]byte) {
	var room [192]byte
	b := room[:0]
	for _, t := range texts {
		b = binary.AppendUvarint(b, uint64(len(t)))
		b = append(b, t...)
	}
	return sha256.Sum256(b)
}

// hash is the part of a digest that names a key, as short returns it.
func hash(texts ...string) string {
	name := short(digest(texts...))
	return string(name[:])
}

// short is the first 128 bits of a digest in 22 characters. It is no string, so that
// a key is made of it in one go: every message has some ten.
func short(sum [sha256.Size]byte) (name [22]byte) {
	base64.RawURLEncoding.Encode(name[:], sum[:16])
	return name
}

// recordShard is the shard of records that belong to texts (an id, or a channel
// and a key): the number for <shard>.
func recordShard(texts ...string) string {
	sum := digest(texts...)
	return strconv.Itoa(int(sum[31]) % recordShards)
}

// laneShard is the shard of a lane.
func laneShard(q queue.Name, lane string) int {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(q) {
		h = (h ^ uint64(q[i])) * 1099511628211
	}
	h = (h ^ 0xff) * 1099511628211
	for i := range len(lane) {
		h = (h ^ uint64(lane[i])) * 1099511628211
	}
	return int((h >> 32) % laneShards)
}

// slot is the part of a key that decides its cluster slot.
func slot(key string) string {
	open := strings.IndexByte(key, '{')
	shut := strings.IndexByte(key, '}')
	if open < 0 || shut < open {
		return key
	}
	return key[open+1 : shut]
}
