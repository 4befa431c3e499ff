package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"zombiezen.com/go/sqlite"

	"bridge/store/ground"
)

// Check says what Open would find at path, without changing a byte of it: for
// bridge check. Format 0 says that there is nothing yet. The errors are those of
// Open; filelock.ErrInUse names the process that has the file.
func Check(path string) (_ ground.Description, err error) {
	d := ground.Description{Kind: "sqlite", Where: path, Durability: "synchronous=FULL"}
	defer func() {
		if err != nil {
			err = fmt.Errorf("open store %s: %w", path, err)
		}
	}()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if d.Where, err = resolve(path); err != nil {
		return d, err
	}
	if _, err := os.Stat(d.Where + ".lock"); err == nil { // else nobody has ever opened it
		f, err := lock(d.Where)
		if err != nil {
			return d, err
		}
		defer func() { _ = f.Close() }()
	}
	if d.Format, err = inspect(d.Where); err != nil || d.Format == 0 {
		return d, err
	}
	c, err := sqlite.OpenConn(d.Where, sqlite.OpenReadOnly)
	if err != nil {
		return d, damage(err)
	}
	defer func() { _ = c.Close() }()
	err = exec(c, "SELECT sqlite_version()", func(st *sqlite.Stmt) error {
		d.Server = "SQLite " + st.ColumnText(0)
		return nil
	})
	return d, err
}
