import type { HttpResponse } from '../../standards/http/http-response.ts'
import { addressGuard, type AddressGuard } from '../../standards/address/address-guard.ts'
import { openSocket } from './outbound/connect.ts'
import { Connection } from './outbound/connection.ts'
import { ConnectionPool } from './outbound/connection-pool.ts'
import { exchange } from './outbound/exchange.ts'
import { requestBytes, type OutgoingRequest } from './outbound/request-bytes.ts'
import { addressesOf, publicAddresses, systemLookup, type Lookup } from './outbound/resolve.ts'

interface LocalOutbound {
  guard: AddressGuard
  /** Sends a request and follows no redirect. Fits both `Http` and a webhook's sender. */
  send: (
    url: string,
    request: OutgoingRequest & { signal: AbortSignal; redirect: 'manual' },
  ) => Promise<HttpResponse>
  /** Closes every connection; requests under way fail. */
  close: () => void
}

interface OutboundOptions {
  /** Entries of the allow list, as `allowList` parses them. */
  allow: readonly string[]
  lookup?: Lookup
  /** Certificates to trust instead of the runtime's own. */
  ca?: string
}

/**
 * Access to the network for Node, Deno and Bun, and the guard that keeps it out of private ones. A
 * name that is not on the allow list is resolved once, every address of it is checked, and the
 * connection goes to one of these addresses: nothing is looked up again, so no answer can change in
 * between. Redirects are not followed, and no proxy of the environment is used.
 */
export function localOutbound({
  allow,
  lookup = systemLookup,
  ca,
}: OutboundOptions): LocalOutbound {
  const guard = addressGuard(allow)
  const pool = new ConnectionPool()
  const open = new Set<Connection>()

  const connect = async (url: URL, signal: AbortSignal): Promise<Connection> => {
    const { hostname, protocol, origin } = url
    const resolve = guard.isListed(url.href) ? addressesOf : publicAddresses
    const addresses = await orAborted(resolve(hostname, lookup), signal)
    const isSecure = protocol === 'https:'
    const port = Number(url.port || (isSecure ? 443 : 80))
    const secureName = isSecure ? hostname : undefined
    const socket = await openSocket({ addresses, port, secureName, ca }, signal)
    const connection = new Connection(origin, socket, (closed) => {
      open.delete(closed)
      pool.forget(closed)
    })
    open.add(connection)
    return connection
  }

  return {
    guard,
    async send(text, { signal, ...request }) {
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not HTTP')
      const bytes = requestBytes(url, request)
      signal.throwIfAborted()
      const connection = pool.take(url.origin) ?? (await connect(url, signal))
      return exchange(connection, {
        request: bytes,
        signal,
        onFree({ headers }) {
          connection.release()
          pool.keep(connection, headers.get('keep-alive'))
        },
      })
    },
    close() {
      for (const connection of open) connection.destroy()
      pool.close()
    },
  }
}

/** A look-up cannot be stopped, only left alone. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('aborted'))
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
