/** A pattern in which `*` stands for any characters, ready to match: the parts between its stars. */
export type Glob = readonly string[]

export function compileGlob(pattern: string): Glob {
  return pattern.replace(/\*+/g, '*').split('*')
}

/**
 * Whether the whole text fits. Takes each part at its first place after the part before: one walk
 * over the text, since a later place could never help a part that follows.
 */
export function matchesGlob(glob: Glob, text: string): boolean {
  const [first = ''] = glob
  if (glob.length === 1) return text === first
  if (!text.startsWith(first)) return false
  let end = first.length
  for (let i = 1; i < glob.length - 1; i++) {
    const part = glob[i]!
    const at = text.indexOf(part, end)
    if (at === -1) return false
    end = at + part.length
  }
  const last = glob.at(-1)!
  return text.length - last.length >= end && text.endsWith(last)
}
