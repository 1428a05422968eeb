import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFrames } from '../../../src/core/campaign/log/log-file.ts'
import { renamed } from '../../../src/core/campaign/log/rename-log.ts'
import { processPlatform } from '../../../src/runtime/local/process-platform.ts'
import { readGoldenLogs } from '../../fixtures/golden/logs.ts'

const IDENTITY = { id: '01m7h3zzzzzzzzzzzz', owner: 'main' }

/** A process on a folder, and the files of its campaigns. */
function start(path = mkdtempSync(join(tmpdir(), 'dowser-'))) {
  const folder = { path, chooseAnother: '' }
  const platform = processPlatform({ folder, allow: [], userAgent: 'Dowser/test' })
  const files = () => readdirSync(join(path, 'campaigns'))
  return { ...platform, path, files }
}

const { rows } = readGoldenLogs().find(({ name }) => name === 'demo-paused')!
const first = renamed(logFrames(rows.slice(0, 5)), IDENTITY)
const part = { importId: 'one', after: 0, frames: first, isLast: false }

test('a process takes in a log, and another one on its folder has the campaign', async () => {
  const one = start()
  const rest = { ...part, after: 5, frames: logFrames(rows.slice(5)), isLast: true }
  expect(await one.campaign(IDENTITY).import(part)).toEqual({ kind: 'more' })
  expect(await one.campaign(IDENTITY).import(rest)).toEqual({ kind: 'imported' })
  await one.stop()
  const next = start(one.path)
  await next.wakeStored()
  const report = await next.campaign(IDENTITY).query('report', undefined)
  expect(report).toMatchObject({ id: IDENTITY.id, status: 'paused' })
  await next.stop()
})

test('what a process that died has left of an upload is erased by the next', async () => {
  const one = start()
  await one.campaign(IDENTITY).import(part)
  expect(one.files()).not.toEqual([])
  await one.stop()
  const next = start(one.path)
  expect(await next.campaign(IDENTITY).query('report', undefined)).toBeUndefined()
  await next.wakeStored()
  expect(next.files()).toEqual([])
  expect(await next.campaign(IDENTITY).import(part)).toEqual({ kind: 'more' })
  await next.stop()
})

test('a log that is refused leaves no file', async () => {
  const one = start()
  const broken = { ...part, after: 5, frames: logFrames([rows[0]!]), isLast: true }
  await one.campaign(IDENTITY).import(part)
  expect(await one.campaign(IDENTITY).import(broken)).toMatchObject({ kind: 'refused', seq: 6 })
  expect(one.files()).toEqual([])
  expect(await one.campaign(IDENTITY).isBlank()).toBe(true)
  await one.stop()
})
