// Package artifacts keeps bytes by reference: a content-addressed blob store
// with a size limit while streaming, sniffed types and signed, expiring links
// (design §5.6).
package artifacts

import (
	"errors"
	"fmt"
	"time"

	"bridge/message"
)

// Artifact is the record of one stored file. Several records may share bytes.
type Artifact struct {
	ID        message.ArtifactID `json:"id"`
	SHA256    string             `json:"sha256"` // lower-case hex; the key of the bytes
	Size      int64              `json:"sizeBytes"`
	Filename  string             `json:"filename"`  // base name, no control characters, ≤ 100 bytes; never empty
	MediaType string             `json:"mediaType"` // sniffed, or the declared one where they agree
	CreatedAt time.Time          `json:"createdAt"`
}

// ErrNotFound is returned for an id that is unknown or whose bytes are gone.
var ErrNotFound = errors.New("artifact not found")

// TooLargeError is returned when a stream is longer than the limit; nothing of
// it is kept.
type TooLargeError struct{ Limit int64 }

// Error names the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("artifact is larger than artifacts.max_size (%d bytes)", e.Limit)
}
