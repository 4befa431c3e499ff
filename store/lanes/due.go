package lanes

// dueHeap is a heap of the lanes whose head is not due, by when it will be.
type dueHeap []*lane

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].items[0].Due < h[j].items[0].Due }
func (h dueHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i]; h[i].due, h[j].due = i, j }

// Push is heap.Interface's.
func (h *dueHeap) Push(v any) {
	l := v.(*lane)
	l.due = len(*h)
	*h = append(*h, l)
}

// Pop is heap.Interface's.
func (h *dueHeap) Pop() any {
	old := *h
	l := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	l.due = -1
	return l
}
