import { cardRoutes } from './cards/card-routes.ts'
import type { Route } from './route.ts'
import { referenceRoutes } from './service/reference-routes.ts'
import { serviceRoutes } from './service/service-routes.ts'
import { deliveryRoutes } from './webhooks/delivery-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/** Every operation of the API, in the reference's order. */
export const ROUTES: readonly Route[] = [
  ...cardRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...serviceRoutes,
  ...referenceRoutes,
]
