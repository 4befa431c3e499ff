-- What format 5 adds to format 4.

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
