-- The bridge's SQLite store: the tables of format 2; format3.sql to format5.sql
-- have what came after it. All times are integer microseconds since
-- 1970, UTC; 0 is none. Bodies are JSON.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

-- What the writer counts, written once for each commit: the last seq given to an
-- item ("seq"), and the sends in each state ("sends sent", …).
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  n    INTEGER NOT NULL
) WITHOUT ROWID;

-- The unfinished items: waiting ones and dead letters. Read at start, without the
-- payload, which therefore comes last.
CREATE TABLE items (
  seq      INTEGER PRIMARY KEY,
  queue    TEXT NOT NULL,
  lane     TEXT NOT NULL,
  rank     INTEGER NOT NULL, -- 0 tried before: stays at the head; 1 front; 2 ordinary; then by seq
  due      INTEGER NOT NULL, -- not before
  at       INTEGER NOT NULL, -- when it was enqueued
  dead_at  INTEGER NOT NULL DEFAULT 0, -- a dead letter since
  attempts INTEGER NOT NULL DEFAULT 0,
  started  INTEGER NOT NULL DEFAULT 0, -- 1: an attempt was begun and may have had its effect
  doubts   INTEGER NOT NULL DEFAULT 0, -- attempts begun while started was 1
  replays  INTEGER NOT NULL DEFAULT 0,
  id       TEXT NOT NULL,
  why      TEXT, -- of the last retry
  code     TEXT,
  reason   TEXT,
  payload  BLOB NOT NULL
);
CREATE INDEX items_dead ON items (seq) WHERE dead_at <> 0;

-- What was seen, finished or not, until the dedupe window is over: the ids of
-- items, and the keys of messages (queue is "", lane the channel) with what they
-- were admitted as. A message and its item have the same id and so share a page.
CREATE TABLE seen (
  id      TEXT NOT NULL,
  queue   TEXT NOT NULL,
  lane    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  seq     INTEGER, -- of an item
  session TEXT,    -- of a message
  turn    TEXT,
  settled INTEGER, -- when it was accepted
  PRIMARY KEY (id, queue, lane)
) WITHOUT ROWID;

CREATE TABLE sessions (
  id   TEXT PRIMARY KEY,
  at   INTEGER NOT NULL, -- last used, to the hour
  body TEXT NOT NULL
) WITHOUT ROWID;

-- The thread index: which session, or whose prompt, a reply belongs to.
CREATE TABLE threads (
  ref      TEXT NOT NULL,
  channel  TEXT NOT NULL,
  at       INTEGER NOT NULL,
  session  TEXT NOT NULL,
  approval TEXT NOT NULL,
  person   TEXT NOT NULL,
  PRIMARY KEY (ref, channel)
) WITHOUT ROWID;

CREATE TABLE audit (
  n       INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  subject TEXT NOT NULL,
  key     TEXT NOT NULL,
  body    TEXT NOT NULL
);
CREATE INDEX audit_subject ON audit (subject) WHERE subject <> '';
CREATE INDEX audit_key ON audit (key) WHERE key <> '';

-- The outcomes, in the order recorded. The record of a turn is that of its newest step.
CREATE TABLE steps (
  n       INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  turn    TEXT NOT NULL,
  key     TEXT NOT NULL,
  place   INTEGER NOT NULL, -- among the steps of the turn, from 0
  session TEXT NOT NULL,
  step    TEXT NOT NULL,
  record  TEXT NOT NULL     -- of the turn
);
CREATE UNIQUE INDEX steps_turn ON steps (turn, key);
CREATE INDEX steps_session ON steps (session);

CREATE TABLE sends (
  id       TEXT PRIMARY KEY,
  at       INTEGER NOT NULL, -- last saved
  state    TEXT NOT NULL,
  channel  TEXT NOT NULL,
  turn     TEXT NOT NULL,
  approval TEXT NOT NULL,
  body     TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sends_turn ON sends (turn) WHERE turn <> '';
CREATE INDEX sends_approval ON sends (approval) WHERE approval <> '';
CREATE INDEX sends_failed ON sends (state) WHERE state IN ('failed', 'unknown');

CREATE TABLE approvals (
  n       INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL, -- last changed
  id      TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  state   TEXT NOT NULL,
  inject  INTEGER NOT NULL, -- 1: decided, but not yet in the session's lane
  expires INTEGER,
  session TEXT NOT NULL,
  turn    TEXT NOT NULL,
  body    TEXT NOT NULL
);
CREATE INDEX approvals_pending ON approvals (expires, n) WHERE state = 'pending';
CREATE INDEX approvals_inject ON approvals (n) WHERE inject = 1;
CREATE INDEX approvals_session ON approvals (session);
CREATE INDEX approvals_turn ON approvals (turn);

CREATE TABLE codes (
  n        INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  code     TEXT NOT NULL UNIQUE,
  approval TEXT NOT NULL,
  person   TEXT NOT NULL
);

CREATE TABLE pauses (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;
