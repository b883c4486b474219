import { setTimeout } from 'node:timers/promises'
import type { Card } from '../../../src-main/domain/card.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { request } from '../program.ts'
import type { Scene } from './scene.ts'

type Action = 'enable' | 'disable'

/** A card and what was done with it; each command was answered. */
export interface Worked {
  environment: EnvironmentName
  card: Card
  /** In order, unless several workers have the card. */
  done: Action[]
}

interface Load {
  readonly worked: readonly Worked[]
  /** Resolves when all workers have stopped; rejects as soon as one finds something wrong. */
  readonly working: Promise<unknown>
  /** Waits until no command of the sandbox is under way, and lets none begin until the returned function is called. */
  pauseSandbox(): Promise<() => void>
  stop(): void
}

const CARDS = { alone: 5, withoutKey: 3, contended: 2, production: 8 }
const CONTENDERS = 3
/** Until the next command of a worker, at most: the provider takes one change of a card after the other. */
const REST_MS = { sandbox: 60, production: 1_000 }

/** Sends commands to whichever instance until it is stopped, each again until it is answered. */
export function startLoad(scene: Scene): Load {
  const { cluster, project, keys, random, cards } = scene
  let stopped = false
  let gate: Promise<void> = Promise.resolve()
  let underWay = 0
  const worked = (environment: EnvironmentName, from: number, count: number): Worked[] =>
    cards[environment].slice(from, from + count).map((card) => ({ environment, card, done: [] }))

  /** @returns whether the command was carried out; without a key, its repetition is refused where it was */
  const send = async ({ environment, card }: Worked, action: Action, key: string | null): Promise<boolean> => {
    if (environment === 'sandbox') await gate
    const counted = Number(environment === 'sandbox')
    underWay += counted
    try {
      for (let isFirst = true; ; isFirst = false) {
        const instance = cluster.instances[random(cluster.instances.length)]
        const url = `${instance?.service.ready.baseUrl}/projects/${project.id}/cards/${card.id}/${action}`
        try {
          const headers = key === null ? {} : { 'Idempotency-Key': key }
          const { status, body } = await request(keys[environment], 'POST', url, { headers })
          if (status === 200) return true
          if (status === 400) return key === null && !isFirst
          // Away for a moment, or the same request is still in work elsewhere.
          if (status !== 503 && status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`)
        } catch (error) {
          // A broken connection is what a fault looks like from here.
          if (!(error instanceof TypeError)) throw error
        }
        await setTimeout(20 + random(50))
      }
    } finally {
      underWay -= counted
    }
  }
  /** The only one who changes the card: its state refuses nothing. */
  const toggle = async (own: Worked, hasKeys = true): Promise<void> => {
    while (!stopped) {
      const action: Action = own.done.length % 2 === 0 ? 'disable' : 'enable'
      const isMade = await send(own, action, hasKeys ? `${own.card.id}-${own.done.length}` : null)
      if (!isMade) {
        const how = `${own.environment}, ${hasKeys ? 'with' : 'without'} a key`
        throw new Error(`To ${action} ${own.card.id} was refused, as if it had been done before (${how})`)
      }
      own.done.push(action)
      await setTimeout(random(REST_MS[own.environment]))
    }
  }
  const contend = async (own: Worked, name: number): Promise<void> => {
    for (let turn = 0; !stopped; turn++) {
      const action = random(2) === 0 ? 'disable' : 'enable'
      if (await send(own, action, `${own.card.id}-${name}-${turn}`)) own.done.push(action)
      await setTimeout(random(REST_MS.sandbox))
    }
  }
  const alone = worked('sandbox', 0, CARDS.alone)
  const withoutKey = worked('sandbox', CARDS.alone, CARDS.withoutKey)
  const contended = worked('sandbox', CARDS.alone + CARDS.withoutKey, CARDS.contended)
  const production = worked('production', 0, CARDS.production)
  const working = Promise.all([
    ...[...alone, ...production].map((own) => toggle(own)),
    ...withoutKey.map((own) => toggle(own, false)),
    ...contended.flatMap((own) => Array.from({ length: CONTENDERS }, (_, name) => contend(own, name))),
  ])
  working.catch(() => (stopped = true))
  return {
    worked: [...alone, ...withoutKey, ...contended, ...production],
    working,
    pauseSandbox: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      while (underWay > 0 && !stopped) await setTimeout(20)
      return resolve
    },
    stop: () => {
      stopped = true
    },
  }
}
