package outbox

import (
	"time"

	"bridge/core/message"
	"bridge/core/queue"
)

// NotBefore returns until when a message to a person waits that is made at the time
// given: the end of their quiet hours if a machine started what it belongs to and it
// goes where messages ring. Else the zero time: at once. What answers a person's own message
// never waits. The time given is a recorded one, so that planning it again gives the
// same.
func NotBefore(at time.Time, traits message.Traits, p message.Person, machine bool) time.Time {
	if !machine || !traits.Rings {
		return time.Time{}
	}
	return p.QuietUntil(at)
}

// Later lets an item wait until the time given, in a lane of its own: what the person
// writes meanwhile is answered at once. The zero time changes nothing.
func Later(it queue.Item, at time.Time) queue.Item {
	if at.IsZero() {
		return it
	}
	it.NotBefore, it.Lane = at, LaterLane(it.Lane)
	return it
}

// LaterLane is the lane of messages that wait for a time, beside that of the others.
func LaterLane(lane string) string { return lane + "/later" }
