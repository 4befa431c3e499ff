package a2a

// Held is how many bytes the requests have that are read or wait.
func (a *Adapter) Held() int64 { return a.held.Load() }
