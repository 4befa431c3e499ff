package records

import (
	"bytes"
	"sync"

	"bridge/core/queue"
	"bridge/store/ground"
)

// Bounds of what is handed on within the process.
const (
	mostHanded  = 4096
	handedBytes = 8 << 20  // of all payloads
	handedItem  = 64 << 10 // of one
)

// handed are the values of items that this node has put lately: most are claimed here right
// after, and then need not be decoded. The payload says whether what is claimed is what was put.
type handed struct {
	mu    sync.Mutex
	all   map[handedKey]handedValue
	bytes int
}

type handedKey struct{ queue, lane, id string }

type handedValue struct {
	payload []byte
	value   any
}

func (h *handed) put(i queue.Item, id string) {
	if len(i.Payload) > handedItem {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	// What other nodes have claimed, and what was not put at last, stays until there is too much.
	if h.all == nil || len(h.all) >= mostHanded || h.bytes+len(i.Payload) > handedBytes {
		h.all, h.bytes = map[handedKey]handedValue{}, 0
	}
	k := handedKey{string(i.Queue), i.Lane, id}
	h.bytes += len(i.Payload) - len(h.all[k].payload)
	h.all[k] = handedValue{i.Payload, i.Value}
}

// take takes the value of a claim; nil if there is none.
func (h *handed) take(c *ground.Claim) any {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := handedKey{c.Queue, c.Lane, c.ID}
	was, ok := h.all[k]
	if !ok {
		return nil
	}
	delete(h.all, k)
	h.bytes -= len(was.payload)
	if !bytes.Equal(was.payload, c.Payload) {
		return nil
	}
	return was.value
}
