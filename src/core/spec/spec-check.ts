import type { Kind } from '../../lib/field.ts'
import { BANDITS, ESTIMATORS } from '../rank/names.ts'
import type { PolicyOption } from '../rank/option.ts'
import { POLICY_OPTIONS } from '../rank/policy.ts'
import { DEFAULT_SCORER, SCORERS } from '../topic/scorers.ts'
import { compileScope } from './scope-filter.ts'
import { EVERYWHERE, type Scope } from './scope.ts'
import type { SpecKind } from './spec-field.ts'
import { SPEC_PARTS, type SpecPart, type SpecRow } from './spec-rows.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Says what this program cannot accept of a recorded spec, by the table of fields; undefined where
 * there is nothing. Requests have schemas of their own, which explain more.
 */
export function findSpecProblem(spec: object): string | undefined {
  const values = spec as Values
  const known = new Set<string>([...SPEC_PARTS.map(({ part }) => part), 'source'])
  return firstOf([
    unknownName(values, known, ''),
    ...SPEC_PARTS.map((part) => findPartProblem(part, values[part.part])),
    findScopeProblem(values['scope']),
  ])
}

function findPartProblem(part: SpecPart, value: unknown): string | undefined {
  if (part.kind === 'field') return findFieldProblem(part.row, value)
  if (!isObject(value)) return `${part.part} is missing`
  const known = new Set(part.rows.map(({ name }) => name))
  return firstOf([
    unknownName(value, known, `${part.part}.`),
    ...part.rows.map((row) => findFieldProblem(row, value[row.name])),
  ])
}

function findFieldProblem({ path, kind }: SpecRow, value: unknown): string | undefined {
  const problem = isSpecial(kind) ? SPECIAL[kind.kind](value) : isOfKind(kind, value)
  if (problem === true) return undefined
  return typeof problem === 'string' ? `${path}: ${problem}` : `${path} is out of bounds`
}

type Special = Exclude<SpecKind, Kind>

function isSpecial(kind: SpecKind): kind is Special {
  return kind.kind in SPECIAL
}

/** True where the value is accepted, false where it is not, or the reason. */
const SPECIAL: Record<Special['kind'], (value: unknown) => boolean | string> = {
  urls: (value) => isListOf(value, (url) => typeof url === 'string' && /^https?:\/\//.test(url)),
  fetch_limit: isFetchLimit,
  policy: checkPolicy,
  topic: checkTopic,
}

function isOfKind(kind: Kind, value: unknown): boolean {
  switch (kind.kind) {
    case 'text':
      return isText(value, kind.maxChars)
    case 'texts':
      return (
        isListOf(value, (item) => isText(item, kind.maxChars)) &&
        value.length >= kind.minItems &&
        value.length <= kind.maxItems
      )
    case 'integer':
      return isInteger(value, kind.min, kind.max)
    case 'nullable_integer':
      return value === null || isInteger(value, kind.min, kind.max)
    case 'choice':
      return kind.of.includes(value as string)
    case 'choices':
      return isListOf(value, (item) => kind.of.includes(item as string)) && value.length > 0
  }
}

function isFetchLimit(value: unknown): boolean {
  if (value === null) return true
  if (!isObject(value)) return false
  const { fetches, share } = value
  return fetches === undefined ? isNumber(share, 0, 1) : isInteger(fetches, 1, 10_000_000)
}

/** An option of an older program may be missing: it means its default. */
function checkPolicy(value: unknown): boolean | string {
  if (!isObject(value) || !Array.isArray(value['arms']) || value['arms'].length === 0) return false
  const { name, arms, ...options } = value as Values & { arms: unknown[] }
  const unknown = [name, ...arms].find((one) => !isPolicyName(one))
  if (unknown !== undefined) return `this version knows no policy ${JSON.stringify(unknown)}`
  const problem = unknownName(options, new Set(POLICY_OPTIONS.map((option) => option.name)), '')
  return problem ?? POLICY_OPTIONS.every((option) => isOption(option, options[option.name]))
}

function isPolicyName(name: unknown): boolean {
  const names: readonly unknown[] = [...ESTIMATORS, ...BANDITS]
  // What knows all scores beforehand cannot crawl.
  return names.includes(name) && name !== 'oracle'
}

function isOption(option: PolicyOption, value: unknown): boolean {
  if (value === undefined) return true
  switch (option.kind) {
    case 'fraction':
      return isNumber(value, 0, 1)
    case 'count':
      return isInteger(value, option.min ?? 1, option.max)
    case 'positive':
      return isNumber(value, 0, option.max)
    case 'choice':
      return option.choices.includes(value as string)
  }
}

function checkTopic(value: unknown): boolean | string {
  if (!isObject(value)) return false
  const { scorer = DEFAULT_SCORER, ...options } = value
  const kind = SCORERS.find(({ name }) => name === scorer)
  if (kind === undefined) return `this version knows no scorer ${JSON.stringify(scorer)}`
  const fields: Record<string, { kind: Kind; default?: unknown }> = kind.options
  const problem = unknownName(options, new Set(Object.keys(fields)), '')
  if (problem !== undefined) return problem
  return Object.entries(fields).every(([name, field]) => {
    const given = options[name]
    return given === undefined ? field.default !== undefined : isOfKind(field.kind, given)
  })
}

function findScopeProblem(value: unknown): string | undefined {
  const compiled = compileScope({ ...EVERYWHERE, ...(value as Partial<Scope>) })
  if (compiled.kind === 'ok') return undefined
  const { field, entry, problem } = compiled.problems[0]!
  return `scope.${field}: "${entry}" ${problem}`
}

function unknownName(values: Values, known: ReadonlySet<string>, at: string): string | undefined {
  const name = Object.keys(values).find((one) => !known.has(one))
  return name && `this version knows no option ${JSON.stringify(at + name)}`
}

/** Later ones are not looked for: what is wrong first may be what misleads them. */
function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined)
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isItem)
}

function isText(value: unknown, maxChars: number): boolean {
  return typeof value === 'string' && value.length <= 2 * maxChars
}

function isNumber(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

function isInteger(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && isNumber(value, min, max)
}
