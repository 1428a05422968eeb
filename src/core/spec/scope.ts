import type { SpecField } from './spec-field.ts'

/** Where a campaign may go, as plain JSON. A list that is empty allows everything. */
export interface Scope {
  /** URLs to keep to, as patterns; see `scope-entries.ts`. */
  include: readonly string[]
  /** URLs to keep away from, whatever includes them. */
  exclude: readonly string[]
  /** Hosts by name, `a.test`, on any port, or with the port, `a.test:8080`. */
  hosts: readonly string[]
  /** Domains with all hosts below them: `a.test` is also `www.a.test`. */
  suffixes: readonly string[]
  /** Links from the nearest seed; null for no limit. */
  maxDepth: number | null
  /** Language tags; `en` is also `en-GB`. */
  languages: readonly string[]
}

export const EVERYWHERE: Scope = {
  include: [],
  exclude: [],
  hosts: [],
  suffixes: [],
  maxDepth: null,
  languages: [],
}

const PATTERN =
  'A pattern is a path (`/docs/*`), a host and a path (`a.test/docs/*`, `*.a.test/*`), both after ' +
  '`http://` or `https://`, or the whole URL where it begins with a star otherwise (`*.pdf`). A ' +
  'star stands for any characters; there are no blanks, braces, backslashes or fragments in it.'

const scopeEntries = <Format extends string>(noun: string, format: Format) =>
  ({ kind: 'texts', noun, minItems: 0, maxItems: 200, maxChars: 2_000, format }) as const

export const SCOPE_FIELDS = {
  include: {
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
  exclude: {
    kind: scopeEntries('URL patterns', 'url-pattern'),
    default: EVERYWHERE.exclude,
    editable: true,
    description: 'URLs to keep away from, whatever includes them; patterns as in `include`.',
    flag: { name: 'exclude', value: 'PATTERN', help: "no URLs like '*.pdf'; repeat for more" },
  },
  hosts: {
    kind: scopeEntries('host names', 'host'),
    default: EVERYWHERE.hosts,
    editable: true,
    description: 'Host names or addresses: `a.test`, or with a port `a.test:8080`; in ASCII.',
    flag: { name: 'host', value: 'A,B', help: 'only on these hosts' },
  },
  suffixes: {
    kind: scopeEntries('domains', 'domain'),
    default: EVERYWHERE.suffixes,
    editable: true,
    description:
      'Domains with all hosts below them: `a.test` is also `www.a.test`; in ASCII, no port.',
    flag: { name: 'suffix', value: 'A,B', help: 'only on these domains and all hosts below them' },
  },
  maxDepth: {
    kind: { kind: 'nullable_integer', min: 0, max: 65_535 },
    default: EVERYWHERE.maxDepth,
    editable: true,
    description:
      'Links from the nearest seed; null for no limit. A redirect does not count as one.',
    flag: { name: 'max-depth', value: 'N', help: 'links from the nearest seed at most' },
  },
  languages: {
    kind: scopeEntries('language tags', 'language-tag'),
    default: EVERYWHERE.languages,
    editable: true,
    description:
      'Tags like `en` or `pt-BR`, as a page states its own; `en` is also `en-GB`. A page that ' +
      'states none is read.',
    flag: { name: 'language', value: 'A,B', help: 'only pages in these languages, like en' },
  },
} satisfies { [Name in keyof Scope]: SpecField<Scope[Name]> }
