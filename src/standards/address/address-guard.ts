import { parseAddress, specialUse, type SpecialUse } from './ip-address.ts'
import { parseUrl } from '../url/url.ts'

/** Why a URL must not be fetched. */
type Refusal = 'not_a_url' | 'not_http' | 'local_name' | SpecialUse

type Verdict = { allowed: true } | { allowed: false; reason: Refusal }

/** Keeps a crawler, which follows strangers' links, out of the network it runs in. */
export interface AddressGuard {
  /** Judges the URL alone, in any spelling: its scheme, name or literal address. */
  judge: (url: string) => Verdict
  /** Whether the URL is on the allow list, and so part of a private network. */
  isListed: (url: string) => boolean
  /** The guard for whatever this URL leads to: by link, redirect, sitemap or otherwise. */
  from: (url: string) => AddressGuard
}

/** An entry of the allow list that is neither an origin, nor `host:port`, nor `loopback`. */
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
 * Origins on the allow list may be crawled if a user names them, or another of them leads there. A
 * page that is not on the list never leads to them: it is a stranger's. `loopback` stands for the
 * machine's own servers, for a crawler that runs on its user's machine.
 */
export function addressGuard(allow: readonly string[]): AddressGuard {
  const allowed = new Set(allow.filter((entry) => entry !== LOOPBACK).flatMap(originsOf))
  const allowsLoopback = allow.includes(LOOPBACK)
  const lists = (url: URL) =>
    allowed.has(url.origin) || (allowsLoopback && isHttp(url) && isLoopback(url.hostname))
  const inside = guardOf(lists, ALLOWED, (url) => (inside.isListed(url) ? inside : outside))
  // A listed name may look public, but is private.
  const outside = guardOf(lists, refused('private'), () => outside)
  return inside
}

/** `listed` is the verdict on listed URLs, unless they would be refused anyway. */
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

/** Parses the setting: entries separated by commas. */
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

/** An entry without a scheme stands for http and https. */
function originsOf(entry: string): string[] {
  const texts = entry.includes('://') ? [entry] : [`http://${entry}`, `https://${entry}`]
  return texts.map((text) => {
    const origin = parseUrl(text)?.origin
    if (origin === undefined || !isOriginOf(text, origin)) throw new BadAllowEntry(entry)
    return origin
  })
}

/**
 * Whether the text is an origin and nothing else. An asterisk is valid in a host, but is no
 * wildcard.
 */
function isOriginOf(text: string, origin: string): boolean {
  return /^https?:/.test(origin) && !origin.includes('*') && parseUrl(text)?.href === `${origin}/`
}

function refused(reason: Refusal): Verdict {
  return { allowed: false, reason }
}

/**
 * Suffixes that never lead out of a machine or a network: RFC 6761 (localhost), RFC 6762 (local, and
 * in appendix G those in private use), RFC 8375 (home.arpa), ICANN's reservation of 2024 (internal,
 * where clouds keep their metadata).
 */
const LOCAL =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

/** Whether no public server has this name. One without a dot is resolved in the local network. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return !name.includes('.') || name.split('.').includes('') || LOCAL.test(name)
}
