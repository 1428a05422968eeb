import { isSpace, lowerCase } from './characters.ts'

const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi

/** Where the text of a raw element ends: at its end tag, or with the page. */
export function rawTextEnd(html: string, start: number, name: string): number {
  return name === 'script' ? scriptEnd(html, start) : elementEnd(html, start, name)
}

function elementEnd(html: string, start: number, name: string): number {
  let at = html.indexOf('</', start)
  while (at !== -1) {
    const after = at + 2 + name.length
    if (endsTagName(html.charCodeAt(after)) && lowerCase(html.slice(at + 2, after)) === name) {
      return at
    }
    at = html.indexOf('</', at + 2)
  }
  return html.length
}

/**
 * HTML §13.2.5.15 to 31: in a script, a comment may hold a whole script element of its own, whose
 * end tag is not that of the script.
 */
function scriptEnd(html: string, start: number): number {
  let state: 'plain' | 'comment' | 'script in comment' = 'plain'
  SCRIPT_MARK.lastIndex = start
  for (;;) {
    const mark = SCRIPT_MARK.exec(html)
    if (mark === null) return html.length
    const text = mark[0]
    if (text === '-->') {
      state = 'plain'
    } else if (text === '<!--') {
      if (state === 'plain') state = 'comment'
      // Its dashes may close it as well: `<!-->`.
      SCRIPT_MARK.lastIndex = mark.index + 2
    } else if (text.startsWith('</')) {
      if (state !== 'script in comment') return mark.index
      state = 'comment'
    } else if (state === 'comment') {
      state = 'script in comment'
    }
  }
}

function endsTagName(code: number): boolean {
  return code === 0x3e || code === 0x2f || isSpace(code)
}
