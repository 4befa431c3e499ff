package storetest

import (
	"bytes"
	"strings"
	"testing"

	"bridge/adapters"
)

// stateIs expects that the state under key is want; nil is none.
func stateIs(t *testing.T, s adapters.State, key string, want []byte) {
	t.Helper()
	got, found, err := s.ChannelState(t.Context(), key)
	if err != nil || found != (want != nil) || !bytes.Equal(got, want) {
		t.Errorf("state %.40s: %d bytes, %v, %v, want %d bytes", key, len(got), found, err, len(want))
	}
}

var stateTests = tests{
	"ChannelState": func(t *testing.T, f Fixture) {
		ctx, key := t.Context(), "imap agent@host/INBOX é"
		stateIs(t, f.Store(), key, nil)
		must(t, "save", f.Store().SaveChannelState(ctx, key, []byte("one\x00\xff")))
		must(t, "save", f.Store().SaveChannelState(ctx, key+"2", nil))
		stateIs(t, f.Store(), key, []byte("one\x00\xff"))
		stateIs(t, f.Store(), key+"2", []byte{})
		must(t, "save", f.Store().SaveChannelState(ctx, key, []byte("two")))
		stateIs(t, f.Store(), key, []byte("two"))
		f.Crash(t)
		stateIs(t, f.Store(), key, []byte("two"))
		f.Advance(5 * 365 * day) // longer than any retention
		sweep(t, f)
		stateIs(t, f.Store(), key, []byte("two"))
		stateIs(t, f.Store(), "another", nil)
	},

	"AgentState": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		must(t, "save", f.Store().SaveAgentState(ctx, "old", []byte("1")))
		must(t, "save", f.Store().SaveAgentState(ctx, "both", []byte("1")))
		f.Crash(t)
		stateIs(t, f.Store(), "old", []byte("1"))
		f.Advance(60 * day)
		sweep(t, f)
		must(t, "save again", f.Store().SaveAgentState(ctx, "both", []byte("2")))
		f.Advance(60 * day)
		sweep(t, f)
		stateIs(t, f.Store(), "old", nil) // 90 days are over
		stateIs(t, f.Store(), "both", []byte("2"))
		f.Advance(60 * day)
		sweep(t, f)
		stateIs(t, f.Store(), "both", nil)
		if err := f.Store().SaveAgentState(ctx, "", nil); err == nil {
			t.Error("no key is taken")
		}
	},

	"ChannelStateOfAnotherNode": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		one, two := f.Node("one"), f.Node("two")
		must(t, "save", one.SaveChannelState(ctx, "cursor", []byte("1")))
		stateIs(t, two, "cursor", []byte("1"))
		must(t, "save", two.SaveChannelState(ctx, "cursor", []byte("2")))
		stateIs(t, one, "cursor", []byte("2"))
	},

	"ChannelStateLimits": func(t *testing.T, f Fixture) {
		ctx := t.Context()
		most := bytes.Repeat([]byte{0xe9}, adapters.MaxState)
		long := strings.Repeat("k", adapters.MaxStateKey)
		must(t, "save the largest", f.Store().SaveChannelState(ctx, long, most))
		stateIs(t, f.Store(), long, most)
		for name, c := range map[string]struct {
			key   string
			value []byte
		}{
			"a larger value": {long, append(most, 1)},
			"no key":         {"", nil},
			"a longer key":   {long + "k", nil},
		} {
			if err := f.Store().SaveChannelState(ctx, c.key, c.value); err == nil {
				t.Errorf("%s is taken", name)
			}
		}
		stateIs(t, f.Store(), long, most)
		if err := f.Store().Healthy(); err != nil {
			t.Errorf("a refused value makes the store unhealthy: %v", err)
		}
	},
}
