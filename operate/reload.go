package operate

import (
	"context"
	"errors"
	"time"
)

// Configuration is which configuration a node runs with.
type Configuration struct {
	Sum string    `json:"sum"` // of the text of its file, short
	At  time.Time `json:"at"`  // when it was read
}

// ErrNoFile is Node.Reload's where there is nothing to read.
var ErrNoFile = errors.New("this bridge has no configuration file")

// Reload has the node begin anew with the configuration as it is now, in a moment: it returns
// before. Mistakes are an Invalid that says all of them, and the node goes on as it is.
func (desk *Desk) Reload(ctx context.Context, operator string) error {
	begin, err := desk.o.Node.Reload()
	switch {
	case errors.Is(err, ErrNoFile):
		return refusef(Conflict, "%s", err)
	case err != nil:
		return refusef(Invalid, "%s", err)
	}
	defer begin() // the store closes then
	return desk.acted(ctx, operator, "reload", desk.o.Name)
}
