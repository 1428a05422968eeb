import type { Flag } from '../../lib/field.ts'
import { FIELDS, type Spec } from './spec.ts'
import type { SpecKind } from './spec-field.ts'

/** A row of the table of fields, whatever the type of its value. */
export interface SpecRow {
  /** Where the field is in a spec: `budget`, `rate.perMinute`. */
  path: string
  /** The last part of the path. */
  name: string
  kind: SpecKind
  editable: boolean
  required?: boolean
  default?: unknown
  computed?: string
  implied?: unknown
  example?: unknown
  description: string
  details?: string
  shown?: string
  flag: Flag
}

/** A part of a spec: one field, or a group of them. */
export type SpecPart = { part: keyof Spec } & (
  | { kind: 'field'; row: SpecRow }
  | { kind: 'group'; description: string; rows: readonly SpecRow[] }
)

export const SPEC_PARTS: readonly SpecPart[] = Object.entries(FIELDS).map(([key, field]) => {
  const part = key as keyof typeof FIELDS
  if (!('fields' in field))
    return { part, kind: 'field', row: { ...field, path: part, name: part } }
  const rows = Object.entries(field.fields).map(([name, row]): SpecRow => ({
    ...row,
    path: `${part}.${name}`,
    name,
  }))
  return { part, kind: 'group', description: field.description, rows }
})

export const SPEC_ROWS: readonly SpecRow[] = SPEC_PARTS.flatMap((part) =>
  part.kind === 'field' ? [part.row] : part.rows,
)

/** A spec as the log has it, with what older programs did not record yet. */
export function completeSpec(recorded: Partial<Spec>): Spec {
  const spec: Record<string, object | undefined> = { ...(recorded as Record<string, object>) }
  for (const part of SPEC_PARTS) {
    if (part.kind === 'field') Object.assign(spec, missing(spec, [part.row]))
    else spec[part.part] = { ...spec[part.part], ...missing(spec[part.part] ?? {}, part.rows) }
  }
  return spec as unknown as Spec
}

/** What the rows imply for names that the values do not have. */
function missing(values: object, rows: readonly SpecRow[]): object {
  const implied = rows
    .filter(({ name }) => !(name in values))
    .map((row) => [row.name, row.implied === undefined ? row.default : row.implied])
  return Object.fromEntries(implied.filter(([, value]) => value !== undefined))
}

/** A spec to show: examples where there are any, else defaults. */
export const EXAMPLE_SPEC = Object.fromEntries(
  SPEC_PARTS.map((part) => [
    part.part,
    part.kind === 'field'
      ? exampleOf(part.row)
      : Object.fromEntries(part.rows.map((row) => [row.name, exampleOf(row)])),
  ]),
) as unknown as Spec

function exampleOf({ example, default: usual }: SpecRow): unknown {
  return example === undefined ? usual : example
}
