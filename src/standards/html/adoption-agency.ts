import type { Element } from './element.ts'
import type { Tree } from './tree.ts'

/** The standard's own bounds on the work for a misnested end tag. */
const MAX_ROUNDS = 8
const MAX_KEPT_BETWEEN = 3

/** HTML §13.2.6.4.7, "adoption agency algorithm": the end tag of a formatting element. */
export function closeFormatting(tree: Tree, name: string): void {
  const { open, formatting } = tree
  if (open.isCurrent(name) && !open.current.isListed) return open.pop()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const element = formatting.find(name)
    if (element === undefined) return closeOther(tree, name)
    if (!element.isOpen) return formatting.remove(element)
    if (!open.isInScope(element)) return
    const block = furthestBlock(tree, element)
    if (block === undefined) {
      open.popThrough(element)
      return formatting.remove(element)
    }
    adopt(tree, element, block)
  }
}

/** "Any other end tag": a special element stops it. */
export function closeOther(tree: Tree, name: string): void {
  if (!tree.open.has(name)) return
  const found = tree.open.findLast((element) => isNamed(element, name) || element.isSpecial)
  if (found === undefined || !isNamed(found, name)) return
  tree.open.popImplied(name)
  tree.open.popThrough(found)
}

function furthestBlock({ open }: Tree, element: Element): Element | undefined {
  for (let at = open.indexOf(element) + 1; at < open.depth; at += 1) {
    if (open.at(at)!.isSpecial) return open.at(at)
  }
  return undefined
}

/** Closes the element in front of the block and reopens it within, around the block's content. */
function adopt(tree: Tree, element: Element, block: Element): void {
  const { open, formatting } = tree
  const bookmark = repeatBetween(tree, element, block)
  const again = tree.repeat(element, block.slot, block.before)
  if (again.before > block.before) shift(tree, block, 1)
  const index = formatting.indexOf(bookmark ?? element)
  formatting.insertAt(index + 1, again)
  formatting.remove(element)
  open.remove(element)
  open.insertAt(open.indexOf(block) + 1, again)
}

/** Closes the elements between the two, and reopens the nearest formatting ones. */
function repeatBetween(tree: Tree, element: Element, block: Element): Element | undefined {
  const { open, formatting } = tree
  let bookmark: Element | undefined
  let between = 0
  for (let at = open.indexOf(block) - 1; open.at(at) !== element; at -= 1) {
    const node = open.at(at)!
    between += 1
    if (between > MAX_KEPT_BETWEEN) formatting.remove(node)
    if (!node.isListed) {
      open.remove(node)
      continue
    }
    const start = block.before
    const again = tree.repeat(node, block.slot, start)
    if (again.before > start) shift(tree, block, 0)
    formatting.replace(node, again)
    open.replace(node, again)
    bookmark ??= again
  }
  return bookmark
}

/** Counts one more noted element in front of the content of the block. */
function shift({ open }: Tree, block: Element, from: 0 | 1): void {
  for (let at = open.indexOf(block) + from; at < open.depth; at += 1) {
    const inner = open.at(at)!
    if (inner.slot === block.slot) inner.before += 1
  }
}

function isNamed(element: Element, name: string): boolean {
  return element.name === name && element.namespace === 'html'
}
