/**
 * The members of a comma-separated field, trimmed, the empty ones left out (RFC 9110 §5.6.1). A
 * comma within quotes parts nothing.
 */
export function membersOf(field: string | null): string[] {
  const members: string[] = []
  if (field === null) return members
  let start = 0
  let quoted = false
  for (let i = 0; i < field.length; i++) {
    const char = field[i]
    if (char === '"') quoted = !quoted
    else if (char === '\\' && quoted) i += 1
    else if (char === ',' && !quoted) {
      members.push(field.slice(start, i).trim())
      start = i + 1
    }
  }
  members.push(field.slice(start).trim())
  return members.filter((member) => member !== '')
}
