/**
 * The `index`-th 32-bit number of a random stream. A function of its arguments alone, so that
 * chance has no state to save: the same seed gives the same crawl.
 */
export function draw(seed: number, index: number): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b9)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
