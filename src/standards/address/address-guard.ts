import { parseAddress, specialUse, type SpecialUse } from './ip-address.ts'
import { parseUrl } from '../url/url.ts'

/** Why a URL is not asked for. */
type Refusal = 'not_a_url' | 'not_http' | 'local_name' | SpecialUse

type Verdict = { allowed: true } | { allowed: false; reason: Refusal }

/** Keeps a crawler, which goes where strangers' links point, out of the network it runs in. */
export interface AddressGuard {
  /** What the URL alone tells, in any spelling: scheme, name, literal address. */
  judge: (url: string) => Verdict
  /** Whether the URL is on the allow list, and so part of a network that is not everybody's. */
  isListed: (url: string) => boolean
  /** The guard of all that this URL leads to: by link, redirect, sitemap or in any other way. */
  from: (url: string) => AddressGuard
}

/** An entry of the allow list that is no origin, no `host:port` and not `loopback`. */
export class BadAllowEntry extends Error {
  readonly entry: string
  constructor(entry: string) {
    super(
      `"${entry}" is not an origin (http://127.0.0.1:8080), host:port (127.0.0.1:8080) or "loopback"`,
    )
    this.entry = entry
  }
}

const ALLOWED: Verdict = { allowed: true }

/**
 * Origins on the allow list may be crawled where a user names them, and where one of them leads to
 * another. What is not on it never leads to them: its links are a stranger's. With `loopback` on it
 * the machine's own servers are: for a crawler that runs on its user's machine.
 */
export function addressGuard(allow: readonly string[]): AddressGuard {
  const allowed = new Set(allow.filter((entry) => entry !== LOOPBACK).flatMap(originsOf))
  const allowsLoopback = allow.includes(LOOPBACK)
  const lists = (url: URL) =>
    allowed.has(url.origin) || (allowsLoopback && isHttp(url) && isLoopback(url.hostname))
  const inside = guardOf(lists, ALLOWED, (url) => (inside.isListed(url) ? inside : outside))
  // A name on the list may look public, and is not meant to be.
  const outside = guardOf(lists, refused('private'), () => outside)
  return inside
}

/** `listed` is the verdict on what is on the list, unless it would be refused in any case. */
function guardOf(
  lists: (url: URL) => boolean,
  listed: Verdict,
  from: (url: string) => AddressGuard,
): AddressGuard {
  return {
    judge(text) {
      const url = parseUrl(text)
      const verdict = judgeUrl(url)
      if (url === undefined || !lists(url)) return verdict
      return listed.allowed || verdict.allowed ? listed : verdict
    },
    isListed(text) {
      const url = parseUrl(text)
      return url !== undefined && lists(url)
    },
    from,
  }
}

/** As settings have it: entries apart by commas. */
export function allowList(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

const LOOPBACK = 'loopback'

function isLoopback(hostname: string): boolean {
  const address = parseAddress(hostname)
  return address === undefined ? hostname === 'localhost' : specialUse(address) === LOOPBACK
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

function judgeUrl(url: URL | undefined): Verdict {
  if (url === undefined) return refused('not_a_url')
  if (!isHttp(url)) return refused('not_http')
  const address = parseAddress(url.hostname)
  if (address === undefined) return isLocalName(url.hostname) ? refused('local_name') : ALLOWED
  const use = specialUse(address)
  return use === undefined ? ALLOWED : refused(use)
}

/** An entry without a scheme stands for both. */
function originsOf(entry: string): string[] {
  const texts = entry.includes('://') ? [entry] : [`http://${entry}`, `https://${entry}`]
  return texts.map((text) => {
    const origin = parseUrl(text)?.origin
    if (origin === undefined || !isOriginOf(text, origin)) throw new BadAllowEntry(entry)
    return origin
  })
}

/** Nothing but an origin, and no asterisk, which hosts may hold and would not mean what it says. */
function isOriginOf(text: string, origin: string): boolean {
  return /^https?:/.test(origin) && !origin.includes('*') && parseUrl(text)?.href === `${origin}/`
}

function refused(reason: Refusal): Verdict {
  return { allowed: false, reason }
}

/**
 * Ends of names that never lead out of a machine or a network: RFC 6761 (localhost), RFC 6762
 * (local, and in appendix G what networks use on their own), RFC 8375 (home.arpa), ICANN's
 * reservation of 2024 (internal, which is where clouds keep their metadata).
 */
const LOCAL =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** A name no public server has. One without a dot is looked up in the network it is said in. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return !name.includes('.') || name.split('.').includes('') || LOCAL.test(name)
}
