import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runKeys } from '../../scripts/keys/command.ts'
import { createApi } from '../../src/api/api.ts'
import { FixedWindow } from '../../src/core/access/fixed-window.ts'
import type { CampaignService } from '../../src/core/campaign/service.ts'
import type { WebhookService } from '../../src/core/webhook/webhook.ts'
import { nodeDatabase } from '../../src/runtime/local/node-sql.ts'
import { claimStore } from '../../src/store/claim-store.ts'
import { keyStore } from '../../src/store/key-store.ts'
import { addressGuard } from '../../src/web/address/address-guard.ts'
import type { SharedSite } from '../../src/web/site/sites.ts'
import { migrated } from '../fixtures/migrated.ts'

const API_KEY = 'dk_the-key-of-the-local-run'
const NOW = Date.UTC(2026, 10, 16)

/** The API itself, on SQLite, without campaigns. */
function installation() {
  const window = () => new FixedWindow({ requests: 1000, seconds: 10 }, () => NOW)
  const database = nodeDatabase(migrated(new DatabaseSync(':memory:')))
  return createApi({
    campaigns: () => ({}) as CampaignService,
    claims: claimStore(database),
    sites: () => ({}) as SharedSite,
    webhooks: {} as WebhookService,
    sleep: async () => {},
    apiKey: API_KEY,
    keys: keyStore(database),
    limits: { requests: window(), attempts: window() },
    corsOrigins: [],
    guard: addressGuard([]),
    now: () => NOW,
    userAgent: undefined,
    warn: () => {},
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  })
}

describe('npm run keys', () => {
  let stateDir: string
  let api: ReturnType<typeof installation>
  let asked: string[]

  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'dowser-keys-'))
    writeFileSync(join(stateDir, 'local.env'), `API_KEY=${API_KEY}\n`)
    api = installation()
    asked = []
  })

  afterEach(() => rmSync(stateDir, { recursive: true }))

  async function run(args: string[], env: Record<string, string> = { STATE_DIR: stateDir }) {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await runKeys(args, {
      env,
      fetch: (url, init) => {
        asked.push(url)
        return api.request(url, init)
      },
      now: () => NOW,
      print: (line) => out.push(line),
      complain: (line) => err.push(line),
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  const CREATE = ['create', '--name', 'Nightly report', '--scope', 'read']

  test('makes, lists and revokes keys of the local run, whose key it finds', async () => {
    const made = await run([...CREATE, '--expires', '90d'])
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^dowser_\w{12}_\w{32}$/)
    expect(made.err).toContain('2027-02-14')
    expect(asked).toEqual(['http://127.0.0.1:8787/v1/keys'])
    const id = made.out.split('_')[1]!

    const listed = await run(['list'])
    expect(listed.out).toMatch(
      new RegExp(`^id .*\n${id}  read   main   2026-11-16  2027-02-14  Nightly report$`),
    )
    const revoked = await run(['revoke', id])
    expect(revoked.out).toContain('2026-11-16, revoked')
    expect((await run(['list'])).out).toContain('revoked')
  })

  test('prints what the API answered, for programs', async () => {
    const made = JSON.parse((await run([...CREATE, '--json'])).out) as Record<string, unknown>
    expect(made).toMatchObject({ name: 'Nightly report', scope: 'read', owner: 'main' })
    const { key, ...facts } = made
    const listed = JSON.parse((await run(['list', '--json'])).out) as unknown
    expect(listed).toEqual({ keys: [facts] })
    const revoked = JSON.parse((await run(['revoke', String(key), '--json'])).out) as unknown
    expect(revoked).toMatchObject({ id: facts['id'], revokedAt: '2026-11-16T00:00:00.000Z' })
  })

  test('asks another installation, with its key', async () => {
    const made = await run([...CREATE, '--owner', 'acme', '--scope', 'admin'])
    const env = { DOWSER_URL: 'https://dowser.example', DOWSER_API_KEY: made.out }
    const { out, code } = await run(['list'], env)
    expect(code).toBe(0)
    expect(out.split('\n')).toHaveLength(2)
    expect(asked.at(-1)).toBe('https://dowser.example/v1/keys?limit=1000')
    await run(['list', '--url', 'https://other.example/'], env)
    expect(asked.at(-1)).toBe('https://other.example/v1/keys?limit=1000')
  })

  test('never sends the key of the local run elsewhere, nor any in the clear', async () => {
    const env = { STATE_DIR: stateDir, DOWSER_URL: 'https://dowser.example' }
    expect(await run(['list'], env)).toMatchObject({
      code: 2,
      err: 'Set DOWSER_API_KEY to a key of https://dowser.example that may manage keys.',
    })
    const clear = { DOWSER_URL: 'http://dowser.example', DOWSER_API_KEY: API_KEY }
    expect((await run(['list'], clear)).err).toContain('use https')
    expect(asked).toEqual([])
  })

  test('says in the API’s words what was refused', async () => {
    const reader = (await run(CREATE)).out
    const { code, err } = await run(['list'], { DOWSER_API_KEY: reader })
    expect(code).toBe(1)
    expect(err).toBe(
      'http://127.0.0.1:8787 answered 403: This takes a key of scope "admin"; the one sent has "read".',
    )
    expect((await run(['revoke', '000000000000'])).err).toContain('404: There is no such key')
    expect((await run([...CREATE, '--owner', 'A/B'])).err).toContain(
      'owner: must be 1 to 64 letters',
    )
  })

  test('says when nothing answers', async () => {
    const world = {
      env: { STATE_DIR: stateDir, PORT: '9' },
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      now: () => NOW,
      print: () => {},
      complain: (line: string) => asked.push(line),
    }
    expect(await runKeys(['list'], world)).toBe(1)
    expect(asked).toEqual(['Nothing answers at http://127.0.0.1:9. Is it running?'])
  })

  test.each([
    [[], /Say one of: create, list, revoke ID/],
    [['lsit'], /Say one of/],
    [['revoke'], /Say one of/],
    [['list', 'more'], /Say one of/],
    [['create', '--name', 'x'], /needs --name and --scope/],
    [['create', '--nmae', 'x'], /Unknown option '--nmae'/],
    [['create', '--name', 'x', '--scope', 'read', '--expires', 'soon'], /12h, 90d or/],
    [['list', '--url', 'dowser.example'], /no URL of an installation/],
  ])('refuses %j with the remedy', async (args, message) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(asked).toEqual([])
  })

  test('says where it looked for the key of a local run', async () => {
    const { code, err } = await run(['list'], { STATE_DIR: '/nowhere' })
    expect([code, err]).toEqual([2, expect.stringMatching(/local run in \/nowhere.*npm start/)])
  })

  test('explains itself', async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('revoke ID'),
    })
  })
})
