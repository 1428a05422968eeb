import { CommandFailed, RequestRefused, UsageError } from './failures.js'

/** @param {unknown} error */
export function errorText(error) {
  const isExpected = error instanceof UsageError || error instanceof CommandFailed
  if (isExpected) return `dowser: ${error.message}`
  // A fault of ours: where it is helps whoever mends it.
  return `dowser: ${error instanceof Error ? error.stack : String(error)}`
}

/**
 * In the form that the API has for its errors.
 *
 * @param {unknown} error
 */
export function errorJson(error) {
  if (error instanceof RequestRefused) {
    const { code, message, details, requestId } = error.refused
    return JSON.stringify({ error: { code, message, details, requestId } })
  }
  const code = error instanceof UsageError ? 'usage' : 'failed'
  const message = error instanceof Error ? error.message : String(error)
  return JSON.stringify({ error: { code, message, details: [], requestId: null } })
}
