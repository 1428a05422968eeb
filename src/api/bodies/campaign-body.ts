import * as z from 'zod/mini'
import type { FetchLimit } from '../../core/spec/limits.ts'
import type { PatchRequest } from '../../core/spec/patch.ts'
import { whyEmpty, compileScope } from '../../core/spec/scope-filter.ts'
import { EVERYWHERE, type Scope } from '../../core/spec/scope.ts'
import { SPEC_PARTS, SPEC_ROWS, type SpecPart, type SpecRow } from '../../core/spec/spec-rows.ts'
import type { Spec } from '../../core/spec/spec.ts'
import { siteNameOf } from '../../crawl/site/sites.ts'
import { namedBody } from '../description/schemas.ts'
import { orDefault, strictObject, UNSATISFIABLE } from './fields.ts'
import { specFieldSchema } from './spec-schema.ts'

// The bodies that create and edit a campaign, made of the table of fields.

/** The body of `POST /v1/campaigns` with its defaults, but without what is computed. */
export type CampaignRequest = Omit<Spec, 'randomSeed' | 'limits'> & {
  randomSeed?: number | undefined
  limits: Omit<Spec['limits'], 'perSite'> & { perSite?: FetchLimit | null | undefined }
}

export const CampaignBody = namedBody(
  'CampaignRequest',
  strictObject(shapeOf(wholePart)).check(
    z.describe('What a campaign is to do. An unknown key is an error that names it.'),
  ) as unknown as z.ZodMiniType<CampaignRequest>,
)

/** The body with the required fields alone. */
export const CAMPAIGN_EXAMPLE = Object.fromEntries(
  SPEC_ROWS.filter(({ required }) => required).map(({ path, example }) => [path, example]),
)

const editableParts = shapeOf(editablePart)

/** The body of `PATCH /v1/campaigns/{id}`: what is not named stays. */
export const PatchBody = namedBody(
  'CampaignPatch',
  strictObject(editableParts).check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: `must name at least one of ${Object.keys(editableParts).join(', ')}`,
    }),
    z.meta({
      minProperties: 1,
      description: `What is to change. What is not named stays, within ${groupNames()} too.`,
    }),
  ) as unknown as z.ZodMiniType<PatchRequest>,
)

export const PATCH_EXAMPLE = { budget: 2000, rate: { perMinute: 120 } }

type Shape = Record<string, z.ZodMiniType>

function shapeOf(schemaOf: (part: SpecPart) => z.ZodMiniType | undefined): Shape {
  const parts = SPEC_PARTS.map((part) => [part.part, schemaOf(part)] as const)
  return Object.fromEntries(parts.filter(([, schema]) => schema !== undefined)) as Shape
}

function wholePart(part: SpecPart): z.ZodMiniType {
  if (part.kind === 'field') return withDefault(part.row)
  const shape = Object.fromEntries(part.rows.map((row) => [row.name, withDefault(row)]))
  const checks = part.part === 'scope' ? [checkEntries, checkEmptiness] : []
  const group = strictObject(shape).check(...checks, z.describe(part.description))
  const defaults = part.rows.filter((row) => row.default !== undefined)
  return z._default(group, Object.fromEntries(defaults.map((row) => [row.name, row.default])))
}

function withDefault(row: SpecRow): z.ZodMiniType {
  const schema = specFieldSchema(row)
  // Given as a user would give it.
  if (row.kind.kind === 'policy') return z.prefault(schema, (row.default as Spec['policy']).name)
  return orDefault(schema, row)
}

function editablePart(part: SpecPart): z.ZodMiniType | undefined {
  if (part.kind === 'field') return part.row.editable ? optional(part.row) : undefined
  const rows = part.rows.filter((row) => row.editable)
  if (rows.length === 0) return undefined
  const shape = Object.fromEntries(rows.map((row) => [row.name, optional(row)]))
  const checks = part.part === 'scope' ? [checkEntries] : []
  return z.optional(strictObject(shape).check(...checks, z.describe(part.description)))
}

function optional(row: SpecRow): z.ZodMiniType {
  return z.optional(specFieldSchema(row))
}

function groupNames(): string {
  const groups = SPEC_PARTS.filter(({ kind }) => kind === 'group')
  const names = groups.map(({ part }) => `\`${part}\``)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The body made complete: nothing is optional from here on. */
export function toSpec(body: CampaignRequest, drawSeed: () => number): Spec {
  const { perSite = perSiteFor(body.seeds), ...limits } = body.limits
  return {
    ...body,
    seeds: [...new Set(body.seeds)],
    limits: { ...limits, perSite },
    randomSeed: body.randomSeed ?? drawSeed(),
  }
}

/** Whoever names several sites wants something of each; whoever names one may want all of it. */
function perSiteFor(seeds: readonly string[]): FetchLimit | null {
  return new Set(seeds.map(siteNameOf)).size > 1 ? { share: 0.5 } : null
}

type Payload = Pick<z.core.ParsePayload, 'value' | 'issues'>

/** Names each entry of a scope that means nothing, by its place. */
function checkEntries({ value, issues }: Payload): void {
  const scope: Scope = { ...EVERYWHERE, ...(value as Partial<Scope>) }
  const compiled = compileScope(scope)
  if (compiled.kind === 'ok') return
  for (const { field, entry, problem } of compiled.problems) {
    const place = field === 'maxDepth' ? [] : [scope[field].indexOf(entry)]
    const message = `"${entry}" ${problem}`
    issues.push({ code: 'custom', input: entry, path: [field, ...place], message })
  }
}

/** Says why a whole scope lets nothing in. What a patch makes of a scope, the campaign finds out. */
function checkEmptiness({ value, issues }: Payload): void {
  const empty = issues.length === 0 ? whyEmpty(value as Scope) : undefined
  if (empty === undefined) return
  const { field, why: message } = empty
  issues.push({ code: 'custom', input: value, path: [field], message, params: UNSATISFIABLE })
}
