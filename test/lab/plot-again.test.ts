import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callLab, emptyFolder } from './run-lab.ts'

test.each([
  'figure1 --steps 60',
  'figure2 --steps 60',
  'figure3 --steps 60',
  'ordering',
  'otie --steps 60',
])('the result of %s gives the same picture again without a crawl', async (figure) => {
  const folder = emptyFolder()
  const [json, first, again] = ['result.json', 'first.svg', 'again.svg'].map((name) =>
    join(folder, name),
  )
  const corpus = 'synthetic:happy,nodes=3000,seed=2'
  const crawl = `${figure} --corpus ${corpus} --seed-sets 1 --workers 1`
  expect((await callLab(`${crawl} --json ${json} --svg ${first}`)).err).not.toContain('lab:')
  expect(await callLab(`plot --from ${json} --svg ${again}`)).toEqual({
    code: 0,
    out: '',
    err: '',
  })
  expect(readFileSync(again!, 'utf8')).toBe(readFileSync(first!, 'utf8'))
})

test('what is no figure cannot be plotted, and the reason is given', async () => {
  const folder = emptyFolder()
  const [result, svg] = [join(folder, 'result.json'), join(folder, 'x.svg')]
  const complaint = async (command: string) => (await callLab(command)).err
  expect(await complaint('plot')).toContain('no result given; add --from')
  expect(await complaint(`plot --from ${result}`)).toContain('no picture asked for; add --svg')
  expect(await complaint(`plot --from ${result} --svg ${svg}`)).toContain('cannot read')
  writeFileSync(result, '{"experiment":"compare"}')
  expect(await complaint(`plot --from ${result} --svg ${svg}`)).toContain('is of "compare"')
  writeFileSync(result, '{"experiment":"figure3"}')
  expect(await complaint(`plot --from ${result} --svg ${svg}`)).toContain('lacks the data')
})
