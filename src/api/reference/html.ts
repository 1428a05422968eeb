/** A piece of HTML that is inserted verbatim; every other text is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | undefined | Part[]

/** A template whose values cannot become markup. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, piece, i) => text + textOf(values[i - 1]) + piece))
}

function textOf(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'string' ? escaped(part) : part.map(textOf).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}

/** The subset of Markdown that descriptions use: paragraphs, `code` and **bold**. */
export function markdown(text: string | undefined): Html[] {
  if (text === undefined || text === '') return []
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

/** Markdown without paragraphs. */
export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`.+`$/s.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    if (/^\*\*.+\*\*$/s.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`
    return html`${piece}`
  })
}
