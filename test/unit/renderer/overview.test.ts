import { afterEach, expect, it } from 'vitest'
import { changesOf } from '../../../src-renderer/features/audit/changes.ts'
import { attentionDetail, attentionReason } from '../../../src-renderer/features/overview/attention-words.ts'
import {
  attentionCounts,
  daysBetween,
  deliveryTotals,
  todayOf,
  weekChanges,
  type Attention,
} from '../../../src-renderer/features/overview/overview-figures.ts'
import { waitingOn } from '../../../src-renderer/features/shell/waiting.ts'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { speak } from '../../../src-renderer/locales/messages.ts'

afterEach(() => speak(en, 'en-GB'))

const day = (date: string, succeeded: number, failed: number) => ({ date, succeeded, failed, skipped: 1, pending: 0 })

it('a card that is disabled moves from the active to the inactive ones', () => {
  expect(weekChanges({ week: { created: 10, activated: 4, enabled: 1, disabled: 3 } })).toEqual({
    active: 2,
    inactive: 2,
    new: 6,
  })
})

it('the sandbox, whose clock may be ahead, says what day it is', () => {
  const deliveries = [day('2026-03-30', 1, 0), day('2026-03-31', 2, 3)]
  expect(todayOf({ deliveries })).toBe('2026-03-31')
  expect(deliveryTotals(deliveries)).toEqual({ succeeded: 3, failed: 3, skipped: 2, pending: 0, all: 8 })
})

it('days are counted correctly across a change to summer time', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

it('the items that need attention are counted by their rows, and recent ones apart', () => {
  const entry = (kind: Attention['kind'], count: number, at: string | null): Attention => ({
    kind,
    count,
    at,
    cardId: null,
    cardNumber: null,
    message: null,
    claim: null,
    failureKind: null,
  })
  const attention = [
    entry('card_failed', 1, '2026-03-25T00:00:00.000Z'),
    entry('drift', 4, '2026-03-24T23:59:59.999Z'),
    entry('held', 1, null),
  ]
  expect(attentionCounts(attention, '2026-03-31')).toEqual({ total: 3, recent: 1 })
})

it('the rail says of each screen what waits there, and marks a failure before a wait', () => {
  const about = { at: null, cardId: null, cardNumber: null, message: null, claim: null, failureKind: null }
  const waiting = waitingOn(
    [
      { ...about, kind: 'drift', count: 4 },
      { ...about, kind: 'sync_failing', count: 1 },
      { ...about, kind: 'card_failed', count: 2 },
      { ...about, kind: 'held', count: 1 },
    ],
    3,
  )
  expect([...waiting.keys()].toSorted()).toEqual(['cards', 'settings', 'sync'])
  expect(waiting.get('sync')).toEqual({
    words: [en['attention.drift_other'].replace('{{count}}', '4'), en['attention.sync_failing']],
    tone: 'failed',
  })
  expect(waiting.get('settings')?.tone).toBe('pending')
  expect(waitingOn([], 0).size).toBe(0)
})

it('a disabled webhook, and the reason for it, is described in the language of the person', () => {
  speak(de, 'de')
  const entry: Attention = {
    kind: 'webhook_disabled',
    count: 1,
    at: null,
    cardId: null,
    cardNumber: null,
    message: 'gone',
    claim: null,
    failureKind: null,
  }
  expect(attentionReason(entry)).toBe(de['webhook.disabled.gone.text'])
  const [change] = changesOf({ before: { status: 'active' }, after: { status: 'disabled' }, erased: [] })
  expect(change?.after).toBe(de['webhook.status.disabled'])
})

it('the failure of the last run is described in the person’s language, with the service’s words as detail', () => {
  speak(de, 'de')
  const entry: Attention = {
    kind: 'sync_failing',
    count: 1,
    at: null,
    cardId: null,
    cardNumber: null,
    message: 'The portal says no (401).',
    claim: null,
    failureKind: 'credentials',
  }
  expect(attentionReason(entry)).toBe(
    'Die Zugangsdaten wurden abgelehnt. Prüfen Sie Client-ID und Secret oder fordern Sie beim Anbieter neue an.',
  )
  expect(attentionDetail(entry)).toBe(
    `${attentionReason(entry)}\nMeldung des Dienstes (englisch): The portal says no (401).`,
  )
  // A run from before codes has only its words.
  expect([attentionReason({ ...entry, failureKind: null }), attentionDetail({ ...entry, failureKind: null })]).toEqual([
    entry.message,
    entry.message,
  ])
})
