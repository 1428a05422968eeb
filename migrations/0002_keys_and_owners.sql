-- Who may use the API. A key is looked up by its id with every request: one row read.

CREATE TABLE access_key (
  id TEXT NOT NULL PRIMARY KEY, -- sorts by age
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL, -- read, write or admin
  hash TEXT NOT NULL, -- SHA-256 of the secret, in hexadecimal
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- null: never
  revoked_at INTEGER
) WITHOUT ROWID;

-- Campaigns belong to an owner, by the primary key: an index would be a row more with every write.
-- The default is for a Worker of the version before, which may write until its successor is up.

CREATE TABLE owned_campaign (
  owner TEXT NOT NULL DEFAULT 'main',
  id TEXT NOT NULL, -- sorts by age
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  status_reason TEXT,
  budget INTEGER NOT NULL,
  fetched INTEGER NOT NULL,
  relevant INTEGER NOT NULL,
  score REAL NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  next_tick_at INTEGER,
  PRIMARY KEY (owner, id)
) WITHOUT ROWID;

INSERT INTO owned_campaign (id, name, status, status_reason, budget, fetched, relevant, score,
  created_at, updated_at, next_tick_at)
SELECT id, name, status, status_reason, budget, fetched, relevant, score, created_at, updated_at,
  next_tick_at
FROM campaign;

DROP TABLE campaign;

ALTER TABLE owned_campaign RENAME TO campaign;
