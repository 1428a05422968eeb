import type { NodeId } from '../../graph/node-table.ts'
import type { Page } from '../../rank/crawled-nodes.ts'
import { stepAt } from '../codec/read-record.ts'
import type { Step } from '../event.ts'
import { depthBeyond, isCharged, isRequeued, isVersion, traitsOf } from '../outcomes.ts'
import { readsWords } from '../../rank/names.ts'
import { scoreTitle } from '../../topic/word-scores.ts'
import { addSkips } from '../skip-reasons.ts'
import { toSeenText } from '../state/content.ts'
import { countStep } from '../state/counters.ts'
import type { CampaignState } from '../state/state.ts'
import { noFault, noteFault, evolvePace } from './pace.ts'
import { closeAtLimit } from './fetch-limits.ts'
import { lessonOfStep } from './lessons.ts'
import { recall, shelveBeyondMemory } from './memory.ts'
import { discover, makeAlias, queueSitemap, requeue, rest } from './node-moves.ts'
import { rankEventOf, versionsOf, type RankEvent } from './rank-events.ts'
import { settle } from './reserve.ts'
import { passOverNew, passOverUnaffordable } from './side-budget.ts'

/** Applies the outcome of a reserved fetch, and learns from it. */
export function evolveStep(state: CampaignState, step: Step): void {
  const reservation = settle(state, step.node)
  const firstNew = state.nodes.length as NodeId
  countStep(state.counters, step)
  countScore(state, step)
  countFetch(state, step)
  addSkips(state.progress.skipped, step.skips)
  evolvePace(state, step)
  remember(state, step)
  conclude(state, step)
  teachScorer(state, step)
  passOverNew(state, firstNew)
  judgeOurselves(state, step)
  // No arm chose a seed, and a redirect is rewarded through its target.
  const isPaid =
    reservation?.estimate !== undefined && traitsOf(step.outcome).rewarded && !step.retry
  if (isPaid) state.ranker.selector.reward(reservation.arm, step.score)
  shelveBeyondMemory(state)
  recall(state, step.recalled)
}

/** A page counts once, with the score of its last version. */
function countScore(state: CampaignState, step: Step): void {
  const { counters, hosts, nodes, labels, history } = state
  const { node, score } = step
  if (step.revisit && !isVersion(step.outcome)) return
  const was = step.revisit ? (labels.get(node) ?? stepAt(step.replaces, history).score) : 0
  const gained = Number(score > 0) - Number(was > 0)
  counters.score += score - was
  counters.bestScore = Math.max(counters.bestScore, score)
  counters.relevant += gained
  hosts.count(nodes.host(node), { relevant: gained })
}

function countFetch(state: CampaignState, { node, outcome }: Step): void {
  if (!isCharged(outcome)) return
  const host = state.nodes.host(node)
  state.hosts.count(host, { fetched: 1 })
  closeAtLimit(state, host)
}

/** Learns about the host, and about content, to recognise later near-duplicates. */
function remember(state: CampaignState, step: Step): void {
  const { hosts, nodes } = state
  const host = nodes.host(step.node)
  if (step.contentSignals !== undefined) hosts.setContentSignals(host, step.contentSignals)
  if (step.revisit) return rememberVersion(state, step)
  const { texts, traps } = state.content
  const text = toSeenText(step)
  if (text !== undefined) texts.add(text)
  if (!traitsOf(step.outcome).read) return
  const isDuplicate = step.outcome === 'duplicate'
  const { resembles } = step
  traps.addCrawled(hosts.origin(host), step.patterns, { isDuplicate, resembles })
  if (step.pattern !== undefined) traps.addLegacyCrawled(step.pattern, isDuplicate)
}

/** The text of the last version replaces the previous one. */
function rememberVersion({ content, history }: CampaignState, step: Step): void {
  if (!isVersion(step.outcome)) return
  const before = toSeenText(stepAt(step.replaces, history))
  content.texts.replace(before, toSeenText(step))
}

function teachScorer({ scorer, seq }: CampaignState, step: Step): void {
  const lesson = lessonOfStep(step, seq)
  if (lesson !== undefined) scorer.learn?.(lesson)
}

/** Sets the state of the node, and adds what it links to. */
function conclude(state: CampaignState, step: Step): void {
  const { node, outcome } = step
  const depth = depthBeyond(outcome, state.nodes.depth(node))
  discover(state, step.discovered, { depth, isSeed: false })
  for (const sitemap of step.sitemaps) queueSitemap(state, sitemap)
  if (step.revisit) return concludeRevisit(state, step)
  if (isRequeued(outcome)) return requeue(state, node)
  if (step.retry) return rest(state, node, step.at)
  state.schedule.retries.forget(node)
  state.nodes.setState(node, traitsOf(outcome).node)
  if (isVersion(step.outcome)) state.nodes.markCrawled(node)
  if (outcome === 'side_budget_spent') {
    state.ranker.drop(node)
    return passOverUnaffordable(state, node)
  }
  state.sitemaps.delete(node)
  rank(state, step)
}

/** A page that was read before stays `crawled`, whatever the outcome. */
function concludeRevisit(state: CampaignState, step: Step): void {
  state.nodes.setState(step.node, 'crawled')
  if (isVersion(step.outcome)) rank(state, step)
}

function rank(state: CampaignState, step: Step): void {
  const meaning = rankEventOf(step, versionsOf(state.history, state.labels))
  if (meaning === undefined) return state.ranker.drop(step.node)
  applyMeaning(state, step, meaning)
}

function applyMeaning(state: CampaignState, step: Step, meaning: RankEvent): void {
  const { ranker, progress } = state
  switch (meaning.kind) {
    case 'crawled': {
      const { was } = meaning
      const page = withTitleScore(state, meaning.page, step.title)
      progress.edges += page.links.targets.length - (was?.links.targets.length ?? 0)
      if (was === undefined) ranker.crawled(page)
      else ranker.recrawled(page, was)
      if (step.alias !== undefined) makeAlias(state, step.alias, step.node)
      return
    }
    case 'failed':
      return ranker.failed(meaning.node)
    case 'redirected':
      return redirect(state, step, meaning.to)
    case 'rescored':
      return
  }
}

function withTitleScore({ ranker, scorer }: CampaignState, page: Page, title: string): Page {
  return readsWords(ranker.arms) ? { ...page, titleScore: scoreTitle(scorer, title) } : page
}

/** A crash says nothing about faults; any other outcome ends a series of them. */
function judgeOurselves(state: CampaignState, { outcome, at }: Step): void {
  if (outcome === 'fault') noteFault(state, at)
  else if (outcome !== 'interrupted') noFault(state)
}

function redirect(state: CampaignState, step: Step, to: NodeId | undefined): void {
  const { node, httpStatus } = step
  if (to === undefined) return state.ranker.drop(node)
  if (PERMANENT.has(httpStatus)) state.aliases.set(node, to)
  state.aliases.redirect(node, to)
  state.ranker.moved(node, to)
}

const PERMANENT: ReadonlySet<number> = new Set([301, 308])
