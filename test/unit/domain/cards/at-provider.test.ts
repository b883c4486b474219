import { describe, expect, it } from 'vitest'
import {
  atProvider,
  claimOf,
  type ProviderClaim,
  type ProviderFacts,
} from '../../../../src-main/domain/cards/at-provider.ts'
import type { CardStatus } from '../../../../src-main/domain/card.ts'

type Failure = ProviderFacts['pushes'][number]['failure']

const pushes = (failure: Failure, ...actions: ProviderFacts['pushes'][number]['action'][]): ProviderFacts['pushes'] =>
  actions.map((action, position) => ({
    action,
    state: position > 0 ? 'held' : failure === null ? 'queued' : 'failed',
    failure: position === 0 ? failure : null,
  }))
const facts = (known: Partial<ProviderFacts>): ProviderFacts => ({ reported: null, gone: false, pushes: [], ...known })
const claim = (status: CardStatus, known: Partial<ProviderFacts> | null): ProviderClaim | null =>
  claimOf({ status, atProvider: atProvider({ status }, known === null ? null : facts(known)) })

describe('what a card is at its provider', () => {
  it('is what it is here where both are in step, and in a sandbox', () => {
    expect(['new', 'active', 'inactive'].map((status) => claim(status as CardStatus, null))).toEqual([null, null, null])
    expect(claim('active', {})).toBeNull()
  })

  it('is what it was before a change that was refused', () => {
    expect(claim('inactive', { pushes: pushes('refused', 'disable') })).toBe('still_active')
    expect(claim('active', { pushes: pushes('refused', 'enable') })).toBe('still_inactive')
    expect(claim('active', { pushes: pushes('refused', 'activate') })).toBe('still_new')
  })

  it('is not in doubt where a plate or driver was refused: fuel flows as the status says', () => {
    expect(claim('active', { pushes: pushes('refused', 'update') })).toBeNull()
    expect(claim('inactive', { pushes: pushes('refused', 'update') })).toBeNull()
  })

  it('is told by the first change of the status, whatever waits behind it', () => {
    expect(claim('active', { pushes: pushes('refused', 'disable', 'enable') })).toBeNull()
    expect(claim('inactive', { pushes: pushes('refused', 'update', 'disable') })).toBe('still_active')
    expect(claim('inactive', { pushes: pushes('refused', 'activate', 'disable') })).toBe('still_new')
  })

  it('is uncertain after a give-up and after a restore: nobody knows whether the provider has acted', () => {
    expect(claim('inactive', { pushes: pushes('given_up', 'disable') })).toBe('perhaps_active')
    expect(claim('inactive', { pushes: pushes('restored', 'disable') })).toBe('perhaps_active')
    expect(claim('active', { pushes: pushes('given_up', 'enable') })).toBe('perhaps_inactive')
    expect(claim('active', { pushes: pushes('given_up', 'activate') })).toBe('perhaps_new')
  })

  it('is not claimed to be another while the change is on its way, but known', () => {
    expect(claim('inactive', { pushes: pushes(null, 'disable') })).toBeNull()
    expect(atProvider({ status: 'inactive' }, facts({ pushes: pushes(null, 'disable') }))).toEqual({
      status: 'active',
      certainty: 'waiting',
    })
  })

  it('is what the provider reports, whatever was asked of it', () => {
    expect(claim('inactive', { reported: 'active', pushes: pushes('given_up', 'disable') })).toBe('still_active')
    expect(claim('inactive', { reported: 'active', pushes: pushes('refused', 'update') })).toBe('still_active')
  })

  it('is nothing that is known any more once the provider does not name it', () => {
    expect(claim('active', { gone: true })).toBe('gone')
  })

  it('is sure where nothing is open, unsure after a give-up', () => {
    expect(atProvider({ status: 'active' }, null)).toEqual({ status: 'active', certainty: 'sure' })
    expect(atProvider({ status: 'active' }, facts({}))).toEqual({ status: 'active', certainty: 'sure' })
    expect(atProvider({ status: 'inactive' }, facts({ reported: 'active' }))).toEqual({
      status: 'active',
      certainty: 'sure',
    })
    expect(atProvider({ status: 'inactive' }, facts({ pushes: pushes('given_up', 'disable') }))).toEqual({
      status: 'active',
      certainty: 'unsure',
    })
  })
})
