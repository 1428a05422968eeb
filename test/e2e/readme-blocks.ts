import { readFileSync } from 'node:fs'

export interface ReadmeBlock {
  /** The heading that it stands under, and which of its blocks it is: `Deploy it 1`. */
  name: string
  language: string
  text: string
}

/** Every fenced block of a page, in order. */
export function blocksOf(file: string): ReadmeBlock[] {
  const blocks: ReadmeBlock[] = []
  let [heading, count] = ['', 0]
  const parts = /^## (.+)$|^```(\w*)\n([^]*?)^```$/gm
  for (const [, title, language, text] of readFileSync(file, 'utf8').matchAll(parts)) {
    if (title !== undefined) [heading, count] = [title, 0]
    else blocks.push({ name: `${heading} ${++count}`, language: language!, text: text! })
  }
  return blocks
}

/** The commands of a block, without the comments behind them. */
export function commandsOf({ text }: ReadmeBlock): string[] {
  const lines = text.split('\n').map((line) => line.replace(/ +# .*$/, '').trim())
  return lines.filter((line) => line !== '')
}
