package redis

// Every key begins with prefix. Its part in {…} decides the cluster slot: all that a
// deployment stores is in one, so that a batch is one script.
const (
	prefix    = "bridge:{b}:"
	keyFormat = prefix + "format"
	keyQueues = prefix + "queues" // set of the queues that were ever used
	keyClock  = prefix + "clock"  // the last number given to an item or a claim
	keyIndex  = prefix + "index"  // all indexes: sorted set, ordered by member
	keyCounts = prefix + "counts" // records by kind and label: hash
	keyProbe  = prefix + "probe"
	keyWaited = prefix + "waited"
	// That all is copied out or in: see copyout.go and copyin.go.
	keyCopy    = prefix + "copy"    // "out:" or "in:" and a nonce, and what to do
	keyBeside  = prefix + "in:"     // before the rest of a key of a copy that is loaded: copyin.go
	keyChanged = prefix + "changed" // set of the records that were written since it is copied out

	keyOnce   = prefix + "once:"   // and a second: the nonces of batches that were first sent in it and applied
	keyRecord = prefix + "r:"      // kind:id
	keyBucket = prefix + "bucket:" // and its key
	keyOwner  = prefix + "own:"    // and its name: the node
	keyAsked  = prefix + "asked:"  // queue:node: the claims of a node's last request
	keyIdle   = prefix + "idle:"   // and a queue: nodes that found nothing in it lately
	keyLane   = prefix + "q:"      // queue:name, of queueKeys
)

// queueKeys are the keys of a queue, in the order of lib_lanes.
var queueKeys = [...]string{"lanes", "items", "behind", "open", "ready", "delayed", "leases", "wake"}

// Places in queueKeys.
const (
	placeBehind = 2
	placeReady  = 4
	placeWake   = 7
)

// keysOf returns the keys of a queue.
func keysOf(queue string) []string {
	all := make([]string, len(queueKeys))
	for i, name := range queueKeys {
		all[i] = keyLane + queue + ":" + name
	}
	return all
}
