import type { Connection } from './connection.ts'

/** Servers close after 5 s or more of idleness; a request must not cross with that. */
const MAX_IDLE_MS = 4_000
/** A server that says how long it waits is believed up to this much before. */
const MARGIN_MS = 1_000
/** The oldest is closed for the next: most are to hosts that are not asked again soon. */
const MAX_IDLE = 256

/** Connections that wait for the next request to their origin, the oldest first. */
export class ConnectionPool {
  readonly #idle = new Map<Connection, number>()
  readonly #byOrigin = new Map<string, Connection>()
  #timer: NodeJS.Timeout | undefined

  take(origin: string): Connection | undefined {
    const connection = this.#byOrigin.get(origin)
    if (connection !== undefined) this.forget(connection)
    return connection?.isOpen ? connection : undefined
  }

  /** Keeps one connection for each origin: one request at a time is all that a site is sent. */
  keep(connection: Connection, keepAlive: string | null): void {
    const idleMs = idleMsOf(keepAlive)
    this.#byOrigin.get(connection.origin)?.destroy()
    if (idleMs <= 0) return connection.destroy()
    if (this.#idle.size === MAX_IDLE) this.#idle.keys().next().value?.destroy()
    this.#byOrigin.set(connection.origin, connection)
    this.#idle.set(connection, Date.now() + idleMs)
    this.#timer ??= setInterval(() => this.#sweep(), MARGIN_MS / 2).unref()
  }

  /** It was closed, or taken. */
  forget(connection: Connection): void {
    if (!this.#idle.delete(connection)) return
    this.#byOrigin.delete(connection.origin)
  }

  close(): void {
    for (const connection of this.#idle.keys()) connection.destroy()
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #sweep(): void {
    const now = Date.now()
    for (const [connection, until] of this.#idle) if (until < now) connection.destroy()
    if (this.#idle.size === 0) this.close()
  }
}

/** How long a connection may idle, by the field `Keep-Alive` that many servers send. */
function idleMsOf(keepAlive: string | null): number {
  const seconds = /(?:^|[\s,])timeout=(\d+)/i.exec(keepAlive ?? '')?.[1]
  if (seconds === undefined) return MAX_IDLE_MS
  return Math.min(MAX_IDLE_MS, Number(seconds) * 1_000 - MARGIN_MS)
}
