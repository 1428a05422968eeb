import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export class BusyPort extends Error {
  readonly port: number
  constructor(port: number) {
    super(
      `Port ${port} is in use by another program. Stop it, or choose another: PORT=9000 npm start`,
    )
    this.port = port
  }
}

/** What an earlier run left behind needs a moment to go. */
const PATIENCE_MS = 3_000

/** Fails early and clearly, where the server itself would fail late and cryptically. */
export async function assertFree(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline && !(await isFree(port))) await pause(200)
  if (!(await isFree(port))) throw new BusyPort(port)
}

/** A port that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = await new Promise<boolean>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(false) : fail(error),
    )
    server.listen(port, '127.0.0.1', () => done(true))
  })
  await new Promise((done) => server.close(done))
  return listening
}
