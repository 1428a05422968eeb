import { armsRoutes } from './arms-routes.ts'
import { campaignRoutes } from './campaign-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { editRoutes } from './edit-routes.ts'
import { explainRoutes } from './explain-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { frontierRoutes } from './frontier-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { hostRoutes } from './host-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { logRoutes } from './log-routes.ts'
import { pageDetailsRoutes } from './page-details-routes.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { Route } from './route.ts'
import { seriesRoutes } from './series-routes.ts'
import { serviceRoutes } from './service-routes.ts'
import { skippedRoutes } from './skipped-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** All there is to ask, in the order of the description. */
export const ROUTES: readonly Route[] = [
  ...campaignRoutes,
  ...editRoutes,
  ...pageRoutes,
  ...pageDetailsRoutes,
  ...exportRoutes,
  ...decisionRoutes,
  ...frontierRoutes,
  ...explainRoutes,
  ...skippedRoutes,
  ...seriesRoutes,
  ...armsRoutes,
  ...hostRoutes,
  ...logRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...metricsRoutes,
  ...serviceRoutes(() => ROUTES),
]
