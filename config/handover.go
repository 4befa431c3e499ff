package config

import "time"

// Handover is the table handover of an agent: which people answer its customers in its place,
// when one asks for a person.
type Handover struct {
	To           []string      `toml:"to,required"`   // "people:ID" or "group:NAME"
	Words        []string      `toml:"words"`         // that ask for a person; absent: HUMAN in every language
	Done         []string      `toml:"done"`          // that give the conversation back; absent: DONE in every language
	Hours        string        `toml:"hours"`         // when people are asked, as of rules; "": always
	Idle         time.Duration `toml:"idle,positive"` // after so long without a word the agent goes on
	Trust        string        `toml:"trust" oneof:"asserted carrier verified"`
	TellCustomer bool          `toml:"tell_customer"` // when it begins, and when it ends
	TellAgent    bool          `toml:"tell_agent"`    // by a call, when it ends
}
