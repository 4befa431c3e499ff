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
	d := describe(path, 0)
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
	d.Format, err = inspect(d.Where)
	return d, err
}

func describe(path string, format int) ground.Description {
	return ground.Description{Kind: "sqlite", Server: "SQLite " + sqlite.Version, Where: path, Durability: "synchronous=FULL", Format: format}
}
