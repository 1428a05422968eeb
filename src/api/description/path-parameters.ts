/** The parameters that paths may have, as the description tells of them. */
export const PATH_PARAMETERS: Record<string, { description: string; pattern: string }> = {
  id: { description: 'The id of a campaign.', pattern: '^[0-9a-hjkmnp-tv-z]{18}$' },
  key: { description: 'The id of a key, not the key itself.', pattern: '^[0-9a-hjkmnp-tv-z]{12}$' },
  seq: { description: 'The record of the log that tells of a page.', pattern: '^\\d{1,15}$' },
  delivery: { description: 'The id of a delivery.', pattern: '^[0-9a-z-]{1,80}$' },
  webhook: { description: 'The id of a webhook.', pattern: '^[0-9a-hjkmnp-tv-z]{18}$' },
}

/** The parameters of a path, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}
