import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { freePorts, newStateDir, Product } from './product.ts'
import { installForProduction } from './production-packages.ts'
import { blocksOf, commandsOf, type ReadmeBlock } from './readme-blocks.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const GENERATOR_MODULES = join(ROOT, 'scripts/client/generator/node_modules')
const run = promisify(execFile)

const BLOCKS = new Map(blocksOf('README.md').map((block) => [block.name, block]))
const block = (name: string): ReadmeBlock => BLOCKS.get(name)!

/**
 * What is done with each block; one that is added must be added here. What cannot be done without
 * an account, a registry or an hour is named where it is left out.
 */
const DONE_WITH: Record<string, string> = {
  'Try it 1': 'npm start is run; npm ci and npm test, which are what runs this, are looked up',
  'A campaign in six lines 1': 'run',
  'A campaign in six lines 2': 'run',
  'Or from the command line 1': 'run, with a smaller budget',
  'Or from a program 1': 'run, but for the registry: what npm installs is linked',
  'Or from a program 2': 'type-checked and run',
  'Or from a program 3': 'run',
  'Deploy it 1': 'wrangler knows each command; carrying them out takes an account',
  'Or host it yourself 1': 'run, but for the registry: what npm installs is copied',
  'Work on it 1': 'each script is there; what is quick is run',
}

let product: Product
let stateDir: string
let folder: string

/** The shell of a newcomer: with the Node that is installed here, not the one that npm brings. */
async function shell(script: string, cwd = ROOT): Promise<string> {
  const own = (process.env['PATH'] ?? '').split(delimiter)
  const PATH = own.filter((path) => !path.includes('node_modules')).join(delimiter)
  const env = { ...process.env, PATH, PORT: String(product.port), STATE_DIR: stateDir }
  const { stdout } = await run('bash', ['-c', `set -e\n${script}`], { cwd, env })
  return stdout
}

