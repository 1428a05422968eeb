import * as z from 'zod/mini'
import { compileScope, EVERYWHERE, type Scope } from '../../core/spec/scope/scope.ts'
import { whyEmpty } from '../../core/spec/scope/empty-scope.ts'
import { anyList, strictObject, text, wholeNumber } from './fields.ts'
import { POINTLESS } from './pointless.ts'

/** Of entries whose form the `format` names, and its description tells in words. */
const entries = (of: string, format: string, description: string) =>
  anyList(text(2_000).check(z.meta({ format })), 200, of).check(z.describe(description))

const PATTERN =
  'A pattern is a path (`/docs/*`), a host and a path (`a.test/docs/*`, `*.a.test/*`), both after ' +
  '`http://` or `https://`, or the whole URL where it begins with a star otherwise (`*.pdf`). A ' +
  'star stands for any characters; there are no blanks, braces, backslashes or fragments in it.'

const FIELDS = {
  include: entries('URL patterns', 'url-pattern', `URLs to keep to. ${PATTERN}`),
  exclude: entries(
    'URL patterns',
    'url-pattern',
    'URLs to keep away from, whatever includes them. Patterns as in `include`.',
  ),
  hosts: entries(
    'host names',
    'host',
    'Host names or addresses, `a.test`, or with a port, `a.test:8080`; in ASCII.',
  ),
  suffixes: entries(
    'domains',
    'domain',
    'Domains with all hosts below them: `a.test` is also `www.a.test`; in ASCII, no port.',
  ),
  maxDepth: z
    .nullable(wholeNumber(0, 65_535))
    .check(z.describe('Links from the nearest seed; null for no limit.')),
  languages: entries(
    'language tags',
    'language-tag',
    'Tags like `en` or `pt-BR`, as a page states its own; `en` is also `en-GB`. One that states ' +
      'none is read.',
  ),
}

const WHERE =
  'Where it may go. A list that is empty, or left out, allows everything; seeds are not bound.'

/** Where the campaign may go; see `docs/api.md`. */
export const ScopeBody = z._default(
  strictObject({
    include: z._default(FIELDS.include, []),
    exclude: z._default(FIELDS.exclude, []),
    hosts: z._default(FIELDS.hosts, []),
    suffixes: z._default(FIELDS.suffixes, []),
    maxDepth: z._default(FIELDS.maxDepth, null),
    languages: z._default(FIELDS.languages, []),
  }).check(nameProblems, nameEmptiness, z.describe(WHERE)),
  { ...EVERYWHERE, include: [], exclude: [], hosts: [], suffixes: [], languages: [] },
)

/** That it lets nothing in; of a patch, the campaign itself finds out. */
function nameEmptiness({ value, issues }: z.core.ParsePayload<Scope>): void {
  const empty = issues.length === 0 ? whyEmpty(value) : undefined
  if (empty === undefined) return
  const { field, why: message } = empty
  issues.push({ code: 'custom', input: value, path: [field], message, params: POINTLESS })
}

/** The parts of it that are to be others. */
export const ScopePatch = z
  .partial(strictObject(FIELDS))
  // What is not named is not there at all.
  .check(
    ({ value, issues }) => nameProblems({ value: value as Partial<Scope>, issues }),
    z.describe(WHERE),
  )

/** Each entry that means nothing, by its place. */
function nameProblems({
  value,
  issues,
}: Pick<z.core.ParsePayload<Partial<Scope>>, 'value' | 'issues'>): void {
  const scope: Scope = { ...EVERYWHERE, ...value }
  const compiled = compileScope(scope)
  if (compiled.kind === 'ok') return
  for (const { field, entry, problem } of compiled.problems) {
    const place = field === 'maxDepth' ? [] : [scope[field].indexOf(entry)]
    const message = `"${entry}" ${problem}`
    issues.push({ code: 'custom', input: entry, path: [field, ...place], message })
  }
}
