import {
  armsRoutes,
  decisionRoutes,
  frontierRoutes,
  explainRoutes,
  skippedRoutes,
  seriesRoutes,
  hostRoutes,
} from './routes/insight-routes.ts'
import { campaignRoutes, rebuildRoutes } from './routes/campaign-routes.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { editRoutes } from './routes/edit-routes.ts'
import { exportRoutes, logRoutes } from './routes/download-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { importRoutes } from './routes/import-routes.ts'
import { keyRoutes } from './routes/key-routes.ts'
import { pageDetailsRoutes, pageRoutes } from './routes/page-routes.ts'
import { metricsRoutes } from './routes/metrics-routes.ts'
import type { Route } from './route.ts'
import { serviceRoutes } from './routes/service-routes.ts'
import { seedRoutes } from './routes/seed-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'

/** All routes, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  ...campaignRoutes,
  ...editRoutes,
  ...rebuildRoutes,
  ...importRoutes,
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
  ...seedRoutes,
  ...logRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...metricsRoutes,
  ...serviceRoutes(() => ROUTES),
]