/** The same text, about the product of this test. */
function here(text: string): string {
  return text
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${product.port}`)
    .replaceAll('127.0.0.1:8788', `127.0.0.1:${product.port + 1}`)
    .replaceAll('.state/', `${stateDir}/`)
}

/** Links the packages as npm would install them. */
function linkPackages(): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(join(MODULES, 'openapi-fetch'), join(modules, 'openapi-fetch'))
  symlinkSync(join(MODULES, '@types'), join(modules, '@types'))
  for (const name of ['openapi-typescript', 'typescript']) {
    symlinkSync(join(GENERATOR_MODULES, name), join(modules, name))
  }
  const cli = join(GENERATOR_MODULES, 'openapi-typescript/bin/cli.js')
  symlinkSync(cli, join(modules, '.bin/openapi-typescript'))
  writeFileSync(join(folder, 'package.json'), '{}')
}

function scripts(): string[] {
  const { scripts: all } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  return Object.keys(all)
}

beforeAll(async () => {
  stateDir = newStateDir()
  folder = mkdtempSync(join(tmpdir(), 'dowser-'))
  const [start] = commandsOf(block('Try it 1'))
  const command = start!.replace('npm ci && ', '').split(' ') as [string]
  product = await Product.start(await freePorts(), stateDir, command)
})

afterAll(() => product?.stop())

describe('the README', () => {
  test('has no untested block', () => {
    expect([...BLOCKS.keys()]).toEqual(Object.keys(DONE_WITH))
  })

  test('names only scripts that exist', () => {
    const named = [...BLOCKS.values()].flatMap(({ text }) =>
      Array.from(text.matchAll(/npm (?:run (?:--silent )?)?(\w+)/g), ([, name]) => name!),
    )
    expect(named).toContain('test')
    const known = [...scripts(), 'ci', 'install']
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  test('shows a campaign with pages when its lines are pasted as a block, and then pauses it', async () => {
    const first = here(block('A campaign in six lines 1').text)
    const second = here(block('A campaign in six lines 2').text)
    const [campaign, found, paused] = (await shell(`${first}\necho\n${second}`))
      .split(/(?<=\})\s*(?=\{"(?:id|pages)":)/)
      .map((answer) => JSON.parse(answer))
    expect(campaign).toMatchObject({ name: 'Volcanoes', status: 'running' })
    expect(campaign.progress.pages).toBeGreaterThan(0)
    expect(found.pages.length).toBeGreaterThan(0)
    expect(paused).toMatchObject({ status: 'paused' })
  })

  test('creates, lists and saves with the command line', async () => {
    const [create, pages, save] = commandsOf(block('Or from the command line 1'))
    const quick = `${here(create!).replace(/--budget \d+/, '--budget 3')} --json`
    const last = (await shell(quick)).trimEnd().split('\n').at(-1)!
    const { id, progress } = JSON.parse(last)
    expect(progress.fetched).toBe(3)
    expect(await shell(pages!.replace(/\bID\b/, id))).toContain('http://127.0.0.1')
    const file = join(folder, 'pages.csv')
    await shell(save!.replace(/\bID\b/, id).replace('pages.csv', file))
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFseq,url,title,/)
  })

  test('creates a campaign with a program that type-checks and runs on the installed Node', async () => {
    linkPackages()
    const generate = here(block('Or from a program 1').text)
    await shell(`npm() { [ "$1" = install ]; }\n${generate}`, folder)
    writeFileSync(join(folder, 'volcanoes.mjs'), here(block('Or from a program 2').text))
    const options = '--noEmit --strict --allowJs --checkJs --module nodenext --target es2024'
    const tsc = `${process.execPath} ${join(MODULES, 'typescript/bin/tsc')}`
    expect(await shell(`${tsc} ${options} --types node volcanoes.mjs || true`, folder)).toBe('')
    const start = block('Or from a program 3').text.replace('YOUR_KEY', product.apiKey)
    expect(await shell(start, folder)).toMatch(/name: 'Volcanoes'/)
  })

  test('deploys with commands that wrangler knows', async () => {
    const commands = commandsOf(block('Deploy it 1'))
    expect(commands.at(-1)).toBe('npm run deploy')
    const wrangler = join(MODULES, '.bin/wrangler')
    const asked = commands.slice(0, -1).map(async (command) => {
      const [, words] = /^npx wrangler ((?:d1 |secret )?\w+)/.exec(command)!
      const { stdout } = await run(process.execPath, [wrangler, ...words!.split(' '), '--help'])
      expect(stdout).toContain(`wrangler ${words}`)
    })
    await Promise.all(asked)
    expect(existsSync('migrations')).toBe(true)
  })

  test('hosts the product in a fresh clone', async () => {
    const clone = mkdtempSync(join(tmpdir(), 'dowser-'))
    const { stdout } = await run('git', ['ls-files', 'src', 'migrations', 'package.json'])
    for (const file of stdout.trim().split('\n')) cpSync(file, join(clone, file))
    installForProduction(clone)
    const [command] = commandsOf(block('Or host it yourself 1'))
    const [install, start, ...rest] = command!.split(' && ')
    expect([install, rest]).toEqual(['npm ci --omit=dev', []])
    const port = await findFreePort()
    const env = { PATH: dirname(process.execPath), PORT: String(port), HOME: clone }
    const server = spawn('/bin/sh', ['-c', `exec ${start}`], { cwd: clone, env })
    let output = ''
    server.stdout.on('data', (chunk) => (output += chunk))
    const ended = once(server, 'exit')
    while (!output.includes('#key=') && server.exitCode === null) await pause(20)
    expect(output).toContain(`http://127.0.0.1:${port}/`)
    const key = /API key (\S+)/.exec(output)![1]!
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`http://127.0.0.1:${port}/v1/campaigns`, { headers })
    expect(await answer.json()).toMatchObject({ campaigns: [] })
    expect(existsSync(join(clone, '.state/results.sqlite'))).toBe(true)
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('lists development commands that work', async () => {
    const commands = commandsOf(block('Work on it 1'))
    const [client, chaos, bench, house, conform] = [
      'client',
      'chaos',
      'bench',
      'house',
      'conform',
    ].map((name) => commands.find((command) => command.split(' ').includes(name)))
    // It would write a file of ours: test/api/description/client-types.test.ts does the same beside it.
    expect(client).toBe('npm run client')
    // Minutes: test/e2e/chaos.test.ts does the same with a few.
    expect(chaos).toMatch(/^npm run --silent chaos -- --kills \d+ --seed \d+ --json$/)
    const named = await shell(`${bench!} 2>&1 || true`)
    for (const name of ['step', 'rows', 'memory', 'load', 'pollers', 'export']) {
      expect(named).toContain(name)
    }
    expect(await shell(house!)).toContain('largest class')
    const file = join(folder, 'robots.json')
    const rule = { kind: 'access', robotsTxt: 'user-agent: *\ndisallow: /a', userAgent: 'x' }
    const cases = [{ ...rule, name: 'barred', url: 'http://a.test/a', allowed: false }]
    writeFileSync(file, JSON.stringify({ area: 'robots', source: 'one', cases }))
    expect(await shell(conform!.replace('FILE...', file))).toContain('1')
  })
})
