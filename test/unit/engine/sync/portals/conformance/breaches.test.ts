import { expect, it } from 'vitest'
import { CONFORMANCE, type ConformanceName } from '../../../../../../src-main/domain/sync/portal-conformance.ts'
import type { PortalOptions } from '../../../../../../src-main/portal/portal.ts'
import {
  jsonAnswer,
  type Breach,
  type GatewayAnswer,
  type GatewayRequest,
} from '../../../../../support/portal/broken-gateway.ts'
import { inState, tryConformance } from '../../../../../support/portal/conformance.ts'

interface Json extends Record<string, unknown> {
  cards: Record<string, unknown>[]
}

type Change = (body: Json, request: GatewayRequest) => object

/** Changes the body of a request's answer. */
const altered =
  (applies: (request: GatewayRequest, answer: GatewayAnswer) => boolean, change: Change): Breach =>
  async (request, pass) => {
    const answer = await pass(request)
    return applies(request, answer)
      ? { ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as Json, request)) }
      : answer
  }
const answering =
  (applies: (request: GatewayRequest) => boolean, answer: GatewayAnswer): Breach =>
  (request, pass) =>
    applies(request) ? Promise.resolve(answer) : pass(request)

const queryOf = ({ path }: GatewayRequest) => new URL(path, 'http://gateway').searchParams
const isListing = ({ method, path }: GatewayRequest) => method === 'GET' && path.startsWith('/cards')
/** The last page of a complete listing with its usual size. */
const endsListing = (request: GatewayRequest, answer: GatewayAnswer) =>
  isListing(request) &&
  queryOf(request).get('limit') === '20' &&
  !queryOf(request).has('updatedSince') &&
  (JSON.parse(answer.text) as { nextCursor: unknown }).nextCursor === null
const isChange = ({ method, path }: GatewayRequest) => method === 'POST' && /^\/cards\/[^/]+\/changes$/.test(path)
const isReference = ({ method, path }: GatewayRequest) => method === 'GET' && path.startsWith('/changes/')
const keyOf = ({ headers }: GatewayRequest) => headers['idempotency-key'] ?? ''
const withKey = (request: GatewayRequest, key: string): GatewayRequest => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': key },
})
const secretOf = ({ headers }: GatewayRequest) =>
  Buffer.from(headers['authorization']?.slice('Basic '.length) ?? '', 'base64').toString()
const page = (text: string): GatewayAnswer => ({ status: 404, headers: { 'content-type': 'text/html' }, text })
/** A card other than the test card, which is the first active one. */
const lastCard = (change: (card: Record<string, unknown>) => object) =>
  altered(
    (request, answer) => isListing(request) && answer.status === 200,
    ({ cards, ...body }) => ({
      ...body,
      cards: cards.map((card, index) => (index === cards.length - 1 && cards.length > 15 ? change(card) : card)),
    }),
  )

/** The keys sent to this gateway before. */
const remembering = (
  breach: (seen: (request: GatewayRequest) => boolean) => Breach,
  nameOf = (request: GatewayRequest) => `${keyOf(request)} ${request.path} ${request.text}`,
): Breach => {
  const keys = new Set<string>()
  return breach((request) => keys.size === keys.add(nameOf(request)).size)
}

const LATER: PortalOptions = { faults: { asynchronous: { delayMs: 20 } } }
const cursors = new Set<string>()
const firstAnswers = new Map<string, GatewayAnswer>()
const told = new Set<string>()
let fresh = 0
let lastKey = ''

