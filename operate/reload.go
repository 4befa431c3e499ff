package operate

import (
	"context"
	"time"
)

// Configuration is which configuration a node runs with.
type Configuration struct {
	Sum string    `json:"sum"` // of the text of its file, short
	At  time.Time `json:"at"`  // when it was read
}

// Reload has the node begin anew with the configuration as it is now, in a moment: it returns
// before. Mistakes are an Invalid that says all of them, and the node goes on as it is.
func (desk *Desk) Reload(ctx context.Context, operator string) error {
	if desk.o.Reload == nil {
		return refusef(Conflict, "this bridge has no configuration file")
	}
	begin, err := desk.o.Reload()
	if err != nil {
		return refusef(Invalid, "%s", err)
	}
	defer begin() // the store closes then
	return desk.acted(ctx, operator, "reload", desk.o.Name)
}
