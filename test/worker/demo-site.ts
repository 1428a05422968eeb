import type { TestProject } from 'vitest/node'
import { startNowhere } from './nowhere.ts'
import { startPacedSite } from './paced-site.ts'
import { startSlowSite } from './slow-site.ts'
import { startDemoServer, type AccessEntry } from '../../demo/server.ts'
import { DEMO_HOSTS } from '../../demo/site.ts'
import { onLoopback } from '../fixtures/loopback.ts'

/** One a test, since hosts are what it is about. */
const PACED_SITES = 6
const ANY_PORTS = Array.from({ length: DEMO_HOSTS }, () => 0)

/** Real sites on loopback for the tests that run inside workerd. */
export async function setup({ provide }: TestProject) {
  const entries: AccessEntry[] = []
  const demo = await startDemoServer({ ports: ANY_PORTS })
  const counted = await startDemoServer({ ports: ANY_PORTS, log: (entry) => entries.push(entry) })
  const log = await onLoopback((_request, response) => response.end(JSON.stringify(entries)))
  const paced = await Promise.all(Array.from({ length: PACED_SITES }, () => startPacedSite()))
  const [nowhere, slow] = await Promise.all([startNowhere(), startSlowSite()])
  const pacedOrigins = paced.map(({ origin }) => origin)
  provide('pacedSites', pacedOrigins)
  provide('nowhere', `${nowhere.origin}/`)
  provide('slowSite', slow.origin)
  provide('demoHome', demo.site.home)
  provide(
    'demoHosts',
    [
      ...demo.site.origins,
      ...counted.site.origins,
      ...pacedOrigins,
      nowhere.origin,
      slow.origin,
    ].map((origin) => new URL(origin).host),
  )
  provide('countedHome', counted.site.home)
  const museum = counted.site.origins[2]!
  const bodies = ['/files/eruption-chronology.pdf', '/catalogue/complete']
  provide(
    'countedBodies',
    bodies.map((path) => museum + path),
  )
  provide('countedLog', `${log.origin}/`)
  return async () => {
    await Promise.all([demo.close(), counted.close()])
    for (const { close } of [...paced, nowhere, slow, log]) close()
  }
}
