import { plain } from './plain.js'

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => string | number | null} of
 * @property {boolean} [wide]  it gives way where the screen is narrow
 */

const GAP = '  '
const NARROWEST = 12
const NOTHING = '–'
const FIGURE = /^-?[\d.,]+%?$/

/**
 * Rows under their titles, figures to the right.
 *
 * @template Row
 * @param {Row[]} rows
 * @param {Column<Row>[]} columns
 * @param {number} width  of the screen
 */
export function listing(rows, columns, width = Infinity) {
  const cells = rows.map((row) => columns.map(({ of }) => plain(String(of(row) ?? NOTHING))))
  const toTheRight = columns.map((_, i) => areFigures(cells.map((row) => row[i] ?? '')))
  const titles = columns.map(({ title }) => title)
  return table(fitted([titles, ...cells], columns, width), toTheRight)
}

/**
 * @param {string[][]} rows
 * @param {boolean[]} toTheRight
 */
export function table(rows, toTheRight = []) {
  const widths = widthsOf(rows)
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const width = widths[i] ?? 0
          return toTheRight[i] ? cell.padStart(width) : cell.padEnd(width)
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** @param {string[]} cells */
function areFigures(cells) {
  const given = cells.filter((cell) => cell !== NOTHING)
  return given.length > 0 && given.every((cell) => FIGURE.test(cell))
}

/** @param {string[][]} rows */
function widthsOf(rows) {
  // Not `Math.max(...)`: a call takes some hundred thousand arguments, and a list may be longer.
  return (rows[0] ?? []).map((_, i) =>
    rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), 0),
  )
}

/**
 * @param {string[][]} texts
 * @param {{ wide?: boolean }[]} columns
 * @param {number} width
 */
function fitted(texts, columns, width) {
  const widths = widthsOf(texts)
  const wide = columns.filter((column) => column.wide).length
  const rest = widths.reduce((sum, own, i) => sum + (columns[i]?.wide ? 0 : own) + GAP.length, 0)
  const share = Math.max(NARROWEST, Math.floor((width - rest) / Math.max(1, wide)))
  return texts.map((row) => row.map((cell, i) => (columns[i]?.wide ? cut(cell, share) : cell)))
}

/**
 * @param {string} text
 * @param {number} longest
 */
export function cut(text, longest) {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
