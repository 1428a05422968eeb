/** The WHATWG name of an encoding label, or undefined for one that nobody can decode. */
export function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}
