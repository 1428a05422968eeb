import { axes, makeScale, type Scale, type ScaleKind } from './axes.ts'
import {
  decimal,
  element,
  type Headings,
  HEADINGS_HEIGHT,
  page,
  text,
  textWidth,
} from './svg-page.ts'

export interface ChartSeries {
  name: string
  points: readonly Point[]
  /** What the others are measured against: drawn below them and fainter. */
  isReference?: boolean
}

/** A value that is missing interrupts the line; one with an error has a bar as far as that up and down. */
type Point = readonly [x: number, y: number | null, error?: number]

interface Axis {
  label: string
  scale: ScaleKind
}

export interface LineChart extends Headings {
  x: Axis
  y: Axis
  series: readonly ChartSeries[]
}

const PLOT = { left: 64, top: HEADINGS_HEIGHT, width: 560, height: 340 }
const BELOW = 54
const LEGEND = { gap: 24, row: 20, sample: 26 }

/** Curves with their axes and a legend, as an SVG file. */
export function lineChart(chart: LineChart): string {
  const { x, y } = scales(chart)
  const curves = styled(chart.series).flatMap(({ points, style }) => {
    const curve = { d: pathOf(points, x, y), fill: 'none', 'stroke-linejoin': 'round', ...style }
    const bars = errorBars(points, x, y)
    return [
      element('path', { ...curve, 'stroke-width': 2 }),
      ...(bars === '' ? [] : [element('path', { d: bars, stroke: style.stroke, opacity: 0.5 })]),
    ]
  })
  return page(
    sizeOf(chart),
    chart,
    axes(PLOT, { ...chart.x, at: x }, { ...chart.y, at: y }),
    ...curves,
    ...legend(styled(chart.series)),
  )
}

interface StyledSeries extends ChartSeries {
  style: SeriesStyle
}

/** Series in the order of drawing: later ones lie above. */
function styled(series: readonly ChartSeries[]): StyledSeries[] {
  const below = series.filter(({ isReference }) => isReference)
  const above = series.filter(({ isReference }) => !isReference)
  return [
    ...below.map((one) => ({ ...one, style: REFERENCE_STYLE })),
    ...above.map((one, i) => ({ ...one, style: seriesStyle(i) })),
  ]
}

function scales({ x, y, series }: LineChart): { x: Scale; y: Scale } {
  const points = series.flatMap((one) => one.points).filter(([, value]) => value !== null)
  const { left, top, width, height } = PLOT
  return {
    x: makeScale(
      x.scale,
      points.map(([value]) => value),
      [left, left + width],
    ),
    y: makeScale(
      y.scale,
      points.flatMap(([, value, error = 0]) => [value! - error, value! + error]),
      [top + height, top],
    ),
  }
}

function pathOf(points: readonly Point[], x: Scale, y: Scale): string {
  let isDrawing = false
  const moves: string[] = []
  for (const [at, value] of points) {
    if (value === null || !x.holds(at) || !y.holds(value)) {
      isDrawing = false
      continue
    }
    moves.push(`${isDrawing ? 'L' : 'M'}${decimal(x.place(at))} ${decimal(y.place(value))}`)
    isDrawing = true
  }
  return moves.join('')
}

function errorBars(points: readonly Point[], x: Scale, y: Scale): string {
  const bars = points.map(([at, value, error = 0]) => {
    if (value === null || error === 0 || !x.holds(at)) return ''
    const ends = [value - error, value + error].filter((end) => y.holds(end))
    if (ends.length < 2) return ''
    const [low, high] = ends.map((end) => decimal(y.place(end)))
    return `M${decimal(x.place(at))} ${low}V${high}`
  })
  return bars.join('')
}

function legend(series: readonly StyledSeries[]): string[] {
  const left = PLOT.left + PLOT.width + LEGEND.gap
  return series.flatMap(({ name, style }, i) => {
    const y = PLOT.top + 10 + i * LEGEND.row
    const sample = { x1: left, x2: left + LEGEND.sample, y1: y, y2: y, 'stroke-width': 2.5 }
    return [
      element('line', { ...sample, ...style }),
      text(name, { x: left + LEGEND.sample + 8, y: y + 4 }),
    ]
  })
}

function sizeOf({ series, title, subtitle }: LineChart): { width: number; height: number } {
  const names = Math.max(0, ...series.map(({ name }) => textWidth(name)))
  const right = PLOT.left + PLOT.width + LEGEND.gap + LEGEND.sample + 8 + names + 20
  const headings = 40 + Math.max(textWidth(subtitle), textWidth(title) * 1.3)
  const rows = PLOT.top + 20 + series.length * LEGEND.row
  return {
    width: Math.max(right, headings),
    height: Math.max(PLOT.top + PLOT.height + BELOW, rows),
  }
}

/** Colours that the colour-blind can tell apart (Okabe and Ito 2008), yellow darkened. */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#1f2328',
  '#56b4e9',
  '#b38600',
  '#7a4fbf',
]
const DASHES = [undefined, '7 3', '2 3', '9 3 2 3']

interface SeriesStyle {
  stroke: string
  'stroke-dasharray': string | undefined
}

const REFERENCE_STYLE: SeriesStyle = { stroke: '#8c959f', 'stroke-dasharray': '3 4' }

/** When there are more series than colours, dashes tell those of one colour apart. */
function seriesStyle(index: number): SeriesStyle {
  return {
    stroke: COLOURS[index % COLOURS.length]!,
    'stroke-dasharray': DASHES[Math.floor(index / COLOURS.length) % DASHES.length],
  }
}