const BREACHES: Record<ConformanceName, [breach: Breach, options?: PortalOptions]> = {
  token: [
    altered(
      (request) => request.path === '/oauth/token' && !secretOf(request).includes('conformance-'),
      () => ({ access_token: 'x', token_type: 'mac' }),
    ),
  ],
  token_refusal: [
    answering((request) => request.path === '/oauth/token' && secretOf(request).includes('conformance-'), {
      ...page('<h1>Sign in</h1>'),
      status: 401,
    }),
  ],
  unauthorized: [
    answering(
      (request) => (request.headers['authorization'] ?? '').includes('conformance-') && isListing(request),
      jsonAnswer(403, { code: 'forbidden', message: 'No' }),
    ),
  ],
  capabilities: [
    altered(
      ({ path }) => path === '/capabilities',
      (body) => ({ ...body, largestPage: 0 }),
    ),
  ],
  listing: [
    altered(
      (request, answer) => isListing(request) && answer.status === 200,
      ({ cards }) => ({ items: cards }),
    ),
  ],
  page_size: [
    (request, pass) =>
      pass(
        isListing(request) && queryOf(request).get('limit') === '1'
          ? { ...request, path: request.path.replace('limit=1', 'limit=2') }
          : request,
      ),
  ],
  cards: [lastCard((card) => ({ ...card, cardNumber: Number(card['cardNumber']) }))],
  status: [
    lastCard((card) => ({
      ...card,
      status: 'inactive',
      authorizations: { gasoline: true, diesel: false, lpg: false, heatingOil: false },
    })),
  ],
  end: [
    altered(endsListing, (body, request) => ({ ...body, complete: false, nextCursor: queryOf(request).get('cursor') })),
  ],
  once: [altered(endsListing, ({ cards, ...body }) => ({ ...body, cards: [...cards.slice(0, -1), cards[0]] }))],
  order: [
    altered(
      (request) => isListing(request) && queryOf(request).get('limit') === '5',
      ({ cards, ...body }) => ({ ...body, cards: cards.toReversed() }),
    ),
  ],
  cursor: [
    (request, pass) => {
      const cursor =
        isListing(request) && queryOf(request).get('limit') === '20' ? queryOf(request).get('cursor') : null
      return cursor !== null && cursors.size === cursors.add(cursor).size
        ? Promise.resolve(jsonAnswer(400, { code: 'used', message: 'Used' }))
        : pass(request)
    },
  ],
  unknown_cursor: [(request, pass) => pass({ ...request, path: request.path.replace(/&cursor=conformance-.*/, '') })],
  unknown_card: [
    (request, pass) =>
      isChange(request) && request.path.includes('/conformance-')
        ? Promise.resolve(page('<h1>Not found</h1>'))
        : pass(request),
  ],
  refusal_kept: [
    remembering(
      (seen) => (request, pass) =>
        isChange(request) && request.path.includes('/conformance-') && seen(request)
          ? Promise.resolve(jsonAnswer(410, { code: 'gone', message: 'Gone' }))
          : pass(request),
    ),
  ],
  change: [
    answering(
      (request) => isChange(request) && !request.path.includes('/conformance-'),
      jsonAnswer(200, { state: 'done' }),
    ),
  ],
  outcome: [
    altered(
      (request, answer) => isReference(request) && answer.text.includes('done'),
      () => ({ state: 'pending' }),
    ),
    LATER,
  ],
  reference: [
    async (request, pass) => {
      const answer = await pass(request)
      if (!isReference(request) || !answer.text.includes('done')) return answer
      return told.size === told.add(request.path).size
        ? jsonAnswer(404, { code: 'reference_not_found', message: 'No' })
        : answer
    },
    LATER,
  ],
  key_outcome: [
    async (request, pass) => {
      if (!isChange(request)) return pass(request)
      const name = `${keyOf(request)} ${request.text}`
      const answer = firstAnswers.get(name) ?? (await pass(request))
      if (answer.status === 202) firstAnswers.set(name, answer)
      return answer
    },
    LATER,
  ],
  same_answer: [
    remembering(
      (seen) => async (request, pass) =>
        isChange(request) &&
        request.text.includes('disable') &&
        !request.path.includes('/conformance-') &&
        seen(request) &&
        (fresh += 1) === 1
          ? jsonAnswer(409, { code: 'repeated', message: 'Again?' })
          : pass(request),
    ),
  ],
  encoded_id: [
    answering((request) => isChange(request) && request.path.startsWith('/cards/%'), page('<h1>Not found</h1>')),
  ],
  acts_once: [
    remembering(
      (seen) => (request, pass) =>
        pass(
          isChange(request) && !request.path.includes('/conformance-') && seen(request)
            ? withKey(request, `${keyOf(request)}-again-${(fresh += 1)}`)
            : request,
        ),
    ),
  ],
  key_mismatch: [
    async (request, pass) => {
      const answer = await pass(request)
      return answer.text.includes('idempotency_mismatch') ? pass(withKey(request, `${keyOf(request)}-other`)) : answer
    },
  ],
  already: [
    remembering(
      (seen) => async (request, pass) => {
        if (!isChange(request) || !request.text.includes('enable')) {
          seen(request)
          return pass(request)
        }
        const before = await pass({ ...request, method: 'GET', path: '/cards?limit=20', text: '' })
        const id = decodeURIComponent(request.path.split('/')[2] ?? '')
        const card = (JSON.parse(before.text) as Json).cards.find(({ providerCardId }) => providerCardId === id)
        return card?.['status'] === 'active' && !seen(request)
          ? jsonAnswer(409, { code: 'already_active', message: 'Already active' })
          : pass(request)
      },
      keyOf,
    ),
  ],
  at_once: [
    (request, pass) => {
      // Nothing came in between: these two were sent at once.
      const isTwin =
        isChange(request) && !request.path.includes('/conformance-') && lastKey === keyOf(request) && !told.has(lastKey)
      lastKey = keyOf(request)
      if (isTwin) told.add(lastKey)
      return isTwin ? Promise.resolve(jsonAnswer(409, { code: 'in_hand', message: 'In hand' })) : pass(request)
    },
  ],
  update: [
    (request, pass) =>
      pass(
        isChange(request) && request.text.includes('Conformance test')
          ? { ...request, text: JSON.stringify({ ...(JSON.parse(request.text) as object), licensePlate: 'X 1' }) }
          : request,
      ),
  ],
  bulk: [
    altered(
      ({ path }) => path === '/changes',
      (body) => ({ results: (body['results'] as object[]).slice(0, 1) }),
    ),
  ],
  date: [
    async (request, pass) => {
      const {
        headers: { date: _date, ...headers },
        ...answer
      } = await pass(request)
      return { ...answer, headers }
    },
  ],
  updated_since: [
    async (request, pass) => {
      if (!isListing(request) || !queryOf(request).has('updatedSince')) return pass(request)
      const answer = await pass({ ...request, path: request.path.replace(/&updatedSince=[^&]*/, '') })
      return { ...answer, text: answer.text.replace('"complete":true', '"complete":false') }
    },
  ],
  delta_complete: [
    altered(
      (request) => isListing(request) && queryOf(request).has('updatedSince'),
      (body) => ({ ...body, complete: true }),
    ),
  ],
}

it.each(Object.entries(BREACHES))(
  'a gateway that breaks "%s" fails that requirement only',
  async (name, [breach, options = {}]) => {
    cursors.clear()
    firstAnswers.clear()
    told.clear()
    fresh = 0
    lastKey = ''
    const { report, portal, id } = await tryConformance({ ...options, breach })
    expect(inState(report, 'broken')).toEqual([name])
    expect(report.requirements.find((one) => one.name === name)?.reason).toMatch(/\.$/)
    // Whatever the gateway did, the test card is unchanged, and no other was touched.
    expect(await portal.card(id)).toMatchObject({
      status: 'active',
      authorizations: { gasoline: true, diesel: true, lpg: true, heatingOil: true },
    })
    expect(
      new Set(
        (await portal.changes()).changes.map(({ providerCardId }) => providerCardId).filter((other) => other !== id),
      ),
    ).toEqual(new Set())
  },
)

it('every requirement is broken once', () => {
  expect(Object.keys(BREACHES)).toEqual(Object.keys(CONFORMANCE))
})
