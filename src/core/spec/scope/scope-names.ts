import { bad, good, type Compiled } from './scope-entry.ts'

/** A host's name or address, with a port or without. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/

export function compileHost(text: string): Compiled<string> {
  const host = text.toLowerCase()
  return HOST.test(host) ? good(host) : bad(hostProblem(host))
}

/** With a dot in front, so that `a.test` is not the end of `banana.test`. */
export function compileSuffix(text: string): Compiled<string> {
  const domain = text.toLowerCase().replace(/^\*?\./, '')
  if (!HOST.test(domain)) return bad(hostProblem(domain))
  return domain.includes(':') ? bad('has a port, which a domain has not') : good(`.${domain}`)
}

export function compileLanguage(text: string): Compiled<string> {
  const language = text.toLowerCase().replaceAll('_', '-')
  if (LANGUAGE.test(language)) return good(language)
  return bad('is not a language tag, such as "en" or "pt-BR"')
}

function hostProblem(host: string): string {
  if (host === '') return 'is empty'
  if (/\s/.test(host)) return 'has white space in it'
  if (/[^\x21-\x7e]/.test(host)) return 'is not ASCII; write it as xn--…'
  if (host.includes('/')) return 'is more than a host; leave out the scheme and the path'
  if (host.includes('*')) return 'has a star; a domain with all below it is a suffix'
  return 'is not the name of a host'
}
