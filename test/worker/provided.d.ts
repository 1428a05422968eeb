// An augmentation has to be in a module, and an import makes this one.
import 'vitest'
import type { Written } from '../conformance/conformance-run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demoHome: string
    /** What the conformance campaigns write on Node. */
    conformance: Record<string, Written>
    /** A site whose robots.txt lets everyone in, and all of whose pages fail. */
    nowhere: string
    /** Origin of a site that holds its pages back: see `slow-site.ts`. */
    slowSite: string
    /** A site of its own for the one test that counts requests; the others may run at the same time. */
    countedHome: string
    /** Its pages that are no HTML, or too much of it. */
    countedBodies: string[]
    /** Answers with that site's access log: tests inside workerd share no memory with the site. */
    countedLog: string
    /** Origins of sites that log their requests: see `paced-site.ts`. */
    pacedSites: string[]
    /** `host:port` of all of the above. */
    demoHosts: string[]
    hostileSite: {
      pages: { url: string; outcomes: string[] }[]
      variants: string
      many: string
      busy: string
      /** Answers with the requests, and how often the secret server was connected to. */
      log: string
    }
    hostileHosts: string[]
    /** Origins that receive webhooks: see `receiver.ts`. The private one is nobody's to reach. */
    receiver: { origin: string; private: string }
    receiverHosts: string[]
    oddAnswers: { origin: string; answers: { path: string; inWorkerd: string }[]; page: string }
  }
}
