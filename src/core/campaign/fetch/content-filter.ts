import type { NodeId } from '../../graph/node-table.ts'
import { stepAt } from '../codec/read-record.ts'
import { toSeenText } from '../state/content.ts'
import type { CampaignState } from '../state/state.ts'
import { isVariantOf } from '../traps/url-keys.ts'
import type { ScoredLink, ScoredPage } from './gather.ts'
import { lastVersion } from './versions.ts'

/** A page after the filter, as it counts in this campaign. */
export interface FilteredPage extends ScoredPage {
  outcome: 'ok' | 'duplicate' | 'other_language'
  /** Its text is nearly that of another page, under a title of its own. */
  resembles: boolean
}

/**
 * A page in a language that is out of scope scores nothing, and its links are not followed. A
 * near-duplicate of another page with the same title scores nothing, and only those of its links
 * are followed that may lead to something new.
 */
export function filterContent(
  page: ScoredPage,
  { node, url }: { node: NodeId; url: string },
  state: CampaignState,
): FilteredPage {
  const { scope, content } = state
  if (!scope.wants(page.language)) {
    const skips = { ...page.skips, language: page.links.length }
    return { ...page, ...WORTHLESS, outcome: 'other_language', links: [], skips }
  }
  const text = toSeenText(page)
  const likeness = text && content.texts.find(text, ownText(node, state))
  if (likeness !== 'same') return { ...page, outcome: 'ok', resembles: likeness === 'similar' }
  const links = content.traps.isSuspect(url) ? [] : withoutVariants(page.links, url)
  const skips = { ...page.skips, duplicate: page.links.length - links.length }
  return { ...page, ...WORTHLESS, outcome: 'duplicate', links, skips }
}

/** A page that is fetched again is no duplicate of itself. */
function ownText(node: NodeId, state: CampaignState) {
  const version = lastVersion(node, state)
  return version === 0 ? undefined : toSeenText(stepAt(version, state.history))
}

/** A duplicate's links to variants of its own URL lead to more duplicates. */
function withoutVariants(links: readonly ScoredLink[], page: string): ScoredLink[] {
  return links.filter(({ url }) => !isVariantOf(url, page))
}

const WORTHLESS = {
  score: 0,
  feeds: [],
  canonical: undefined,
  simhash: undefined,
  resembles: false,
}
