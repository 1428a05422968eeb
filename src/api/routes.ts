import { armsRoutes } from './routes/arms-routes.ts'
import { campaignRoutes } from './routes/campaign-routes.ts'
import { decisionRoutes } from './routes/decision-routes.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { editRoutes } from './routes/edit-routes.ts'
import { explainRoutes } from './routes/explain-routes.ts'
import { exportRoutes } from './routes/export-routes.ts'
import { frontierRoutes } from './routes/frontier-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { hostRoutes } from './routes/host-routes.ts'
import { keyRoutes } from './routes/key-routes.ts'
import { logRoutes } from './routes/log-routes.ts'
import { pageDetailsRoutes } from './routes/page-details-routes.ts'
import { metricsRoutes } from './routes/metrics-routes.ts'
import { pageRoutes } from './routes/page-routes.ts'
import { rebuildRoutes } from './routes/rebuild-routes.ts'
import type { Route } from './route.ts'
import { seriesRoutes } from './routes/series-routes.ts'
import { serviceRoutes } from './routes/service-routes.ts'
import { skippedRoutes } from './routes/skipped-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'

/** All there is to ask, in the order of the description. */
export const ROUTES: readonly Route[] = [
  ...campaignRoutes,
  ...editRoutes,
  ...rebuildRoutes,
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
  ...deliveryRoutes,
  ...metricsRoutes,
  ...serviceRoutes(() => ROUTES),
]
