import { lineChart } from '../../plot/line-chart.ts'
import { panels } from '../../plot/panels.ts'
import { MAX_HOPS, MAX_SEEDS } from './coverage-grid.ts'
import { range, type SiteGains } from './gains.ts'
import { PAPER_SETTING } from './seed-findings.ts'
import { type CoverageMeasure, MEASURES, METHODS } from './site-gains.ts'

/** What is drawn: a panel for each measure over k, and one over h. */
export interface SeedFigure {
  caption: string
  panels: {
    measure: CoverageMeasure
    over: 'seeds' | 'hops'
    /** The gain over Random, in %, at 1, 2, 3 and so on; null where it is unknown. */
    curves: Record<string, (number | null)[]>
  }[]
}

const WORDS: Record<CoverageMeasure, string> = {
  pages: 'pages',
  value: "value, the paper's kind",
  relevance: 'relevance',
}

export function seedFigure(gains: SiteGains, caption: string): SeedFigure {
  const curves = (measure: CoverageMeasure, over: 'seeds' | 'hops') =>
    Object.fromEntries(
      METHODS.map((method) => [
        method,
        range(over === 'seeds' ? MAX_SEEDS : MAX_HOPS).map((x) => {
          const { gain } = gains.at(measure, method, { ...PAPER_SETTING, [over]: x })
          return Number.isFinite(gain) ? gain : null
        }),
      ]),
    )
  return {
    caption,
    panels: MEASURES.flatMap((measure) =>
      (['seeds', 'hops'] as const).map((over) => ({
        measure,
        over,
        curves: curves(measure, over),
      })),
    ),
  }
}

export function seedsSvg(figure: SeedFigure): string {
  const charts = figure.panels.map(({ measure, over, curves }) =>
    lineChart({
      title: `Coverage of ${WORDS[measure]}, gain over Random`,
      subtitle: `${over === 'seeds' ? 'h = 5' : 'k = 5'}; ${figure.caption}`,
      x: { label: over === 'seeds' ? 'k: seeds' : 'h: hops', scale: 'linear' },
      y: { label: 'gain over Random, %', scale: 'linear' },
      series: Object.entries(curves).map(([name, gains]) => ({
        name,
        points: gains.map((gain, i) => [i + 1, gain] as const),
        isReference: name === 'random',
      })),
    }),
  )
  return panels(charts, 2)
}
