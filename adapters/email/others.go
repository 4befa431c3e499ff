package email

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"bridge/adapters"
	"bridge/adapters/email/mime"
	"bridge/core/message"
)

// others are the addresses that mails were written to which were refused for that: the
// newest first. Where one of them is an alias of ours, an operator adds it to Config.Also.
type others struct {
	state adapters.State // nil: nothing is kept
	key   string
	now   func() time.Time

	mu     sync.Mutex
	loaded bool
	all    []string
	saved  time.Time
}

const (
	maxOthers  = 20
	saveOthers = time.Minute // between two writes: what was refused must not cost more than that
)

func newOthers(channel message.ChannelName, state adapters.State, now func() time.Time) *others {
	return &others{state: state, key: "email others " + string(channel), now: now}
}

// note keeps whom a refused mail was written to.
func (o *others) note(ctx context.Context, writtenTo []string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.load(ctx)
	for _, to := range writtenTo {
		norm, err := mime.NormalAddress(to)
		if err != nil {
			continue
		}
		o.all = append([]string{norm}, slices.DeleteFunc(o.all, func(have string) bool { return have == norm })...)
	}
	o.all = o.all[:min(len(o.all), maxOthers)]
	if o.state == nil || o.now().Sub(o.saved) < saveOthers {
		return nil
	}
	o.saved = o.now()
	b, err := json.Marshal(o.all)
	if err != nil {
		return err
	}
	return o.state.SaveChannelState(ctx, o.key, b)
}

// load reads what was noted before a restart.
func (o *others) load(ctx context.Context) {
	if o.loaded || o.state == nil {
		return
	}
	if b, ok, err := o.state.ChannelState(ctx, o.key); err == nil {
		o.loaded = true
		if ok {
			_ = json.Unmarshal(b, &o.all) // what cannot be read is noted anew
		}
	}
}

// noted returns the addresses, the newest first.
func (o *others) noted(ctx context.Context) []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.load(ctx)
	return slices.Clone(o.all)
}
