import type { TagAttributes } from './attributes.ts'
import { names } from './text.ts'

export type Namespace = 'html' | 'svg' | 'math'

/** Noted elements in tree order; a nested list holds what was moved in front of a table. */
export type NotedElements = (Element | NotedElements)[]

const SPECIAL = names(
  'address applet area article aside base basefont bgsound blockquote body br button caption ' +
    'center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form ' +
    'frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link ' +
    'listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext ' +
    'pre script search section select source style summary table tbody td template textarea ' +
    'tfoot th thead title tr track ul wbr xmp',
)
const MATH_TEXT = names('mi mn mo ms mtext')
const SVG_WITH_HTML = names('desc foreignobject title')

export interface Facts {
  /** It is inside a template. */
  readonly isInert: boolean
  /** The parser made it as a copy of one in the page. */
  readonly isRepeated: boolean
  /** The element that was open when it began; undefined for the root. */
  readonly parent: Element | undefined
  /** Receives the noted elements inside of it. */
  readonly slot: NotedElements
  /** How many of them come before its content. */
  before: number
}

/** An element that is, or was, open. All have one shape, since there are many. */
export class Element implements Facts {
  readonly name: string
  readonly namespace: Namespace
  readonly attributes: TagAttributes
  readonly isInert: boolean
  readonly isRepeated: boolean
  readonly parent: Element | undefined
  readonly slot: NotedElements
  before: number
  isOpen = false
  isListed = false
  /** It is in the standard's category of special elements. */
  readonly isSpecial: boolean
  /** The scopes that end with it, as bits. */
  readonly ends: number
  /** Whether this foreign element may contain HTML, or only its text. */
  readonly integrates: 'html' | 'text' | undefined
  /** Receives what does not belong into a table. */
  inFront: NotedElements | undefined = undefined

  constructor(name: string, namespace: Namespace, attributes: TagAttributes, facts: Facts) {
    this.name = name
    this.namespace = namespace
    this.attributes = attributes
    this.isInert = facts.isInert
    this.isRepeated = facts.isRepeated
    this.parent = facts.parent
    this.slot = facts.slot
    this.before = facts.before
    const isBoundary = namespace !== 'html' && bounds(name, namespace)
    const kind = namespace === 'html' ? (KINDS.get(name) ?? ORDINARY) : foreignKind(isBoundary)
    this.isSpecial = kind.isSpecial
    this.ends = kind.ends
    this.integrates = isBoundary ? integration(name, attributes) : undefined
  }
}

function bounds(name: string, namespace: 'svg' | 'math'): boolean {
  if (namespace === 'svg') return SVG_WITH_HTML.has(name)
  return MATH_TEXT.has(name) || name === 'annotation-xml'
}

function integration(name: string, attributes: TagAttributes): 'html' | 'text' | undefined {
  if (SVG_WITH_HTML.has(name)) return 'html'
  if (MATH_TEXT.has(name)) return 'text'
  const encoding = attributes.get('encoding') ?? ''
  return /^(text\/html|application\/xhtml\+xml)$/i.test(encoding) ? 'html' : undefined
}

/** The scopes of open elements (HTML §13.2.4.2), as bits. */
export const SCOPE = { general: 1, listItem: 2, button: 4, table: 8, select: 16 } as const
export type ElementScope = (typeof SCOPE)[keyof typeof SCOPE]

const BOUNDARY = SCOPE.general | SCOPE.listItem | SCOPE.button
const EVERY = BOUNDARY | SCOPE.table | SCOPE.select

const ENDS_EVERY = names('html table template')
const ENDS_MOST = names('applet caption marquee object td th')
const ENDS_NONE = names('optgroup option')

/** The scopes that an HTML element ends: within it, outer elements are out of these scopes. */
function scopesEndedBy(name: string): number {
  if (ENDS_EVERY.has(name)) return EVERY
  if (ENDS_NONE.has(name)) return 0
  if (ENDS_MOST.has(name)) return BOUNDARY | SCOPE.select
  if (name === 'ol' || name === 'ul') return SCOPE.listItem | SCOPE.select
  return name === 'button' ? SCOPE.button | SCOPE.select : SCOPE.select
}

/** What the standard's categories say of an element. */
interface Kind {
  isSpecial: boolean
  ends: number
}

/** HTML elements that are not ordinary, worked out once for each name. */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  [...SPECIAL, ...ENDS_NONE].map((name) => [
    name,
    { isSpecial: SPECIAL.has(name), ends: scopesEndedBy(name) },
  ]),
)
const ORDINARY: Kind = { isSpecial: false, ends: scopesEndedBy('span') }
const FOREIGN_BOUNDARY: Kind = { isSpecial: true, ends: BOUNDARY | SCOPE.select }

/** A foreign element that may contain HTML is a boundary to it. */
function foreignKind(isBoundary: boolean): Kind {
  return isBoundary ? FOREIGN_BOUNDARY : ORDINARY
}
