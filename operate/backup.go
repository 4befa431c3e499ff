package operate

import "time"

// Backup is how the scheduled backups are.
type Backup struct {
	Schedule string    `json:"schedule"`
	To       string    `json:"to"`
	Keep     int       `json:"keep"`
	At       time.Time `json:"at,omitzero"` // of the last one that was made
	Name     string    `json:"name,omitempty"`
	Size     int64     `json:"size,omitempty"`
	Tried    time.Time `json:"tried,omitzero"`  // the last attempt
	Error    string    `json:"error,omitempty"` // of that; "": it was made
	Next     time.Time `json:"next,omitzero"`
	Overdue  bool      `json:"overdue"` // the last one is older than two periods of the schedule
}
