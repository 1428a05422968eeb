import type { Operation } from './described.ts'

interface Call {
  origin: string
  method: string
  path: string
  operation: Operation
}

/** A command that does it, with the key in a variable. */
export function curl({ origin, method, path, operation }: Call): string {
  const { requestBody, responses } = operation
  const example = requestBody?.content['application/json']?.example
  const types = Object.keys(responses['200']?.content ?? {})
  const isFile = types.includes('application/octet-stream')
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(origin + filled(path))}`,
    ...(operation['x-scope'] === undefined ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(example === undefined ? [] : [`-d ${quoted(JSON.stringify(example))}`]),
    ...(isFile ? ['-OJ'] : []),
  ].join(' \\\n  ')
}

const VALUES: Record<string, string> = { id: '01k9x2m7qe4h8r0zvb', seq: '17' }

function filled(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? `<${name}>`)
}

/** For a shell: what stands between single quotes is taken as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
