/** One origin of the demo web: its voice, its addresses and what it writes about. */
export interface Publication {
  name: string
  tagline: string
  /** Heading of a section page, with `{topic}`. */
  sectionTitle: string
  sectionPath: string
  /** Address of an article, with `{topic}`, `{slug}` and `{number}`. */
  articlePath: string
  /** Headlines, with `{subject}` and `{noun}`. */
  titles: readonly string[]
  /** Articles by slug of topic; a topic not named here has no section. */
  articles: Readonly<Record<string, number>>
}

/** The first one is the portal. The second and third are rich in volcanoes, the last is poor. */
export const PUBLICATIONS: readonly Publication[] = [
  {
    name: 'The Commonplace',
    tagline: 'a small encyclopedia of large and little things',
    sectionTitle: 'Portal: {topic}',
    sectionPath: '/portal/{topic}',
    articlePath: '/wiki/{slug}',
    titles: ['{subject}', '{subject} and {noun}', 'History of {subject}'],
    articles: {
      volcanoes: 26,
      jazz: 12,
      sailing: 10,
      bread: 10,
      chess: 12,
      orchids: 10,
      clocks: 8,
      notes: 4,
    },
  },
  {
    name: 'Slow Roads',
    tagline: 'a magazine of unhurried journeys to harbours, kitchens and craters',
    sectionTitle: 'Journeys: {topic}',
    sectionPath: '/journeys/{topic}/',
    articlePath: '/journeys/{topic}/{slug}',
    titles: [
      'Three days with {subject}',
      'The road to {subject}',
      '{subject}, slowly',
      'A week of {noun}: {subject}',
    ],
    articles: {
      volcanoes: 30,
      sailing: 20,
      bread: 10,
      orchids: 8,
      jazz: 4,
      clocks: 2,
      notes: 8,
    },
  },
  {
    name: 'The Museum of the Deep Earth',
    tagline: 'a house of stones, instruments and the largest gallery of volcanoes in the country',
    sectionTitle: 'Gallery: {topic}',
    sectionPath: '/galleries/{topic}.html',
    articlePath: '/objects/{number}-{slug}.html',
    titles: [
      'Room guide: {subject}',
      '{subject} in ten objects',
      'From the stores: {noun} and {subject}',
      '{subject}, drawn from life',
    ],
    articles: {
      volcanoes: 38,
      clocks: 12,
      orchids: 12,
      sailing: 6,
      jazz: 6,
      bread: 4,
      chess: 2,
      notes: 8,
    },
  },
  {
    name: 'The Quay Street Ledger',
    tagline: 'a daily paper of the town and, on some days, of the world',
    sectionTitle: 'Desk: {topic}',
    sectionPath: '/desk/{topic}',
    articlePath: '/story/{number}/{slug}',
    titles: [
      '{subject}: what we know about the {noun}',
      '{subject} draws a crowd',
      'Why {subject} is back in the news',
      'Opinion: too many {noun}, not enough {subject}',
    ],
    articles: {
      jazz: 14,
      volcanoes: 12,
      sailing: 8,
      bread: 8,
      chess: 8,
      orchids: 4,
      clocks: 4,
      notes: 18,
    },
  },
  {
    name: 'The Long Table',
    tagline: 'a forum for bakers, players and people who cannot sleep',
    sectionTitle: 'Board: {topic}',
    sectionPath: '/board/{topic}',
    articlePath: '/thread/{number}/{slug}',
    titles: [
      'Question about {subject}',
      '{subject}: am I wrong about the {noun}?',
      'Your favourite {noun}? ({subject})',
      'Finally understood {subject}',
    ],
    articles: {
      chess: 18,
      bread: 16,
      jazz: 16,
      sailing: 12,
      orchids: 8,
      clocks: 4,
      volcanoes: 2,
      notes: 10,
    },
  },
]

export const DEMO_HOSTS = 5

export function sectionPath(host: number, topic: string): string {
  return PUBLICATIONS[host]!.sectionPath.replace('{topic}', topic)
}

/** Sections that the portal's front page links itself; the others wait behind its index page. */
export const PORTAL_SECTIONS: readonly string[] = ['jazz', 'bread', 'sailing', 'chess']
