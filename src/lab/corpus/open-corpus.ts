import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readAbout } from './about.ts'
import { BadCorpus, type Corpus } from './corpus.ts'
import { GRAPH_FILE, openGraphCorpus } from './graph-corpus.ts'
import { PAGES_FILE } from './read-pages.ts'
import { syntheticCorpus } from './synthetic.ts'
import { isSyntheticSpec, parseSyntheticSpec } from './synthetic/options.ts'
import { openTextCorpus } from './text-corpus.ts'

/** A recorded corpus from its folder, or a generated one from words such as `synthetic:france`. */
export async function openCorpus(place: string): Promise<Corpus> {
  if (isSyntheticSpec(place)) return syntheticCorpus(parseSyntheticSpec(place))
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) throw noFolder(place)
  if (existsSync(join(place, PAGES_FILE))) return openTextCorpus(readAbout(place))
  if (existsSync(join(place, GRAPH_FILE))) return openGraphCorpus(readAbout(place))
  throw new BadCorpus({
    file: place,
    what: `has neither ${PAGES_FILE} nor ${GRAPH_FILE}`,
    mend: 'name the folder of one corpus, not the folder of all',
  })
}

function noFolder(place: string): BadCorpus {
  return new BadCorpus({
    file: place,
    what: 'no such folder',
    mend: 'name the folder of a corpus, or synthetic:<preset>',
  })
}
