export type ScaleKind = 'linear' | 'log'
export type Interval = readonly [low: number, high: number]

/** From values to places on the page. */
export interface Scale {
  place: (value: number) => number
  /** Values worth a label. */
  ticks: readonly number[]
  /** Whether the value has a place at all. */
  holds: (value: number) => boolean
}

export function makeScale(kind: ScaleKind, values: readonly number[], range: Interval): Scale {
  switch (kind) {
    case 'linear':
      return linearScale(values, range)
    case 'log':
      return logScale(values, range)
  }
}

/** Ends on round values and includes 0 unless that would waste more than half of the page. */
function linearScale(values: readonly number[], range: Interval): Scale {
  const [low, high] = extent(values.filter(Number.isFinite), [0, 1])
  const from = low > 0 && low < high / 2 ? 0 : low
  const step = roundStep((high - from) / 5)
  const first = Math.floor(from / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => rounded((first + i) * step))
  return { place: between([first * step, last * step], range), ticks, holds: Number.isFinite }
}

/** Ends on the values themselves: a decade half empty says nothing. */
function logScale(values: readonly number[], range: Interval): Scale {
  const [low, high] = extent(values.filter(hasLog), [1, 10])
  const [from, to] = low === high ? [low / 2, low * 2] : [low, high]
  const place = between([Math.log10(from), Math.log10(to)], range)
  return { place: (value) => place(Math.log10(value)), ticks: logTicks(from, to), holds: hasLog }
}

/** Powers of ten; with fewer than three decades 2 and 5 times them as well. */
function logTicks(low: number, high: number): number[] {
  const multiples = high / low < 1000 ? [1, 2, 5] : [1]
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const multiple of multiples) ticks.push(rounded(multiple * 10 ** power))
  }
  return ticks.filter((tick) => tick >= low && tick <= high)
}

function hasLog(value: number): boolean {
  return Number.isFinite(value) && value > 0
}

function extent(values: readonly number[], ofNone: Interval): Interval {
  if (values.length === 0) return ofNone
  let [low, high] = [values[0]!, values[0]!]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

/** 1, 2 or 5 times a power of ten, at least as large as asked for. */
function roundStep(atLeast: number): number {
  if (atLeast <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const multiple = [1, 2, 5, 10].find((candidate) => candidate * power >= atLeast * (1 - 1e-9))!
  return multiple * power
}

function between([low, high]: Interval, [start, end]: Interval): (value: number) => number {
  return (value) => start + ((value - low) / (high - low)) * (end - start)
}

/** Without the dust of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
