package config

// Route is one of [[channels.NAME.routes]]: which agent gets the conversations that a message
// opens. What it does not say holds for all; the first route that holds counts.
type Route struct {
	Agent    string   `toml:"agent,required"`
	Tag      string   `toml:"tag"`         // behind the + of the address that a mail was written to
	Subject  string   `toml:"subject"`     // what the subject begins with, whatever its case
	From     []string `toml:"from,single"` // patterns of senders, as in allow
	Group    string   `toml:"group"`       // of the sender, if they are known
	Language string   `toml:"language"`    // likewise: a BCP 47 tag, or the beginning of one
}
