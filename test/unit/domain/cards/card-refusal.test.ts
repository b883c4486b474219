import { expect, it } from 'vitest'
import { CARD_REFUSALS, cardRefusal, isCardRefusal, refusalOf } from '../../../../src-main/domain/cards/card-refusal.ts'

const COMMANDS = ['activate', 'enable', 'disable', 'update'] as const
const STATUSES = ['new', 'active', 'inactive'] as const

it('a refusal has the code and the words that integrations of the hosted service match', () => {
  const refusals = COMMANDS.flatMap((command) =>
    STATUSES.flatMap((status) => {
      const reason = refusalOf(status, command)
      if (reason === null) return []
      const { code, message, reason: given } = cardRefusal(command, reason)
      expect(given).toBe(reason)
      return [[command, status, code, message]]
    }),
  )
  expect(refusals).toEqual([
    ['activate', 'active', 'error.card_already_active', 'Card is already activated'],
    ['activate', 'inactive', 'error.card_already_active', 'Card is already activated'],
    ['enable', 'new', 'error.bad_request', 'Card must be activated before enabling'],
    ['enable', 'active', 'error.bad_request', 'Card is already enabled'],
    ['disable', 'new', 'error.bad_request', 'Card is not active'],
    ['disable', 'inactive', 'error.bad_request', 'Card is already disabled'],
    ['update', 'new', 'error.bad_request', 'Card must be activated before it is changed'],
  ])
})

it('a stored reason is told apart from any other text', () => {
  expect(CARD_REFUSALS.filter(isCardRefusal)).toEqual(CARD_REFUSALS)
  for (const text of ['', 'card', 'error.bad_request']) expect(isCardRefusal(text)).toBe(false)
})
