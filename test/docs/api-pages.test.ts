import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createOpenApiDocument } from '../../src-main/api/openapi/document.ts'
import { ROUTES } from '../../src-main/api/routes.ts'
import { CARD_REFUSALS } from '../../src-main/domain/cards/card-refusal.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src-main/domain/errors.ts'
import { ROOT } from '../support/built/modules.ts'

interface Operation {
  operationId: string
  parameters?: { in: string; name: string }[]
  responses: Record<string, { 'x-error-codes'?: string[] }>
}

const document = JSON.parse(
  JSON.stringify(createOpenApiDocument(ROUTES, '0.0.0', { host: '127.0.0.1', port: 4010 })),
) as {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, { properties?: Record<string, unknown>; enum?: string[] }> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, text: `${method.toUpperCase()} ${path}` })),
)
const page = (name: string) => readFileSync(join(ROOT, 'docs/api', name), 'utf8')

/** What the hosted service's interface has. */
const HOSTED = {
  operations:
    'listCards activateCard enableCard disableCard getWebhook createWebhook updateWebhook deleteWebhook testWebhook rotateSecret enableWebhook disableWebhook simulateEvent updateScheduler',
  cardFields:
    'id cardNumber providerCardId environment status licensePlate driver expirationDate authGasoline authDiesel authLpg authHeatingOil syncStatus lastSyncedAt createdAt updatedAt',
  webhookFields:
    'id url events status secretPrefix description failureCount lastTriggeredAt verifiedAt createdAt updatedAt',
  parameters: 'page limit filter[status] filter[environment] search sort[field]',
  events: 'card.enabled card.disabled sync.completed',
}
const added = (names: readonly string[], hosted: string) => names.filter((name) => !hosted.split(' ').includes(name))

describe('docs/api/moving.md names everything that the hosted service does not have:', () => {
  const text = page('moving.md')
  const fields = (schema: string) => Object.keys(document.components.schemas[schema]?.properties ?? {})
  const listParameters = operations
    .filter(({ operationId }) => operationId === 'listCards')
    .flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === 'query'))

  it.each([
    ...operations
      .filter(({ operationId }) => added([operationId], HOSTED.operations).length > 0)
      .map((operation) => operation.text),
    ...added(fields('Card'), HOSTED.cardFields),
    ...added(fields('Webhook'), HOSTED.webhookFields),
    ...added(
      listParameters.map(({ name }) => name),
      HOSTED.parameters,
    ),
    ...added(Object.keys(document.webhooks), HOSTED.events),
  ])('%s', (name) => {
    expect(text).toContain(`\`${name}\``)
  })
})

describe('docs/api/errors.md', () => {
  const text = page('errors.md')

  it('lists every code that the API answers, with its status', () => {
    const listed = [...text.matchAll(/^\| `(error\.\w+)` \| (\d{3}) \|/gm)].map(
      ([, code, status]) => `${code} ${status}`,
    )
    const declared = operations
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap((response) => response['x-error-codes'] ?? [])
    // No operation declares what is judged before there is one.
    const before = ['error.route_not_found', 'error.method_not_allowed', 'error.expectation_failed']
    const codes = [...new Set([...declared, ...before])] as ErrorCode[]
    expect(listed.toSorted()).toEqual(codes.map((code) => `${code} ${ERROR_STATUS[code]}`).toSorted())
    expect(document.components.schemas['ErrorCode']?.enum?.toSorted()).toEqual(codes.toSorted())
  })

  it('lists every reason', () => {
    const listed = [...text.matchAll(/^\| `((?:card|replac|nothing)\w+)` \|/gm)].map(([, reason]) => reason)
    expect(new Set(listed)).toEqual(new Set(CARD_REFUSALS))
  })
})
