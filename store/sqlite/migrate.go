package sqlite

import (
	_ "embed"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

//go:embed migrate.sql
var fromFormat1 string

// tablesOfFormat1 are those that migrate.sql reads.
var tablesOfFormat1 = []string{
	"meta", "items", "live", "payloads", "admitted", "sessions", "threads", "audit", "turns", "steps", "sends",
	"send_states", "approvals", "codes",
}

// migrate brings a file of an older format to this one's, in one transaction: a
// file whose migration was cut off is as it was.
func (s *Store) migrate(c *sqlite.Conn, from int) error {
	at := s.now()
	s.log.Info("the store's file is brought to a newer format; an older bridge refuses it from then on",
		"path", s.path, "from", from, "to", formatVersion)
	var script strings.Builder
	if from == 1 {
		toFormat2(&script)
	}
	if from <= 2 {
		script.WriteString(addedByFormat3)
	}
	if from <= 3 {
		script.WriteString("\n" + addedByFormat4)
	}
	script.WriteString("\n" + addedByFormat5)
	fmt.Fprintf(&script, "\nPRAGMA user_version = %d;\n", formatVersion)
	if err := sqlitex.ExecuteScript(c, script.String(), nil); err != nil { // in a savepoint: whole or not at all
		return fmt.Errorf("bring the file from format %d to %d: %w", from, formatVersion, damage(err))
	}
	s.log.Info("the store's file has the newer format", "took", s.now().Sub(at))
	return nil
}

// toFormat2 writes what makes a file of format 1 one of format 2.
func toFormat2(script *strings.Builder) {
	for _, trigger := range []string{"sends_insert", "sends_update", "sends_delete"} {
		fmt.Fprintf(script, "DROP TRIGGER %s;\n", trigger)
	}
	for _, index := range []string{
		"live_dead", "turns_session", "approvals_pending", "approvals_inject", "approvals_session", "approvals_turn",
	} {
		fmt.Fprintf(script, "DROP INDEX %s;\n", index)
	}
	for _, table := range tablesOfFormat1 {
		fmt.Fprintf(script, "ALTER TABLE %[1]s RENAME TO old_%[1]s;\n", table)
	}
	script.WriteString(schemaOfFormat2 + "\n" + fromFormat1)
	for _, table := range tablesOfFormat1 {
		fmt.Fprintf(script, "DROP TABLE old_%s;\n", table)
	}
}
