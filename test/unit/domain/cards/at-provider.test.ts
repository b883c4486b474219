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

describe('the state of a card at its provider', () => {
  it('is the state here if both are in step, and in a sandbox', () => {
    expect(['new', 'active', 'inactive'].map((status) => claim(status as CardStatus, null))).toEqual([null, null, null])
    expect(claim('active', {})).toBeNull()
  })

  it('is the state before a change that was refused', () => {
    expect(claim('inactive', { pushes: pushes('refused', 'disable') })).toBe('still_active')
    expect(claim('active', { pushes: pushes('refused', 'enable') })).toBe('still_inactive')
    expect(claim('active', { pushes: pushes('refused', 'activate') })).toBe('still_new')
  })

  it('is certain although a plate or driver was refused: fuel flows as the status says', () => {
    expect(claim('active', { pushes: pushes('refused', 'update') })).toBeNull()
    expect(claim('inactive', { pushes: pushes('refused', 'update') })).toBeNull()
  })

  it('follows from the first change of the status, whatever waits behind it', () => {
    expect(claim('active', { pushes: pushes('refused', 'disable', 'enable') })).toBeNull()
    expect(claim('inactive', { pushes: pushes('refused', 'update', 'disable') })).toBe('still_active')
    expect(claim('inactive', { pushes: pushes('refused', 'activate', 'disable') })).toBe('still_new')
  })

  it('is uncertain after a give-up and after a restore: the provider may or may not have acted', () => {
    expect(claim('inactive', { pushes: pushes('given_up', 'disable') })).toBe('perhaps_active')
    expect(claim('inactive', { pushes: pushes('restored', 'disable') })).toBe('perhaps_active')
    expect(claim('active', { pushes: pushes('given_up', 'enable') })).toBe('perhaps_inactive')
    expect(claim('active', { pushes: pushes('given_up', 'activate') })).toBe('perhaps_new')
  })

  it('stays the known one while the change is on its way', () => {
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

  it('is unknown once the provider stops naming the card', () => {
    expect(claim('active', { gone: true })).toBe('gone')
  })

  it('is certain if nothing is open, uncertain after a give-up', () => {
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
