import type { Operation } from './described.ts'

interface Call {
  origin: string
  method: string
  path: string
  operation: Operation
}

/** A `curl` command for an operation, with the key in a variable. */
export function curl({ origin, method, path, operation }: Call): string {
  const { requestBody, responses } = operation
  const example = requestBody?.content['application/json']?.example
  const types = Object.keys(responses['200']?.content ?? {})
  const isFile = types.includes('application/octet-stream')
  const address = origin + filled(path) + neededQuery(operation)
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(address)}`,
    ...(operation['x-scope'] === undefined ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(example === undefined ? [] : [`-d ${quoted(JSON.stringify(example))}`]),
    ...(isFile ? ['-OJ'] : []),
    ...(types.includes('text/event-stream') ? ['-N'] : []),
  ].join(' \\\n  ')
}

const VALUES: Record<string, string> = {
  id: '01k9x2m7qe4h8r0zvb',
  seq: '17',
  url: 'https://example.org/about',
  webhook: '01k9x4c0ty6w2n5gqs',
  delivery: '01k9x4c1dm-01k9x2m7qe4h8r0zvb-000000009-completed',
  key: '1nfmhw0abcde',
}

function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? `<${name}>`)
}

function neededQuery({ parameters = [] }: Operation): string {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const fields = needed.map(({ name }): [string, string] => [name, VALUES[name] ?? `<${name}>`])
  return fields.length === 0 ? '' : `?${new URLSearchParams(fields).toString()}`
}

/** Quotes for a shell: text between single quotes is taken verbatim. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
