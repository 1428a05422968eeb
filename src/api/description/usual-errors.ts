import type { ErrorCode } from '../error-codes.ts'
import { parametersOf } from './path-parameters.ts'
import type { Route } from '../route.ts'

const OF_A_KEY = [
  'unauthorized',
  'insufficient_scope',
  'too_many_requests',
  'key_store_unavailable',
] as const satisfies ErrorCode[]

/** Every code that a route may answer with: its own, and those that follow from what it is. */
export function errorsOf(route: Route): ErrorCode[] {
  const { scope, body, errors = [] } = route
  const codes: ErrorCode[] = ['internal_error', 'uri_too_long', 'invalid_query', ...errors]
  if (route.path !== '/healthz') codes.push('api_key_not_configured', 'api_key_too_short')
  if (scope !== 'open') codes.push(...OF_A_KEY)
  if (body !== undefined) codes.push('invalid_json', 'invalid_body', 'body_too_large')
  if (parametersOf(route.path).includes('id')) {
    codes.push('campaign_not_found', 'campaign_unreadable', 'campaign_loading')
  }
  return [...new Set(codes)]
}
