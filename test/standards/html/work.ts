type Method = (this: unknown, ...given: never[]) => unknown

interface Counted {
  on: object
  method: string
  /** How many characters a call has looked at. */
  cost: (text: unknown, given: readonly unknown[], answer: unknown) => number
}

const one = () => 1
const inSearch: Counted['cost'] = (text, [mark, from = 0], found) => {
  const end = typeof found === 'number' && found >= 0 ? found : String(text).length
  return Math.max(0, end - Number(from)) + String(mark).length
}
const inMatch: Counted['cost'] = (pattern, [text], found) => {
  const match = found as RegExpExecArray | null
  if (match !== null) return match[0].length
  // A sticky one looks at one place, any other at all that is left.
  return (pattern as RegExp).sticky ? 1 : String(text).length
}

const COUNTED: Counted[] = [
  { on: String.prototype, method: 'charCodeAt', cost: one },
  { on: String.prototype, method: 'charAt', cost: one },
  { on: String.prototype, method: 'slice', cost: one },
  { on: String.prototype, method: 'startsWith', cost: (_, [mark]) => String(mark).length },
  { on: String.prototype, method: 'indexOf', cost: inSearch },
  { on: String.prototype, method: 'includes', cost: inSearch },
  { on: RegExp.prototype, method: 'exec', cost: inMatch },
]

/** How many characters a piece of work looks at: a measure that no busy machine can change. */
export function charactersLookedAt(work: () => void): number {
  let looked = 0
  const restore = COUNTED.map(({ on, method, cost }) => {
    const original = Reflect.get(on, method) as Method
    let isCounting = false
    Reflect.set(on, method, function (this: unknown, ...given: never[]) {
      const answer = original.apply(this, given)
      // What the counting itself looks at is not counted.
      if (isCounting) return answer
      isCounting = true
      looked += cost(this, given, answer)
      isCounting = false
      return answer
    })
    return () => Reflect.set(on, method, original)
  })
  try {
    work()
  } finally {
    for (const undo of restore) undo()
  }
  return looked
}
