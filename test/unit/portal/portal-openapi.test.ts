import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { providerCardIdSchema } from '../../../src-main/domain/sync/portal-protocol.ts'
import { portalOpenApiText } from '../../../src-main/portal/openapi.ts'
import { listedCards, startTestPortal } from '../../support/portal/portal.ts'

const text = readFileSync(new URL('../../../resources/portal-openapi.json', import.meta.url), 'utf8')

describe('the OpenAPI file of the portal protocol', () => {
  it('matches the schemas; `npx node src-main/portal/openapi.ts` regenerates it', () => {
    expect(text).toBe(portalOpenApiText())
  })

  it.each(['.', '..', 'a\nb', ''])('allows no id that a path cannot carry: %j', (id) => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(JSON.parse(text) as object, 'openapi')
    for (const pointer of ['Card/properties/providerCardId', 'ChangeAccepted/properties/reference']) {
      const judge = ajv.compile({ $ref: `openapi#/components/schemas/${pointer}` })
      expect([judge(id), judge('...'), judge('A/7 ü')]).toEqual([false, true, true])
    }
    expect(providerCardIdSchema.safeParse(id).success).toBe(false)
  })

  it('describes the answers of the reference portal', async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(JSON.parse(text) as object, 'openapi')
    const judge = (schema: string, value: unknown) => {
      const validate = ajv.compile({ $ref: `openapi#/components/schemas/${schema}` })
      expect(validate(value), `${schema}: ${ajv.errorsText(validate.errors)}`).toBe(true)
    }
    const portal = await startTestPortal({ cards: 40 })
    const active = (await listedCards(portal)).find(({ status }) => status === 'active')?.providerCardId ?? ''
    const change = (key: string) =>
      portal.ask('POST', `/cards/${active}/changes`, {
        body: { action: 'disable' },
        headers: { 'idempotency-key': key },
      })
    judge('Page', (await portal.ask('GET', '/cards?limit=5')).body)
    judge('Capabilities', (await portal.ask('GET', '/capabilities')).body)
    judge('ChangeDone', (await change('a')).body)
    judge(
      'BulkAnswer',
      (
        await portal.ask('POST', '/changes', {
          body: { changes: [{ providerCardId: active, idempotencyKey: 'b', change: { action: 'enable' } }] },
        })
      ).body,
    )
    judge('Error', (await portal.ask('GET', '/cards?limit=0')).body)
    await portal.setFaults({
      asynchronous: {},
      refuse: { [active]: { code: 'contract_suspended', message: 'Suspended' } },
    })
    const accepted = await change('c')
    judge('ChangeAccepted', accepted.body)
    const outcome = (await portal.ask('GET', `/changes/${accepted.body.reference}`)).body
    judge('ReferenceState', outcome)
    expect(outcome).toMatchObject({ state: 'refused', code: 'contract_suspended' })
  })
})
