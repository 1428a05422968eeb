import { membersOf } from './fields.ts'

/** Fields whose values are the same in any case and order (RFC 9110 §12.5). */
const PREFERENCES = new Set(['accept', 'accept-charset', 'accept-encoding', 'accept-language'])

const FIELD_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/

/** `*`: the response depends on more than the request, so it fits no other request. */
export function variesByMore(headers: Headers): boolean {
  return membersOf(headers.get('vary')).includes('*')
}

/** RFC 9111 §4.1: whether, by `Vary`, the response to one request fits another. */
export function fitsVary(response: Headers, stored: Headers, presented: Headers): boolean {
  if (variesByMore(response)) return false
  return membersOf(response.get('vary')).every((member) => {
    const name = member.toLowerCase()
    if (normalised(name, stored) === normalised(name, presented)) return true
    return name === 'accept-language' && isPreferred(response, presented)
  })
}

function normalised(name: string, request: Headers): string | undefined {
  // An invalid name is in no request, and `Headers` would throw.
  if (!FIELD_NAME.test(name) || !request.has(name)) return undefined
  const members = membersOf(request.get(name))
  if (!PREFERENCES.has(name)) return members.join(',')
  return members
    .map((member) => member.toLowerCase().replace(/\s/g, ''))
    .toSorted()
    .join(',')
}

/** Whether the response is in the language that the request prefers. */
function isPreferred(response: Headers, request: Headers): boolean {
  const language = response.get('content-language')?.trim().toLowerCase()
  const ranges = membersOf(request.get('accept-language')).map(languageRange)
  const best = ranges.reduce((most, { weight }) => Math.max(most, weight), 0)
  return ranges.some(({ range, weight }) => weight === best && best > 0 && range === language)
}

function languageRange(member: string): { range: string; weight: number } {
  const [range = '', parameter = ''] = member.toLowerCase().split(';')
  const weight = Number(/^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1] ?? 1)
  return { range: range.trim(), weight: Number.isNaN(weight) ? 0 : weight }
}
