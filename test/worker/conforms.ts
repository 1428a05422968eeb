import type { ApiDescription, Operation } from '../fixtures/api-description.ts'
import { queryProblems } from '../fixtures/query-problems.ts'

interface Exchange {
  method: string
  /** Includes the query. */
  path: string
  /** Undefined: none, or a stream. */
  body: string | undefined
  answer: Response
  /** What came, where it is JSON. */
  text: string | undefined
}

/** What is wrong with a request and its answer, by the description of the API; empty: nothing. */
export function breaches(description: ApiDescription, exchange: Exchange): string[] {
  const { pathname } = new URL(exchange.path, 'http://dowser.test')
  const there = description.at(pathname)
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method
  const operation = there.find((candidate) => candidate.method === method)
  if (operation === undefined) return notFoundBreaches(there, exchange)
  return [
    ...answerBreaches(description, operation, exchange),
    ...(exchange.answer.ok ? requestBreaches(description, operation, exchange) : []),
  ]
}

/** Checks the answer to a request that matches no operation. */
function notFoundBreaches(there: Operation[], { method, answer, text }: Exchange): string[] {
  const { status, headers } = answer
  if (status === 401 || status === 403) return []
  const isTold = (code: string) => method === 'HEAD' || codeIn(text) === code
  if (there.length === 0) {
    return status === 404 && isTold('route_not_found') ? [] : [`no such path, and it is ${status}`]
  }
  const wrong = allowBreaches(there, headers.get('allow') ?? '')
  if (method === 'OPTIONS') return status === 204 ? wrong : [`OPTIONS answers ${status}`]
  return status === 405 && isTold('method_not_allowed')
    ? wrong
    : [...wrong, `no such method: ${status}`]
}

function allowBreaches(there: Operation[], allow: string): string[] {
  const methods = there.map((operation) => operation.method)
  const known = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const isRight = sorted(allow.split(', ')) === sorted([...known, 'OPTIONS'])
  return isRight ? [] : [`Allow is "${allow}", and not ${known.join()}`]
}

function sorted(words: string[]): string {
  return words.toSorted((a, b) => (a < b ? -1 : 1)).join()
}

function answerBreaches(
  description: ApiDescription,
  { name, responses }: Operation,
  { method, answer, text }: Exchange,
): string[] {
  const { status, headers } = answer
  const response = responses[status]
  if (response === undefined) return [`${name} answers ${status}, which is not described: ${text}`]
  const promised = Object.entries(response.headers ?? {}).filter(([, header]) => header.required)
  const missing = promised
    .filter(([header]) => !headers.has(header))
    .map(([header]) => `${name} promises ${header} with ${status}`)
  if (response.content === undefined) {
    return headers.has('content-type') ? [...missing, `${name} has a body with ${status}`] : missing
  }
  const type = headers.get('content-type')?.split(';')[0] ?? 'none'
  const content = response.content[type]
  if (content === undefined) return [...missing, `${name} answers ${status} as ${type}`]
  if (content.schema === undefined || text === undefined || method === 'HEAD') return missing
  const wrong = description.problems(content.schema, JSON.parse(text))
  return [...missing, ...wrong.map((problem) => `${name}, the answer ${status}: ${problem}`)]
}

/** A request that succeeds must be as described. */
function requestBreaches(
  description: ApiDescription,
  operation: Operation,
  { path, body }: Exchange,
): string[] {
  const wrong = queryProblems(description, operation, new URL(path, 'http://dowser.test'))
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema !== undefined && body !== undefined) {
    wrong.push(...description.problems(schema, JSON.parse(body)))
  }
  return wrong.map((problem) => `${operation.name} takes what it should not: ${problem}`)
}

function codeIn(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  return (JSON.parse(text) as { error?: { code?: string } }).error?.code
}
