import { FAINT_INK, RULE } from './page.ts'
import type { Scale } from './scale.ts'
import { element, text } from './svg.ts'

/** The rectangle of a drawing without its labels. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

export interface LabelledScale {
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
