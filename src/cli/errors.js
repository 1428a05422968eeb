/** @import { CallResult, ErrorResponse } from '../client/calls.ts' */

export const EXIT = /** @type {const} */ ({ ok: 0, failed: 1, usage: 2, interrupted: 130 })

/** The command line itself is wrong. */
export class UsageError extends Error {}

/** The command could not be carried out. Its message is shown without a stack. */
export class CommandError extends Error {}

/** The user pressed Ctrl-C. */
export class Interrupted extends Error {}

/** The API answered with an error. */
export class ResponseError extends CommandError {
  /** @param {ErrorResponse} response */
  constructor(response) {
    super(apiErrorText(response))
    this.response = response
  }
}

/**
 * The body of a successful response; any other result is thrown as an error.
 *
 * @template Body
 * @param {CallResult<Body> | Promise<CallResult<Body>>} call
 * @returns {Promise<Body>}
 */
export async function bodyOf(call) {
  const result = await call
  if (result.kind === 'ok') return result.body
  throw toError(result)
}

/** @param {Exclude<CallResult<unknown>, { kind: 'ok' }>} result */
export function toError(result) {
  switch (result.kind) {
    case 'error':
      return new ResponseError(result)
    case 'aborted':
      return new Interrupted()
    case 'no_response':
      return new CommandError(noResponseText(result.cause))
    case 'not_modified':
      return new CommandError('The server answered 304 to an unconditional request.')
  }
}

/** @param {unknown} error */
export function errorText(error) {
  const isExpected = error instanceof UsageError || error instanceof CommandError
  if (isExpected) return `dowser: ${error.message}`
  // A bug: the stack helps to find it.
  return `dowser: ${error instanceof Error ? error.stack : String(error)}`
}

/**
 * The error in the JSON form that the API uses for its own errors.
 *
 * @param {unknown} error
 */
export function errorJson(error) {
  if (error instanceof ResponseError) {
    const { code, message, details, requestId } = error.response
    return JSON.stringify({ error: { code, message, details, requestId } })
  }
  const code = error instanceof UsageError ? 'usage' : 'failed'
  const message = error instanceof Error ? error.message : String(error)
  return JSON.stringify({ error: { code, message, details: [], requestId: null } })
}

/** @param {ErrorResponse} response */
function apiErrorText(response) {
  const { code, details, requestId } = response
  const message = messageFor(response)
  // Most messages already contain their details.
  const more = details
    .filter((detail) => !message.includes(detail.message))
    .map((detail) => `  ${detail.path}: ${detail.message}`)
  const source = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  return [source === '' ? message : `${message} (${source})`, ...more].join('\n')
}

/** @param {ErrorResponse} response */
function messageFor({ code, message, details }) {
  // The API's own message is about a header, which nobody types here.
  if (code === 'unauthorized')
    return 'The API key was rejected. Pass a valid one with --key or DOWSER_API_KEY.'
  const isListOfDetails =
    details.length > 1 && details.every((detail) => message.includes(detail.message))
  return isListOfDetails ? `The request has ${details.length} errors.` : message
}

/** @param {unknown} cause */
function noResponseText(cause) {
  const { message, cause: deeper } = /** @type {Error} */ (cause)
  // The message is only `fetch failed`; its cause tells why.
  const reason = deeper instanceof Error ? deeper.message || String(deeper) : message
  return `No response: ${reason}. Check that the server is running and that --url is right.`
}
