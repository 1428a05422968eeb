import { html, type Html } from './html.ts'

/** As much of Markdown as our descriptions use: paragraphs, `code` and **bold**. */
export function markdown(text: string | undefined): Html[] {
  if (text === undefined || text === '') return []
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

/** Without paragraphs. */
export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`.+`$/s.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`
    if (/^\*\*.+\*\*$/s.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`
    return html`${piece}`
  })
}
