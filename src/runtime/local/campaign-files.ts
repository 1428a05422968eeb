import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Identity } from '../../core/campaign/campaign.ts'
import type { DataFolder } from './data-folder.ts'

const SUFFIX = '.sqlite'

/**
 * The name of a campaign's file: id and owner, with everything escaped but small letters, digits and
 * hyphens. So it is a file name everywhere, and no two campaigns share one, whatever the case.
 */
export function campaignFileName({ id, owner }: Identity): string {
  return `${escape(id)}.${escape(owner)}${SUFFIX}`
}

/** Undefined for a file of another kind. */
export function identityOfFile(name: string): Identity | undefined {
  const [, id, owner] = /^([a-z0-9_-]+)\.([a-z0-9_-]+)\.sqlite$/.exec(name) ?? []
  if (id === undefined || owner === undefined) return undefined
  const identity = { id: unescape(id), owner: unescape(owner) }
  return campaignFileName(identity) === name ? identity : undefined
}

/** Where the campaigns of a data folder are stored. */
export function campaignFolder({ path }: DataFolder): string {
  const folder = join(path, 'campaigns')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The newest first: ids sort by age. */
export function storedCampaigns(folder: string): Identity[] {
  const names = readdirSync(folder).toSorted().toReversed()
  return names.map(identityOfFile).filter((identity) => identity !== undefined)
}

function escape(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte)
    return /[a-z0-9-]/.test(char) ? char : `_${byte.toString(16).padStart(2, '0')}`
  }).join('')
}

function unescape(text: string): string {
  const bytes = Array.from(text.matchAll(/_([0-9a-f]{2})|./g), ([char, code]) =>
    code === undefined ? char.charCodeAt(0) : Number.parseInt(code, 16),
  )
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
