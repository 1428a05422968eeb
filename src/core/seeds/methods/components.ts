import type { Sliced } from '../link-meter.ts'
import { Positions } from '../../../lib/keyed-heap.ts'
import { ComponentValues } from '../component-values.ts'
import type { Coverage } from '../coverage.ts'
import { condense, Roots } from '../condensation.ts'
import { DepthJudge } from '../depth-value.ts'
import { type Judge, LazyGreedy } from '../lazy-greedy.ts'
import { describeMethod, type SeedPicks } from '../seed-method.ts'
import { type Components, strongComponents } from '../strong-components.ts'

export const MAX_SCC = describeMethod({
  name: 'max_scc',
  words:
    'the page with the most value within `depth` hops, in the strongly connected component with the most value not covered yet',
  takesDepth: true,
  *prepare(around) {
    const components = yield* strongComponents(around.known.graph, around.meter)
    const values = new ComponentValues(components, around.coverage, around.meter)
    const judge = new DepthJudge(around)
    yield* judge.beforePick()
    const parts = new CandidateParts(components, judge)
    const { coverage } = around
    return (candidates) => pickInComponents(parts.take(candidates), { values, coverage })
  },
})

export const ROOT_SCC = describeMethod({
  name: 'root_scc',
  words:
    'the same, in the most valuable of the components from which that one is reached and to which none links',
  takesDepth: true,
  *prepare(around) {
    const { known, meter, coverage } = around
    const components = yield* strongComponents(known.graph, meter)
    const values = new ComponentValues(components, coverage, meter)
    const roots = new Roots(yield* condense(known.graph, components, meter), meter)
    const judge = new DepthJudge(around)
    yield* judge.beforePick()
    const parts = new CandidateParts(components, judge)
    return (candidates) => pickInComponents(parts.take(candidates), { values, coverage, roots })
  },
})

/** The candidates of one picker by component. */
interface CandidatePart {
  /** Components with a candidate, ascending. */
  components: Uint32Array
  has: (component: number) => boolean
  greedyIn: (component: number) => LazyGreedy
}

/** Gives each picker its part of the candidates; the parts of several are disjoint. */
class CandidateParts {
  readonly #components: Components
  readonly #judge: Judge
  readonly #positions = new Positions()
  /** The picker that each node and component is a candidate of, or was last; counted from 1. */
  readonly #pickerOfNode: Uint32Array
  readonly #pickerOfComponent: Uint32Array
  #pickers = 0

  constructor(components: Components, judge: Judge) {
    this.#components = components
    this.#judge = judge
    this.#pickerOfNode = new Uint32Array(components.of.length)
    this.#pickerOfComponent = new Uint32Array(components.count)
  }

  /** Good until the next picker takes its part: sites come one after the other. */
  take(candidates: Uint32Array): CandidatePart {
    const picker = ++this.#pickers
    const components = new Uint32Array(candidates.length)
    let count = 0
    for (const node of candidates) {
      const component = this.#components.of[node]!
      this.#pickerOfNode[node] = picker
      if (this.#pickerOfComponent[component] === picker) continue
      this.#pickerOfComponent[component] = picker
      components[count++] = component
    }
    const has = (component: number) => this.#pickerOfComponent[component] === picker
    const greedies = new Map<number, LazyGreedy>()
    const greedyIn = (component: number) => {
      const greedy = greedies.get(component) ?? this.#greedy(component, picker)
      greedies.set(component, greedy)
      return greedy
    }
    return { components: components.subarray(0, count).toSorted(), has, greedyIn }
  }

  #greedy(component: number, picker: number): LazyGreedy {
    const { start, members } = this.#components
    const inside = members.subarray(start[component], start[component + 1])
    const candidates = inside.filter((node) => this.#pickerOfNode[node] === picker)
    return new LazyGreedy(candidates, this.#judge, this.#positions)
  }
}

interface ComponentChoice {
  values: ComponentValues
  coverage: Coverage
  roots?: Roots
}

function* pickInComponents(part: CandidatePart, choice: ComponentChoice): SeedPicks {
  while (choice.coverage.openPages > 0) {
    const component = yield* chooseComponent(part, choice)
    const node = component === undefined ? undefined : yield* part.greedyIn(component).pick()
    if (node === undefined) return
    yield node
  }
}

function* chooseComponent(
  part: CandidatePart,
  { values, roots }: ComponentChoice,
): Sliced<number | undefined> {
  const richest = yield* values.highest(part.components)
  if (richest === undefined || richest.value <= 0) return undefined
  if (roots === undefined) return richest.component
  const above = yield* roots.above(richest.component)
  const root = yield* values.highest(above.filter((one) => part.has(one)))
  return root?.component ?? richest.component
}
