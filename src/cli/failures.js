/** @import { Answer, Refused } from '../client/calls.ts' */

export const EXIT = /** @type {const} */ ({ ok: 0, failed: 1, usage: 2, interrupted: 130 })

/** What was typed makes no sense. */
export class UsageError extends Error {}

/** What was asked for cannot be had; the message is all there is to say. */
export class CommandFailed extends Error {}

/** Ctrl-C. */
export class Interrupted extends Error {}

/** The API said no. */
export class RequestRefused extends CommandFailed {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refusalText(refused))
    this.refused = refused
  }
}

/**
 * The body of a good answer; everything else is thrown.
 *
 * @template Body
 * @param {Answer<Body> | Promise<Answer<Body>>} asking
 * @returns {Promise<Body>}
 */
export async function bodyOf(asking) {
  const answer = await asking
  if (answer.kind === 'ok') return answer.body
  throw failureOf(answer)
}

/** @param {Exclude<Answer<unknown>, { kind: 'ok' }>} answer */
export function failureOf(answer) {
  switch (answer.kind) {
    case 'refused':
      return new RequestRefused(answer)
    case 'aborted':
      return new Interrupted()
    case 'unreached':
      return new CommandFailed(unreachedText(answer.cause))
    case 'unchanged':
      return new CommandFailed('The server answered 304 to a question that asked for none.')
  }
}

/** @param {Refused} refused */
function refusalText(refused) {
  const { code, details, requestId } = refused
  const said = messageOf(refused)
  // Most messages are their details in one line.
  const more = details
    .filter((detail) => !said.includes(detail.message))
    .map((detail) => `  ${detail.path}: ${detail.message}`)
  const source = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  return [source === '' ? said : `${said} (${source})`, ...more].join('\n')
}

/** @param {Refused} refused */
function messageOf({ code, message, details }) {
  // The API speaks of a header, which nobody types here.
  if (code === 'unauthorized')
    return 'The key is refused: give a valid one with --key or DOWSER_API_KEY.'
  const isTheirList =
    details.length > 1 && details.every((detail) => message.includes(detail.message))
  return isTheirList ? `${details.length} things are wrong.` : message
}

/** @param {unknown} cause */
function unreachedText(cause) {
  const { message, cause: deeper } = /** @type {Error} */ (cause)
  // `fetch failed` says nothing; what lies below says why.
  const reason = deeper instanceof Error ? deeper.message || String(deeper) : message
  return `No answer: ${reason}. Is the server running, and is --url right?`
}
