import type { Dataset, Experiment, LabContext } from '../experiment.ts'
import { formatFindings } from '../findings.ts'
import { formatTable, writeWhole } from '../output.ts'
import { seedFigure, seedsSvg } from './seeds/figure.ts'
import { type Gain, SiteGains } from './seeds/gains.ts'
import { PAPER_SETTING, seedFindings } from './seeds/seed-findings.ts'
import { measureSite, MEASURES, METHODS } from './seeds/site-gains.ts'
import { divideIntoSites, siteAroundHub, type CorpusSite } from './seeds/sites.ts'

/** Sites of each corpus, for a first look. */
const QUICK_SITES = 20
/** The largest are the slowest, and most sites are smaller. */
const QUICK_MAX_PAGES = 2_000
/** Where there are only larger ones: the pages of one, and its topics. */
const QUICK_LARGE_PAGES = 5_000
const QUICK_LARGE_TOPICS = 3

/** Where five hops from any page reach nearly all, fewer hops tell methods apart. */
const SETTINGS = [PAPER_SETTING, { seeds: 5, hops: 2 }]

const SITES_RULE =
  'sites: hosts, or the folders of a host that has most pages, of 100 pages or more; one site where most links lead out of such folders'
const VALUE_RULE =
  'pages and value: seeds selected for the value of the paper (1 for a page, 10 for one with the keyword, links that leave the site); relevance: seeds selected for β, on sites with ten such pages'

/** Zheng, Dmitriev and Giles 2009: what seeds of each method cover, beside seeds drawn by chance. */
export const seeds: Experiment = {
  name: 'seeds',
  summary: 'seed selection: pages and value within reach of k seeds, as gains over random seeds',
  takes: ['svg', 'quick'],
  defaults: {},
  async run(context) {
    const { options } = context
    const all = new SiteGains()
    let sites: CorpusSite[] = []
    const corpora = new Map<string, CorpusGains>()
    for await (const dataset of context.datasets()) {
      const known = corpora.get(dataset.corpus)
      // Topics of a corpus follow each other.
      if (known === undefined) sites = chooseSites(dataset, options.quick)
      const of = known ?? { sites: sites.length, topics: [], gains: new SiteGains() }
      corpora.set(dataset.corpus, of)
      if (options.quick && isEnough(of, sites)) continue
      of.topics.push(dataset.scores.topic)
      measureSites(dataset, sites, context, [of.gains, all])
    }
    for (const [name, of] of corpora) report(context, name, of)
    for (const rule of [SITES_RULE, VALUE_RULE]) context.note(rule)
    const figure = seedFigure(all, [...corpora.keys()].join(', '))
    if (options.svg !== undefined) writeWhole(options.svg, seedsSvg(figure))
    return { figure, corpora: Object.fromEntries([...corpora].map(toJson)) }
  },
}

interface CorpusGains {
  sites: number
  topics: string[]
  gains: SiteGains
}

function isEnough({ topics }: CorpusGains, sites: readonly CorpusSite[]): boolean {
  const isLarge = sites.some(({ pages }) => pages.length > QUICK_MAX_PAGES)
  return isLarge && topics.length >= QUICK_LARGE_TOPICS
}

function toJson([name, { sites, topics, gains }]: [string, CorpusGains]): [string, object] {
  return [name, { sites, topics, gains: gains.toJson(), findings: seedFindings(gains) }]
}

function chooseSites({ graph, url }: Dataset, isQuick: boolean): CorpusSite[] {
  const sites = divideIntoSites(graph, url)
  if (!isQuick) return sites
  const small = sites.filter(({ pages }) => pages.length <= QUICK_MAX_PAGES)
  const some = small.length > 0 ? small : [siteAroundHub(graph, QUICK_LARGE_PAGES)]
  const every = Math.ceil(some.length / QUICK_SITES)
  return some.filter((_, at) => at % every === 0)
}

function measureSites(
  { name, scores }: Dataset,
  sites: readonly CorpusSite[],
  { options, progress }: LabContext,
  into: readonly SiteGains[],
): void {
  for (const [at, site] of sites.entries()) {
    const coverage = measureSite(site, scores.beta, options.seed)
    for (const gains of into) gains.add(coverage)
    progress(`sites of ${name}`, at + 1, sites.length)
  }
}

function report({ print }: LabContext, name: string, { sites, topics, gains }: CorpusGains): void {
  print(`${name}: ${sites === 1 ? 'one site' : `${sites} sites`}, topics ${topics.join(', ')}`)
  for (const setting of SETTINGS) {
    const { seeds: k, hops: h } = setting
    const header = [
      `k = ${k}, h = ${h}`,
      ...MEASURES.flatMap((measure) => [`${measure} %`, 'gain %']),
    ]
    const rows = METHODS.map((method) => [
      method,
      ...MEASURES.flatMap((measure) => cells(gains.at(measure, method, setting))),
    ])
    print(`${formatTable([header, ...rows])}\n`)
  }
  print(`${formatFindings('Zheng et al. 2009, k = 5, h = 5', seedFindings(gains))}\n`)
}

function cells({ coverage, gain, standardError, sites }: Gain): string[] {
  if (sites === 0) return ['-', '-']
  return [
    coverage.toFixed(1),
    `${gain.toFixed(0).replace(/^-(?=0$)/, '')} ±${standardError.toFixed(0)}`,
  ]
}
