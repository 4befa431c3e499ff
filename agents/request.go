package agents

import (
	"bytes"
	"encoding/json"
	"fmt"

	"bridge/envelope"
)

// Share says which facts about the person an agent may see: the key share of
// its section (design §5.3). The zero value shares neither.
type Share struct {
	Sender  bool // meta.sender, the address
	Channel bool // meta.channel, the kind
}

// request is the body of a call: the same for every agent that is spoken to in
// JSON.
type request struct {
	Role  string          `json:"role"`
	Parts []envelope.Part `json:"parts"`
	Meta  Meta            `json:"meta"`
}

// EncodeRequest returns the JSON body of a call (design §5.3). The http and exec
// agents call it once per attempt; the same call gives the same bytes. What is
// not shared is left out, whatever the call holds.
func EncodeRequest(call Call, share Share) ([]byte, error) {
	meta := call.Meta
	meta.ReceivedAt = meta.ReceivedAt.UTC()
	if !share.Sender {
		meta.Sender = ""
	}
	if !share.Channel {
		meta.Channel = ""
	}
	parts := call.Parts
	if parts == nil {
		parts = []envelope.Part{}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // links stay readable: shell agents find them by pattern
	if err := enc.Encode(request{Role: "user", Parts: parts, Meta: meta}); err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
