import express, { type Express, type Request, type RequestHandler } from 'express'
import { z } from 'zod'
import { portalAuthorizationsSchema, portalCardSchema } from '../../domain/sync/portal-protocol.ts'
import { send, type PortalResponse } from '../portal-response.ts'
import { faultsSchema } from '../faults.ts'
import type { PortalState } from '../portal-state.ts'
import { bearerOf, sameText } from '../tokens.ts'
import { wrongFields } from './protocol-routes.ts'

const cardPatchSchema = portalCardSchema
  .omit({ providerCardId: true, updatedAt: true })
  .extend({ authorizations: portalAuthorizationsSchema.partial() })
  .partial()
const newCardsSchema = z.object({ count: z.int().min(1).max(1_000_000) })
const logQuerySchema = z.object({
  cardId: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100_000).default(10_000),
})

/** What tests do to the portal behind the protocol's back; requires the control token. */
export function mountControlRoutes(app: Express, state: PortalState, controlToken: string): void {
  const { cards, changes, faults, tokens } = state
  const guard: RequestHandler = (request, response, next) => {
    const token = bearerOf(request.headers.authorization)
    if (token !== null && sameText(token, controlToken)) next()
    else
      send(response, { status: 401, body: { code: 'unauthorized', message: 'The control token is missing or wrong' } })
  }
  app.use('/control', guard, express.json({ limit: '8mb' }))
  const on =
    (act: (request: Request<Record<string, string>>) => PortalResponse) =>
    (request: Request<Record<string, string>>, response: express.Response) =>
      send(response, act(request))

  app.get(
    '/control/faults',
    on(() => ok(faults.current())),
  )
  app.put(
    '/control/faults',
    on((request) => {
      const parsed = faultsSchema.safeParse(request.body)
      if (!parsed.success) return invalid(parsed.error)
      if (parsed.data.expireTokens) tokens.expireAll()
      faults.set({ ...parsed.data, expireTokens: false })
      return ok(faults.current())
    }),
  )
  app.get(
    '/control/changes',
    on((request) => {
      changes.settle()
      const query = logQuerySchema.safeParse(Object.fromEntries(new URL(request.url, 'http://portal').searchParams))
      if (!query.success) return invalid(query.error)
      const { cardId, after, limit } = query.data
      return ok(changes.log({ after, limit, ...(cardId === undefined ? {} : { providerCardId: cardId }) }))
    }),
  )
  app.get(
    '/control/requests',
    on(() => ok(state.requests.read())),
  )
  app.post(
    '/control/cards',
    on((request) => {
      const parsed = newCardsSchema.safeParse(request.body)
      if (!parsed.success) return invalid(parsed.error)
      cards.add(parsed.data.count)
      return ok({ total: cards.count() })
    }),
  )
  app.get(
    '/control/cards/:providerCardId',
    on((request) => {
      changes.settle()
      const card = cards.find(request.params['providerCardId'] ?? '')
      return card === null ? UNKNOWN_CARD : ok(card)
    }),
  )
  app.patch(
    '/control/cards/:providerCardId',
    on((request) => {
      const card = cards.find(request.params['providerCardId'] ?? '')
      if (card === null) return UNKNOWN_CARD
      const patch = cardPatchSchema.safeParse(request.body)
      if (!patch.success) return invalid(patch.error)
      const given = Object.fromEntries(Object.entries(patch.data).filter(([, value]) => value !== undefined))
      const changed = portalCardSchema.parse({
        ...card,
        ...given,
        authorizations: { ...card.authorizations, ...patch.data.authorizations },
        updatedAt: state.now().toISOString(),
      })
      cards.save(changed)
      return ok(changed)
    }),
  )
}

const UNKNOWN_CARD: PortalResponse = { status: 404, body: { code: 'card_not_found', message: 'There is no such card' } }

function ok(body: object): PortalResponse {
  return { status: 200, body }
}

function invalid(error: z.ZodError): PortalResponse {
  return { status: 400, body: { code: 'invalid', message: wrongFields(error) } }
}
