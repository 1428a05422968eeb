import { betaOf, linksOf, sum, type ReferenceLink } from './known.ts'
import { isCrawled, parentsOf, type Feature, type Moment } from './moment.ts'

export const slN: Feature = (moment, node) =>
  sum(siblingLinks(moment, node).map(({ to }) => betaOf(moment.graph, to)))

export const slE: Feature = (moment, node) =>
  sum(siblingLinks(moment, node).map(({ alpha }) => alpha))

export const slNe: Feature = (moment, node) =>
  sum(siblingLinks(moment, node).map(({ to, alpha }) => betaOf(moment.graph, to) * alpha))

/** The links of all parents to crawled children; a sibling counts once for each shared parent. */
function siblingLinks(moment: Moment, node: number): ReferenceLink[] {
  return parentsOf(moment, node).flatMap((parent) =>
    linksOf(moment.graph, parent.node).filter(({ to }) => isCrawled(moment, to)),
  )
}
