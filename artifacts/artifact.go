// Package artifacts keeps bytes by reference: a content-addressed blob store
// with a size limit while streaming, sniffed types and signed, expiring links.
// Many nodes may use one store at the same time (ADR 6).
package artifacts

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"bridge/core/message"
)

// Artifact is the record of one stored file. Several records may share bytes.
type Artifact struct {
	ID        message.ArtifactID `json:"id"`
	SHA256    string             `json:"sha256"`           // lower-case hex
	Object    string             `json:"object,omitempty"` // the name of the bytes in the store
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

// hourLayout is the UTC hour of an object's name. Names sort by age.
const hourLayout = "2006010215"

// objectName names bytes by the hour that they are stored in and their hash, so
// that what expires is known from the name alone: bytes that come again in
// another hour are another object.
func objectName(at time.Time, sum string) string {
	return at.UTC().Format(hourLayout) + "-" + sum
}

// objectEnd returns the end of the hour of an object; ok is false for what is no name
// of ours.
func objectEnd(name string) (end time.Time, ok bool) {
	hour, sum, _ := strings.Cut(name, "-")
	start, err := time.Parse(hourLayout, hour)
	if err != nil || len(hour) != len(hourLayout) || !isSum(sum) {
		return time.Time{}, false
	}
	return start.Add(time.Hour), true
}

func isSum(s string) bool {
	sum, err := hex.DecodeString(s)
	return err == nil && len(sum) == 32 && s == strings.ToLower(s)
}

// sound says whether a record can be one that we wrote: what it names becomes a key.
func (a Artifact) sound() bool {
	_, ok := objectEnd(a.Object)
	return ok && isSum(a.SHA256) && strings.HasSuffix(a.Object, a.SHA256)
}

func dataKey(object string) string         { return dataDir + "/" + object }
func metaKey(id message.ArtifactID) string { return metaDir + "/" + string(id) + ".json" }
