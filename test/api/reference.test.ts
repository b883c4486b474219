import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_STATUS } from '../../src-main/domain/errors.ts'
import { EVENT_NAMES } from '../../src-main/domain/event-catalogue.ts'
import type { OpenApiDocument, OpenApiOperation } from '../support/http/openapi-validator.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let document: OpenApiDocument

beforeAll(async () => {
  service = await startTestService({ version: '1.2.3' })
  document = (await service.send('GET', '/v1/openapi.json')).body
})
afterAll(() => service.close())

const operations = (): [string, OpenApiOperation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, OpenApiOperation] => [`${method} ${path}`, operation]),
  )

describe('the OpenAPI document', () => {
  it('is of version 3.1 and names the service, its version and its address', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Fuelcard Desk', version: '1.2.3' } })
    expect(document.servers.map((server) => server.url)).toEqual(['/v1', `${service.origin}/v1`])
  })

  it('describes each operation, under an id of its own', () => {
    expect(operations().map(([name, operation]) => `${name}: ${operation.operationId}`)).toEqual([
      'get /projects/{projectId}/cards: listCards',
      'get /projects/{projectId}/cards/{cardId}: getCard',
      'patch /projects/{projectId}/cards/{cardId}: updateCard',
      'post /projects/{projectId}/cards/{cardId}/activate: activateCard',
      'post /projects/{projectId}/cards/{cardId}/hand-over: handOverCard',
      'post /projects/{projectId}/cards/{cardId}/enable: enableCard',
      'post /projects/{projectId}/cards/{cardId}/disable: disableCard',
      'patch /projects/{projectId}/cards/{cardId}/planned-change: movePlannedChange',
      'delete /projects/{projectId}/cards/{cardId}/planned-change: cancelPlannedChange',
      'get /projects/{projectId}/webhook: getWebhook',
      'post /projects/{projectId}/webhook: createWebhook',
      'patch /projects/{projectId}/webhook: updateWebhook',
      'delete /projects/{projectId}/webhook: deleteWebhook',
      'post /projects/{projectId}/webhook/test: testWebhook',
      'post /projects/{projectId}/webhook/rotate-secret: rotateSecret',
      'post /projects/{projectId}/webhook/enable: enableWebhook',
      'post /projects/{projectId}/webhook/disable: disableWebhook',
      'post /projects/{projectId}/webhook/simulate: simulateEvent',
      'get /projects/{projectId}/webhook/scheduler: getScheduler',
      'patch /projects/{projectId}/webhook/scheduler: updateScheduler',
      'get /projects/{projectId}/webhook/deliveries: listDeliveries',
      'get /projects/{projectId}/webhook/deliveries/{deliveryId}: getDelivery',
      'post /projects/{projectId}/webhook/deliveries/{deliveryId}/resend: resendDelivery',
      'post /projects/{projectId}/webhook/recover: recoverDeliveries',
      'get /health: getHealth',
      'get /event-types: listEventTypes',
      'get /openapi.json: getOpenApiDocument',
      'get /docs: getReference',
    ])
  })

  it('asks for a key exactly where one is needed', async () => {
    for (const [name, operation] of operations()) {
      const [method = '', path = ''] = name.split(' ')
      const open = operation.security?.length === 0
      const { status } = await service.send(
        method.toUpperCase(),
        `/v1${path}`.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      )
      expect([name, status === 401]).toEqual([name, !open])
    }
  })

  it('lists every code under its status', () => {
    for (const [, operation] of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const codes = (response['x-error-codes'] ?? []) as (keyof typeof ERROR_STATUS)[]
        expect(codes.length > 0).toBe(Number(status) >= 400)
        for (const code of codes) expect([code, ERROR_STATUS[code]]).toEqual([code, Number(status)])
      }
    }
  })

  it('says of every field what it means', () => {
    const fields = Object.entries(document.components.schemas as Record<string, { properties?: object }>).flatMap(
      ([name, { properties = {} }]) =>
        Object.entries(properties as Record<string, { description?: string; $ref?: string }>)
          // A named type says it itself.
          .filter(([, schema]) => schema.description === undefined && schema.$ref === undefined)
          .map(([field]) => `${name}.${field}`),
    )
    expect(fields).toEqual([])
  })

  it('holds examples that match its own schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi')
    const judge = (pointer: string, example: unknown) => {
      const check = ajv.compile({ $ref: `openapi#${pointer}` })
      expect([pointer, check(example), check.errors]).toEqual([pointer, true, null])
    }
    const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
    let examples = 0
    for (const [name, operation] of operations()) {
      const [method = '', path = ''] = name.split(' ')
      for (const [status, response] of Object.entries(operation.responses)) {
        const example = response.content?.['application/json']?.example
        if (example === undefined) continue
        judge(`/paths/${escape(path)}/${method}/responses/${status}/content/application~1json/schema`, example)
        examples += 1
      }
    }
    expect(examples).toBe(8)
    for (const name of EVENT_NAMES)
      judge(
        `/webhooks/${escape(name)}/post/requestBody/content/application~1json/schema`,
        document.webhooks[name]?.post.requestBody?.content['application/json']?.example,
      )
  })

  it('names the parameters of the list as the interface does', () => {
    const parameters = document.paths['/projects/{projectId}/cards']?.['get']?.parameters ?? []
    expect(parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)).toEqual([
      'page',
      'limit',
      'filter[status]',
      'filter[environment]',
      'filter[syncStatus]',
      'filter[licensePlate]',
      'filter[expiresBefore]',
      'filter[reason]',
      'filter[plannedChange]',
      'filter[driver]',
      'filter[costCentre]',
      'search',
      'sort[field]',
      'sort[direction]',
      'status',
      'environment',
      'licensePlate',
    ])
    expect(parameters.find((parameter) => parameter.name === 'limit')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
    })
  })
})

