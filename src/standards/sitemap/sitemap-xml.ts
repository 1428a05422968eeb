import { XmlEvents, type XmlAttributes, type XmlHandler } from './xml-events.ts'

/** An entry as it stands in the sitemap, its location not yet resolved. */
export interface RawEntry {
  /** A page; in an index, another sitemap; in a feed, a post. */
  kind: 'page' | 'sitemap' | 'post'
  loc: string
  /** The elements that the caller asked for, in order. */
  details: EntryDetail[]
}

interface EntryDetail {
  name: string
  attributes: XmlAttributes
  text: string
}

/** Longer than any URL or date: what is longer is neither. */
const MAX_FIELD_CHARS = 4_096
/** More than there are languages a page comes in. */
const MAX_DETAILS = 300

/** What an element of an entry means. */
type Field = 'loc' | 'guid' | 'atom-link' | 'detail'

/** A kind of XML that lists URLs, identified by the name of its root. */
interface Format {
  lists: RawEntry['kind']
  /** The element around each entry. */
  entry: string
  fields: ReadonlyMap<string, Field>
  /**
   * A second location begins a second entry: two were run together. In a feed the first one counts.
   */
  mergesEntries: boolean
}

const SITEMAP_FIELDS = new Map<string, Field>([['loc', 'loc']])

const RSS: Format = {
  lists: 'post',
  entry: 'item',
  fields: new Map<string, Field>([
    ['link', 'loc'],
    ['guid', 'guid'],
  ]),
  mergesEntries: false,
}

const ATOM: Format = {
  lists: 'post',
  entry: 'entry',
  fields: new Map<string, Field>([['link', 'atom-link']]),
  mergesEntries: false,
}

/** Keyed by local name: the namespace that a site declares, if any, is seldom the right one. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['urlset', { lists: 'page', entry: 'url', fields: SITEMAP_FIELDS, mergesEntries: true }],
  [
    'sitemapindex',
    { lists: 'sitemap', entry: 'sitemap', fields: SITEMAP_FIELDS, mergesEntries: true },
  ],
  ['rss', RSS],
  ['rdf', RSS],
  ['feed', ATOM],
])

interface OpenField {
  field: Field
  /** The name of its element, with prefix and without. */
  fullName: string
  name: string
  attributes: XmlAttributes
  text: string
}

/** Collects entries from the elements of a sitemap or a feed. */
export class SitemapXml implements XmlHandler {
  readonly #events = new XmlEvents(this)
  readonly #emit: (entry: RawEntry) => void
  readonly #isDetail: (name: string) => boolean
  #rootSeen = false
  #format: Format | undefined
  /** The root's prefix: elements of the format have the same, or none. */
  #prefix = ''
  /** The current entry; its location is empty until it is read. */
  #entry: RawEntry | undefined
  /** Stands in for a location that never comes. */
  #guid = ''
  #field: OpenField | undefined
  /** The outermost open element that is not of the format, and how often it is open. */
  #foreign = ''
  #foreignDepth = 0

  constructor(emit: (entry: RawEntry) => void, isDetail: (name: string) => boolean) {
    this.#emit = emit
    this.#isDetail = isDetail
  }

  write(chunk: string): boolean {
    return this.#events.write(chunk) && !(this.#rootSeen && this.#format === undefined)
  }

  end(): void {
    this.#events.end()
    this.#endEntry()
  }

  open(fullName: string, attributes: XmlAttributes): void {
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
    if (fullName === this.#field?.fullName) this.#closeField(this.#field)
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
    if (this.#format !== undefined) this.#entry = { kind: this.#format.lists, loc: '', details: [] }
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

  #openField(name: string, fullName: string, attributes: XmlAttributes): void {
    const field = this.#format?.fields.get(name) ?? (this.#isDetail(name) ? 'detail' : undefined)
    if (field !== undefined && field !== 'atom-link') {
      // One that was left open ends where the next begins.
      this.#field = { field, fullName, name, attributes, text: '' }
      return
    }
    this.#foreign = fullName
    this.#foreignDepth = 1
    if (field === 'atom-link') this.#readAtomLink(attributes)
  }

  #closeField({ field, name, attributes, text }: OpenField): void {
    this.#field = undefined
    const value = text.length > MAX_FIELD_CHARS ? '' : text.trim()
    if (field === 'detail') {
      const details = this.#entry?.details ?? []
      if (details.length < MAX_DETAILS) details.push({ name, attributes, text: value })
    }
    if (value === '') return
    if (field === 'loc') this.#setLocation(value)
    if (field === 'guid' && attributes.get('ispermalink') !== 'false') this.#guid = value
  }

  #setLocation(loc: string): void {
    if (this.#entry?.loc !== '' && this.#format?.mergesEntries) this.#startEntry()
    if (this.#entry?.loc === '') this.#entry.loc = loc
  }

  /**
   * RFC 4287 §4.2.7.2: a link without a relation is the page; others are comments, media and more.
   */
  #readAtomLink(attributes: XmlAttributes): void {
    const isPage = (attributes.get('rel') ?? 'alternate') === 'alternate'
    if (isPage) this.#setLocation(attributes.get('href')?.trim() ?? '')
  }

  #ownName(fullName: string): string {
    return fullName.startsWith(this.#prefix) ? fullName.slice(this.#prefix.length) : fullName
  }
}
