import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../../src/api/http/error-codes.ts'
import { openApi } from '../../../src/api/description/openapi.ts'
import { operationId, parametersOf, PATH_PARAMETERS } from '../../../src/api/description/paths.ts'
import { ROUTES } from '../../../src/api/routes.ts'
import { VERSION } from '../../../src/api/description/about.ts'

const guide = readFileSync('docs/api.md', 'utf8')

describe('the guide to the API', () => {
  test('lists every error code with its status', () => {
    const listed = guide.split('\n').flatMap((line) => {
      const [, status, codes] = /^\| (\d{3}) +\| ((?:`\w+`(?:, )?)+)/.exec(line) ?? []
      const names = codes?.match(/\w+/g) ?? []
      return names.map((code) => `${status} ${code}`)
    })
    const known = Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`)
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  test.each(ROUTES.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')))('names %s', (path) => {
    const last = path.split('/').at(-1)!
    expect(guide.includes(path) || guide.includes(`…/${last}`)).toBe(true)
  })
})

describe('the description', () => {
  const description = openApi(ROUTES)

  test('is of the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(VERSION).toBe(version)
  })

  test('refers to nothing that it does not contain', () => {
    const { schemas } = description['components'] as { schemas: object }
    const names = JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    for (const [, name] of names) expect(schemas).toHaveProperty(name!)
  })

  test('has another operationId for each route', () => {
    const ids = [...JSON.stringify(description).matchAll(/"operationId":"(\w+)"/g)]
    expect(new Set(ids.map(([, id]) => id)).size).toBe(ROUTES.length)
  })

  test.each([
    ['get', '/v1/campaigns', 'getCampaigns'],
    ['post', '/v1/campaigns', 'createCampaign'],
    ['get', '/v1/campaigns/{id}', 'getCampaign'],
    ['patch', '/v1/campaigns/{id}', 'updateCampaign'],
    ['post', '/v1/campaigns/{id}/pause', 'pauseCampaign'],
    ['post', '/v1/campaigns/{id}/seeds', 'addCampaignSeeds'],
    ['get', '/v1/campaigns/{id}/pages', 'getCampaignPages'],
    ['get', '/v1/campaigns/{id}/pages/{seq}', 'getCampaignPage'],
    ['get', '/v1/webhooks/{webhook}/deliveries', 'getWebhookDeliveries'],
    ['get', '/openapi.json', 'getOpenapiJson'],
  ] as const)('names %s %s as a program would: %s', (method, path, id) => {
    expect(operationId({ method, path })).toBe(id)
  })

  test.each(ROUTES)('knows the parameters of $path', ({ path }) => {
    for (const name of parametersOf(path)) expect(PATH_PARAMETERS).toHaveProperty(name)
  })
})
