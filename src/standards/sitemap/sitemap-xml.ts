import { parseSitemapDate } from './sitemap-date.ts'
import { listedUrl, type ListedUrl } from './sitemap-entry.ts'
import { FORMATS, type Field, type Format } from './sitemap-formats.ts'
import { XmlEvents, type XmlHandler } from './xml-events.ts'
import type { XmlTag } from './xml-tag.ts'

/** Longer than any URL or date that is taken; what is longer is neither. In characters. */
const MAX_FIELD_CHARS = 4_096
/** More than there are languages a page comes in. */
const MAX_ALTERNATES = 300

type Attributes = XmlTag['attributes']

interface OpenField {
  field: Field
  /** Of its element. */
  name: string
  attributes: Attributes
  text: string
}

/** Gathers entries from the elements of a sitemap or a feed. */
export class SitemapXml implements XmlHandler {
  readonly #events = new XmlEvents(this)
  readonly #emit: (listed: ListedUrl) => void
  #rootSeen = false
  #format: Format | undefined
  /** Of the root: its own elements have the same, or none. */
  #prefix = ''
  /** The entry we are in; its location is empty until it is met. */
  #entry: ListedUrl | undefined
  /** What stands in for a location that is never met. */
  #guid = ''
  #field: OpenField | undefined
  /** The outermost element we are in that is none of ours, and how often it is open. */
  #foreign = ''
  #foreignDepth = 0

  constructor(emit: (listed: ListedUrl) => void) {
    this.#emit = emit
  }

  write(chunk: string): boolean {
    return this.#events.write(chunk) && !(this.#rootSeen && this.#format === undefined)
  }

  end(): void {
    this.#events.end()
    this.#endEntry()
  }

  open(fullName: string, attributes: Attributes): void {
    if (!this.#rootSeen) return this.#openRoot(fullName)
    const name = this.#ownName(fullName)
    if (name === this.#format?.entry) return this.#startEntry()
    if (this.#entry === undefined) return
    if (this.#foreignDepth === 0) return this.#openField(name, fullName, attributes)
    if (fullName === this.#foreign) this.#foreignDepth += 1
  }

  close(fullName: string): void {
    if (this.#ownName(fullName) === this.#format?.entry) return this.#endEntry()
    if (this.#foreignDepth > 0) {
      if (fullName === this.#foreign) this.#foreignDepth -= 1
      return
    }
    if (fullName === this.#field?.name) this.#closeField(this.#field)
  }

  text(piece: string): void {
    if (this.#field === undefined || this.#foreignDepth > 0) return
    if (this.#field.text.length <= MAX_FIELD_CHARS) this.#field.text += piece
  }

  #openRoot(fullName: string): void {
    this.#rootSeen = true
    const colon = fullName.indexOf(':')
    this.#prefix = fullName.slice(0, colon + 1)
    this.#format = FORMATS.get(fullName.slice(colon + 1))
  }

  #startEntry(): void {
    this.#endEntry()
    if (this.#format !== undefined) this.#entry = listedUrl(this.#format.lists, '')
  }

  #endEntry(): void {
    const entry = this.#entry
    const loc = entry?.loc === '' ? this.#guid : entry?.loc
    this.#entry = undefined
    this.#guid = ''
    this.#field = undefined
    this.#foreignDepth = 0
    if (entry !== undefined && loc !== undefined && loc !== '') this.#emit({ ...entry, loc })
  }

  #openField(name: string, fullName: string, attributes: Attributes): void {
    const field = this.#format?.fields.get(name)
    if (field !== undefined && field !== 'atom-link') {
      // One that was left open ends where the next begins.
      this.#field = { field, name: fullName, attributes, text: '' }
      return
    }
    this.#foreign = fullName
    this.#foreignDepth = 1
    if (field === 'atom-link') this.#readAtomLink(attributes)
    else if (name.endsWith(':link')) this.#readAlternate(attributes)
  }

  #closeField({ field, attributes, text }: OpenField): void {
    this.#field = undefined
    const value = text.length > MAX_FIELD_CHARS ? '' : text.trim()
    if (this.#entry === undefined || value === '') return
    switch (field) {
      case 'loc':
        return this.#setLocation(value)
      case 'guid':
        if (attributes.get('ispermalink') !== 'false') this.#guid = value
        return
      case 'modified':
        return this.#setModified(this.#entry, parseSitemapDate(value))
      case 'changefreq':
        this.#entry.changefreq = value.toLowerCase()
        return
      case 'priority':
        this.#entry.priority = priorityOf(value)
        return
      case 'atom-link':
    }
  }

  #setLocation(loc: string): void {
    if (this.#entry?.loc !== '' && this.#format?.mergesEntries) this.#startEntry()
    if (this.#entry?.loc === '') this.#entry.loc = loc
  }

  /** Of several dates, such as of publication and of the last change, the latest counts. */
  #setModified(entry: ListedUrl, at: number | undefined): void {
    if (at !== undefined) entry.modifiedAt = Math.max(entry.modifiedAt ?? at, at)
  }

  /** RFC 4287 §4.2.7.2: a link without relation is the page; others are comments, media and more. */
  #readAtomLink(attributes: Attributes): void {
    const isPage = (attributes.get('rel') ?? 'alternate') === 'alternate'
    if (isPage) this.#setLocation(attributes.get('href')?.trim() ?? '')
  }

  #readAlternate(attributes: Attributes): void {
    const href = attributes.get('href')?.trim()
    const hreflang = attributes.get('hreflang')
    const alternates = this.#entry?.alternates ?? []
    if (attributes.get('rel') !== 'alternate' || alternates.length >= MAX_ALTERNATES) return
    if (href !== undefined && hreflang !== undefined) alternates.push({ hreflang, href })
  }

  #ownName(fullName: string): string {
    return fullName.startsWith(this.#prefix) ? fullName.slice(this.#prefix.length) : fullName
  }
}

function priorityOf(text: string): number | undefined {
  const priority = Number(text)
  return priority >= 0 && priority <= 1 ? priority : undefined
}
