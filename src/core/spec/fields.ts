import type { Field, Kind, KindOf } from '../../lib/field.ts'
import { completePolicy, type Policy } from '../rank/policy.ts'
import { TIES } from '../rank/ties.ts'
import type { Topic } from '../topic/scorers.ts'
import { keywordCount } from '../topic/scorers/keyword-count.ts'
import { EVERYWHERE } from './scope.ts'
import { DISCOVERY_SOURCES, type FetchLimit, type Spec } from './spec.ts'

/** Parts of a spec that are objects of fields, and what each is about. */
export const GROUPS = {
  rate: 'How fast it may go.',
  limits: 'When a page is given up, and what a host or site may take of the budget.',
  scope:
    'Where it may go. A list that is empty, or left out, allows everything; seeds are not bound.',
} as const satisfies { [Part in keyof Spec]?: string }

type Group = keyof typeof GROUPS

/** Where a field is in a spec: `budget`, `rate.perMinute`. */
export type SpecPath =
  | Exclude<keyof Spec, Group | 'source'>
  | { [G in Group]: `${G}.${keyof Spec[G] & string}` }[Group]

type ValueAt<Path extends SpecPath> = Path extends keyof Spec
  ? Spec[Path]
  : Path extends `${infer G extends Group}.${infer Name}`
    ? Spec[G][Name & keyof Spec[G]]
    : never

/** Kinds that only a spec has. The rows of a topic and of a policy are kept by their own tables. */
export type SpecKind =
  | Kind
  | UrlsKind
  | { kind: 'fetch_limit' }
  | { kind: 'policy' }
  | { kind: 'topic' }

interface UrlsKind {
  kind: 'urls'
  maxItems: number
}

type SpecKindOf<T> = [T] extends [Topic]
  ? { kind: 'topic' }
  : [T] extends [Policy]
    ? { kind: 'policy' }
    : [T] extends [FetchLimit | null]
      ? { kind: 'fetch_limit' }
      : [T] extends [string[]]
        ? UrlsKind
        : KindOf<T>

type SpecField<T> = Field<T, SpecKindOf<T>> & {
  /** Whether it may be changed while the campaign runs. */
  editable: boolean
  /** What a spec that was recorded before the field existed means; the default where this is missing. */
  implied?: T
}

const NEVER = 'nothing is ever fetched; give at least 1'

const PATTERN =
  'A pattern is a path (`/docs/*`), a host and a path (`a.test/docs/*`, `*.a.test/*`), both after ' +
  '`http://` or `https://`, or the whole URL where it begins with a star otherwise (`*.pdf`). A ' +
  'star stands for any characters; there are no blanks, braces, backslashes or fragments in it.'

const scopeEntries = <Format extends string>(noun: string, format: Format) =>
  ({ kind: 'texts', noun, minItems: 0, maxItems: 200, maxChars: 2_000, format }) as const

/**
 * Every field of a spec: bounds, default, words. To add an option, add it to `Spec`, give it a row
 * here, and use it; `npm run client` brings generated files up to date.
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
  'rate.perMinute': {
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
  'rate.hostDelayMs': {
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
  'limits.timeoutMs': {
    kind: { kind: 'integer', min: 100, max: 60_000 },
    default: 15_000,
    editable: true,
    description: 'The time from the request for a page to its last byte, in milliseconds.',
    flag: { name: 'timeout', value: 'MS', help: 'how long a page may take' },
  },
  'limits.bodyBytes': {
    kind: { kind: 'integer', min: 1_000, max: 10_000_000 },
    default: 2_000_000,
    editable: true,
    description: 'The size of a page, as it arrives and again after decompression.',
    flag: { name: 'body-bytes', value: 'N', help: 'how large a page may be' },
  },
  'limits.perHost': {
    kind: { kind: 'fetch_limit' },
    default: null,
    editable: true,
    description: 'What may be charged to one host (an origin); null for no limit.',
    flag: {
      name: 'per-host',
      value: 'LIMIT',
      help: 'fetches of one host at most: 100, or 25% of the budget; none for no limit',
    },
  },
  'limits.perSite': {
    kind: { kind: 'fetch_limit' },
    computed: 'half the budget if the seeds name several sites, else no limit',
    implied: null,
    example: null,
    editable: true,
    description:
      'What may be charged to one site, all hosts of a registrable domain; null for no limit.',
    flag: { name: 'per-site', value: 'LIMIT', help: 'the same for all hosts of one site' },
  },
  randomSeed: {
    kind: { kind: 'integer', min: 0, max: 0xffffffff },
    computed: 'drawn at random',
    example: 3_735_928_559,
    editable: false,
    description: 'The same number on the same web gives the same crawl.',
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
  'scope.include': {
    kind: scopeEntries('URL patterns', 'url-pattern'),
    default: EVERYWHERE.include,
    editable: true,
    description: 'URLs to keep to, as patterns.',
    details: PATTERN,
    flag: {
      name: 'include',
      value: 'PATTERN',
      help: "only URLs like '/docs/*' or '*.a.test/*'; repeat for more",
    },
  },
  'scope.exclude': {
    kind: scopeEntries('URL patterns', 'url-pattern'),
    default: EVERYWHERE.exclude,
    editable: true,
    description: 'URLs to keep away from, whatever includes them; patterns as in `include`.',
    flag: { name: 'exclude', value: 'PATTERN', help: "no URLs like '*.pdf'; repeat for more" },
  },
  'scope.hosts': {
    kind: scopeEntries('host names', 'host'),
    default: EVERYWHERE.hosts,
    editable: true,
    description: 'Host names or addresses: `a.test`, or with a port `a.test:8080`; in ASCII.',
    flag: { name: 'host', value: 'A,B', help: 'only on these hosts' },
  },
  'scope.suffixes': {
    kind: scopeEntries('domains', 'domain'),
    default: EVERYWHERE.suffixes,
    editable: true,
    description:
      'Domains with all hosts below them: `a.test` is also `www.a.test`; in ASCII, no port.',
    flag: { name: 'suffix', value: 'A,B', help: 'only on these domains and all hosts below them' },
  },
  'scope.maxDepth': {
    kind: { kind: 'nullable_integer', min: 0, max: 65_535 },
    default: EVERYWHERE.maxDepth,
    editable: true,
    description:
      'Links from the nearest seed; null for no limit. A redirect does not count as one.',
    flag: { name: 'max-depth', value: 'N', help: 'links from the nearest seed at most' },
  },
  'scope.languages': {
    kind: scopeEntries('language tags', 'language-tag'),
    default: EVERYWHERE.languages,
    editable: true,
    description:
      'Tags like `en` or `pt-BR`, as a page states its own; `en` is also `en-GB`. A page that ' +
      'states none is read.',
    flag: { name: 'language', value: 'A,B', help: 'only pages in these languages, like en' },
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
} satisfies { [Path in SpecPath]: SpecField<ValueAt<Path>> }
