import type { SpecKind } from '../../src/core/spec/spec-field.ts'
import { SPEC_ROWS, type SpecRow } from '../../src/core/spec/spec-rows.ts'
import { SCORERS } from '../../src/core/topic/scorers.ts'

// What the command line and the docs take from the table of fields.

/** How the command line reads the value of a flag. */
type FlagType = 'text' | 'number' | 'list' | 'repeated' | 'fetchLimit'

/** A flag, and where in the body of a campaign its value belongs. */
export interface SpecFlag {
  name: string
  path: string
  type: FlagType
  value: string
  help: string
  isRequired: boolean
  isEditable: boolean
  /** What holds where the flag is not given, in words; missing where nothing needs to be said. */
  default?: string
}

export function specFlags(): SpecFlag[] {
  return userRows().map(({ path, kind, editable, required = false, flag, ...row }) => {
    const words = defaultWords({ ...row, kind })
    return {
      ...flag,
      path,
      type: flagType(kind),
      isRequired: required,
      isEditable: editable,
      ...(words !== undefined && { default: words }),
    }
  })
}

/** The rows as a user fills them in: of a topic the options of its scorers. */
function userRows(): SpecRow[] {
  return SPEC_ROWS.flatMap((row) => (row.kind.kind === 'topic' ? topicRows(row) : [row]))
}

/** The scorer can be chosen once there are several; an option that all of them require is required. */
function topicRows(topic: SpecRow): SpecRow[] {
  const { length: scorers }: readonly unknown[] = SCORERS
  const isOnly = scorers === 1
  const names = SCORERS.map(({ name }) => name) as [string, ...string[]]
  const scorer: SpecRow = {
    ...topic,
    path: 'topic.scorer',
    kind: { kind: 'choice', of: names },
    required: false,
    default: names[0],
    description: 'What scores pages and links.',
  }
  const fields = SCORERS.flatMap((kind): [string, Partial<SpecRow>][] =>
    Object.entries(kind.options),
  )
  const options = [...new Map(fields)].map(([option, field]) => ({
    ...topic,
    ...field,
    path: `topic.${option}`,
    required: SCORERS.every((kind) => isRequired(kind, option)),
  }))
  return isOnly ? options : [scorer, ...options]
}

function isRequired({ options }: { options: object }, option: string): boolean {
  const fields = options as Record<string, Partial<SpecRow>>
  return fields[option]?.required === true
}

function flagType(kind: SpecKind): FlagType {
  switch (kind.kind) {
    case 'integer':
    case 'nullable_integer':
      return 'number'
    case 'choices':
      return 'list'
    // URLs and patterns may have commas.
    case 'texts':
      return kind.format === 'url-pattern' ? 'repeated' : 'list'
    case 'urls':
      return 'repeated'
    case 'fetch_limit':
      return 'fetchLimit'
    case 'text':
    case 'choice':
    case 'policy':
    case 'topic':
      return 'text'
  }
}

function defaultWords({ kind, computed, default: usual }: Partial<SpecRow>): string | undefined {
  if (computed !== undefined) return computed
  if (kind?.kind === 'policy') return (usual as { name: string }).name
  if (kind?.kind === 'fetch_limit') return 'none'
  if (Array.isArray(usual)) return usual.length === 0 ? undefined : usual.join(',')
  return typeof usual === 'number' || typeof usual === 'string' ? String(usual) : undefined
}

/** The module of the command line that holds the flags. */
export function flagsModule(): string {
  return `// Generated from src/core/spec/spec.ts by \`npm run client\`; do not edit.

/** @type {import('./spec-options.js').SpecFlag[]} */
export const SPEC_FLAGS = ${JSON.stringify(specFlags(), null, 2)}
`
}

/** The reference table in docs/api.md, in Markdown. */
function specTable(): string {
  const rows = userRows()
  const lines = rows.map((row) => {
    const { path, description, kind, flag } = row
    return [`\`${path}\``, description, valuesOf(kind), defaultIn(row), `\`--${flag.name}\``]
  })
  const head = ['field', '', 'values', 'default', 'flag']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const fixed = rows.filter(({ editable }) => !editable).map(({ path }) => `\`${path}\``)
  return [
    ...table,
    '',
    `\`PATCH\` changes any of them but ${fixed.slice(0, -1).join(', ')} and ${fixed.at(-1)}.`,
  ].join('\n')
}

function defaultIn({ kind, required, computed, default: usual }: SpecRow): string {
  if (required) return 'required'
  if (computed !== undefined) return computed
  if (kind.kind === 'policy') return `\`${(usual as { name: string }).name}\``
  if (typeof usual === 'number') return grouped(usual)
  return typeof usual === 'string' ? `\`${usual}\`` : `\`${JSON.stringify(usual)}\``
}

function valuesOf(kind: SpecKind): string {
  switch (kind.kind) {
    case 'text':
      return `1 to ${kind.maxChars} characters`
    case 'texts': {
      const least = kind.minItems === 0 ? 'up to ' : '1 to '
      return `${least}${kind.maxItems} ${kind.noun}, each of 1 to ${grouped(kind.maxChars)} characters`
    }
    case 'urls':
      return `1 to ${kind.maxItems} http or https URLs`
    case 'integer':
      return `${grouped(kind.min)} to ${grouped(kind.max)}`
    case 'nullable_integer':
      return `${grouped(kind.min)} to ${grouped(kind.max)}, or \`null\``
    case 'choice':
      return listed(kind.of)
    case 'choices':
      return `one or more of ${listed(kind.of)}`
    case 'fetch_limit':
      return '`{"fetches": 100}`, `{"share": 0.5}` of the budget, or `null`'
    case 'policy':
      return '[below](#the-policy)'
    case 'topic':
      return 'the options of its scorer'
  }
}

function listed(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}

function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

const BEGIN = '<!-- Generated from src/core/spec/spec.ts by `npm run client`; do not edit. -->'
const END = '<!-- End of the generated part. -->'

/** A page with its table replaced by the one that is due. */
export function withSpecTable(page: string): string {
  const [before, rest = ''] = page.split(BEGIN)
  const [, after = ''] = rest.split(END)
  return `${before}${BEGIN}\n\n${specTable()}\n\n${END}${after}`
}
