-- The results of all campaigns, a projection of their logs. No index beyond the primary keys: a row
-- written is billed once for the table and once more for each index.

CREATE TABLE campaign (
  id TEXT NOT NULL PRIMARY KEY, -- sorts by age
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  status_reason TEXT,
  budget INTEGER NOT NULL,
  fetched INTEGER NOT NULL,
  relevant INTEGER NOT NULL,
  score REAL NOT NULL,
  created_at INTEGER NOT NULL, -- milliseconds since 1970, as all times here
  updated_at INTEGER NOT NULL,
  next_tick_at INTEGER
) WITHOUT ROWID;

CREATE TABLE page (
  campaign TEXT NOT NULL,
  seq INTEGER NOT NULL, -- the record of the log that tells of it
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER NOT NULL, -- 0: no response
  score REAL NOT NULL,
  estimate REAL, -- null: a seed
  depth INTEGER NOT NULL,
  links INTEGER NOT NULL,
  body_bytes INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  PRIMARY KEY (campaign, seq)
) WITHOUT ROWID;
