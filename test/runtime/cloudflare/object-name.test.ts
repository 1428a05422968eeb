import { expect, test } from 'vitest'
import { identityOf, objectName } from '../../../src/runtime/cloudflare/object-call.ts'

test.each(['main', 'acme'])('an object of %s knows whose it is by its name', (owner) => {
  const identity = { id: '01m7h3zzzzzzzzzzzz', owner }
  expect(identityOf(objectName(identity))).toEqual(identity)
})
