import * as z from 'zod/mini'
import { compileScope, EVERYWHERE, type Scope } from '../core/campaign/scope.ts'
import { anyList, strictObject, text, wholeNumber } from './fields.ts'

const entries = (of: string) => z._default(anyList(text(2_000), 200, of), [])

/** Where the campaign may go; see `docs/api.md`. */
export const ScopeBody = z._default(
  strictObject({
    include: entries('URL patterns'),
    exclude: entries('URL patterns'),
    hosts: entries('host names'),
    suffixes: entries('domains'),
    maxDepth: z._default(z.nullable(wholeNumber(0, 65_535)), null),
    languages: entries('language tags'),
  }).check(nameProblems),
  { ...EVERYWHERE, include: [], exclude: [], hosts: [], suffixes: [], languages: [] },
)

/** Each entry that means nothing, by its place. */
function nameProblems({ value, issues }: z.core.ParsePayload<Scope>): void {
  const compiled = compileScope(value)
  if (compiled.kind === 'ok') return
  for (const { field, entry, problem } of compiled.problems) {
    const place = field === 'maxDepth' ? [] : [value[field].indexOf(entry)]
    const message = `"${entry}" ${problem}`
    issues.push({ code: 'custom', input: entry, path: [field, ...place], message })
  }
}
