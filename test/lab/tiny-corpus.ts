import { folderWith, graphFiles, textFiles } from './corpus/written-corpus.ts'

/**
 * Six pages whose crawls can be followed by hand. Pages 1 to 4 have "lava" three times and "ash"
 * once, and link to one another and to pages 0 and 5, which have no words and no links: from
 * whichever of the four a crawl starts, it sees the same. "lava" stands around the links to page 0,
 * where there is none; "ash" around those to 1 to 4, where there is.
 */
const RICH = [1, 2, 3, 4]
const TOPICS = ['lava', 'ash']

export function tinyTextCorpus(): string {
  const poor = (id: number) => ({ id, text: '' })
  const rich = RICH.map((id) => ({
    id,
    text: 'lava Lava LAVA, ash',
    links: targetsOf(id).map((target): [number, string, string] => [target, '', around(target)]),
  }))
  return folderWith(textFiles([poor(0), ...rich, poor(5)], TOPICS))
}

export function tinyGraphCorpus(): string {
  const rows = [0, 1, 2, 3, 4, 5].map((id) => (RICH.includes(id) ? targetsOf(id) : []))
  return folderWith({
    ...graphFiles(rows, TOPICS),
    'lava.beta.tsv.gz': RICH.map((id) => `${id}\t3\n`).join(''),
    'lava.alpha.tsv.gz': RICH.map((id) => `${id}\t0\t1\n`).join(''),
    'ash.beta.tsv.gz': RICH.map((id) => `${id}\t1\n`).join(''),
    'ash.alpha.tsv.gz': RICH.flatMap((id) =>
      RICH.filter((target) => target !== id).map((target) => `${id}\t${target}\t1\n`),
    ).join(''),
  })
}

function targetsOf(id: number): number[] {
  return [0, ...RICH, 5].filter((target) => target !== id)
}

function around(target: number): string {
  if (target === 0) return 'where lava may be'
  return RICH.includes(target) ? 'ash' : ''
}
