/** Told apart by the colour-blind (Okabe and Ito 2008), their yellow darkened for a white page. */
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

export interface SeriesStyle {
  stroke: string
  'stroke-dasharray': string | undefined
}

export const REFERENCE_STYLE: SeriesStyle = { stroke: '#8c959f', 'stroke-dasharray': '3 4' }

/** With more series than colours, dashes tell those of one colour apart. */
export function seriesStyle(index: number): SeriesStyle {
  return {
    stroke: COLOURS[index % COLOURS.length]!,
    'stroke-dasharray': DASHES[Math.floor(index / COLOURS.length) % DASHES.length],
  }
}
