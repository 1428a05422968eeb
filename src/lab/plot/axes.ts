import { element, FAINT_INK, RULE, text } from './svg-page.ts'

/** The rectangle of a drawing without its labels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

interface LabelledScale {
  label: string
  at: Scale
}

const THIN = { stroke: RULE, 'stroke-width': 1, 'shape-rendering': 'crispEdges' }

/** Rules at the ticks, their values, and what the axes measure. */
export function axes(area: Area, x: LabelledScale, y: LabelledScale): string {
  return element(
    'g',
    { fill: FAINT_INK },
    ...x.at.ticks.flatMap((tick) => upright(area, x.at.place(tick), tickLabel(tick))),
    ...y.at.ticks.flatMap((tick) => level(area, y.at.place(tick), tickLabel(tick))),
    ...axisLabels(area, x.label, y.label),
  )
}

/** What the axes measure, below and turned along the left. */
export function axisLabels({ left, top, width, height }: Area, x: string, y: string): string[] {
  const middle = top + height / 2
  return [
    text(x, { x: left + width / 2, y: top + height + 40, 'text-anchor': 'middle' }),
    text(y, { 'text-anchor': 'middle', transform: `translate(18 ${middle}) rotate(-90)` }),
  ]
}

/** 1200000 as 1.2M: long numbers run into each other. */
function tickLabel(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${shortest(value / 1e6)}M`
  if (size >= 1e3) return `${shortest(value / 1e3)}k`
  return shortest(value)
}

function upright({ top, height }: Area, x: number, label: string): string[] {
  return [
    element('line', { x1: x, x2: x, y1: top, y2: top + height, ...THIN }),
    text(label, { x, y: top + height + 18, 'text-anchor': 'middle' }),
  ]
}

function level({ left, width }: Area, y: number, label: string): string[] {
  return [
    element('line', { x1: left, x2: left + width, y1: y, y2: y, ...THIN }),
    text(label, { x: left - 8, y: y + 4, 'text-anchor': 'end' }),
  ]
}

function shortest(value: number): string {
  return String(Number(value.toPrecision(6)))
}

export type ScaleKind = 'linear' | 'log'
type Interval = readonly [low: number, high: number]

/** Maps values to places on the page. */
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

/** Rounds off the errors of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
