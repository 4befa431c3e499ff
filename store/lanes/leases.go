package lanes

// leases is the list of claims. All leases are equally long, so that the list is
// ordered by when they run out.
type leases struct{ first, last *Held }

func (l *leases) push(h *Held) {
	h.prev, h.next = l.last, nil
	if l.last == nil {
		l.first = h
	} else {
		l.last.next = h
	}
	l.last = h
}

func (l *leases) remove(h *Held) {
	if h.prev == nil {
		l.first = h.next
	} else {
		h.prev.next = h.next
	}
	if h.next == nil {
		l.last = h.prev
	} else {
		h.next.prev = h.prev
	}
	h.prev, h.next = nil, nil
}
