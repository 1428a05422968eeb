-- The heartbeat looks every minute for campaigns that should have gone on; without it, it would read
-- all that ever were. Partial, and on nothing but the status: a flush leaves that alone unless it is
-- another, so the index is written when a campaign begins, rests or ends, and with no tick.

CREATE INDEX campaign_watched ON campaign (status) WHERE status IN ('running', 'failed', 'deleting');

-- The secret before the present one signs as well for a while, so that a receiver can be given the
-- new one in its own time.
ALTER TABLE webhook ADD COLUMN previous_secret TEXT;
ALTER TABLE webhook ADD COLUMN previous_until INTEGER; -- milliseconds since 1970
