/** One ink on one paper, given explicitly: a viewer with a dark page of its own changes neither. */
export const PAPER = '#ffffff'
export const INK = '#1f2328'
export const FAINT_INK = '#59636e'
export const RULE = '#d8dee4'

const FONT = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif'
const FONT_SIZE = 12
/** Mean character width of the font above; nothing here can measure a word. */
const CHARACTER_WIDTH = 0.58 * FONT_SIZE

interface Size {
  width: number
  height: number
}

export interface Headings {
  title: string
  /** A line below the title: what was measured, on what. */
  subtitle: string
}

/** Where the drawing proper begins, below the headings. */
export const HEADINGS_HEIGHT = 58

/** A whole SVG file. */
export function page(size: Size, { title, subtitle }: Headings, ...drawing: string[]): string {
  const { width, height } = size
  const markup = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      width: Math.ceil(width),
      height: Math.ceil(height),
      role: 'img',
      'font-family': FONT,
      'font-size': FONT_SIZE,
      fill: INK,
    },
    wordsIn('title', {}, title),
    element('rect', { width: '100%', height: '100%', fill: PAPER }),
    text(title, { x: 20, y: 26, 'font-size': 15, 'font-weight': 600 }),
    text(subtitle, { x: 20, y: 44, fill: FAINT_INK }),
    ...drawing,
  )
  return `${markup}\n`
}

export function textWidth(words: string): number {
  return words.length * CHARACTER_WIDTH
}

/** Attributes of an element; those undefined are left out. */
type SvgAttributes = Record<string, string | number | undefined>

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** An element of given children, which are markup already. */
export function element(name: string, attributes: SvgAttributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) => ` ${key}="${typeof value === 'number' ? decimal(value) : escape(value!)}"`,
    )
    .join('')
  return children.length === 0
    ? `<${name}${written}/>`
    : `<${name}${written}>${children.join('')}</${name}>`
}

/** An element whose only child is words. */
function wordsIn(name: string, attributes: SvgAttributes, words: string): string {
  return element(name, attributes, escape(words))
}

export function text(words: string, attributes: SvgAttributes): string {
  return wordsIn('text', attributes, words)
}

/** A tenth of a pixel is finer than any screen shows. */
export function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`a drawing has no place for ${value}`)
  return String(Math.round(value * 10) / 10)
}

function escape(words: string): string {
  return words.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}
