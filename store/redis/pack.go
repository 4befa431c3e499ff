package redis

import (
	"encoding/binary"

	"bridge/store/ground"
)

// pack is an array of numbers and texts in MessagePack, which scripts read in one go: each
// argument of its own would cost both sides more.
type pack struct {
	b []byte
	n uint32
}

const (
	packHead  = 5  // bytes of the head of an array, and at most of a text
	packValue = 32 // bytes of an operation without its texts, about
)

// begin makes room for a batch.
func (p *pack) begin(ops []ground.Op) {
	size := packHead + packValue*len(ops)
	for _, op := range ops {
		switch o := op.(type) {
		case ground.Put:
			size += len(o.Body) + len(o.ID) + packValue*(1+len(o.Index))
			for _, x := range o.Index {
				size += len(x.Index)
			}
		case ground.Enqueue:
			size += len(o.Payload) + len(o.Lane) + len(o.ID)
		}
	}
	p.b = append(make([]byte, 0, size), make([]byte, packHead)...)
}

// done returns the array.
func (p *pack) done() []byte {
	p.b[0] = 0xdd // an array of so many
	binary.BigEndian.PutUint32(p.b[1:], p.n)
	return p.b
}

// Its methods are called in hundreds of places: inlined, they take 40 kB.
//
//go:noinline
func (p *pack) number(n int64) *pack {
	p.n++
	switch {
	case n >= 0 && n < 128:
		p.b = append(p.b, byte(n))
	case n >= 0:
		p.b = binary.BigEndian.AppendUint64(append(p.b, 0xcf), uint64(n))
	default:
		p.b = binary.BigEndian.AppendUint64(append(p.b, 0xd3), uint64(n))
	}
	return p
}

//go:noinline
func (p *pack) text(s string) *pack {
	p.length(len(s))
	p.b = append(p.b, s...)
	return p
}

//go:noinline
func (p *pack) bytes(s []byte) *pack {
	p.length(len(s))
	p.b = append(p.b, s...)
	return p
}

// item is an item as it is stored.
func (p *pack) item(id string, payload []byte) *pack {
	p.length(2 + len(id) + len(payload))
	p.b = appendItem(p.b, id, payload)
	return p
}

// entries are those of a record as they are stored.
func (p *pack) entries(all []ground.Entry) *pack {
	n := 0
	for _, e := range all {
		n += 10 + len(e.Index)
	}
	p.length(n)
	p.b = appendEntries(p.b, all)
	return p
}

func appendEntries(b []byte, all []ground.Entry) []byte {
	for _, e := range all {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(e.Index))), e.Index...)
		b = binary.BigEndian.AppendUint64(b, uint64(e.At)^1<<63)
	}
	return b
}

// length begins a text.
//
//go:noinline
func (p *pack) length(n int) {
	p.n++
	if n < 32 {
		p.b = append(p.b, 0xa0|byte(n))
		return
	}
	p.b = binary.BigEndian.AppendUint32(append(p.b, 0xdb), uint32(n))
}
