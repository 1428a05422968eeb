import { CLOUDFLARE_LIMITS, PROCESS_LIMITS } from '../limits.ts'
import { completePolicy, type Policy } from '../rank/policy.ts'
import { TIES, type Ties } from '../rank/ties.ts'
import type { Topic } from '../topic/scorers.ts'
import { keywordCount } from '../topic/scorers/keyword-count.ts'
import { LIMIT_FIELDS, type Limits } from './limits.ts'
import { SCOPE_FIELDS, type Scope } from './scope.ts'
import type { PolicyKind, SpecField, TopicKind, UrlsKind } from './spec-field.ts'

/**
 * What a campaign was asked to do, complete: defaults were filled in when it was created. Each
 * field has a row in the table below.
 */
export interface Spec {
  name: string
  topic: Topic
  /** Normalised URLs, each once. */
  seeds: string[]
  /** Fetches to spend, seeds included. */
  budget: number
  rate: Rate
  /** Fetches that may be under way at a time, each on another site; a platform may allow fewer. */
  parallel: number
  policy: Policy
  ties: Ties
  limits: Limits
  randomSeed: number
  /** What the campaign may hold in memory, in millions of bytes. */
  memoryMb: number
  scope: Scope
  /** A source of src/crawl/sources.ts; undefined means the web. Nobody can choose while there is only one. */
  source?: string
  discover: readonly DiscoverySource[]
}

/** Where new pages are looked for. */
export const DISCOVERY_SOURCES = ['links', 'sitemaps', 'feeds'] as const
export type DiscoverySource = (typeof DISCOVERY_SOURCES)[number]

interface Rate {
  /** Requests of the whole campaign, those for robots.txt and sitemaps included. */
  perMinute: number
  /** The shortest pause between two requests to one host; a host's crawl-delay can only lengthen it. */
  hostDelayMs: number
}

const NEVER = 'nothing is ever fetched; give at least 1'

/**
 * Every field of a spec: bounds, default, words. To add an option, add it to the type, give it a
 * row, and use it; `npm run client` brings generated files up to date.
 */
export const FIELDS = {
  name: {
    kind: { kind: 'text', maxChars: 200 },
    required: true,
    example: 'Volcanoes',
    editable: true,
    description: 'For people to read; it need not be unique.',
    flag: { name: 'name', value: 'NAME', help: 'what it is called' },
  },
  topic: {
    kind: { kind: 'topic' },
    required: true,
    example: { keywords: keywordCount.options.keywords.example },
    editable: true,
    description: 'What the campaign is about.',
    flag: { name: 'scorer', value: 'NAME', help: 'what scores its pages' },
  },
  seeds: {
    kind: { kind: 'urls', maxItems: 1000 },
    required: true,
    example: ['https://example.org/'],
    editable: false,
    description:
      'Where it begins: public addresses only, except those that the operator allows. The same ' +
      'URL twice counts once.',
    shown: 'The seeds that it was created with, in normal form.',
    flag: { name: 'seed', value: 'URL', help: 'where it begins; repeat for more' },
  },
  budget: {
    kind: {
      kind: 'integer',
      min: 1,
      max: 10_000_000,
      whyNotZero: `with no fetch to spend ${NEVER}`,
    },
    required: true,
    example: 1000,
    editable: true,
    description: 'Fetches to spend, seeds included.',
    flag: { name: 'budget', value: 'N', help: 'fetches to spend, seeds included' },
  },
  rate: {
    description: 'How fast it may go.',
    fields: {
      perMinute: {
        kind: {
          kind: 'integer',
          min: 1,
          max: 60_000,
          whyNotZero: `at no fetch a minute ${NEVER}, or pause the campaign`,
        },
        default: 60,
        editable: true,
        description: 'Requests a minute of the whole campaign, those for robots.txt included.',
        flag: { name: 'rate', value: 'N', help: 'requests a minute at most' },
      },
      hostDelayMs: {
        kind: { kind: 'integer', min: 0, max: 600_000 },
        default: 1000,
        editable: true,
        description:
          'The shortest pause between two requests to one site, by all campaigns of yours, in ' +
          'milliseconds.',
        details:
          'It holds off campaigns of other owners for 5000 at most. The robots.txt of the site can ' +
          'lengthen it, for everybody.',
        flag: {
          name: 'host-delay',
          value: 'MS',
          help: 'shortest pause between two requests to one site',
        },
      },
    },
  },
  parallel: {
    kind: {
      kind: 'integer',
      min: 1,
      max: PROCESS_LIMITS.maxParallel,
      whyNotZero: `with no fetch under way ${NEVER}, or pause the campaign`,
    },
    default: 4,
    // Campaigns that do not say it fetched one page after the other.
    implied: 1,
    editable: true,
    description: 'Fetches that may be under way at a time, each on another site.',
    details: `At most ${CLOUDFLARE_LIMITS.maxParallel} on Cloudflare.`,
    flag: { name: 'parallel', value: 'N', help: 'fetches under way at a time, on different sites' },
  },
  policy: {
    kind: { kind: 'policy' },
    default: completePolicy({ name: 'fl_ne' }),
    editable: true,
    description: 'What chooses the next page: a name, or a name with the options that concern it.',
    flag: {
      name: 'policy',
      value: 'NAME',
      help: 'what chooses the next page, like bfs, fl_ne or mab_var',
    },
  },
  ties: {
    kind: { kind: 'choice', of: TIES },
    default: 'fifo',
    editable: false,
    description: 'Which goes first among equal estimates.',
    flag: { name: 'ties', value: 'ORDER', help: 'among equals: fifo, random or lifo' },
  },
  limits: {
    description: 'When a page is given up, and what a host or site may take of the budget.',
    fields: LIMIT_FIELDS,
  },
  randomSeed: {
    kind: { kind: 'integer', min: 0, max: 0xffffffff },
    computed: 'drawn at random',
    example: 3_735_928_559,
    editable: false,
    description: 'With `parallel` 1, the same number on the same web gives the same crawl.',
    flag: { name: 'random-seed', value: 'N', help: 'repeats a crawl' },
  },
  memoryMb: {
    kind: { kind: 'integer', min: 4, max: 100 },
    // Several campaigns may share an isolate of 128 MB.
    default: 64,
    editable: false,
    description:
      'Memory for what it knows, in millions of bytes; when it is full, links are left out.',
    flag: { name: 'memory', value: 'MB', help: 'memory for what it knows' },
  },
  scope: {
    description:
      'Where it may go. A list that is empty, or left out, allows everything; seeds are not bound.',
    fields: SCOPE_FIELDS,
  },
  discover: {
    kind: { kind: 'choices', of: DISCOVERY_SOURCES },
    default: ['links'],
    editable: true,
    description: 'Where new pages are looked for.',
    flag: {
      name: 'discover',
      value: 'A,B',
      help: 'where new pages are looked for: links, sitemaps, feeds',
    },
  },
} satisfies SpecFields

/** A row for each field: a part of a spec without one does not compile. */
type SpecFields = {
  [Part in Exclude<keyof Spec, keyof SpecialFields | 'source'>]: SpecField<Spec[Part]>
} & SpecialFields

interface SpecialFields {
  topic: SpecField<Topic, TopicKind>
  seeds: SpecField<string[], UrlsKind>
  policy: SpecField<Policy, PolicyKind>
  rate: { description: string; fields: { [Name in keyof Rate]: SpecField<Rate[Name]> } }
  limits: { description: string; fields: typeof LIMIT_FIELDS }
  scope: { description: string; fields: typeof SCOPE_FIELDS }
}
