-- What format 4 adds to format 3. All of it is swept after the retention of
-- messages; "at" is when a row was saved last.

-- Who wrote to a channel, and when.
CREATE TABLE contacts (
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  at      INTEGER NOT NULL,
  heard   INTEGER NOT NULL,
  alias   TEXT NOT NULL, -- the provider's lasting id of who writes; '' if it gave none
  PRIMARY KEY (channel, address)
) WITHOUT ROWID;

-- Which address was saved last with an alias.
CREATE TABLE aliases (
  channel TEXT NOT NULL,
  alias   TEXT NOT NULL,
  at      INTEGER NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (channel, alias)
) WITHOUT ROWID;

-- The session that a sender's next message belongs to, where channels have no threads.
CREATE TABLE conversations (
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  at      INTEGER NOT NULL,
  last    INTEGER NOT NULL, -- when the sender wrote last
  session TEXT NOT NULL,
  PRIMARY KEY (channel, address)
) WITHOUT ROWID;
