-- Format 1 of the bridge's SQLite store. All times are integer microseconds since
-- 1970, UTC. Tables with "n" are swept by it: rows are appended in time order.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

-- Every item id that was seen, finished or not, until the dedupe window is over.
CREATE TABLE items (
  seq   INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL, -- when it was enqueued
  queue TEXT NOT NULL,
  lane  TEXT NOT NULL,
  id    TEXT NOT NULL,
  UNIQUE (queue, lane, id)
);

-- The unfinished items: waiting ones and dead letters. Small rows, read at start.
CREATE TABLE live (
  seq      INTEGER PRIMARY KEY,        -- of items
  queue    TEXT NOT NULL,
  lane     TEXT NOT NULL,
  rank     INTEGER NOT NULL,           -- 0 tried before: stays at the head; 1 front; 2 ordinary; then by seq
  due      INTEGER NOT NULL DEFAULT 0, -- not before
  at       INTEGER NOT NULL,           -- when it was enqueued
  attempts INTEGER NOT NULL DEFAULT 0,
  started  INTEGER NOT NULL DEFAULT 0, -- 1: an attempt was begun and may have had its effect
  doubts   INTEGER NOT NULL DEFAULT 0, -- attempts begun while started was 1
  why      TEXT,                       -- of the last retry
  dead_at  INTEGER,                    -- a dead letter since
  code     TEXT,
  reason   TEXT
);
CREATE INDEX live_dead ON live (queue, seq) WHERE dead_at IS NOT NULL;

-- The payloads of live, apart so that reading live stays cheap.
CREATE TABLE payloads (
  seq  INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);

CREATE TABLE admitted (
  n       INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL,
  channel TEXT NOT NULL,
  key     TEXT NOT NULL,
  session TEXT NOT NULL,
  turn    TEXT NOT NULL,
  settled INTEGER NOT NULL,
  UNIQUE (channel, key)
);

CREATE TABLE sessions (
  n    INTEGER PRIMARY KEY,
  at   INTEGER NOT NULL, -- last used, to the hour
  id   TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL     -- JSON
);

-- The thread index: which session, or whose prompt, a reply belongs to.
CREATE TABLE threads (
  n        INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL,
  channel  TEXT NOT NULL,
  ref      TEXT NOT NULL,
  session  TEXT NOT NULL,
  approval TEXT NOT NULL,
  person   TEXT NOT NULL,
  UNIQUE (channel, ref)
);

CREATE TABLE audit (
  n    INTEGER PRIMARY KEY,
  at   INTEGER NOT NULL,
  body TEXT NOT NULL     -- JSON
);

CREATE TABLE turns (
  n       INTEGER PRIMARY KEY,
  at      INTEGER NOT NULL, -- of the newest step
  id      TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  stepped INTEGER NOT NULL, -- n of the newest step
  body    TEXT NOT NULL     -- JSON
);
CREATE INDEX turns_session ON turns (session, stepped);

CREATE TABLE steps (
  n    INTEGER PRIMARY KEY,
  at   INTEGER NOT NULL,
  turn TEXT NOT NULL,
  key  TEXT NOT NULL,
  body TEXT NOT NULL,    -- JSON
  UNIQUE (turn, key)
);

CREATE TABLE sends (
  n        INTEGER PRIMARY KEY,
  at       INTEGER NOT NULL, -- last saved
  id       TEXT NOT NULL UNIQUE,
  state    TEXT NOT NULL,
  approval TEXT NOT NULL,
  body     TEXT NOT NULL     -- JSON
);

-- How many sends are in each state: kept right by triggers, so that metrics do not count rows.
CREATE TABLE send_states (
  state TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER sends_insert AFTER INSERT ON sends BEGIN
  INSERT INTO send_states VALUES (new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER sends_update AFTER UPDATE OF state ON sends WHEN old.state <> new.state BEGIN
  UPDATE send_states SET count = count - 1 WHERE state = old.state;
  INSERT INTO send_states VALUES (new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER sends_delete AFTER DELETE ON sends BEGIN
  UPDATE send_states SET count = count - 1 WHERE state = old.state;
END;

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
  body    TEXT NOT NULL     -- JSON
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
