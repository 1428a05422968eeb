export interface ContentType {
  /** Lower case, without parameters: `text/html`. */
  essence: string
  charset: string | undefined
}

const ESSENCE = /^[!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+$/

// A parameter's value is quoted or runs to the next semicolon (mimesniff.spec.whatwg.org §4.4).
const PARAMETER = /;[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*)"?[^;]*|([^;]*)))?/gs

/** Undefined for a header that is missing or names no media type. */
export function parseContentType(header: string | null): ContentType | undefined {
  if (header === null) return undefined
  const essence = (header.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase()
  if (!ESSENCE.test(essence)) return undefined
  return { essence, charset: charsetParameter(header) }
}

function charsetParameter(header: string): string | undefined {
  for (const [, name, quoted, plain] of header.matchAll(PARAMETER)) {
    if (name?.toLowerCase() !== 'charset') continue
    const value = quoted?.replace(/\\(.)/gs, '$1') ?? plain?.trim() ?? ''
    if (value !== '') return value
  }
  return undefined
}
