import { answerHtml, answerWith, type DemoAnswer } from '../answer.ts'
import { paragraph } from '../markup.ts'
import { VOLCANOES } from '../topics/volcanoes.ts'
import { type Oddity, writeEssay } from './oddity.ts'

const HUGE_BYTES = 6 * 1024 * 1024

/** An image of one grey pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/** Pages of the museum whose bodies are too long, not HTML or not UTF-8. */
export const BODIES: readonly Oddity[] = [
  {
    name: 'six megabytes',
    host: 2,
    path: '/catalogue/complete',
    lure: 'Every piece of lava we own is listed in {link}.',
    anchor: 'the complete catalogue',
    near: VOLCANOES,
    answer: (_, origins) => answerHtml(writeHuge(origins)),
  },
  {
    name: 'endless body',
    host: 2,
    path: '/live/tremor',
    lure: 'The seismograph under the volcano writes {link}.',
    anchor: 'without end',
    near: VOLCANOES,
    answer: () => answerHtml('<p>The needle trembles; no eruption yet.</p>\n', { endless: true }),
  },
  {
    name: 'pdf',
    host: 2,
    path: '/files/eruption-chronology.pdf',
    lure: 'All eruptions since 1783 are in {link}.',
    anchor: 'the chronology (PDF)',
    near: VOLCANOES,
    answer: () => answerWith('application/pdf', writePdf('A chronology of eruptions')),
  },
  {
    name: 'image',
    host: 2,
    path: '/images/lava-fountain.png',
    lure: 'The lava fountain has been photographed often, best in {link}.',
    anchor: 'this picture',
    near: VOLCANOES,
    answer: () => answerWith('image/png', bytesOf(atob(PNG))),
  },
  {
    name: 'iso-8859-1 by meta only',
    host: 2,
    path: '/archive/letters-from-reunion',
    lure: 'An eyewitness of the eruption wrote {link}.',
    anchor: 'letters from Réunion',
    near: VOLCANOES,
    answer: writeLatin1,
  },
]

function writeHuge(origins: readonly string[]): string {
  const row = paragraph(
    'Lava, basalt, one hand wide; found below the crater, bought with the rest.',
  )
  const tail = `${row}\n`.repeat(Math.ceil(HUGE_BYTES / (row.length + 1)))
  return writeEssay({ host: 2, title: 'The complete catalogue', tail }, origins)
}

function writePdf(text: string): string {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  const written = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')
  return `%PDF-1.4\n${written}trailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n`
}

function writeLatin1(): DemoAnswer {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<title>Letters from Réunion</title>
</head>
<body>
<h1>Letters from Réunion</h1>
<p>«The volcano has opened a new crater», wrote Père Anselme to his sister in Besançon, «and the
lava reaches the sea at Sainte-Rose.» He compared the eruption with Popocatépetl, which he had
climbed, and with Eyjafjallajökull, which he had not.</p>
<p>The letters came to the museum in 1911. <a href="/">Front page</a></p>
</body>
</html>
`
  return answerWith('text/html', bytesOf(html))
}

/** One byte a character, which is what ISO-8859-1 is. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
