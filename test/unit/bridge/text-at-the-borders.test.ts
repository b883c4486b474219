import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES } from '../../../src-main/api/routes.ts'
import { keyNameSchema, projectNameSchema } from '../../../src-main/domain/access.ts'
import { createWebhookSchema } from '../../../src-main/domain/webhook.ts'
import { webhookUrlProblem } from '../../../src-main/domain/webhooks/webhook-url.ts'
import { CONTRACT, type CallInput, type CallName } from '../../../src-preload/contract.ts'
import { openTestBridge } from '../../support/bridge.ts'

// Of several lengths, so that not all exceed a limit.
const BROKEN = ['\ud83d', 'x\udc00x', '\ud83d12345678', 'Grace \ude00 Hopper', '\0', 'x\0x', '1234\x005678'].flatMap(
  (text) => [text, text.padEnd(12, 'x')],
)

/** Every place of a schema that takes a single value, with its path. */
function* leaves(schema: z.core.$ZodType, path: string): Generator<[string, z.core.$ZodType]> {
  const { def } = schema as z.ZodType as unknown as { def: z.core.$ZodTypeDef & Record<string, unknown> }
  const inner = (name: string) => def[name] as z.core.$ZodType
  const type: string = def.type
  switch (type) {
    case 'object':
      for (const [name, field] of Object.entries(def['shape'] as Record<string, z.core.$ZodType>))
        yield* leaves(field, `${path}.${name}`)
      return
    case 'array':
      return yield* leaves(inner('element'), `${path}[]`)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return yield* leaves(inner('innerType'), path)
    case 'union':
      for (const option of def['options'] as z.core.$ZodType[]) yield* leaves(option, path)
      return
    case 'record':
      yield* leaves(inner('keyType'), `${path}{key}`)
      return yield* leaves(inner('valueType'), `${path}{}`)
    default:
      yield [path, schema]
  }
}

const taken = (schema: z.core.$ZodType): string[] => BROKEN.filter((text) => z.safeParse(schema, text).success)

const calls = Object.entries(CONTRACT).flatMap(([name, { input }]) => [...leaves(input, name)])
const routes = ROUTES.flatMap(({ operationId, parameters, query, body }) =>
  [parameters, query, ...(body === null ? [] : [body])].flatMap((schema) => [...leaves(schema, operationId)]),
)

test('no call of the contract and no operation of /v1 accepts text that could not be stored unchanged', () => {
  const texts = [...calls, ...routes].filter(
    ([, schema]) => z.safeParse(schema, 'Grace Hopper').success || z.safeParse(schema, 'https://example.com').success,
  )
  expect(texts.length).toBeGreaterThan(40)
  expect(
    [...calls, ...routes].flatMap(([path, schema]) => taken(schema).map((text) => `${path}: ${JSON.stringify(text)}`)),
  ).toEqual([])
})

test.each([
  ['a project', projectNameSchema],
  ['an API key', keyNameSchema],
  ['a webhook’s description', createWebhookSchema.shape.description],
  ['a webhook’s address', createWebhookSchema.shape.url],
])('the name of %s is one line that reads as it is stored', (_, schema) => {
  for (const character of ['\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u200e', '\u202e', '\u2066', '\u061c']) {
    expect(schema.safeParse(`https://example.com/a${character}b`).success, JSON.stringify(character)).toBe(false)
  }
  expect(schema.safeParse('https://example.com/Straße-Ⅷ-😀').success).toBe(true)
})

test('the app validates the form of an address exactly as the service does', () => {
  expect(webhookUrlProblem('https://example.com/\u202ehooks', 'production')).toBe('not_a_url')
  expect(webhookUrlProblem('https://exam\nple.com/', 'production')).toBe('not_a_url')
})

test('a reason with half a character is refused with its field, and the chain goes on', async () => {
  const bridge = await openTestBridge({ runsWork: false })
  const place = await bridge.fleet(40)
  const card = (await bridge.cards(place)).find(({ status }) => status === 'active')
  const reason = 'r\ud83dx'
  const asked: [CallName, unknown][] = [
    ['cards.disable', { ...place, cardId: card?.id, reason }],
    [
      'bulk.start',
      {
        ...place,
        reason,
        request: { selection: { kind: 'cards', cardIds: [card?.id] }, command: { type: 'disable' } },
      },
    ],
    ['projects.create', { name: reason }],
    ['keys.create', { ...place, name: reason }],
    ['views.save', { ...place, name: reason, query: {}, columns: [] }],
  ]
  try {
    for (const [name, input] of asked)
      expect(await bridge.errorOf(name, input as CallInput<typeof name>), name).toMatchObject({
        code: 'error.validation',
      })
    expect(await bridge.call('audit.verify', {})).toMatchObject({ ok: true })
  } finally {
    await bridge.close()
  }
})
