import { ERRORS, type ErrorCode } from '../error-codes.ts'
import type { Route } from '../route.ts'
import { ErrorView } from '../views/error.ts'
import { headersOf, type AnswerHeader } from './answer-headers.ts'
import { errorExample } from './error-example.ts'
import { referenceTo } from './json-schemas.ts'
import { errorsOf } from './usual-errors.ts'

/** Headers that come with errors of a status. */
const FAILURE_HEADERS: Partial<Record<number, AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
}

/** What a route may answer with when something is wrong, by status: references, for most share theirs. */
export function failures(route: Route): Record<string, object> {
  return Object.fromEntries(
    byStatus(route).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  )
}

/** What they refer to. */
export function failureResponses(routes: readonly Route[]): Record<string, object> {
  const all = routes.flatMap((route) => byStatus(route))
  const named = all.map(([status, codes]) => [nameOf(codes), failure(status, codes)] as const)
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function byStatus(route: Route): [number, ErrorCode[]][] {
  return [...Map.groupBy(errorsOf(route), (code) => ERRORS[code].status)]
}

/** By its codes, which say all there is to it: `InvalidJsonOrInvalidBody`. */
function nameOf(codes: ErrorCode[]): string {
  return codes.map(inPascalCase).join('Or')
}

function inPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())
}

function failure(status: number, codes: ErrorCode[]): object {
  const code = { enum: codes }
  const ofTheseCodes = { properties: { error: { properties: { code } } } }
  const schema = { allOf: [referenceTo(ErrorView), ofTheseCodes] }
  const headers = FAILURE_HEADERS[status]
  return {
    description: codes.map((name) => `\`${name}\`: ${ERRORS[name].when}.`).join('\n'),
    ...(headers && { headers: headersOf(headers) }),
    content: { 'application/json': { schema, example: errorExample(codes[0]!) } },
  }
}
