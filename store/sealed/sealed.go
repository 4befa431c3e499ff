// Package sealed puts a seal between the bridge and its store: what decides a request
// lies there as AES-256-GCM under a key from the bridge's secret, and a copy of the
// database alone decides nothing. Sealed are the codes of requests, one-time codes, what
// waits in the lanes (prompts and notices carry codes and signed links), the notices that are
// kept for people, what came in with the turns, and the raw messages of votes in the ledger. A code is looked up by its sealed form, which is the
// same each time.
package sealed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"bridge/internal/mac"
	"bridge/store"
)

// ErrOtherSecret says that what is stored was sealed with a secret that is not given.
var ErrOtherSecret = errors.New("what is stored was sealed with another secret")

// stateKey is where the store has the marks of the secrets that have sealed, as JSON.
const stateKey = "bridge/sealed"

// Store is a store whose values are sealed. What it does not seal is the inner store's.
type Store struct {
	store.Store
	seals seals
}

// Open seals what goes into s from now on, and opens what comes out of it. It is called
// once at start, before anything else reads s, and s belongs to it then. ErrOtherSecret:
// none of the secrets has sealed what is there.
func Open(ctx context.Context, s store.Store, keys mac.Keys, log *slog.Logger) (*Store, error) {
	seals, err := newSeals(keys)
	if err != nil {
		return nil, err
	}
	o := &Store{Store: s, seals: seals}
	marks, err := Marks(ctx, s)
	if err != nil {
		return nil, err
	}
	own := keys.Sums(markBytes, "sealed")
	if len(marks) > 0 && !slices.ContainsFunc(own, func(m string) bool { return slices.Contains(marks, m) }) {
		return nil, ErrOtherSecret
	}
	if missing := slices.DeleteFunc(slices.Clone(marks), func(m string) bool { return slices.Contains(own, m) }); len(missing) > 0 {
		log.Warn("a secret that has sealed what is stored is not in the list any more: codes, waiting messages and raw votes from its time cannot be opened",
			"secrets", len(missing))
	}
	if slices.Contains(marks, own[0]) {
		return o, nil
	}
	value, err := json.Marshal(append(marks, own[0]))
	if err != nil {
		return nil, err
	}
	return o, s.SaveChannelState(ctx, stateKey, value)
}

const markBytes = 10

// Marks are the marks of the secrets that have sealed what is in s; none: it is empty. A mark tells nothing of its secret.
func Marks(ctx context.Context, s store.Store) (marks []string, err error) {
	value, found, err := s.ChannelState(ctx, stateKey)
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal(value, &marks); err != nil {
		return nil, fmt.Errorf("which secrets have sealed the store: %w", err)
	}
	return marks, nil
}
