import { isMemoryFull } from '../evolve/memory.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { CampaignState } from '../state/state.ts'
import type { UnknownExplanation } from './explanation.ts'
import { SKIP_TEXTS } from './skip-meanings.ts'
import { isOver, whyStopped } from './why-stopped.ts'
import type { ExplainArgs } from './subject.ts'

/** No page led there, or the link was not taken: how one would be judged now. */
export function explainUnknown(args: ExplainArgs, state: CampaignState): UnknownExplanation {
  const wouldBe = isOver(state) ? 'stopped' : (whyNotTake(args, state) ?? 'taken')
  const sentences = [UNKNOWN, ...whyStopped(state), judgement(wouldBe, state)]
  const why = sentences.filter((sentence) => sentence !== '').join(' ')
  return { kind: 'unknown', url: args.url, wouldBe, why }
}

/** Links that robots.txt bars, for one, leave no trace. */
const UNKNOWN = 'Not known: no page that was read led there, or the link was not taken.'

function judgement(wouldBe: UnknownExplanation['wouldBe'], { status }: CampaignState): string {
  if (wouldBe === 'stopped') return 'It takes no links any more.'
  const aLink = status.status === 'running' ? 'A link to it' : 'Once it goes on, a link to it'
  if (wouldBe === 'taken')
    return `${aLink} would be taken into the frontier, if its host's robots.txt allows it.`
  const { means, change } = SKIP_TEXTS[wouldBe]
  return `${aLink} would not be taken. ${means} ${change}`
}

/** As `gateBeyond` judges, for a page as near to a seed as it can be. */
function whyNotTake(
  { url, isPrivate, now }: ExplainArgs,
  state: CampaignState,
): SkipReason | undefined {
  const { spec, scope, traps } = state
  if (isPrivate) return 'address'
  // A list of pages may be a seed's own; what a page links to is a link away from it.
  const depth = spec.discover.some((way) => way !== 'links') ? 0 : 1
  const reason = scope.skips(url, depth) ?? traps.skips(url, now)
  return reason ?? (isMemoryFull(state) ? 'no_room' : undefined)
}
