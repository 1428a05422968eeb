import { ANSWER_HEADERS } from '../route.ts'

export type AnswerHeader = keyof typeof ANSWER_HEADERS

/** Those that do not come with every answer that names them. */
const SOMETIMES: readonly string[] = ['Idempotency-Replayed']

export function headersOf(names: readonly AnswerHeader[]): Record<string, object> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: ANSWER_HEADERS[name],
        required: !SOMETIMES.includes(name),
        schema: { type: 'string' },
      },
    ]),
  )
}
