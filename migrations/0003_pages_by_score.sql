-- Best first. Partial: a second row is billed only for a page with a score, and the pages without one
-- follow in crawl order, by the primary key.

CREATE INDEX page_by_score ON page (campaign, score DESC, seq) WHERE score > 0;
