-- Who is told of what, and what is still to be told.

-- How far D1 has come, by its own word. A flush that is repeated after a crash may begin before it:
-- what was told by then is not told again.
ALTER TABLE campaign ADD COLUMN flushed_seq INTEGER NOT NULL DEFAULT 0;

CREATE TABLE webhook (
  owner TEXT NOT NULL,
  id TEXT NOT NULL, -- sorts by age
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- a JSON list
  campaign TEXT, -- null: all of the owner's
  secret TEXT NOT NULL, -- needed to sign, so not a hash of it
  active INTEGER NOT NULL,
  inactive_reason TEXT, -- null while active
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, id)
) WITHOUT ROWID;

CREATE TABLE delivery (
  webhook TEXT NOT NULL,
  id TEXT NOT NULL, -- of the event; sorts by age
  owner TEXT NOT NULL,
  type TEXT NOT NULL,
  campaign TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL, -- pending, delivered, failed
  attempts INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER, -- null: no more attempts. While one is under way: when it counts as lost
  attempted_at INTEGER,
  response_status INTEGER,
  error TEXT,
  PRIMARY KEY (webhook, id)
) WITHOUT ROWID;

-- The heartbeat looks for what is due every minute; without it, it would read all there is.
CREATE INDEX delivery_due ON delivery (webhook, due_at) WHERE due_at IS NOT NULL;
