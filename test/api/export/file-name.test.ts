import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment, fileStem } from '../../../src/api/export/file-name.ts'

const ID = '01k9x2m7qe4h8r0zvb'

test.each([
  ['Volcanoes', 'volcanoes-8r0zvb'],
  ['Volcanoes of the world!', 'volcanoes-of-the-world-8r0zvb'],
  ['../../etc/passwd', 'etc-passwd-8r0zvb'],
  ['火山', '火山-8r0zvb'],
  ['…', 'campaign-8r0zvb'],
])('the file of the campaign "%s" is %s', (name, stem) => {
  expect(fileStem(name, ID)).toBe(stem)
})

test.each([
  ['volcanoes-8r0zvb.csv', 'attachment; filename="volcanoes-8r0zvb.csv"'],
  [
    'météo-8r0zvb.csv',
    `attachment; filename="meteo-8r0zvb.csv"; filename*=UTF-8''m%C3%A9t%C3%A9o-8r0zvb.csv`,
  ],
  [
    '火山-8r0zvb.csv',
    `attachment; filename="8r0zvb.csv"; filename*=UTF-8''%E7%81%AB%E5%B1%B1-8r0zvb.csv`,
  ],
])('the file %s is offered as %s', (fileName, header) => {
  expect(attachment(fileName)).toBe(header)
})

test('no name of a campaign says anything else in the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      expect(attachment(`${fileStem(name, ID)}.csv`)).toMatch(
        /^attachment; filename="[\w.-]+"(; filename\*=UTF-8''[\w.%~-]+)?$/,
      )
    }),
  )
})
