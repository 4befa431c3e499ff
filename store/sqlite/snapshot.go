package sqlite

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// Snapshot writes the store at path as it is at one moment into a file that is not there
// yet, for bridge backup. Any process may call it while another has the store open: who
// writes there does not wait. The copy is looked through before it counts.
func Snapshot(ctx context.Context, path, file string) (err error) {
	path, err = resolve(path)
	if err != nil {
		return err
	}
	format, err := inspect(path)
	if err != nil {
		return err
	}
	if format == 0 {
		return fmt.Errorf("there is no store at %s", path)
	}
	c, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return damage(err)
	}
	defer func() { _ = c.Close() }()
	c.SetInterrupt(ctx.Done())
	if err := exec(c, "VACUUM INTO ?", nil, file); err != nil {
		return err
	}
	if _, err = inspect(file); err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	return nil
}
