import type { Flag } from '../../lib/field.ts'
import { FIELDS, GROUPS, type SpecKind } from './fields.ts'
import type { Spec } from './spec.ts'

/** A row of the table of fields, whatever the type of its value. */
export interface SpecRow {
  path: string
  /** The part of the spec that the field is or belongs to. */
  part: keyof Spec
  /** The name of the field within its group; undefined where the field is the whole part. */
  name: string | undefined
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

export const SPEC_ROWS: readonly SpecRow[] = Object.entries(FIELDS).map(([path, field]) => {
  const [part, name] = path.split('.') as [keyof Spec, string?]
  return { ...field, path, part, name }
})

/** The rows of each part of a spec, in the order of the table. */
export const SPEC_PARTS: ReadonlyMap<keyof Spec, readonly SpecRow[]> = Map.groupBy(
  SPEC_ROWS,
  ({ part }) => part,
)

export function isGroup(part: string): part is keyof typeof GROUPS {
  return Object.hasOwn(GROUPS, part)
}

/** A spec as the log has it, with what older programs did not record yet. */
export function completeSpec(recorded: Partial<Spec>): Spec {
  const spec: Record<string, unknown> = { ...recorded }
  for (const { part, name, ...row } of SPEC_ROWS) {
    const value = row.implied === undefined ? row.default : row.implied
    if (value === undefined) continue
    if (name === undefined) spec[part] ??= value
    else spec[part] = fillIn(spec[part] ?? {}, name, value)
  }
  return spec as unknown as Spec
}

function fillIn(group: object, name: string, value: unknown): object {
  return name in group ? group : { ...group, [name]: value }
}

/** A spec to show: examples where there are any, else defaults. */
export const EXAMPLE_SPEC = Object.fromEntries(
  Array.from(SPEC_PARTS, ([part, rows]) => [part, examplePart(rows)]),
) as unknown as Spec

function examplePart(rows: readonly SpecRow[]): unknown {
  const values = rows.map(({ name, example, default: usual }) => [
    name,
    example === undefined ? usual : example,
  ])
  return rows[0]!.name === undefined ? values[0]![1] : Object.fromEntries(values)
}
