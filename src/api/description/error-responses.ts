import { ERRORS, type ErrorCode } from '../http/error-codes.ts'
import type { Route } from '../route.ts'
import { ErrorView } from '../views/error.ts'
import { headersOf, type AnswerHeader } from './headers.ts'
import { referenceTo } from './schemas.ts'
import type * as z from 'zod/mini'
import { parametersOf } from './paths.ts'

/** The headers of error responses, by status. */
const FAILURE_HEADERS: Partial<Record<number, AnswerHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
}

/** The error responses of a route by status, as references, since most routes share them. */
export function failures(route: Route): Record<string, object> {
  return Object.fromEntries(
    byStatus(route).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  )
}

/** The shared error responses. */
export function failureResponses(routes: readonly Route[]): Record<string, object> {
  const all = routes.flatMap((route) => byStatus(route))
  const named = all.map(([status, codes]) => [nameOf(codes), failure(status, codes)] as const)
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function byStatus(route: Route): [number, ErrorCode[]][] {
  return [...Map.groupBy(errorsOf(route), (code) => ERRORS[code].status)]
}

/** A response is named by its codes: `InvalidJsonOrInvalidBody`. */
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

type Example = z.infer<typeof ErrorView>['error']

/** Codes whose examples say more than when they are returned. */
const TELLING: Partial<Record<ErrorCode, Pick<Example, 'message' | 'details'>>> = {
  invalid_body: {
    message: 'budget: is missing: it must be a whole number from 1 to 10000000',
    details: [
      { path: 'budget', message: 'is missing: it must be a whole number from 1 to 10000000' },
    ],
  },
  invalid_query: {
    message: 'limit: must be a whole number from 1 to 200',
    details: [{ path: 'limit', message: 'must be a whole number from 1 to 200' }],
  },
}

function errorExample(code: ErrorCode): z.infer<typeof ErrorView> {
  const { when } = ERRORS[code]
  const message = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`
  const requestId = '0b2c6a51-3e0f-4c1e-9b57-6a1f0c6f2d11'
  return { error: { code, message, details: [], ...TELLING[code], requestId } }
}

const OF_A_KEY = [
  'unauthorized',
  'insufficient_scope',
  'too_many_requests',
  'key_store_unavailable',
] as const satisfies ErrorCode[]

/** Every code that a route may return: its own, and those that follow from its description. */
export function errorsOf(route: Route): ErrorCode[] {
  const { scope, body, upload, errors = [] } = route
  const codes: ErrorCode[] = ['internal_error', 'uri_too_long', 'invalid_query', ...errors]
  if (route.path !== '/healthz') codes.push('api_key_not_configured', 'api_key_too_short')
  if (scope !== 'open') codes.push(...OF_A_KEY)
  if (body !== undefined) codes.push('invalid_json', 'invalid_body', 'body_too_large')
  if (upload !== undefined) codes.push('body_too_large')
  if (parametersOf(route.path).includes('id')) {
    codes.push('campaign_not_found', 'campaign_unreadable', 'campaign_loading')
  }
  return [...new Set(codes)]
}
