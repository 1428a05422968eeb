import { crawlOrder, frontierOf, linksOf, sum, type Known, type ReferenceLink } from './known.ts'

export interface Ledger {
  cash: Map<number, number>
  history: Map<number, number>
  /** All the cash ever given away. */
  total: number
}

/** What each link carries of the cash given away, by what the targets hold before any is paid. */
type Share = (
  given: number,
  links: readonly ReferenceLink[],
  cash: ReadonlyMap<number, number>,
) => number[]

export function opicEstimates(known: Known, share: Share = byCashAndLink): Map<number, number> {
  const { cash, history, total } = opicLedger(known, share)
  const held = (node: number) => (history.get(node) ?? 0) + cash.get(node)!
  return new Map(frontierOf(known).map((node) => [node, held(node) / (total + 1)]))
}

/** Every node gives its cash away once, when it is crawled (A15). */
export function opicLedger(known: Known, share: Share = byCashAndLink): Ledger {
  const ledger: Ledger = {
    cash: new Map(known.seeds.map((seed) => [seed, 1])),
    history: new Map(),
    total: 0,
  }
  for (const node of crawlOrder(known)) give(ledger, node, linksOf(known.graph, node), share)
  return ledger
}

function give(ledger: Ledger, node: number, links: readonly ReferenceLink[], share: Share): void {
  const { cash, history } = ledger
  for (const { to } of links) if (!cash.has(to)) cash.set(to, 1)
  const given = cash.get(node)!
  const shares = share(given, links, cash)
  history.set(node, (history.get(node) ?? 0) + given)
  for (const [i, { to }] of links.entries()) cash.set(to, cash.get(to)! + shares[i]!)
  ledger.total += given
  cash.set(node, 0)
}

/** Uniform where the weights say nothing (A14); without links the cash is lost. */
const byCashAndLink: Share = (given, links, cash) => {
  const all = sum(links.map(({ to, alpha }) => alpha * cash.get(to)!))
  if (all === 0) return evenly(given, links, cash)
  return links.map(({ to, alpha }) => (given * alpha * cash.get(to)!) / all)
}

/** opic0, blind to link scores. */
export const evenly: Share = (given, links) => links.map(() => given / links.length)
