import { defineConfig, type OxlintOverride } from 'oxlint'

/** What all parts of a campaign may use. */
const BELOW_CAMPAIGN = [
  'lib',
  'core/access',
  'core/graph',
  'core/topic',
  'core/rank',
  'core/seeds',
  'core/spec',
]

/** Which parts of a campaign each of them may use beside that, and its own files. */
const CAMPAIGN_PARTS: Record<string, string[]> = {
  cost: [],
  codec: ['cost'],
  traps: [],
  state: ['codec', 'cost', 'traps'],
  evolve: ['codec', 'cost', 'fetch', 'state', 'traps'],
  fetch: ['codec', 'evolve', 'state', 'traps'],
  log: ['codec', 'evolve', 'state'],
  recall: ['codec', 'evolve', 'log', 'state'],
  tick: ['state'],
  edits: ['codec', 'evolve', 'fetch', 'log', 'state'],
  results: ['codec', 'log', 'state'],
  insight: ['codec', 'cost', 'evolve', 'fetch', 'log', 'results', 'state'],
}

/** Imports point one way: each folder of `src/` may use those listed, and its own files. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  'core/graph': ['lib'],
  'core/topic': ['lib'],
  'core/rank': ['lib', 'core/graph'],
  'core/access': ['lib'],
  'core/seeds': ['lib'],
  'core/spec': ['lib', 'core/graph', 'core/topic', 'core/rank'],
  'core/campaign': BELOW_CAMPAIGN,
  ...campaignParts(),
  'core/webhook': ['lib', 'core/campaign'],
  standards: ['lib'],
  crawl: ['lib', 'core', 'standards'],
  store: ['lib', 'core'],
  host: ['lib', 'core', 'standards', 'crawl', 'store'],
  api: ['lib', 'core', 'standards', 'crawl'],
  client: [],
  dashboard: ['client'],
  cli: ['lib', 'client'],
  runtime: ['lib', 'core', 'standards', 'crawl', 'store', 'host'],
  lab: ['lib', 'core'],
}

/** Packages and built-in modules that belong to one part of the house. */
const PACKAGES: Record<string, string[]> = {
  hono: ['api'],
  'hono/*': ['api'],
  'zod/*': ['api'],
  zod: [],
  // Only what walks the demo site in tests.
  htmlparser2: [],
  entities: ['standards'],
  'entities/*': ['standards'],
  tldts: ['standards'],
  'node:*': ['runtime', 'lab', 'cli'],
  'cloudflare:*': ['runtime'],
}

function campaignParts(): Record<string, string[]> {
  const parts = Object.entries(CAMPAIGN_PARTS).map(([part, others]) => [
    inCampaign(part),
    [...BELOW_CAMPAIGN, ...others.map(inCampaign)],
  ])
  return Object.fromEntries(parts) as Record<string, string[]>
}

function inCampaign(part: string): string {
  return `core/campaign/${part}`
}

const folders = Object.keys(MAY_IMPORT)

/** The patterns of everything a folder must not import; entries are nobody's to import. */
function closedTo(folder: string): string[] {
  const open = [folder, ...MAY_IMPORT[folder]!]
  const isOpen = (other: string) =>
    open.some((path) => other === path || other.startsWith(`${path}/`))
  const inside = folders
    .filter((other) => !isOpen(other))
    .map((other) => `**/${lastPart(other)}/**`)
  const packages = Object.keys(PACKAGES).filter(
    (name) => !PACKAGES[name]!.some((owner) => folder.startsWith(owner)),
  )
  return [...inside, ...packages, '**/worker.ts', '**/serve.ts', '**/test/**', '**/demo/**']
}

function boundary(folder: string): OxlintOverride {
  return {
    files: [`src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: closedTo(folder) }] },
  }
}

function lastPart(folder: string): string {
  return folder.split('/').at(-1)!
}

/** Engines disagree on their last bits; `src/lib/logarithm.ts` has what is needed of them. */
const INEXACT_MATH = 'log log2 log10 log1p exp expm1 pow cbrt hypot sin cos tan tanh'.split(' ')

/** The core takes time, chance and the network as arguments. */
const PURE: OxlintOverride['rules'] = {
  'no-restricted-globals': [
    'error',
    'fetch',
    'setTimeout',
    'setInterval',
    'process',
    'crypto',
    'performance',
    'console',
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now' },
    { object: 'Math', property: 'random' },
    ...INEXACT_MATH.map((property) => ({ object: 'Math', property })),
  ],
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'node_modules', 'src/client/api-types.d.ts'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'max-lines': ['error', { max: 400, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60 }],
    'max-params': ['error', { max: 4 }],
    complexity: ['error', { max: 12 }],
    // Brands are made by assertion.
    'typescript/no-unsafe-type-assertion': 'off',
    // Wrong on exhaustive switches.
    'typescript/consistent-return': 'off',
    'import/no-named-as-default-member': 'off',
    // zod/mini's name for a default.
    'no-underscore-dangle': ['error', { allow: ['_default'] }],
  },
  overrides: [
    ...folders.map(boundary),
    { files: ['src/core/**', 'src/lib/**'], rules: PURE },
    {
      files: [
        'src/worker.ts',
        'test/worker/outbound-worker.ts',
        '*.config.ts',
        'test/**/*.config.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Their messages go to threads, which have no origin.
      files: ['src/lab/**', 'scripts/bench/**'],
      rules: { 'unicorn/require-post-message-target-origin': 'off' },
    },
    {
      files: ['test/**'],
      rules: {
        // A describe block is as long as what it describes.
        'max-lines-per-function': 'off',
        // A test keeps what it needs beside it.
        'unicorn/consistent-function-scoping': 'off',
        'import/no-unassigned-import': ['error', { allow: ['vitest'] }],
      },
    },
  ],
})
