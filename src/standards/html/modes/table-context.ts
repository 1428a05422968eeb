import type { Tree } from '../tree.ts'

/** "Clear the stack back to a table (body, row) context" */
export function clearBackTo(tree: Tree, ...context: string[]): void {
  tree.open.popWhile(
    ({ name, namespace }) =>
      namespace !== 'html' || !(context.includes(name) || name === 'template' || name === 'html'),
  )
}
