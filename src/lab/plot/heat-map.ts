import { type Area, axisLabels } from './axes.ts'
import {
  element,
  FAINT_INK,
  type Headings,
  HEADINGS_HEIGHT,
  INK,
  page,
  PAPER,
  RULE,
  text,
  textWidth,
} from './svg-page.ts'

export interface HeatMap extends Headings {
  x: Categories
  y: Categories
  /** `[y][x]`, the first row on top; null where nothing was measured. */
  cells: readonly (readonly (number | null)[])[]
  /** The value that is neither good nor bad. */
  middle: number
}

interface Categories {
  label: string
  names: readonly string[]
}

const CELL = { width: 84, height: 48 }
const LEFT = 76
const DIGITS = 3

/** A coloured table with its values written in, as an SVG file. */
export function heatMap(map: HeatMap): string {
  const area = areaOf(map)
  const values = map.cells.flat().filter((value) => value !== null)
  const ramp = colourRamp(values, map.middle)
  return page(
    sizeOf(map, area),
    map,
    ...map.cells.flatMap((row, i) => row.flatMap((value, j) => cell(value, i, j, ramp))),
    ...names(map, area),
    element('g', { fill: FAINT_INK }, ...axisLabels(area, map.x.label, map.y.label)),
  )
}

function cell(value: number | null, row: number, column: number, ramp: Ramp): string[] {
  const x = LEFT + column * CELL.width
  const y = HEADINGS_HEIGHT + row * CELL.height
  const fill = value === null ? RULE : ramp.colour(value)
  const words = value === null ? 'none' : value.toFixed(DIGITS)
  return [
    // The rule between cells is paper, so that equal neighbours stay two.
    element('rect', { x, y, ...CELL, fill, stroke: PAPER, 'stroke-width': 2 }),
    text(words, {
      x: x + CELL.width / 2,
      y: y + CELL.height / 2 + 4,
      'text-anchor': 'middle',
      fill: value === null ? FAINT_INK : ramp.ink(value),
    }),
  ]
}

function names({ x, y }: HeatMap, { top, height }: Area): string[] {
  return [
    ...x.names.map((name, i) =>
      text(name, {
        x: LEFT + (i + 0.5) * CELL.width,
        y: top + height + 18,
        'text-anchor': 'middle',
      }),
    ),
    ...y.names.map((name, i) =>
      text(name, {
        x: LEFT - 10,
        y: top + (i + 0.5) * CELL.height + 4,
        'text-anchor': 'end',
      }),
    ),
  ]
}

function areaOf({ x, y }: HeatMap): Area {
  return {
    left: LEFT,
    top: HEADINGS_HEIGHT,
    width: x.names.length * CELL.width,
    height: y.names.length * CELL.height,
  }
}

function sizeOf({ title, subtitle }: HeatMap, area: Area): { width: number; height: number } {
  const headings = 40 + Math.max(textWidth(subtitle), textWidth(title) * 1.3)
  return {
    width: Math.max(area.left + area.width + 24, headings),
    height: area.top + area.height + 54,
  }
}

type Colour = readonly [red: number, green: number, blue: number]

/** Orange, white and blue, which the colour-blind can tell apart; white is "no difference". */
const LOW: Colour = [217, 95, 14]
const MIDDLE: Colour = [250, 250, 250]
const HIGH: Colour = [33, 102, 172]

interface Ramp {
  colour: (value: number) => string
  /** The colour of words on it. */
  ink: (value: number) => string
}

/** Differences below this share of the middle are too small for a strong colour. */
const MIN_REACH = 0.02

/** Colours are equally strong at equal distances below and above the middle. */
function colourRamp(values: readonly number[], middle: number): Ramp {
  const least = MIN_REACH * Math.abs(middle) || 1
  const reach = Math.max(least, ...values.map((value) => Math.abs(value - middle)))
  const mixed = (value: number) => {
    const share = Math.max(-1, Math.min(1, (value - middle) / reach))
    return mix(MIDDLE, share < 0 ? LOW : HIGH, Math.abs(share))
  }
  return {
    colour: (value) => `#${mixed(value).map(hexadecimal).join('')}`,
    ink: (value) => (luminance(mixed(value)) > 0.5 ? INK : PAPER),
  }
}

function mix(from: Colour, to: Colour, share: number): number[] {
  return from.map((part, i) => Math.round(part + (to[i]! - part) * share))
}

function hexadecimal(part: number): string {
  return part.toString(16).padStart(2, '0')
}

/** Perceived, roughly: green counts most. */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}
