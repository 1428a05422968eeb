import { METRICS_TYPE, metricsText } from '../metrics-text.ts'
import { route } from '../route.ts'

/** Each has five series of its own, for as long as a Prometheus keeps them. */
const MAX_CAMPAIGNS = 100

export const metricsRoutes = [
  route(
    {
      method: 'get',
      path: '/metrics',
      tag: 'service',
      scope: 'read',
      summary: 'Figures for Prometheus',
      description:
        "The text format 0.0.4: the owner's campaigns by status, and of the newest " +
        `${MAX_CAMPAIGNS} that run what was fetched, the budget, the relevant pages, the score ` +
        'and the seconds since they last did something. Figures may be five seconds old. Each ' +
        "scrape reads the owner's rows in the table of campaigns.",
      answers: {
        200: { description: 'The figures', type: 'text/plain', headers: ['Cache-Control'] },
      },
    },
    async ({ c, campaigns, deps }) => {
      const overview = await campaigns.overview(MAX_CAMPAIGNS)
      return c.body(metricsText(overview, deps.now()), 200, {
        'Content-Type': METRICS_TYPE,
        'Cache-Control': 'no-store',
      })
    },
  ),
]
