package a2a

// Held is how many bytes are taken.
func (a *Adapter) Held() int64 {
	a.memory.mu.Lock()
	defer a.memory.mu.Unlock()
	return a.memory.all
}
