const TAG = /<(\/?)([a-z]+)((?: [a-zA-Z][\w-]*="[^"<>]*")*)(\/?)>/y
const WORDS = /[^<>&]+|&(?:amp|lt|gt|quot);/y

/** What is wrong with a piece of XML of the kind drawings are made of; undefined if nothing is. */
export function flawOf(xml: string): string | undefined {
  const open: string[] = []
  let at = 0
  while (at < xml.trimEnd().length) {
    const [match, tag] = matchAt(xml, at)
    if (match === null) return `neither tag nor words: ${xml.slice(at, at + 40)}`
    at += match[0].length
    if (!tag) continue
    const [, isClosing, name, , isEmpty] = match
    if (isClosing === '/' && open.pop() !== name) return `</${name}> closes something else`
    if (isClosing === '' && isEmpty === '') open.push(name!)
    if (open.length === 0 && at < xml.trimEnd().length) return 'more than one root'
  }
  return open.length === 0 ? undefined : `${open.join(', ')} left open`
}

function matchAt(xml: string, at: number): [RegExpExecArray | null, isTag: boolean] {
  TAG.lastIndex = at
  const tag = TAG.exec(xml)
  if (tag !== null) return [tag, true]
  WORDS.lastIndex = at
  return [WORDS.exec(xml), false]
}
