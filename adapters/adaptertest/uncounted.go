package adaptertest

import "bridge/core/message"

// Uncounted is an [adapters.Counts] that counts nothing: a test embeds it and has what it looks at.
type Uncounted struct{}

// Refused implements adapters.Counts, as the others do.
func (Uncounted) Refused(message.ChannelName, string) {}

// Quarantined does nothing.
func (Uncounted) Quarantined(message.ChannelName, string) {}

// Reconnected does nothing.
func (Uncounted) Reconnected(message.ChannelName) {}

// Copied does nothing.
func (Uncounted) Copied(message.ChannelName, bool) {}

// Segments does nothing.
func (Uncounted) Segments(message.ChannelName, int) {}

// BreakerOpened does nothing.
func (Uncounted) BreakerOpened(message.ChannelName) {}

// Metered does nothing.
func (Uncounted) Metered(message.ChannelName, string, string) {}

// Fired does nothing.
func (Uncounted) Fired(message.ChannelName, string, int) {}
