package cron_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"bridge/adapters"
	"bridge/adapters/adaptertest"
	"bridge/adapters/channel"
	"bridge/adapters/cron"
)

// TestKind: a schedule is a channel as the others are. What comes in is its fires: one
// fire is one message, however many nodes see it.
func TestKind(t *testing.T) {
	var mu sync.Mutex
	at := map[string]time.Time{}
	// fire has a node of its own start the run of one moment.
	fire := func(h *adaptertest.Host, id string, change func(*channel.Deps)) bool {
		mu.Lock()
		moment, known := at[id]
		if !known {
			moment = time.Now().Add(time.Duration(len(at)) * time.Millisecond)
			at[id] = moment
		}
		mu.Unlock()
		d := h.Deps
		d.Now = func() time.Time { return moment }
		change(&d)
		node, err := h.Channel.Build(d)
		if err != nil {
			t.Error(err)
			return false
		}
		_, err = node.(adapters.Scheduled).Run(context.Background(), "ops", h.Accept)
		return err == nil
	}
	adaptertest.Run(t, adaptertest.Kit{
		Kind: cron.Describe(), Fires: true, PublicURL: "https://bridge.example.com",
		Section: func() string {
			return "agent = \"a\"\nschedule = \"@yearly\"\nprompt = \"geheim: café 🦊\"\ndeliver = []\n"
		},
		Comes: func(h *adaptertest.Host, id, _ string) bool { return fire(h, id, func(*channel.Deps) {}) },
		Bad: map[string]func(*adaptertest.Host) bool{
			"the store is down": func(h *adaptertest.Host) bool {
				return fire(h, "bad", func(d *channel.Deps) { d.State = down{} })
			},
		},
	})
}

// down is a store that is away.
type down struct{}

func (down) ChannelState(context.Context, string) ([]byte, bool, error) {
	return nil, false, errors.New("the store is down")
}

func (down) SaveChannelState(context.Context, string, []byte) error {
	return errors.New("the store is down")
}
