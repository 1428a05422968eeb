import { readFileSync } from 'node:fs'
import { bestNFirstSvg } from './experiments/best-n-first.ts'
import { figure1Svg } from './experiments/figure1.ts'
import { figure2Svg } from './experiments/figure2.ts'
import { figure3Svg } from './experiments/figure3.ts'
import { orderingSvg } from './experiments/ordering-results.ts'
import { seedsSvg } from './experiments/seeds/figure.ts'
import { otieSvg } from './experiments/otie.ts'
import { BadOption } from './option-value.ts'
import { checkWritable, writeWhole } from './output.ts'

/** Draw a picture from the data in a result's `figure`. */
const PLOTS = {
  figure1: figure1Svg,
  figure2: figure2Svg,
  figure3: figure3Svg,
  ordering: orderingSvg,
  seeds: seedsSvg,
  'best-n-first': bestNFirstSvg,
  otie: otieSvg,
}

interface Result {
  experiment: string | undefined
  figure: unknown
}

/** `plot`: draws the figure of an earlier result, without crawling again. */
export function plotAgain(from: string | undefined, svg: string | undefined): void {
  if (from === undefined)
    throw new BadOption('no result given', 'add --from <the --json file of a figure>')
  if (svg === undefined) throw new BadOption('no picture asked for', 'add --svg <file>')
  checkWritable('--svg', svg)
  writeWhole(svg, draw(from))
}

function draw(from: string): string {
  const { experiment, figure } = readResult(from)
  const plot = PLOTS[experiment as keyof typeof PLOTS] as ((data: unknown) => string) | undefined
  const mend = `plot takes the --json file of ${Object.keys(PLOTS).join(', ')}`
  if (plot === undefined) throw new BadOption(`${from} is of "${experiment}"`, mend)
  try {
    return plot(figure)
  } catch {
    throw new BadOption(`${from} lacks the data of its figure`, mend)
  }
}

function readResult(from: string): Result {
  try {
    return JSON.parse(readFileSync(from, 'utf8')) as Result
  } catch (error) {
    throw new BadOption(`cannot read ${from}: ${(error as Error).message}`, 'give the --json file')
  }
}
