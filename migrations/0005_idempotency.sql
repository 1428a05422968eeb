-- What a key of a client made, so that the same request makes it once. Kept for a day. No index on
-- the time: old rows are looked for once an hour, and an index would be a row more for each key.

CREATE TABLE idempotency (
  owner TEXT NOT NULL,
  key TEXT NOT NULL, -- the client's own
  body_hash TEXT NOT NULL, -- of what was asked for
  resource TEXT NOT NULL, -- the id of what it made, or is about to make
  created_at INTEGER NOT NULL, -- milliseconds since 1970
  PRIMARY KEY (owner, key)
) WITHOUT ROWID;
