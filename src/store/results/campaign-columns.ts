/** A row of `campaign` as a summary. */
export const CAMPAIGN_COLUMNS = `id, name, status, status_reason AS statusReason, budget, fetched, relevant,
  score, created_at AS createdAt, updated_at AS updatedAt, next_tick_at AS nextTickAt`
