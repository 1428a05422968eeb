import * as z from 'zod/mini'
import { compileScope, EVERYWHERE, type Scope } from '../core/campaign/scope.ts'
import { whyEmpty } from '../core/campaign/empty-scope.ts'
import { anyList, strictObject, text, wholeNumber } from './fields.ts'
import { POINTLESS } from './pointless.ts'

const entries = (of: string) => anyList(text(2_000), 200, of)

const FIELDS = {
  include: entries('URL patterns'),
  exclude: entries('URL patterns'),
  hosts: entries('host names'),
  suffixes: entries('domains'),
  maxDepth: z.nullable(wholeNumber(0, 65_535)),
  languages: entries('language tags'),
}

/** Where the campaign may go; see `docs/api.md`. */
export const ScopeBody = z._default(
  strictObject({
    include: z._default(FIELDS.include, []),
    exclude: z._default(FIELDS.exclude, []),
    hosts: z._default(FIELDS.hosts, []),
    suffixes: z._default(FIELDS.suffixes, []),
    maxDepth: z._default(FIELDS.maxDepth, null),
    languages: z._default(FIELDS.languages, []),
  }).check(nameProblems, nameEmptiness),
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
  .check(({ value, issues }) => nameProblems({ value: value as Partial<Scope>, issues }))

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
