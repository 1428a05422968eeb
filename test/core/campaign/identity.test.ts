import { expect, test } from 'vitest'
import { identityIn, objectName } from '../../../src/runtime/cloudflare/object-call.ts'
import { LocalWorld } from '../../fixtures/local-world.ts'
import { randomWeb } from '../../fixtures/random-web.ts'

test.each(['main', 'acme'])('an object of %s knows whose it is by its name', (owner) => {
  const identity = { id: '01m7h3zzzzzzzzzzzz', owner }
  const log = { read: () => expect.fail('the log is not needed') }
  expect(identityIn(objectName(identity), log)).toEqual(identity)
})

test('an object without a name learns its campaign and owner from its log', () => {
  const web = randomWeb(1, 10)
  const world = new LocalWorld(web.http)
  const { id } = world.create({ seeds: [web.seed], budget: 1 }).report()
  expect(identityIn(undefined, world.ports.log)).toEqual({ id, owner: 'main' })
})
