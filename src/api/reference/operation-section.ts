import type { ApiResponse, Operation, Parameter, JsonSchema } from './described.ts'
import { html, type Html, inline, markdown } from './html.ts'
import { parameterTree, schemaTree } from './schema-tree.ts'
import { kindOf } from './schema-words.ts'

export interface OperationEntry {
  method: string
  path: string
  operation: Operation
  parameters: Parameter[]
}

interface Around {
  origin: string
  resolve: (schema: JsonSchema) => JsonSchema
}

export function operationSection(entry: OperationEntry, around: Around): Html {
  const { method, path, operation, parameters } = entry
  const scope = operation['x-scope']
  return html`<section class="card operation" id="${operation.operationId}">
    <h3>
      <span class="method" data-method="${method}">${method.toUpperCase()}</span>
      <code class="path">${breakable(path)}</code>
    </h3>
    <p class="summary">
      ${inline(operation.summary)}
      <span class="chip plain-chip">${scope === undefined ? 'no key' : `scope: ${scope}`}</span>
    </p>
    ${markdown(operation.description)}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${parameterTree(parameters)}`
        : undefined
    }
    ${bodyPart(operation, around)}
    <h4>Example</h4>
    <pre tabindex="0" aria-label="Command">${curl({ ...entry, origin: around.origin })}</pre>
    <h4>Responses</h4>
    <ul class="answers">
      ${answersOf(operation, (status) => status < 400).map(answer)}
    </ul>
    ${errorsPart(operation)}
  </section>`
}

/** A long path may break before a slash. */
function breakable(path: string): Html[] {
  return path.split(/(?=\/)/).map((part) => html`${part}<wbr />`)
}

function bodyPart({ requestBody }: Operation, { resolve }: Around): Html | undefined {
  if (requestBody === undefined) return undefined
  const schema = requestBody.content['application/json']?.schema
  if (schema === undefined) {
    return html`<h4>
        Body <span class="kind">${Object.keys(requestBody.content).join(', ')}</span>
      </h4>
      ${markdown(requestBody.description)}`
  }
  const { description, ...rest } = resolve(schema)
  return html`<h4>Body <span class="kind">${kindOf(schema)}</span></h4>
    ${markdown(description)} ${schemaTree(rest, 'sent')}`
}

function answersOf(
  { responses }: Operation,
  isWanted: (status: number) => boolean,
): [string, ApiResponse][] {
  return Object.entries(responses).filter(([status]) => isWanted(Number(status)))
}

function answer([status, { description, content = {}, headers = {} }]: [
  string,
  ApiResponse,
]): Html {
  const [type] = Object.keys(content)
  const json = content['application/json']
  const kind = json?.schema === undefined ? Object.keys(content).join(', ') : kindOf(json.schema)
  return html`<li>
    <p class="field">
      <span class="status">${status}</span> ${description}
      ${type && html`<span class="kind">${kind}</span>`}
    </p>
    ${Object.entries(headers).map(
      ([name, { description: words = '' }]) =>
        html`<p class="limits"><code>${name}</code> ${inline(words)}</p>`,
    )}
    ${json?.example === undefined ? undefined : example(json.example)}
  </li>`
}

function example(value: unknown): Html {
  return html`<details>
    <summary>Example</summary>
    <pre tabindex="0" aria-label="ApiResponse">${JSON.stringify(value, null, 2)}</pre>
  </details>`
}

function errorsPart(operation: Operation): Html {
  const errors = answersOf(operation, (status) => status >= 400)
  const statuses = errors.map(([status]) => status).join(' ')
  return html`<details class="errors">
    <summary>Errors <span class="kind">${statuses}</span></summary>
    <ul class="fields">
      ${errors.flatMap(([status, { description }]) =>
        description
          .split('\n')
          .map((line) => html`<li><span class="status">${status}</span> ${inline(line)}</li>`),
      )}
    </ul>
  </details>`
}

interface Call {
  origin: string
  method: string
  path: string
  operation: Operation
}

/** A `curl` command for an operation, with the key in a variable. */
function curl({ origin, method, path, operation }: Call): string {
  const { requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.example
  const isUpload = requestBody?.content['application/octet-stream'] !== undefined
  const types = Object.keys(responses['200']?.content ?? {})
  const isFile = types.includes('application/octet-stream')
  const address = origin + filled(path) + neededQuery(operation)
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(address)}`,
    ...(operation['x-scope'] === undefined ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    ...(isUpload ? ['-H "Content-Type: application/octet-stream"', '-T FILE'] : []),
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
