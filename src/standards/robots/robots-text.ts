/** RFC 9309 §2.5 asks for at least this much; what follows is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1_024

/** As text, which RFC 9309 §2.3 wants in UTF-8, and as much of it as is read. */
export function decodeRobots(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES))
  return bytes.byteLength > MAX_ROBOTS_BYTES ? wholeLines(text) : text
}

/** Half a path is another path: the line that was cut through is left out. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
