import express, { type Express, type Request } from 'express'
import type { z } from 'zod'
import {
  bulkChangesSchema,
  CHANGE_ACTIONS,
  idempotencyKeySchema,
  portalChangeSchema,
  type PortalCapabilities,
} from '../../domain/sync/portal-protocol.ts'
import { send, type PortalResponse } from '../portal-response.ts'
import type { Fate, PortalRoute } from '../faults.ts'
import type { PortalState } from '../portal-state.ts'
import { listingResponse } from './card-listing.ts'
import { tokenResponse } from './token-route.ts'

/** The protocol's routes, each behind its faults and, except for the token route, the bearer token. */
export function mountProtocolRoutes(app: Express, state: PortalState): void {
  const { cards, changes, responses, tokens, faults } = state
  const json = express.json({ limit: '1mb' })
  const form = express.urlencoded({ extended: false, limit: '10kb' })
  const serve =
    (route: PortalRoute, act: (request: Request<Record<string, string>>) => PortalResponse) =>
    async (request: Request<Record<string, string>>, response: express.Response) => {
      const fate = faults.fateOf(route)
      if (fate.latencyMs > 0) await state.pause(fate.latencyMs)
      const answer =
        responseBefore(fate) ?? (route !== 'token' && !admitted(state, request) ? UNAUTHORIZED : act(request))
      state.requests.count(route, answer.status)
      send(response, answer, fate.before === null ? fate.after : null)
    }

  app.post(
    '/oauth/token',
    form,
    serve('token', (request) => tokenResponse(tokens, request.headers, request.body)),
  )
  app.get(
    '/capabilities',
    serve('capabilities', () => ({ status: 200, body: capabilitiesOf(state) })),
  )
  app.get(
    '/cards',
    serve('cards', (request) => {
      changes.settle()
      return listingResponse(cards, new URL(request.url, 'http://portal').searchParams, faults.current())
    }),
  )
  app.post(
    '/cards/:providerCardId/changes',
    json,
    serve('change', (request) => {
      changes.settle()
      const key = idempotencyKeySchema.safeParse(request.get('idempotency-key'))
      if (!key.success)
        return invalid(
          'idempotency_key_required',
          'An Idempotency-Key of 1 to 255 visible ASCII characters is required',
        )
      const change = portalChangeSchema.safeParse(request.body)
      if (!change.success) return invalid('invalid_change', wrongFields(change.error))
      const providerCardId = request.params['providerCardId'] ?? ''
      return responses.once(key.data, { providerCardId, change: change.data }, () =>
        changes.take(providerCardId, change.data, key.data),
      )
    }),
  )
  app.post(
    '/changes',
    json,
    serve('changes', (request) => {
      if (state.bulkChanges === 0)
        return { status: 404, body: { code: 'not_found', message: 'This portal takes changes one by one' } }
      changes.settle()
      const bulk = bulkChangesSchema.safeParse(request.body)
      if (!bulk.success) return invalid('invalid_changes', wrongFields(bulk.error))
      if (bulk.data.changes.length > state.bulkChanges)
        return invalid('too_many_changes', `At most ${state.bulkChanges} changes at a time`)
      const results = bulk.data.changes.map(({ providerCardId, idempotencyKey, change }) => {
        const { status, body } = responses.once(idempotencyKey, { providerCardId, change }, () =>
          changes.take(providerCardId, change, idempotencyKey),
        )
        return {
          idempotencyKey,
          state: status === 200 ? 'done' : status === 202 ? 'pending' : 'refused',
          ...(status === 200 ? {} : body),
        }
      })
      return { status: 200, body: { results } }
    }),
  )
  app.get(
    '/changes/:reference',
    serve('status', (request) => {
      changes.settle()
      const outcome = changes.state(request.params['reference'] ?? '')
      return outcome === null
        ? { status: 404, body: { code: 'reference_not_found', message: 'No change has this reference' } }
        : { status: 200, body: outcome }
    }),
  )
}

function responseBefore({ before }: Fate): PortalResponse | null {
  if (before === null) return null
  const headers: Record<string, string> =
    'location' in before
      ? { Location: before.location }
      : 'retryAfterSeconds' in before
        ? { 'Retry-After': String(before.retryAfterSeconds) }
        : {}
  return {
    status: before.status,
    body: { code: 'fault', message: `Switched on at this portal: ${before.status}` },
    headers,
  }
}

const UNAUTHORIZED: PortalResponse = {
  status: 401,
  body: { code: 'unauthorized', message: 'The access token is missing, wrong or expired' },
  headers: { 'WWW-Authenticate': 'Bearer' },
}

function admitted({ faults, tokens }: PortalState, request: Request<Record<string, string>>): boolean {
  return !faults.current().rejectTokens && tokens.admits(request.headers.authorization)
}

function capabilitiesOf({ bulkChanges, largestPage, updatedSince }: PortalState): PortalCapabilities {
  return {
    name: 'Reference portal',
    largestPage,
    updatedSince,
    changes: [...CHANGE_ACTIONS],
    bulkChanges,
    authorizationsOneByOne: [],
  }
}

function invalid(code: string, message: string): PortalResponse {
  return { status: 400, body: { code, message } }
}

/** The invalid fields in one sentence. */
export function wrongFields({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ')
}
