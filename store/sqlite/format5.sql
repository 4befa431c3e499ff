-- What format 5 adds to format 4.

-- The chain of what happened to approval requests, without gaps. Salt, body and people
-- are NULL once they are erased.
CREATE TABLE ledger (
  seq        INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  approval   TEXT NOT NULL,
  what       TEXT NOT NULL,
  people     TEXT, -- JSON list of those whose data body has
  salt       BLOB,
  commitment BLOB NOT NULL,
  hash       BLOB NOT NULL,
  body       TEXT
);
CREATE INDEX ledger_approval ON ledger (approval);
CREATE TABLE ledger_people (
  person TEXT NOT NULL,
  seq    INTEGER NOT NULL,
  PRIMARY KEY (person, seq)
) WITHOUT ROWID;

-- Which pending approvals a person has a code of; n is the approval's.
CREATE TABLE waiting (
  person TEXT NOT NULL,
  n      INTEGER NOT NULL,
  PRIMARY KEY (person, n)
) WITHOUT ROWID;
INSERT INTO waiting SELECT DISTINCT k.person, a.n FROM approvals a JOIN codes k ON k.approval = a.id WHERE a.state = 'pending';

-- How many are pending is counted by the writer from now on.
INSERT INTO counters SELECT 'approvals pending', count(*) FROM approvals WHERE state = 'pending';

-- The last message that the bridge began to send to an address of a phone channel;
-- swept after the retention of messages.
CREATE TABLE said (
  channel  TEXT NOT NULL,
  address  TEXT NOT NULL,
  at       INTEGER NOT NULL,
  message  TEXT NOT NULL,
  approval TEXT NOT NULL, -- of a prompt; '' for every other message
  began    INTEGER NOT NULL,
  PRIMARY KEY (channel, address)
) WITHOUT ROWID;

-- Wrong codes from an address, and the lock that follows from them.
CREATE TABLE guesses (
  address TEXT NOT NULL,
  key     TEXT NOT NULL,    -- of the guess; of a lock that of the guess that made it
  at      INTEGER NOT NULL,
  until   INTEGER NOT NULL, -- of a lock; 0 for a guess
  PRIMARY KEY (address, key)
) WITHOUT ROWID;
