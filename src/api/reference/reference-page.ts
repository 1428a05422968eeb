import type {
  ApiResponse,
  ApiDescription,
  RawOperation,
  Operation,
  JsonSchema,
} from './described.ts'
import { html, type Html, inline, markdown } from './html.ts'
import { operationSection, type OperationEntry } from './operation-section.ts'
import { schemaTree } from './schema-tree.ts'
import { kindOf } from './schema-words.ts'

/** Allows our own styles and nothing else: no script, no frame, no form. */
export const REFERENCE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'"

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const BEGIN = html`<p>
  <strong>Start</strong> by <a href="#createCampaign">creating a campaign</a>, look at
  <a href="#getCampaign">its progress</a>, and read <a href="#getCampaignPages">what it found</a>.
  Every operation below has a <code>curl</code> line to copy, for a shell in which
  <code>KEY</code> is your key. Generate clients from <a href="/openapi.json">openapi.json</a>.
</p>`

/** Renders the description as a page; `origin` is used in its examples. */
export function referencePage(description: object, origin: string): string {
  const described = description as ApiDescription
  const entries = operationsOf(described)
  const tags = described.tags.filter(({ name }) => entries.some((one) => isOf(one, name)))
  const { schemas } = described.components
  const sent = new Set(entries.map(bodyName))
  const [first, ...rest] = markdown(described.info.description)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Dowser: the API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/dashboard.css" />
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/"><img src="/logo.svg" alt="" width="28" height="28" />Dowser</a>
          <span class="soft small">API ${described.info.version}</span>
          <a class="small" href="/openapi.json">openapi.json</a>
        </header>
        <div class="workspace">
          <nav class="side" aria-label="Contents">${contents(tags, entries)}</nav>
          <main>
            <h1>The API</h1>
            <div class="about">${first} ${BEGIN} ${rest}</div>
            ${tags.map(
              (tag) =>
                html`<h2 class="tag" id="tag-${tag.name}">${tag.name}</h2>
                  <p class="soft">${tag.description}</p>
                  ${entries
                    .filter((one) => isOf(one, tag.name))
                    .map((one) => operationSection(one, { origin, resolve: resolver(schemas) }))}`,
            )}
            <h2 class="tag" id="schemas">schemas</h2>
            <p class="soft">The schemas of request bodies and responses.</p>
            ${Object.entries(schemas).map(([name, schema]) =>
              schemaSection(name, schema, sent.has(name) ? 'sent' : 'answered'),
            )}
          </main>
        </div>
      </body>
    </html>`.text
}

function operationsOf({ paths, components }: ApiDescription): OperationEntry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const operation = withAnswers(item[method]!, components.responses)
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return { method, path, operation, parameters }
    }),
  )
}

function withAnswers(operation: RawOperation, shared: Record<string, ApiResponse>): Operation {
  const answers = Object.entries(operation.responses).map(([status, answer]) => [
    status,
    '$ref' in answer ? shared[lastPart(answer.$ref)]! : answer,
  ])
  return { ...operation, responses: Object.fromEntries(answers) as Operation['responses'] }
}

function isOf({ operation }: OperationEntry, tag: string): boolean {
  return operation.tags.includes(tag)
}

function contents(tags: ApiDescription['tags'], entries: OperationEntry[]): Html {
  return html`${tags.map(
      ({ name }) =>
        html`<p class="side-title"><a href="#tag-${name}">${name}</a></p>
          <ul class="contents">
            ${entries.filter((one) => isOf(one, name)).map(contentsItem)}
          </ul>`,
    )}
    <p class="side-title"><a href="#schemas">schemas</a></p>`
}

function contentsItem({ method, operation }: OperationEntry): Html {
  return html`<li>
    <a href="#${operation.operationId}">
      <span class="method" data-method="${method}">${method.toUpperCase()}</span>
      <span>${inline(operation.summary)}</span>
    </a>
  </li>`
}

function bodyName({ operation }: OperationEntry): string | undefined {
  const reference = operation.requestBody?.content['application/json']?.schema?.$ref
  return reference && lastPart(reference)
}

function resolver(schemas: Record<string, JsonSchema>): (schema: JsonSchema) => JsonSchema {
  return (schema) => (schema.$ref === undefined ? schema : schemas[lastPart(schema.$ref)]!)
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function schemaSection(name: string, schema: JsonSchema, side: 'sent' | 'answered'): Html {
  const { description, ...rest } = schema
  const tree = schemaTree(rest, side)
  return html`<section class="card operation" id="schema-${name}">
    <h3>${name}</h3>
    ${markdown(description)} ${tree.text === '' ? html`<p>${kindOf(schema)}</p>` : tree}
  </section>`
}
