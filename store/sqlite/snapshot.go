package sqlite

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// Snapshot writes the store at path as it is at one moment into a file that is not there
// yet, for bridge backup. Any process may call it while another has the store open: who
// writes there does not wait. The copy is looked through before it counts.
func Snapshot(ctx context.Context, path, file string) error {
	c, _, err := openCopied(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if err := exec(c, "VACUUM INTO ?", nil, file); err != nil {
		return err
	}
	if _, err := inspect(file); err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	return nil
}

// openCopied opens a store to be copied, without changing a byte of it, and says which format it has.
func openCopied(ctx context.Context, path string) (c *sqlite.Conn, format int, err error) {
	if path, err = resolve(path); err != nil {
		return nil, 0, err
	}
	if format, err = inspect(path); err != nil {
		return nil, 0, err
	}
	if format == 0 {
		return nil, 0, fmt.Errorf("there is no store at %s", path)
	}
	if c, err = connect(path, sqlite.OpenReadOnly); err != nil {
		return nil, 0, err
	}
	c.SetInterrupt(ctx.Done())
	return c, format, nil
}
