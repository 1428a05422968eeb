import { expect, test } from 'vitest'
import { numberHosts } from '../../../src/lab/corpus/hosts.ts'

test('nodes of one origin have one host; documentation files that of their package', () => {
  const urls = [
    'https://a.test/one',
    'https://b.test/one',
    'https://a.test:8080/one',
    'https://a.test/two?at=https://b.test/',
    'file:///usr/share/doc/cpp/html/index.html',
    'file:///usr/share/doc/cpp/other.html',
    'file:///usr/share/doc/python/other.html',
    'file:///srv/other.html',
  ]
  const hosts = numberHosts(urls.length, (node) => urls[node]!)
  expect([...hosts]).toEqual([0, 1, 2, 0, 3, 3, 4, 5])
})
