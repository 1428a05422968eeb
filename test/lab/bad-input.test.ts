import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, graphFiles } from './corpus/written-corpus.ts'
import { callLab, emptyFolder, startLab } from './run-lab.ts'
import { tinyTextCorpus } from './tiny-corpus.ts'

/** What it says; fails unless that is one line, with exit code 2 and no result. */
async function complaint(command: string): Promise<string> {
  const folder = emptyFolder()
  const { code, out, err } = await callLab(`${command} --json ${join(folder, 'result.json')}`)
  expect({ code, out, files: readdirSync(folder) }).toEqual({ code: 2, out: '', files: [] })
  expect(err).toMatch(/^lab: [^\n]+; [^\n]+\n$/)
  return err
}

test.each([
  ['--seed 1', /no experiment given; known are compare, replay, table2/],
  ['table9', /unknown experiment "table9"; known are compare/],
  ['compare', /no corpus given; add --corpus/],
  ['compare wiki', /"wiki" is one word too many/],
  ['compare --corpora wiki', /Unknown option '--corpora'; see --help/],
  ['compare --corpus /no/such', /\/no\/such: no such folder/],
  ['compare --corpus synthetic:mars', /no preset "mars"/],
  ['compare --corpus . --steps 10,many', /--steps "many"; it must be a whole number/],
  ['compare --corpus . --steps 0', /--steps "0"; it must be a whole number from 1/],
  ['compare --corpus . --steps 1,,2', /--steps "1,,2"/],
  ['compare --corpus . --seed-sets 0', /--seed-sets "0"/],
  ['compare --corpus . --ties best', /--ties "best"; it must be one of fifo/],
  ['compare --corpus . --svg x.svg', /--svg does not concern compare/],
  ['table2 --corpus . --policies bfs', /--policies does not concern table2/],
])('%s: refused', async (command, message) => {
  expect(await complaint(command)).toMatch(message)
})

test.each([
  ['fl_x', /unknown policy "fl_x"; known are all, bfs/],
  ['fl_ne(', /unknown policy "fl_ne\("/],
  ['mab_var(epsilon=1.5)', /epsilon is "1\.5"; it must be a number from 0 to 1/],
  ['mab_var(epsilon=-0.1)', /epsilon is "-0\.1"/],
  ['mab_var(epsilon=)', /epsilon is ""/],
  ['mab_var(speed=1)', /unknown option "speed"; options of mab_var are .*epsilon/],
  ['fl_ne(epsilon=0.1)', /epsilon does not concern fl_ne; its options are greed/],
  ['fl_ne(batch=1.5)', /batch is "1\.5"; it must be a whole number from 1 to 1024/],
  ['mab_epsilon(arms=fl_n+fl_n)', /arms is "fl_n\+fl_n"; it must be estimators, each once/],
])('the policy %s is refused', async (policy, message) => {
  expect(await complaint(`compare --corpus . --policies ${policy}`)).toMatch(message)
})

test('a topic that matches nothing is named, though it is the last', async () => {
  expect(await complaint(`compare --corpus ${tinyTextCorpus()} --topics lava,xyzzy`)).toMatch(
    /no page has the topic "xyzzy".*topics of this corpus: lava, ash/,
  )
})

test('a corpus cut short is named, though it is the last', async () => {
  const whole = graphFiles([[1], [2], [0]], ['lava'])
  const graph = (whole['graph.bin.gz'] as Uint8Array).subarray(0, -1)
  const broken = folderWith({ ...whole, 'graph.bin.gz': graph })
  expect(await complaint(`compare --corpus ${tinyTextCorpus()} --corpus ${broken}`)).toMatch(
    /graph\.bin\.gz, byte .* broken or cut/,
  )
})

test('one corpus given twice is refused', async () => {
  const corpora = `--corpus ${tinyTextCorpus()} --corpus ${tinyTextCorpus()}`
  expect(await complaint(`compare ${corpora}`)).toMatch(/two corpora are called tiny/)
})

test('a result that was there before stays as it was', () => {
  const folder = emptyFolder()
  const file = join(folder, 'result.json')
  writeFileSync(file, 'earlier')
  const { code, out, err } = startLab(`compare --corpus /no/such --json ${file}`)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^lab: [^\n]+\n$/)
  expect(readFileSync(file, 'utf8')).toBe('earlier')
  expect(readdirSync(folder)).toEqual(['result.json'])
})

test('a result that could not be written is refused before the work', async () => {
  const { code, err } = await callLab('compare --corpus . --json /no/such/result.json')
  expect(code).toBe(2)
  expect(err).toMatch(/^lab: --json \/no\/such\/result\.json: cannot write in \/no\/such; make/)
})

test('--help lists experiments and options', async () => {
  const { code, out, err } = await callLab('--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^ {2}compare +[^\n]+$/m)
  expect(out).toMatch(/^ {2}--seed-sets N +[^\n]+$/m)
})
