import { PAPER_WEIGHTS, pageValues, TOPIC_WEIGHTS } from '../../../core/seeds/page-values.ts'
import type { CorpusSite } from './sites.ts'

/** The values of a site's pages by which seeds are selected and judged. */
export interface SiteValues {
  /** β of each page, as in a campaign. */
  relevance: Float64Array
  /**
   * The paper's: 1 for a page, 10 for one that is asked for (here: has the keyword), and the links
   * that leave the site times the share of distinct pages among their targets. No page is known to
   * be spam here.
   */
  paper: Float64Array
}

export function siteValues(
  { graph, pages, linksOut, distinctShare }: CorpusSite,
  beta: Float32Array,
): SiteValues {
  const relevance = Float64Array.from(pages, (page) => beta[page]!)
  const isWanted = Uint8Array.from(relevance, (score) => (score > 0 ? 1 : 0))
  const paper = pageValues({ graph, relevance, isWanted }, PAPER_WEIGHTS)
  return {
    relevance: pageValues({ graph, relevance }, TOPIC_WEIGHTS),
    paper: paper.map((value, at) => value + linksOut[at]! * distinctShare),
  }
}
