import { RESPONSE_HEADERS } from '../route.ts'

export type AnswerHeader = keyof typeof RESPONSE_HEADERS

/** Headers that are not sent with every response that names them. */
const SOMETIMES: readonly string[] = ['Idempotency-Replayed', 'Dowser-Source-Id']

export function headersOf(names: readonly AnswerHeader[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: RESPONSE_HEADERS[name],
        required: !SOMETIMES.includes(name),
        schema: { type: 'string' },
      },
    ]),
  )
}
