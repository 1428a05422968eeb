/** Attributes of an element; those undefined are left out. */
export type SvgAttributes = Record<string, string | number | undefined>

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
export function wordsIn(name: string, attributes: SvgAttributes, words: string): string {
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
