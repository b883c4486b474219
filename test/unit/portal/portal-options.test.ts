import { describe, expect, it } from 'vitest'
import { createFaultSwitch, faultsSchema } from '../../../src-main/portal/faults.ts'
import { describeFaults, FaultOptionError, parseFaults } from '../../../src-main/portal/portal-options.ts'

describe('the faults of the command line', () => {
  it('are none by default', () => {
    expect(parseFaults([])).toEqual(faultsSchema.parse({}))
  })

  it('are each understood', () => {
    expect(
      parseFaults([
        'latency=200',
        'errors=503:0.2',
        'errors=500:0.1',
        'rate-limit=5',
        'expire-tokens',
        'reject-tokens',
        'drop=0.2',
        'half',
        'stall=1',
        'wrong-json',
        'wrong-shape=0.5',
        'wrong-type',
        'refuse=PC1-1:4102:suspended: ask us',
        'refuse=PC1-2',
        'async=500',
        'vanish=A',
        'vanish=B',
        'malformed=C',
        'cursor-loop',
        'huge',
        'incomplete',
        'redirect=https://a.example/?b=c',
        'routes=cards,change',
        'after=6',
        'times=1',
      ]),
    ).toEqual({
      latencyMs: 200,
      errors: { '503': 0.2, '500': 0.1 },
      rateLimit: { retryAfterSeconds: 5, rate: 1 },
      expireTokens: true,
      rejectTokens: true,
      drop: 0.2,
      half: 1,
      stall: 1,
      wrongJson: 1,
      wrongShape: 0.5,
      wrongType: 1,
      refuse: {
        'PC1-1': { code: '4102', message: 'suspended: ask us' },
        'PC1-2': { code: 'refused', message: 'The provider refuses this change' },
      },
      asynchronous: { delayMs: 500, never: false },
      vanish: ['A', 'B'],
      malformed: ['C'],
      cursorLoop: true,
      hugeBytes: 1_000_000_000,
      incomplete: true,
      redirectTo: 'https://a.example/?b=c',
      routes: ['cards', 'change'],
      afterRequests: 6,
      times: 1,
    })
    expect(parseFaults(['async=never'])).toMatchObject({ asynchronous: { delayMs: 0, never: true } })
  })

  it.each(['nonsense', '', 'toString', 'latency=soon', 'drop=2', 'errors=200', 'routes=kitchen', 'times=-1'])(
    'refuse "%s" and say what there is',
    (option) => {
      expect(() => parseFaults([option])).toThrow(FaultOptionError)
      expect(() => parseFaults([option])).toThrow(/drop\[=RATE\]/)
    },
  )

  it('are described one by one', () => {
    expect(describeFaults().split('\n')).toHaveLength(22)
  })
})

describe('a fault with a rate', () => {
  it('affects about its share of the requests, the same ones for the same seed', () => {
    const strikes = (seed: number) => {
      const faults = createFaultSwitch(faultsSchema.parse({ drop: 0.2 }), seed)
      return Array.from({ length: 2_000 }, () => faults.fateOf('change').after === 'drop')
    }
    const share = strikes(1).filter(Boolean).length / 2_000
    expect(share).toBeGreaterThan(0.15)
    expect(share).toBeLessThan(0.25)
    expect(strikes(1)).toEqual(strikes(1))
    expect(strikes(1)).not.toEqual(strikes(2))
  })

  it('affects the chosen requests, after the spared ones, the given number of times', () => {
    const faults = createFaultSwitch(
      faultsSchema.parse({ errors: { '503': 1 }, routes: ['cards'], afterRequests: 2, times: 1 }),
      1,
    )
    expect(
      ['cards', 'change', 'cards', 'cards', 'change', 'cards'].map((route) => faults.fateOf(route as 'cards').before),
    ).toEqual([null, null, null, { status: 503 }, null, null])
  })
})
