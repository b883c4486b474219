import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CreatedApiKey, Project } from '../../src-main/domain/access.ts'
import type { Card } from '../../src-main/domain/card.ts'
import { createHome, request, ROUNDS, type Home } from '../support/program.ts'

const WRITERS = 8

interface Write {
  card: Card
  /** The service's answer, or null if it died before answering. */
  answer: unknown
}

/**
 * Disables cards, each once, from several connections at once, until `enough` were answered; then kills the service.
 */
async function writeUntilKilled(
  service: Awaited<ReturnType<Home['serve']>>,
  key: string,
  projectId: string,
  cards: Card[],
  enough: number,
): Promise<Write[]> {
  const writes: Write[] = []
  let answered = 0
  const writer = async () => {
    for (let card = cards.shift(); card !== undefined; card = cards.shift()) {
      const write: Write = { card, answer: null }
      writes.push(write)
      try {
        const reply = await request(
          key,
          'POST',
          `${service.ready.baseUrl}/projects/${projectId}/cards/${card.id}/disable`,
          { headers: { 'Idempotency-Key': `once-${card.id}` } },
        )
        expect(reply.status).toBe(200)
        write.answer = reply.body
      } catch (error) {
        // A broken connection is the expected sign of a kill; anything else is a failure.
        if (!(error instanceof TypeError)) throw error
        return
      }
      answered += 1
      if (answered === enough) await service.end('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return writes
}

async function activeCards(home: Home, projectId: string): Promise<Card[]> {
  const pages = [1, 2, 3].map((page) =>
    home.json<{ docs: Card[] }>([
      'cards',
      'list',
      '--project',
      projectId,
      '--status',
      'active',
      '--limit',
      '100',
      '--page',
      String(page),
    ]),
  )
  return (await Promise.all(pages)).flatMap(({ docs }) => docs)
}

test(
  'killed during many writes, no acknowledged change is lost and none is made twice',
  async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const home = createHome()
      const first = await home.serve()
      const project = await home.json<Project>(['projects', 'create', '--name', 'Fleet'])
      const [{ key }] = await Promise.all([
        home.json<CreatedApiKey>(['keys', 'create', '--project', project.id, '--environment', 'sandbox']),
        home.json(['cards', 'mock', '--project', project.id, '--count', '300', '--seed', String(round)]),
      ])
      const cards = await activeCards(home, project.id)
      const enough = randomInt(5, cards.length - WRITERS)
      const writes = await writeUntilKilled(first, key, project.id, cards, enough)

      const second = await home.serve()
      const base = `${second.ready.baseUrl}/projects/${project.id}/cards`
      for (const { card, answer } of writes.filter((write) => write.answer !== null)) {
        expect((await request(key, 'GET', `${base}/${card.id}`)).body).toMatchObject({ status: 'inactive' })
        // The same request again, as a caller sends it who got no answer.
        const repeated = await request(key, 'POST', `${base}/${card.id}/disable`, {
          headers: { 'Idempotency-Key': `once-${card.id}` },
        })
        expect(repeated).toMatchObject({ status: 200, body: answer })
        expect(repeated.headers.get('idempotent-replayed')).toBe('true')
      }
      for (const { card } of writes.filter((write) => write.answer === null)) {
        // Done or not, repeating it ends in the same state, without a second change.
        expect(
          (
            await request(key, 'POST', `${base}/${card.id}/disable`, {
              headers: { 'Idempotency-Key': `once-${card.id}` },
            })
          ).status,
        ).toBe(200)
      }
      const { total } = await home.json<{ total: number }>([
        'audit',
        'list',
        '--chain',
        'sandbox',
        '--action',
        'card.disable',
        '--limit',
        '1',
      ])
      expect(total).toBe(writes.length)
      expect(await home.json(['check'])).toMatchObject({ ok: true })
      expect((await second.end('SIGTERM')).code).toBe(0)
    }
  },
  ROUNDS * 60_000,
)
