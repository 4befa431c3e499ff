-- The bridge's SQLite store. All times are integer microseconds since 1970, UTC; 0 is
-- none. What a body holds is said by the package that writes its kind.

CREATE TABLE IF NOT EXISTS meta (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

-- What the writer counts, written once for each commit: records by kind and label; with
-- an empty kind the last number that was given to a version or an item.
CREATE TABLE IF NOT EXISTS counts (
  kind  TEXT NOT NULL,
  label TEXT NOT NULL,
  n     INTEGER NOT NULL,
  PRIMARY KEY (kind, label)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS records (
  n       INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,
  id      BLOB NOT NULL,
  version INTEGER NOT NULL,
  until   INTEGER NOT NULL, -- when its time is over
  label   TEXT NOT NULL,
  entries BLOB,             -- its entries: at (8 bytes), length (2 bytes) and name of each index
  body    BLOB NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS records_key ON records (kind, id);

-- The indexes; n is the record's.
CREATE TABLE IF NOT EXISTS entries (
  kind  TEXT NOT NULL,
  name  TEXT NOT NULL,
  at    INTEGER NOT NULL,
  id    BLOB NOT NULL,
  n     INTEGER NOT NULL,
  PRIMARY KEY (kind, name, at, id)
) WITHOUT ROWID;

-- The unfinished items. Read at start, without the payload, which therefore comes last.
CREATE TABLE IF NOT EXISTS items (
  seq      INTEGER PRIMARY KEY,
  queue    TEXT NOT NULL,
  lane     BLOB NOT NULL,
  rank     INTEGER NOT NULL, -- 0 tried before: stays at the head; 1 front; 2 ordinary; then by seq
  due      INTEGER NOT NULL, -- not before
  at       INTEGER NOT NULL, -- when it was enqueued
  attempts INTEGER NOT NULL DEFAULT 0,
  begun    INTEGER NOT NULL DEFAULT 0, -- 1: an attempt was begun and may have had its effect
  doubts   INTEGER NOT NULL DEFAULT 0, -- attempts begun while begun was 1
  id       BLOB NOT NULL,
  why      TEXT, -- of the last retry
  payload  BLOB NOT NULL
);

-- What the last groups of writes have changed, as one row each (journal.go): at most a quarter of a
-- second later, or when the store is closed, the tables above have it, and the row is gone.
-- Since format 3.
CREATE TABLE IF NOT EXISTS journal (
  n       INTEGER PRIMARY KEY,
  changes BLOB NOT NULL
);

-- For people with a shell.
CREATE VIEW IF NOT EXISTS show AS SELECT kind, CAST(id AS TEXT) AS id, datetime(until / 1000000, 'unixepoch') AS until, label, body FROM records;
