import { lineChart, type LineChart } from './line-chart.ts'
import { element } from './svg-page.ts'

/** Charts one below the other, as one SVG file. */
export function chartColumn(charts: readonly LineChart[]): string {
  const drawn = charts.map(lineChart)
  const sizes = drawn.map(sizeOf)
  const width = Math.max(0, ...sizes.map((size) => size.width))
  const height = sizes.reduce((sum, size) => sum + size.height, 0)
  let top = 0
  const placed = drawn.map((svg, i) => {
    const moved = svg.trimEnd().replace('<svg ', `<svg y="${top}" `)
    top += sizes[i]!.height
    return moved
  })
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
  }
  return `${element('svg', attributes, ...placed)}\n`
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!
  return { width: Number(width), height: Number(height) }
}
