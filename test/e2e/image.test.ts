import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../scripts/local/free-port.ts'
import { installForProduction, productionPackages } from './production-packages.ts'

const run = promisify(execFile)

/** The instructions of the last stage, each with its arguments on one line. */
const STAGE = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split(/^FROM .*$/m)
  .at(-1)!
  .split('\n')
  .map((line) => /^([A-Z]+) +(.*)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, name, args]) => ({ name: name!, args: args! }))

const argsOf = (name: string) => STAGE.filter((one) => one.name === name).map(({ args }) => args)

const commandIn = (text: string) => JSON.parse(/\[.*\]$/.exec(text)![0]) as string[]

const ENV = Object.fromEntries(
  argsOf('ENV').flatMap((text) => text.split(/ +/).map((pair) => pair.split('='))),
) as Record<string, string>

const IGNORED = readFileSync('.dockerignore', 'utf8').split('\n')

/** What the image holds, without building it. */
function unpackImage(): string {
  const app = mkdtempSync(join(tmpdir(), 'dowser-'))
  const isKept = (path: string) => !IGNORED.includes(path)
  for (const args of argsOf('COPY').filter((text) => !text.startsWith('--from'))) {
    const sources = args.split(' ').slice(0, -1)
    for (const source of sources) {
      // Docker would not find it.
      expect(IGNORED).toContain(`!${source}`)
      cpSync(source, join(app, source), { recursive: true, filter: isKept })
    }
  }
  installForProduction(app)
  return app
}

describe('the image', () => {
  test('installs what runs the product, and nothing else', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: object
    }
    const names = productionPackages().map((path) => path.replace('node_modules/', ''))
    expect(names.filter((name) => !(name in dependencies))).toEqual(['tldts-core'])
  })

  test('has all that the API and the dashboard need, is healthy, and ends with SIGTERM', async () => {
    const app = unpackImage()
    const [program, ...args] = commandIn(argsOf('ENTRYPOINT')[0]!)
    expect(program).toBe('node')
    const port = await findFreePort()
    const own = { HOST: '127.0.0.1', PORT: String(port), STATE_DIR: join(app, 'data') }
    // Nothing of this shell; the programs are those of the Node that runs this.
    const env = { ...ENV, ...own, PATH: dirname(process.execPath), HOME: app }
    const server = spawn(process.execPath, args, { cwd: app, env, stdio: 'ignore' })
    onTestFinished(() => void server.kill('SIGKILL'))
    const ended = once(server, 'exit')

    const check = commandIn(argsOf('HEALTHCHECK')[0]!).slice(1)
    const isHealthy = () =>
      run(process.execPath, check, { env }).then(
        () => true,
        () => false,
      )
    expect(await isHealthy()).toBe(false)
    while (!(await isHealthy())) await pause(50)
    for (const path of ['/', '/main.js', '/client/format.js', '/docs', '/openapi.json']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      expect(`${path} ${answer.status}`).toBe(`${path} 200`)
      await answer.arrayBuffer()
    }
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('runs as a user without rights, on a volume of its own, on all addresses', () => {
    expect(argsOf('USER')).toEqual(['node'])
    expect(argsOf('VOLUME')).toEqual([ENV['STATE_DIR']])
    expect(argsOf('EXPOSE')).toEqual([ENV['PORT']])
    expect(ENV['HOST']).toBe('0.0.0.0')
  })
})

describe('the systemd unit', () => {
  const UNIT = 'deploy/dowser.service'
  const valueOf = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(UNIT, 'utf8'))?.[1]

  test('starts the product, and gives it time to end', () => {
    expect(valueOf('ExecStart')).toContain('/src/serve.ts --data ${STATE_DIRECTORY}')
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(5)
    expect(valueOf('Restart')).toBe('always')
  })

  test('is one that systemd understands', (context) => {
    try {
      execFileSync('systemd-analyze', ['--version'])
    } catch {
      return context.skip()
    }
    const report = execFileSync(
      'systemd-analyze',
      ['security', '--offline=yes', '--threshold=20', '--no-pager', UNIT],
      { encoding: 'utf8' },
    )
    expect(report).toContain('Overall exposure level')
  })
})
