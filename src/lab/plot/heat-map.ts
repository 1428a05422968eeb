import { axisLabels, type Area } from './axes.ts'
import { colourRamp, type Ramp } from './colour-ramp.ts'
import { FAINT_INK, HEADINGS_HEIGHT, page, PAPER, RULE, textWidth, type Headings } from './page.ts'
import { element, text } from './svg.ts'

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
