import { describe, expect, it } from 'vitest'
import type { Provider } from '../../../src-main/domain/sync/provider.ts'
import { piecesOf } from '../../../src-renderer/components/code/code-pieces.ts'
import { prettyJson } from '../../../src-renderer/components/code/pretty-json.ts'
import {
  connectionOf,
  draftOf,
  keepsCredentials,
  missingFields,
} from '../../../src-renderer/features/sync/connect/connection-draft.ts'
import { driftLines } from '../../../src-renderer/features/sync/drift/drift-words.ts'
import { syncParamsOf, syncViewOf } from '../../../src-renderer/features/sync/sync-place.ts'
import { failedAttempts } from '../../../src-renderer/features/webhook/endpoint/failure-sparkline.tsx'
import { webhookParamsOf, webhookViewOf } from '../../../src-renderer/features/webhook/webhook-place.ts'
import { formatDuration, formatUntil } from '../../../src-renderer/locales/messages.ts'
import '../../../src-renderer/locales/later-words.ts'

describe('a formatted body', () => {
  it('keeps every digit and every character inside texts', () => {
    const body = '{"n":12345678901234567890,"empty":{},"list":[],"text":"a{b}, \\"c\\": [d]","deep":[1,{"x":null}]}'
    expect(prettyJson(body)).toBe(
      '{\n  "n": 12345678901234567890,\n  "empty": {},\n  "list": [],\n  "text": "a{b}, \\"c\\": [d]",\n  "deep": [\n    1,\n    {\n      "x": null\n    }\n  ]\n}',
    )
    expect(JSON.parse(prettyJson(body) ?? '')).toEqual(JSON.parse(body))
  })

  it('is left unchanged if it is not JSON', () => {
    expect(prettyJson('The inbox is set to fail')).toBeNull()
  })

  it('is split into names, texts, numbers and words, without loss', () => {
    const code = '{"id": "evt_1", "n": -1.5e3, "on": true}'
    expect(
      piecesOf(code, 'json')
        .map((piece) => piece.text)
        .join(''),
    ).toBe(code)
    expect(
      piecesOf(code, 'json')
        .filter(({ kind }) => kind !== 'plain')
        .map(({ kind }) => kind),
    ).toEqual(['name', 'text', 'name', 'number', 'name', 'word'])
  })
})

it('a program is split into texts and comments; what looks like a comment inside a text is none', () => {
  const pieces = (code: string, syntax: 'slash' | 'hash') =>
    piecesOf(code, syntax)
      .filter(({ kind }) => kind !== 'plain')
      .map(({ kind, text }) => [kind, text])
  expect(pieces("const a = 'https://x' // why\n/* two\nlines */", 'slash')).toEqual([
    ['text', "'https://x'"],
    ['comment', '// why'],
    ['comment', '/* two\nlines */'],
  ])
  expect(pieces('key=${SECRET#whsec_} # by hand\nprintf "a # b"', 'hash')).toEqual([
    ['comment', '# by hand'],
    ['text', '"a # b"'],
  ])
})

describe('attempts that failed', () => {
  it.each([
    ['succeeded', 3, 2],
    ['failed', 10, 10],
    ['pending', 2, 2],
    ['skipped', 0, 0],
    ['cancelled', 1, 0],
  ] as const)('%s after %i: %i', (status, attemptCount, failed) => {
    expect(failedAttempts({ status, attemptCount })).toBe(failed)
  })
})

it('an address restores its place on the Webhook and the Sync screen; an invalid one leads to their start', () => {
  const webhook = {
    tab: 'endpoint',
    status: 'failed',
    event: 'card.enabled',
    since: '2026-11-15',
    page: 3,
    deliveryId: 'dlv_1',
    task: null,
    withInbox: false,
  } as const
  expect(webhookViewOf(webhookParamsOf(webhook))).toEqual(webhook)
  expect(webhookParamsOf(webhookViewOf({ tab: 'x', status: 'y', event: 'z', page: '-1', do: 'w' }))).toEqual({})
  expect(syncViewOf(syncParamsOf({ tab: 'drift', page: 2, task: 'connect' }))).toEqual({
    tab: 'drift',
    page: 2,
    task: 'connect',
  })
  expect(syncParamsOf(syncViewOf({ tab: '?', page: 'two' }))).toEqual({})
})

describe('a connection as it is typed', () => {
  const provider: Provider = {
    adapter: 'rest',
    baseUrl: 'https://portal.example.com',
    authType: 'oauth2',
    clientId: 'fleet',
    folder: null,
    hasCredentials: true,
    takesChanges: true,
    schedule: { enabled: true, intervalMinutes: 15, nextRunAt: null },
    failureCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }

  it('keeps the stored credentials while neither they nor the address change', () => {
    const draft = draftOf(provider)
    expect(connectionOf(draft, provider)).toEqual({ adapter: 'rest', baseUrl: 'https://portal.example.com' })
    for (const change of [
      { baseUrl: 'https://elsewhere.example.com' },
      { clientId: 'other' },
      { clientSecret: 'new' },
      { authType: 'bearer' as const },
    ]) {
      expect(keepsCredentials({ ...draft, ...change }, provider)).toBe(false)
    }
    // They were lost with the data key.
    expect(missingFields(draft, { ...provider, hasCredentials: false })).toEqual(['clientSecret'])
  })

  it('asks for what a new one needs', () => {
    expect(missingFields(draftOf(null), null)).toEqual(['baseUrl', 'clientId', 'clientSecret'])
    expect(missingFields({ ...draftOf(null), adapter: 'file', watchesFolder: true }, null)).toEqual(['folder'])
    expect(connectionOf({ ...draftOf(null), adapter: 'file' }, null)).toEqual({ adapter: 'file', folder: null })
  })
})

it('four fuels that differ alike are described as one; a single one is named', () => {
  const fuels = (['authGasoline', 'authDiesel', 'authLpg', 'authHeatingOil'] as const).map((field) => ({
    field,
    ours: 'false',
    theirs: 'true',
  }))
  expect(driftLines([{ field: 'status', ours: 'inactive', theirs: 'active' }, ...fuels])).toEqual([
    { name: 'Status', ours: 'Inactive', theirs: 'Active' },
    { name: 'All four fuels', ours: 'off', theirs: 'on' },
  ])
  expect(
    driftLines([
      { field: 'authDiesel', ours: 'true', theirs: 'false' },
      { field: 'driver', ours: null, theirs: 'Ada' },
    ]),
  ).toEqual([
    { name: 'Diesel', ours: 'on', theirs: 'off' },
    { name: 'Driver', ours: 'none', theirs: 'Ada' },
  ])
})

it('a scheduled time is counted down in seconds, then minutes, then hours', () => {
  const now = Date.parse('2026-05-04T12:00:00.000Z')
  expect(
    [
      '2026-05-04T12:00:12.000Z',
      '2026-05-04T12:04:00.000Z',
      '2026-05-04T15:00:00.000Z',
      '2026-05-04T11:59:00.000Z',
    ].map((to) => formatUntil(to, now)),
  ).toEqual(['in 12 sec', 'in 4 min', 'in 3 hr', 'due now'])
  expect([formatDuration(412), formatDuration(2_345), formatDuration(180_000)]).toEqual([
    '412 ms',
    '2.3 secs',
    '3 mins',
  ])
})
