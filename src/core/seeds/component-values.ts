import type { Coverage } from './coverage.ts'
import type { LinkMeter, Sliced } from './link-meter.ts'
import type { Components } from './strong-components.ts'

/** The value of each component that is not covered yet. */
export class ComponentValues {
  readonly #components: Components
  readonly #remaining: Float64Array
  readonly #meter: LinkMeter
  readonly #values: Float64Array
  /** Components of which something was covered since their value was summed. */
  readonly #isStale: Uint8Array

  constructor(components: Components, coverage: Coverage, meter: LinkMeter) {
    this.#components = components
    this.#remaining = coverage.remaining
    this.#meter = meter
    this.#values = new Float64Array(components.count)
    this.#isStale = new Uint8Array(components.count).fill(1)
    coverage.watch((nodes) => {
      for (const node of nodes) this.#isStale[components.of[node]!] = 1
    })
  }

  /** The component with the highest value, of equal ones the first; undefined of none. */
  *highest(among: Uint32Array): Sliced<{ component: number; value: number } | undefined> {
    let [best, bestValue] = [-1, -Infinity]
    for (const component of among) {
      const value = this.#valueOf(component)
      if (value > bestValue) [best, bestValue] = [component, value]
      if (this.#meter.isPauseDue()) yield
    }
    return best < 0 ? undefined : { component: best, value: bestValue }
  }

  /** Summed anew, for subtracting would leave dust where nothing is left. */
  #valueOf(component: number): number {
    if (this.#isStale[component] === 0) return this.#values[component]!
    const { start, members } = this.#components
    const end = start[component + 1]!
    let value = 0
    for (let at = start[component]!; at < end; at++) value += this.#remaining[members[at]!]!
    this.#meter.links += end - start[component]!
    this.#values[component] = value
    this.#isStale[component] = 0
    return value
  }
}
