package admission

import "bridge/core/message"

// Allow says who may start a turn on a channel, besides the people of the
// directory: "*" is everybody, "*@example.com" a mail domain, "+39*" a prefix.
type Allow []string

// Match reports whether the value of an address matches one of the patterns.
// Case does not count, and * stands for anything but a slash.
func (a Allow) Match(addr message.Address) bool { return addr.Matches(a) }
