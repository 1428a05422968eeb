import { BadCorpus } from '../bad-corpus.ts'
import type { SyntheticOptions } from './options.ts'
import { isPresetName, PRESETS } from './presets.ts'

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
