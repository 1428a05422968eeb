import type { Reserve } from '../event.ts'

/** A decision in words. */
export function explain(reserve: Reserve): string {
  if (reserve.estimate === undefined) return 'A seed or a list of pages: fetched before all others.'
  return [whyThisArm(reserve), whyThisNode(reserve), againstWhat(reserve)]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function whyThisArm({ arm, motive, pick, armMeans }: Reserve): string {
  // Played when the batch was chosen: the means of then are not in this record.
  if (motive === 'exploit' && pick === 'batch') return `${arm} was played for its mean reward.`
  switch (motive) {
    case 'only':
      return ''
    case 'explore':
      return `${arm} was drawn to explore.`
    case 'exploit':
      return `${arm} was played for its mean reward of ${shown(Math.max(...armMeans))}, the highest.`
  }
}

function whyThisNode(reserve: Reserve): string {
  const { arm, pick, estimate, terms } = reserve
  return `${PICKED[pick]} by ${arm}, which expects ${expectation(estimate!, terms)}.`
}

/** An estimate and what it is made of. */
export function expectation(estimate: number, terms: Reserve['terms']): string {
  const parts = Object.entries(terms).map(([name, value]) => `${name} ${shown(value)}`)
  return shown(estimate) + (parts.length === 0 ? '' : ` (${parts.join(', ')})`)
}

const PICKED: Record<Reserve['pick'], string> = {
  best: 'The best',
  altered: 'One close to the best',
  batch: 'The next of its batch',
  random: 'Any of those found since the batch was scored',
}

function againstWhat({ runnerUp }: Reserve): string {
  if (runnerUp?.estimate === undefined) return ''
  return `The runner-up had ${shown(runnerUp.estimate)}.`
}

function shown(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
