import { BadCorpus } from '../corpus.ts'

export interface SyntheticOptions {
  nodes: number
  /** Links a node, over all nodes. */
  meanOutDegree: number
  seed: number
  /** What messages and tables call the corpus. */
  name?: string
  topic?: string
  communities?: number
  /** Share of nodes whose page has the keyword; at least one node has. */
  relevantNodes?: number
  /** Share of edges with the keyword around the link; at most those of relevant sources. */
  relevantEdges?: number
  /** Share of nodes without links. */
  leaves?: number
  /** Share of links that a page full of the keyword makes to others that have it, on purpose. */
  assortativity?: number
}

/** Options with every default filled in. */
export type SyntheticPlan = Required<SyntheticOptions>

/** Members of a community on average: a site, a circle of accounts. */
const COMMUNITY_SIZE = 500

export function complete(options: SyntheticOptions): SyntheticPlan {
  const plan = {
    name: 'synthetic',
    topic: 'topic',
    communities: Math.max(1, Math.round(options.nodes / COMMUNITY_SIZE)),
    relevantNodes: 0.05,
    relevantEdges: 0.01,
    leaves: 0,
    assortativity: 0.2,
    ...options,
  }
  check(plan)
  return plan
}

/** Numbers of 32 bits count nodes and edges; the degrees drawn may exceed their mean a little. */
const MAX_UINT32 = 2 ** 32 - 1
const MAX_EXPECTED_EDGES = 2 ** 31

function check(plan: SyntheticPlan): void {
  const demand = (isMet: boolean, what: string, mend: string) => {
    if (!isMet) throw new BadCorpus({ file: plan.name, what, mend })
  }
  const whole = (key: 'nodes' | 'communities' | 'seed', from: number, to: number) =>
    demand(
      Number.isInteger(plan[key]) && plan[key] >= from && plan[key] <= to,
      `${key}=${plan[key]}`,
      `${key} is a whole number from ${from} to ${to}`,
    )
  whole('nodes', 2, MAX_UINT32)
  whole('communities', 1, plan.nodes)
  whole('seed', 0, MAX_UINT32)
  for (const key of ['relevantNodes', 'relevantEdges', 'leaves', 'assortativity'] as const) {
    demand(plan[key] >= 0 && plan[key] <= 1, `${key}=${plan[key]}`, `${key} is from 0 to 1`)
  }
  demand(
    plan.meanOutDegree >= 0 && plan.meanOutDegree < plan.nodes && !tooMany(plan),
    `meanOutDegree=${plan.meanOutDegree}`,
    'meanOutDegree is at least 0, less than nodes, and makes fewer than 2^31 edges',
  )
}

function tooMany({ nodes, meanOutDegree }: SyntheticPlan): boolean {
  return nodes * meanOutDegree >= MAX_EXPECTED_EDGES
}

const PREFIX = 'synthetic:'
/** A tenth of a million: enough for every horizon of a replay to matter, generated in a second. */
const DEFAULTS = { nodes: 100_000, seed: 1 }
const KEYS = [
  'nodes',
  'seed',
  'meanOutDegree',
  'communities',
  'relevantNodes',
  'relevantEdges',
  'leaves',
  'assortativity',
] as const
type Key = (typeof KEYS)[number]

export function isSyntheticSpec(place: string): boolean {
  return place.startsWith(PREFIX)
}

/** Reads words such as `synthetic:france,nodes=200000,seed=7`; throws `BadCorpus`. */
export function parseSyntheticSpec(spec: string): SyntheticOptions {
  const [preset = '', ...settings] = spec.slice(PREFIX.length).split(',')
  if (!isPresetName(preset)) {
    const presets = Object.keys(PRESETS).join(', ')
    throw flaw(spec, `no preset "${preset}"`, `begin with ${PREFIX} and one of ${presets}`)
  }
  const given = new Map(settings.map((setting) => parseSetting(setting, spec)))
  if (given.size < settings.length) throw flaw(spec, 'a key twice', 'give every key once')
  return {
    ...PRESETS[preset],
    ...DEFAULTS,
    topic: preset,
    name: spec,
    ...Object.fromEntries(given),
  }
}

function parseSetting(setting: string, spec: string): [Key, number] {
  const [name = '', digits = '', ...rest] = setting.split('=')
  const key = KEYS.find((known) => known === name.trim())
  if (key === undefined) throw flaw(spec, `no key "${name}"`, `use one of ${KEYS.join(', ')}`)
  const value = Number(digits)
  if (rest.length > 0 || digits.trim() === '' || !Number.isFinite(value)) {
    throw flaw(spec, `"${setting}" has no number`, `write ${key}=<number>`)
  }
  return [key, value]
}

function flaw(spec: string, what: string, mend: string): BadCorpus {
  return new BadCorpus({ file: spec, what, mend })
}

/**
 * The data sets of Gouriten et al. 2014, Table 1: shares of nodes and edges with the keyword, and
 * edges divided by nodes (35.6 / 2.2 and 78.0 / 16.9 million). Leaves are ours: few pages of an
 * encyclopedia have no link, most accounts were never read themselves.
 */
const ENCYCLOPEDIA = { meanOutDegree: 16.2, leaves: 0.03 }
const ACCOUNTS = { meanOutDegree: 4.6, leaves: 0.75 }

const PRESETS = {
  bretagne: { ...ENCYCLOPEDIA, relevantNodes: 0.02, relevantEdges: 0.005 },
  france: { ...ENCYCLOPEDIA, relevantNodes: 0.192, relevantEdges: 0.068 },
  happy: { ...ACCOUNTS, relevantNodes: 0.11, relevantEdges: 0.024 },
  jazz: { ...ACCOUNTS, relevantNodes: 0.006, relevantEdges: 0.001 },
  weird: { ...ACCOUNTS, relevantNodes: 0.032, relevantEdges: 0.004 },
} satisfies Record<string, Omit<SyntheticOptions, 'nodes' | 'seed'>>

type PresetName = keyof typeof PRESETS

function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name)
}
