package sqlite

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"bridge/internal/filelock"
)

const (
	applicationID = 0x42524447 // "BRDG" in the file's header: the file is a bridge's
	// formatVersion is PRAGMA user_version: 2 has records that are packed, beside those of 1,
	// which are read as they are, and 3 a journal. A file of firstFormat or later is taken over when it is opened.
	formatVersion = 3
	journalFormat = 3
	firstFormat   = 1
	// checkBytes is up to which size a file is checked page by page when it is
	// opened: a few milliseconds. In a larger one damage shows when it is read.
	checkBytes = 4 << 20
)

//go:embed schema.sql
var schema string

// lock takes the file for this process, or says which one has it.
func lock(path string) (*os.File, error) {
	f, err := filelock.Lock(path + ".lock")
	if errors.Is(err, filelock.ErrInUse) {
		err = fmt.Errorf("the file is %w", err)
	}
	return f, err
}

// Errors of Open.
var (
	ErrForeign = errors.New("the file is not a bridge's store")
	ErrCorrupt = errors.New("the file is damaged")
	ErrNewer   = errors.New("the file was written by a newer bridge")
	ErrOlder   = errors.New("the file was written by an older bridge, in a format that this one does not read")
)

// resolve returns the path that all names of the file have in common, so that
// the lock holds for a symbolic link too.
func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// inspect decides from the outside whether the file may be opened for writing,
// without changing a byte of it, and returns its format; 0 means that there is
// nothing in it yet.
func inspect(path string) (format int, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	st, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !st.Mode().IsRegular() {
		return 0, fmt.Errorf("%w: it is not a regular file", ErrForeign)
	}
	if st.Size() == 0 {
		return 0, nil
	}
	var head [100]byte // the database header (SQLite file format, section 1.3)
	if _, err := io.ReadFull(f, head[:]); err != nil || string(head[:16]) != "SQLite format 3\x00" {
		return 0, fmt.Errorf("%w: it does not begin like a SQLite database", ErrForeign)
	}
	if wal, err := os.Stat(path + "-wal"); err != nil || wal.Size() == 0 {
		// Without a write-ahead log the header says how long the file must be.
		u32 := func(at int) int64 { return int64(binary.BigEndian.Uint32(head[at:])) }
		page := int64(binary.BigEndian.Uint16(head[16:]))
		if page == 1 {
			page = 65536
		}
		if u32(24) == u32(92) && u32(28)*page > st.Size() {
			return 0, fmt.Errorf("%w: %d of %d bytes are there", ErrCorrupt, st.Size(), u32(28)*page)
		}
	}
	return look(path, st.Size() <= checkBytes)
}

// look reads the identity of an existing file, and checks its pages if asked to,
// through a connection that cannot write.
func look(path string, pages bool) (format int, err error) {
	c, err := connect(path, sqlite.OpenReadOnly)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	var id, version, tables int64
	if err := exec(c, "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id, pragma_user_version", func(st *sqlite.Stmt) error {
		id, version, tables = st.ColumnInt64(0), st.ColumnInt64(1), st.ColumnInt64(2)
		return nil
	}); err != nil {
		return 0, damage(err)
	}
	switch {
	case id == 0 && version == 0 && tables == 0:
		return 0, nil // made and killed before the first commit
	case id != applicationID:
		return 0, fmt.Errorf("%w: it is another program's database", ErrForeign)
	case version > formatVersion:
		return 0, fmt.Errorf("%w: its format is %d, this one reads %d to %d", ErrNewer, version, firstFormat, formatVersion)
	case version < firstFormat:
		return 0, fmt.Errorf("%w: its format is %d, this one reads %d to %d", ErrOlder, version, firstFormat, formatVersion)
	}
	if pages {
		verdict := "ok"
		if err := exec(c, "PRAGMA quick_check(1)", func(st *sqlite.Stmt) error { verdict = st.ColumnText(0); return nil }); err != nil {
			return 0, damage(err)
		}
		if verdict != "ok" {
			return 0, fmt.Errorf("%w: %s", ErrCorrupt, strings.Join(strings.Fields(verdict), " ")) // one line
		}
	}
	return int(version), nil
}

// damage names an error that says the file is not sound.
func damage(err error) error {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCorrupt:
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	case sqlite.ResultNotADB:
		return fmt.Errorf("%w: %w", ErrForeign, err)
	default:
		return err
	}
}

// openWriter opens the one connection that writes, and makes the tables that a file of another
// format (0: a fresh one) does not have.
func openWriter(path string, format int) (_ *sqlite.Conn, err error) {
	if format == 0 {
		// SQLite gives its side files the mode of this one.
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	c, err := connect(path, sqlite.OpenReadWrite,
		"journal_mode = WAL",
		"synchronous = FULL",
		"cache_size = -8000",
		"wal_autocheckpoint = 4000", // 16 MB: pages that change often are moved into the file less often
		"temp_store = MEMORY",
		"journal_size_limit = 67108864") // give the disk back after a burst
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = c.Close()
		}
	}()
	mode := ""
	if err := exec(c, "PRAGMA journal_mode", func(st *sqlite.Stmt) error { mode = st.ColumnText(0); return nil }); err != nil {
		return nil, damage(err)
	}
	if mode != "wal" {
		return nil, fmt.Errorf("write-ahead log is not possible here (mode %q): use a local disk", mode)
	}
	if format == formatVersion {
		return c, nil
	}
	if err := sqlitex.ExecuteScript(c, fmt.Sprintf("%s\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;",
		schema, applicationID, formatVersion), nil); err != nil {
		return nil, fmt.Errorf("make tables: %w", err)
	}
	return c, syncDir(filepath.Dir(path))
}

// syncDir makes the names in dir durable, so that a power cut does not take a new
// file away with everything that was accepted into it.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}
