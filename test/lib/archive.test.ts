import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArchiveReader, ArchiveWriter, type Archive } from '../../src/lib/archive.ts'
import { BrokenBytes } from '../../src/lib/byte-reader.ts'

interface Things {
  number: number
  text: string
  bytes: Uint8Array
  numbers: number[]
  integers: number[]
  column: Uint16Array
}

/** The one description that saves and loads. */
function archive(to: Archive, things: Things): Things {
  const column = to.column(things.column, to.number(things.column.length))
  return {
    number: to.number(things.number),
    text: to.text(things.text),
    bytes: to.bytes(things.bytes),
    numbers: to.numbers(things.numbers),
    integers: to.integers(things.integers),
    column,
  }
}

const NOTHING: Things = {
  number: 0,
  text: '',
  bytes: new Uint8Array(),
  numbers: [],
  integers: [],
  column: new Uint16Array(),
}

const things: fc.Arbitrary<Things> = fc.record({
  number: fc.double(),
  text: fc.string({ unit: 'grapheme' }),
  bytes: fc.uint8Array(),
  numbers: fc.array(fc.double()),
  integers: fc.array(fc.integer()),
  column: fc.uint16Array({ maxLength: 300 }),
})

function chunksOf(saved: Things, chunkBytes: number): Uint8Array[] {
  const chunks: Uint8Array[] = []
  const writer = new ArchiveWriter(new Uint8Array(chunkBytes), (chunk) =>
    chunks.push(chunk.slice()),
  )
  archive(writer, saved)
  writer.finish()
  return chunks
}

test('what was saved is loaded, whatever the size of the chunks', () => {
  fc.assert(
    fc.property(things, fc.integer({ min: 1, max: 5000 }), (saved, chunkBytes) => {
      const chunks = chunksOf(saved, chunkBytes)
      expect(chunks.every(({ length }) => length <= chunkBytes)).toBe(true)
      const reader = new ArchiveReader(chunks)
      const { column, ...rest } = archive(reader, NOTHING)
      reader.finish()
      expect({ ...rest, column: column.subarray(0, saved.column.length) }).toEqual(saved)
    }),
  )
})

test('a loaded column has room for more', () => {
  const [chunk] = chunksOf({ ...NOTHING, column: Uint16Array.of(1, 2, 3) }, 5000)
  const { column } = archive(new ArchiveReader([chunk!]), NOTHING)
  expect(column.length).toBeGreaterThan(3)
})

test('what ends too early or goes on too long is refused', () => {
  fc.assert(
    fc.property(things, fc.nat(), (saved, at) => {
      const [chunk] = chunksOf(saved, 100_000)
      const cut = chunk!.subarray(0, at % chunk!.length)
      expect(() => archive(new ArchiveReader([cut]), NOTHING)).toThrow(BrokenBytes)
      const reader = new ArchiveReader([chunk!, Uint8Array.of(7)])
      archive(reader, NOTHING)
      expect(() => reader.finish()).toThrow(BrokenBytes)
    }),
  )
})
