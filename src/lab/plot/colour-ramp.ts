import { INK, PAPER } from './page.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** Orange, white, blue: told apart by the colour-blind, and white is "no difference". */
const LOW: Colour = [217, 95, 14]
const MIDDLE: Colour = [250, 250, 250]
const HIGH: Colour = [33, 102, 172]

export interface Ramp {
  colour: (value: number) => string
  /** Of words on that colour. */
  ink: (value: number) => string
}

/** As a share of the middle: differences below it are too small for a strong colour. */
const LEAST_REACH = 0.02

/** As far below the middle as above it is as strong a colour. */
export function colourRamp(values: readonly number[], middle: number): Ramp {
  const least = LEAST_REACH * Math.abs(middle) || 1
  const reach = Math.max(least, ...values.map((value) => Math.abs(value - middle)))
  const mixed = (value: number) => {
    const share = Math.max(-1, Math.min(1, (value - middle) / reach))
    return mix(MIDDLE, share < 0 ? LOW : HIGH, Math.abs(share))
  }
  return {
    colour: (value) => `#${mixed(value).map(hexadecimal).join('')}`,
    ink: (value) => (luminance(mixed(value)) > 0.5 ? INK : PAPER),
  }
}

function mix(from: Colour, to: Colour, share: number): number[] {
  return from.map((part, i) => Math.round(part + (to[i]! - part) * share))
}

function hexadecimal(part: number): string {
  return part.toString(16).padStart(2, '0')
}

/** Perceived, roughly: green counts most. */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}
