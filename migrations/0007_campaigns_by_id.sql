-- Pages are kept by the id of their campaign alone, so an id is free only if no owner has it. The
-- index is written when a campaign is created, and never again.

CREATE INDEX campaign_by_id ON campaign (id);
