import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadCorpus } from '../../../src/lab/corpus/corpus.ts'
import { openCorpus } from '../../../src/lab/corpus/open-corpus.ts'
import { folderWith, graphFiles, textFiles, varints } from './written-corpus.ts'

const TEXT = textFiles([{ id: 0, text: 'lava' }, { id: 1 }])
const GRAPH = graphFiles([[1, 2], [0], []], ['lava'])

/** What opening says; fails if it says nothing, or not as it should. */
async function complaint(folder: string, use = openCorpus): Promise<string> {
  const error: unknown = await use(folder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(BadCorpus)
  return (error as BadCorpus).message
}

test('a folder that is not there is named', async () => {
  expect(await complaint('/no/such/corpus')).toMatch(
    /^\/no\/such\/corpus: no such folder; name the folder of a corpus/,
  )
})

test('a folder in neither format is told what it lacks', async () => {
  expect(await complaint(folderWith({}))).toMatch(
    /neither pages\.jsonl\.gz nor graph\.bin\.gz; name the folder/,
  )
})

test.each(['meta.json', 'topics.json'])('a missing or broken %s is named', async (file) => {
  const { [file]: _, ...without } = TEXT
  expect(await complaint(folderWith(without))).toMatch(new RegExp(`${file}: cannot be read.*write`))
  expect(await complaint(folderWith({ ...TEXT, [file]: '{' }))).toMatch(`${file}: cannot be read`)
  expect(await complaint(folderWith({ ...TEXT, [file]: '3' }))).toMatch(`${file}: not an object`)
})

test.each([
  [{ name: 3, pages: 2, links: 0 }, /"name" is not a string/],
  [{ name: 'tiny', pages: '2', links: 0 }, /"pages" is not a count/],
  [{ name: 'tiny', pages: 2 }, /"links" is not a count/],
  [{ name: 'tiny', pages: 3, links: 0 }, /announces 3 pages, but the corpus has 2; copy/],
  [{ name: 'tiny', pages: 2, links: 9 }, /announces 9 links, but the corpus has 0; copy/],
])('a meta.json of %j is refused', async (meta, expected) => {
  expect(await complaint(folderWith({ ...TEXT, 'meta.json': meta }))).toMatch(expected)
})

test('counts of a graph that disagree with meta.json are told', async () => {
  const meta = { name: 'tiny', pages: 4, links: 3 }
  expect(await complaint(folderWith({ ...GRAPH, 'meta.json': meta }))).toMatch(
    /announces 4 pages, but the corpus has 3/,
  )
})

test.each([
  [{ topics: 'lava' }, /"topics" is not a list/],
  [{ topics: [{ keyword: 'lava' }, { keyword: ' ' }] }, /topic 2 has no "keyword"/],
  [{ topics: [null] }, /topic 1 has no "keyword"/],
])('a topics.json of %j is refused', async (topics, expected) => {
  expect(await complaint(folderWith({ ...TEXT, 'topics.json': topics }))).toMatch(expected)
})

test.each([
  ['pages.jsonl.gz', TEXT],
  ['graph.bin.gz', GRAPH],
])('a %s cut short, empty or not packed is told from a sound one', async (name, files) => {
  const folder = folderWith(files)
  const file = join(folder, name)
  truncateSync(file, readFileSync(file).length - 12)
  expect(await complaint(folder)).toMatch(/gzip stream ends too early; copy the file again/)
  truncateSync(file, 0)
  expect(await complaint(folder)).toMatch(new RegExp(name))
  writeFileSync(file, '{"id": 0}\n')
  expect(await complaint(folder)).toMatch(/not valid gzip/)
})

test.each([
  ['{"id": 0, "url"', /line 2: broken JSON/],
  ['', /line 2: broken JSON/],
  ['7', /line 2: not an object/],
  ['{"id": 1.5, "url": "u", "text": "", "links": []}', /line 2: "id" is neither/],
  ['{"id": 1, "text": "", "links": []}', /line 2: "url" is not a string/],
  ['{"id": 1, "url": "u", "links": []}', /line 2: "text" is not a string/],
  ['{"id": 1, "url": "u", "text": ""}', /line 2: "links" is not a list/],
  ['{"id": 1, "url": "u", "text": "", "links": [[0, "", ""], 0]}', /line 2: link 2 is not/],
  ['{"id": 0, "url": "u", "text": "", "links": []}', /line 2: duplicate id 0; give/],
  [
    '{"id": 1, "url": "u", "text": "", "links": [[0, "", ""], ["1", "", ""]]}',
    /line 2: a link to unknown page "1"; add the page or drop the link/,
  ],
])('a line %s is refused by its number', async (line, expected) => {
  const first = '{"id": 0, "url": "u", "text": "", "links": []}'
  const third = '{"id": 2, "url": "u", "text": "", "links": []}'
  const lines = `${first}\n${line}\n${third}\n`
  expect(await complaint(folderWith({ ...TEXT, 'pages.jsonl.gz': lines }))).toMatch(expected)
})

test.each([
  ['cut inside a node', varints([[1, 2], [0], [0, 1]]).subarray(0, -1), /byte 6 .*node 2.*cut/],
  ['a varint without end', Uint8Array.of(1, 0x80), /byte 2 .*node 0.*cut/],
  ['a target below zero', Uint8Array.of(1, 1), /node 0.*unknown node -1/],
  ['a target beyond the last', varints([[1], [2]]), /node 1: a link to unknown node 2: .* 2 nodes/],
])('a graph with %s is refused by its place', async (_, bytes, expected) => {
  expect(await complaint(folderWith({ ...GRAPH, 'graph.bin.gz': bytes }))).toMatch(expected)
})

test.each(['lava.beta.tsv.gz', 'lava.alpha.tsv.gz'])(
  'a listed topic without %s is told',
  async (file) => {
    const { [file]: _, ...without } = GRAPH
    expect(await complaint(folderWith(without))).toMatch(
      new RegExp(`${file}: no such file, though topics.json lists "lava"; add`),
    )
  },
)

test.each([
  ['lava.beta.tsv.gz', '0\t1\n7\t1\n', /line 2: unknown node 7 of 3/],
  ['lava.beta.tsv.gz', '0\t1\n0\t1\n', /line 2: duplicate id 0/],
  ['lava.beta.tsv.gz', '0\tone\n', /line 1: not 2 non-negative integers/],
  ['lava.beta.tsv.gz', '0\t1\t1\n', /line 1: not 2 non-negative integers/],
  ['lava.beta.tsv.gz', '', /no page has the topic "lava"; topics of this corpus: lava/],
  ['lava.alpha.tsv.gz', '0\t2\t1\n2\t0\t1\n', /line 2: unknown edge from 2 to 0/],
  ['lava.alpha.tsv.gz', '9\t2\t1\n', /line 1: unknown edge from 9 to 2/],
  ['lava.alpha.tsv.gz', '0\t2\t\n', /line 1: not 3 non-negative integers/],
])('a %s of %j is refused when it is read', async (file, rows, expected) => {
  const scores = async (folder: string) => {
    const corpus = await openCorpus(folder)
    corpus.scores('lava')
    return corpus
  }
  expect(await complaint(folderWith({ ...GRAPH, [file]: rows }), scores)).toMatch(expected)
})

test('a list of URLs of another length than the graph is refused when a URL is asked for', async () => {
  const corpus = await openCorpus(folderWith({ ...GRAPH, 'nodes.txt.gz': 'a\nb\n' }))
  expect(() => corpus.url(0)).toThrow(/2 lines for the 3 nodes/)
})
