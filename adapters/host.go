package adapters

import (
	"context"

	"bridge/core/message"
)

// Host is what the running bridge does for its channels.
type Host interface {
	// Delivered is a DeliveredFunc. It works once the bridge has started.
	Delivered(ctx context.Context, ch message.ChannelName, d message.Delivery) (string, error)
	// Alert tells the operators, but not on the channel; once for each key and some time.
	Alert(ctx context.Context, ch message.ChannelName, key, text string)
	// Doubt says that an address seems to be somebody else's now: it decides nothing more until its
	// person has confirmed it. Operators are told, once. It is durable when it returns nil.
	Doubt(ctx context.Context, ch message.ChannelName, a message.Address, why string) error
	// SchedulePaused tells whether operators have paused a schedule.
	SchedulePaused(ctx context.Context, ch message.ChannelName) (bool, error)
	// CancelTurn ends a turn that waits, or runs on whatever node, durably; false if it has
	// ended, or is not there. It works once the bridge has started.
	CancelTurn(ctx context.Context, id message.TurnID) (bool, error)
	// TellTurn changes where the sender of a turn of a channel hears of it (Inbound.Tell),
	// from its next outcome on; there is none if it has ended. change gets the places, may be
	// called again, and its error is returned. false: there is no such turn. It works once the
	// bridge has started.
	TellTurn(ctx context.Context, ch message.ChannelName, id message.TurnID, change func(all []message.Place, ended bool) ([]message.Place, error)) (bool, error)
}

// Counts counts what channels do by themselves.
type Counts interface {
	// Refused: admission never saw it; reason is a short stable word.
	Refused(ch message.ChannelName, reason string)
	// Quarantined: a message was set aside. Operators are told.
	Quarantined(ch message.ChannelName, text string)
	// Reconnected: a connection was made again.
	Reconnected(ch message.ChannelName)
	// Copied: what was sent was put with the sent mail, or could not be.
	Copied(ch message.ChannelName, ok bool)
	// Segments of SMS were sent.
	Segments(ch message.ChannelName, n int)
	// BreakerOpened: an endpoint fails.
	BreakerOpened(ch message.ChannelName)
	// Metered: a peer was given something that is paid for.
	Metered(ch message.ChannelName, peer, intent string)
	// Fired is what became of n fires or runs of a schedule: a short stable word.
	Fired(ch message.ChannelName, event string, n int)
}
