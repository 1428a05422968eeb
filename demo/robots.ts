import { answerText, type DemoAnswer } from './answer.ts'

/** One robots.txt a host; the museum has none. */
const ROBOTS: readonly (string | undefined)[] = [
  'User-agent: *\nDisallow: /private/\nDisallow: /search\n',
  // A group for somebody else comes first; for the rest an empty rule allows everything.
  'User-agent: GreedyBot\nDisallow: /\n\nUser-agent: *\nDisallow:\n',
  undefined,
  'User-agent: *\nCrawl-delay: 1\nDisallow: /print/\n',
  // Windows line ends, comments, a wildcard, and an exception longer than its rule.
  [
    '# be kind, we are four people and one server',
    'user-agent: *  # everybody',
    'Disallow: /*?sort=',
    'Disallow: /members/',
    'Allow: /members/welcome',
    '',
  ].join('\r\n'),
]

export function answerRobots(host: number): DemoAnswer {
  const text = ROBOTS[host]
  return text === undefined ? answerText('not found\n', { status: 404 }) : answerText(text)
}
