package render

import (
	"fmt"
	"strings"
	"time"
)

// OptedOut answers STOP. It is the last message to the address.
func OptedOut() string {
	return "You will get no more messages from here. START brings them back."
}

// OptedIn answers START.
func OptedIn() string {
	return "You get messages from here again. STOP ends them."
}

// Help answers HELP where the channel has no text of its own: name is its agent.
func Help(name string) string {
	return fmt.Sprintf("This number is answered by the assistant %q, a program. Write to it as to a person; NEW begins a new conversation. "+
		"STOP ends all messages from here, START brings them back.", short(orElse(name, "assistant"), 40))
}

// NewConversation answers NEW.
func NewConversation() string {
	return "New conversation. What you wrote before is not part of it; to go back, reply to one of those messages."
}

// TooManyNow is TooMany where nothing waits for later: the channel gives up soon.
func TooManyNow(n int, per time.Duration, where string) string {
	limit, _, _ := strings.Cut(TooMany(n, per, where), ":")
	return limit + ": what comes beyond that is not taken. If you get no answer, please send it again later."
}
