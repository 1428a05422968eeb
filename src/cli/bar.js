const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * @param {number} share  0 to 1
 * @param {number} width
 */
export function bar(share, width) {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  const filled = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
  return filled.padEnd(width, '░')
}
