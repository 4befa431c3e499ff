-- What format 3 adds to format 2.

-- Small durable state of channels, such as the cursor of a mailbox.
CREATE TABLE channel_state (
  key   TEXT NOT NULL UNIQUE,
  value BLOB NOT NULL
);

-- Addresses that get no more messages on a channel. No retention deletes them.
CREATE TABLE suppressions (
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  at      INTEGER NOT NULL,
  why     TEXT NOT NULL, -- dead, complained, opted-out
  body    TEXT NOT NULL,
  PRIMARY KEY (channel, address)
) WITHOUT ROWID;
