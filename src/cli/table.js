import { NOTHING } from '../client/format.js'
import { stripControls } from './terminal.js'

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => string | number | null} of
 * @property {boolean} [wide]  its cells are cut to fit a narrow screen
 */

const GAP = '  '
const MIN_WIDTH = 12
const FIGURE = /^-?[\d.,]+%?$/

/**
 * Rows below their column titles, figures aligned to the right.
 *
 * @template Row
 * @param {Row[]} rows
 * @param {Column<Row>[]} columns
 * @param {number} width  of the screen
 */
export function formatTable(rows, columns, width = Infinity) {
  const cells = rows.map((row) =>
    columns.map(({ of }) => stripControls(String(of(row) ?? NOTHING))),
  )
  const rightAligned = columns.map((_, i) => areFigures(cells.map((row) => row[i] ?? '')))
  const titles = columns.map(({ title }) => title)
  return alignColumns(fitCells([titles, ...cells], columns, width), rightAligned)
}

/**
 * @param {string[][]} rows
 * @param {boolean[]} rightAligned
 */
export function alignColumns(rows, rightAligned = []) {
  const widths = columnWidths(rows)
  return rows
    .map((row) =>
      row
        .map((cell, i) => {
          const width = widths[i] ?? 0
          return rightAligned[i] ? cell.padStart(width) : cell.padEnd(width)
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** @param {string[]} cells */
function areFigures(cells) {
  const known = cells.filter((cell) => cell !== NOTHING)
  return known.length > 0 && known.every((cell) => FIGURE.test(cell))
}

/** @param {string[][]} rows */
function columnWidths(rows) {
  // Not `Math.max(...)`: a call takes some hundred thousand arguments, and a list may be longer.
  return (rows[0] ?? []).map((_, i) =>
    rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), 0),
  )
}

/**
 * @param {string[][]} rows
 * @param {{ wide?: boolean }[]} columns
 * @param {number} width
 */
function fitCells(rows, columns, width) {
  const widths = columnWidths(rows)
  const wide = columns.filter((column) => column.wide).length
  const rest = widths.reduce((sum, own, i) => sum + (columns[i]?.wide ? 0 : own) + GAP.length, 0)
  const share = Math.max(MIN_WIDTH, Math.floor((width - rest) / Math.max(1, wide)))
  return rows.map((row) => row.map((cell, i) => (columns[i]?.wide ? truncate(cell, share) : cell)))
}

/**
 * @param {string} text
 * @param {number} maxLength
 */
export function truncate(text, maxLength) {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}