describe('the event types', () => {
  it('are the whole catalogue, each with an example that matches its schema', async () => {
    const { body } = await service.send('GET', '/v1/event-types')
    expect(body.total).toBe(EVENT_NAMES.length)
    expect(body.docs.map((event: { name: string }) => event.name)).toEqual([...EVENT_NAMES])
    for (const event of body.docs) {
      const ajv = new Ajv2020({ strict: false })
      addFormats.default(ajv)
      expect([event.name, ajv.validate(event.schema, event.example), ajv.errors]).toEqual([event.name, true, null])
      expect(ajv.validate(event.schema, { ...event.example, event: 'other' })).toBe(false)
    }
  })
})

describe('the health of the service', () => {
  it('is reported with version and environments', async () => {
    expect((await service.send('GET', '/v1/health')).body).toEqual({
      status: 'ok',
      state: 'ready',
      version: '1.2.3',
      environments: ['sandbox', 'production'],
    })
  })
})

describe('the reference page', () => {
  it('loads nothing but its own files, under a policy that forbids anything else', async () => {
    const { text, headers } = await service.send('GET', '/v1/docs')
    expect(headers['content-type']).toMatch(/^text\/html/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(addresses).toEqual([
      'data:,',
      '/v1/docs/swagger-ui.css',
      '/v1/openapi.json',
      '/v1/docs/swagger-ui-bundle.js',
      '/v1/docs/reference.js',
    ])
    expect(text).not.toMatch(/<script>|<style| on\w+=| style=/)
    for (const address of addresses.slice(1)) expect((await service.send('GET', address)).status).toBe(200)
  })

  it('serves its files with the types that a browser insists on', async () => {
    const typeOf = async (name: string) =>
      String((await service.send('GET', `/v1/docs/${name}`)).headers['content-type'])
    expect(await typeOf('swagger-ui.css')).toMatch(/^text\/css/)
    expect(await typeOf('swagger-ui-bundle.js')).toMatch(/^text\/javascript/)
    expect(await typeOf('reference.js')).toMatch(/^text\/javascript/)
  })

  it.each(['package.json', 'index.html', '../package.json', '..%2fpackage.json', 'swagger-ui.css.map'])(
    'gives no other file of the package: %s',
    async (name) => {
      expect((await service.send('GET', `/v1/docs/${name}`)).status).toBe(401)
    },
  )
})
