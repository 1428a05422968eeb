/** Stack frames that a line of the log shows. */
const MAX_FRAMES = 5

interface Details {
  /** Id of the campaign that the line is about. */
  campaign?: string | undefined
  /** What was thrown. */
  error?: unknown
}

/** One line for the operator's log, without time and level: the platform adds both. */
export function logLine(message: string, { campaign, error }: Details = {}): string {
  const subject = campaign === undefined ? '' : `campaign=${campaign} `
  const cause = error === undefined ? '' : `: ${describeError(error)}`
  return toOneLine(subject + message + cause)
}

/** Joins lines by a bar, and removes what could forge a line or steer a terminal. */
export function toOneLine(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' | ')
    .replace(/\p{Cc}/gu, ' ')
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frames = isRemote(error) ? [] : framesOf(error)
  const stack = frames.length === 0 ? '' : ` (${frames.join(' < ')})`
  return `${error.name}: ${error.message}${stack}`
}

/** Thrown in another object or service: the stack here only says that it was called. */
function isRemote(error: Error): boolean {
  return 'remote' in error && error.remote === true
}

function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
}
