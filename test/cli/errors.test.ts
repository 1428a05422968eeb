import { expect, test } from 'vitest'
import { ResponseError } from '../../src/cli/errors.js'

test('an error of the API names its code, its details and the request', () => {
  const response = {
    kind: 'error' as const,
    status: 422,
    code: 'page_not_crawled',
    message: 'None was taken.',
    details: [{ path: 'labels.0', message: 'was not read' }],
    requestId: 'r1',
  }
  expect(new ResponseError(response).message).toBe(
    'None was taken. (page_not_crawled, request r1)\n  labels.0: was not read',
  )
})

test('an error with several details has a line for each', () => {
  const details = [
    { path: 'name', message: 'must be a text' },
    { path: 'budget', message: 'must be a number' },
  ]
  const message = 'name: must be a text; budget: must be a number'
  const response = { kind: 'error' as const, status: 400, code: 'invalid_body', message, details }
  expect(new ResponseError({ ...response, requestId: null }).message).toBe(
    'The request has 2 errors. (invalid_body)\n  name: must be a text\n  budget: must be a number',
  )
})
