/** Several drawings in one SVG file, row by row. */
export function panels(drawings: readonly string[], columns: number): string {
  const sizes = drawings.map(sizeOf)
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const placed = drawings.map((drawing, i) => {
    const [x, y] = [(i % columns) * width, Math.floor(i / columns) * height]
    return drawing.trimEnd().replace('<svg ', `<svg x="${x}" y="${y}" `)
  })
  const whole = [width * columns, height * Math.ceil(drawings.length / columns)]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.join(' ')}" width="${whole[0]}" height="${whole[1]}">`
  return `${head}${placed.join('')}</svg>\n`
}

function sizeOf(drawing: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing)!
  return { width: Number(width), height: Number(height) }
}
