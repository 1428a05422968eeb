import { urlOf } from '../log/node-urls.ts'
import type { SkipReason } from '../skip-reasons.ts'
import { isMemoryFull } from '../evolve/memory.ts'
import type { CampaignState } from '../state/state.ts'
import { EXCLUSION_TEXTS, hintFor, SKIP_TEXTS, STOPPED_FOR_GOOD } from './exclusion-reasons.ts'
import type {
  ExplanationBody,
  ExcludedExplanation,
  ExplainArgs,
  Subject,
  UnknownExplanation,
} from './explanation.ts'
import { isOver, whyStopped } from './why-stopped.ts'

/** Explains a known node that is not fetched. */
export function explainExcluded(
  { node, state, log }: Subject,
  reason: Exclude<ExcludedExplanation['reason'], 'stopped'>,
): ExplanationBody<ExcludedExplanation> {
  const text = EXCLUSION_TEXTS[reason]
  const hint = hintFor(state, text)
  if (reason === 'alias') {
    const page = state.aliases.canonicalNode(node)
    const aliasOf = urlOf(page, state, log)
    const why = `Not fetched: it is another URL of ${aliasOf}, as that page itself declares.`
    return {
      kind: 'excluded',
      reason,
      seq: state.index.visits.last(page) || null,
      aliasOf,
      hint,
      why,
    }
  }
  const seq = LEAVE_TOGETHER.has(reason) ? null : state.index.visits.last(node)
  const why = `Not fetched: ${uncapitalise(text.meaning)}`
  return { kind: 'excluded', reason, seq, aliasOf: null, hint, why }
}

/** Many nodes at once leave the frontier for these reasons, without a record each. */
const LEAVE_TOGETHER: ReadonlySet<ExcludedExplanation['reason']> = new Set([
  'unwanted',
  'side_budget_spent',
])

/** Explains a node that might have been fetched, had the campaign not been stopped. */
export function explainStopped({ node, state }: Subject): ExplanationBody<ExcludedExplanation> {
  const seq = state.schedule.retries.lastAttempt(node) || null
  const why =
    seq === null
      ? 'Not fetched: the campaign was stopped before its turn came.'
      : `Not fetched: the last attempt, in record ${seq}, failed with a temporary error, and the ` +
        'campaign was stopped before the retry.'
  return { kind: 'excluded', reason: 'stopped', seq, aliasOf: null, hint: STOPPED_FOR_GOOD, why }
}

function uncapitalise(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Explains a URL that no page linked to, or whose links were skipped: how one would fare now. */
export function explainUnknown(args: ExplainArgs, state: CampaignState): UnknownExplanation {
  const wouldBe = isOver(state) ? 'stopped' : (whySkip(args, state) ?? 'accepted')
  const why = [UNKNOWN, ...whyStopped(state), predictLink(wouldBe, state)].join(' ')
  return { kind: 'unknown', url: args.url, wouldBe, why }
}

/** Skipped links leave no trace of their URLs. */
const UNKNOWN = 'Unknown: no fetched page linked to it, or the link was skipped.'

function predictLink(wouldBe: UnknownExplanation['wouldBe'], { status }: CampaignState): string {
  if (wouldBe === 'stopped') return 'No more links are followed.'
  const link = status.status === 'running' ? 'A link to it' : 'Once it continues, a link to it'
  if (wouldBe === 'accepted')
    return `${link} would enter the frontier, unless its host's robots.txt disallows it.`
  const { meaning, hint } = SKIP_TEXTS[wouldBe]
  return `${link} would be skipped. ${meaning} ${hint}`
}

/** Judges a link as `linkFilter` does, on a page as close to a seed as possible. */
function whySkip(
  { url, isPrivate, now }: ExplainArgs,
  state: CampaignState,
): SkipReason | undefined {
  const { spec, scope, content } = state
  if (isPrivate) return 'address'
  // A sitemap may be a seed's own, at depth 0; a page's links are one further away.
  const depth = spec.discover.some((way) => way !== 'links') ? 0 : 1
  const reason = scope.whySkip(url, depth) ?? content.traps.whySkip(url, now)
  return reason ?? (isMemoryFull(state) ? 'no_room' : undefined)
}
