import type { Route } from '../route.ts'

/** The parameters of paths, as the description shows them. */
export const PATH_PARAMETERS: Record<string, { description: string; pattern: string }> = {
  id: { description: 'The id of a campaign.', pattern: '^[0-9a-hjkmnp-tv-z]{18}$' },
  key: { description: 'The id of a key, not its secret.', pattern: '^[0-9a-hjkmnp-tv-z]{12}$' },
  seq: {
    description: 'The `seq` of a page: the number of its record in the log.',
    pattern: '^\\d{1,15}$',
  },
  delivery: { description: 'The id of a delivery.', pattern: '^[0-9a-z-]{1,80}$' },
  webhook: { description: 'The id of a webhook.', pattern: '^[0-9a-hjkmnp-tv-z]{18}$' },
}

/** The parameters of a path, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}

/** The name of the method in clients that are generated from the description. */
export function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = wordsOf(path)
  const [last, ...owners] = words.toReversed()
  if (method === 'patch') return named('update', words)
  if (method !== 'post') return named(method, words)
  // `createCampaign`, `addCampaignSeeds`, `pauseCampaign`.
  if (owners.length === 0) return named('create', words.map(singular))
  return isPlural(last!) ? named('add', words) : named(last!, owners.toReversed())
}

/** `campaign`, `pages` of `/v1/campaigns/{id}/pages`: one of many where a parameter says which. */
function wordsOf(path: string): string[] {
  const parts = path.split(/[/.]/).filter((part) => part !== '' && part !== 'v1')
  return parts.flatMap((part, i) => {
    if (part.startsWith('{')) return []
    return [parts[i + 1]?.startsWith('{') ? singular(part) : part]
  })
}

function named(verb: string, words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split('-'))
  return verb + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
}

const isPlural = (word: string) => word.endsWith('s')

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '')
