/**
 * How much of what has come is whole pages, and which was the last of them. The text holds a byte a
 * character and begins where a page does.
 *
 * @typedef {{ length: number, pages: number, lastSeq: number | undefined }} Whole
 * @typedef {(text: string) => Whole} WholePart
 */

/** @satisfies {Record<string, WholePart>} */
export const FORMATS = {
  jsonl: (text) => units(text, /\{"seq":[^\n]*\n/y, /^\{"seq":(\d+)/),
  // A line break within quotes ends no line.
  csv: (text) => units(text, /(?:"[^"]*"|[^"\r\n])*\r\n/y, /^(\d+),/),
  warc: wholeRecords,
}

/**
 * @param {string} text
 * @param {RegExp} unit  sticky
 * @param {RegExp} seqOf
 * @returns {Whole}
 */
function units(text, unit, seqOf) {
  const whole = { length: 0, pages: 0, lastSeq: /** @type {number | undefined} */ (undefined) }
  for (let found = unit.exec(text); found !== null; found = unit.exec(text)) {
    count(whole, found[0].length, seqOf.exec(found[0]))
  }
  return whole
}

/**
 * @param {Whole} whole
 * @param {number} length
 * @param {RegExpExecArray | null} seq  null for what is no page
 */
function count(whole, length, seq) {
  whole.length += length
  if (seq === null) return
  whole.pages++
  whole.lastSeq = Number(seq[1])
}

/** @type {WholePart} */
function wholeRecords(text) {
  /** @type {Whole} */
  const whole = { length: 0, pages: 0, lastSeq: undefined }
  for (;;) {
    const head = text.indexOf('\r\n\r\n', whole.length)
    const header = text.slice(whole.length, head)
    const [, bytes] = /^Content-Length: (\d+)$/im.exec(header.replaceAll('\r', '')) ?? []
    if (head < 0 || bytes === undefined) return whole
    // The block, and the two line breaks after it.
    const end = head + 4 + Number(bytes) + 4
    if (end > text.length) return whole
    count(whole, end - whole.length, /^seq: (\d+)/m.exec(text.slice(head + 4, end)))
  }
}
