import { connect, isIPv6, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/** A slower address is tried beside the next (RFC 8305 §8). */
const HEAD_START_MS = 250
/** Names with more addresses exist; one of these answers, or the site is down. */
const MAX_ATTEMPTS = 6

/** Where to connect. Addresses are literals, so nothing is looked up here or below. */
export interface Target {
  addresses: readonly string[]
  port: number
  /** The name that a certificate must be for; undefined without TLS. */
  secureName: string | undefined
  /** Certificates to trust instead of the runtime's own. */
  ca?: string | undefined
}

/** Connects to the first address that answers, and makes the connection secure. */
export async function openSocket(target: Target, signal: AbortSignal): Promise<Socket> {
  const socket = await connectToAny(alternating(target.addresses), target.port, signal)
  const { secureName, ca } = target
  return secureName === undefined ? socket : secure(socket, secureName, ca, signal)
}

/** The families take turns, beginning with the first address's own (RFC 8305 §4). */
function alternating(addresses: readonly string[]): string[] {
  const [first = ''] = addresses
  const sameFamily = addresses.filter((address) => isIPv6(address) === isIPv6(first))
  const others = addresses.filter((address) => isIPv6(address) !== isIPv6(first))
  const turns = Array.from(addresses, (_, i) => [sameFamily[i], others[i]])
  return turns
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, MAX_ATTEMPTS)
}

function connectToAny(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const sockets = new Set<Socket>()
    let timer: NodeJS.Timeout | undefined
    let tried = 0
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      for (const socket of sockets) discard(socket)
    }
    const abort = () => {
      settle()
      reject(new Error('aborted'))
    }
    const attempt = () => {
      clearTimeout(timer)
      const socket = connect({ host: addresses[tried++]!, port, noDelay: true })
      sockets.add(socket)
      socket.once('connect', () => {
        sockets.delete(socket)
        settle()
        socket.removeAllListeners('error')
        resolve(socket)
      })
      socket.once('error', (error) => {
        sockets.delete(socket)
        discard(socket)
        if (tried < addresses.length) attempt()
        else if (sockets.size === 0) {
          settle()
          reject(error)
        }
      })
      if (tried < addresses.length) timer = setTimeout(attempt, HEAD_START_MS)
    }
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    else attempt()
  })
}

function secure(
  socket: Socket,
  name: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const tls = connectTls({ ...tlsOptions(name, ca), socket })
    const settle = () => {
      signal.removeEventListener('abort', abort)
      tls.removeAllListeners('error')
    }
    const fail = (error: Error) => {
      settle()
      discard(tls)
      discard(socket)
      reject(error)
    }
    const abort = () => fail(new Error('aborted'))
    tls.once('error', fail)
    tls.once('close', () => fail(new Error('closed during the handshake')))
    tls.once('secureConnect', () => {
      settle()
      tls.removeAllListeners('close')
      resolve(tls)
    })
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
}

/** Certificates are checked, whatever the environment says. */
function tlsOptions(name: string, ca: string | undefined): ConnectionOptions {
  const options = { ALPNProtocols: ['http/1.1'], rejectUnauthorized: true, ...(ca && { ca }) }
  // An address is no name that a server can be asked for (RFC 6066 §3).
  return /^\[|^[\d.]+$/.test(name)
    ? { ...options, host: name.replace(/^\[(.*)\]$/, '$1') }
    : { ...options, host: name, servername: name }
}

/** Late errors of a socket that nobody waits for must not end the process. */
function discard(socket: Socket): void {
  socket.on('error', () => {})
  socket.destroy()
}
