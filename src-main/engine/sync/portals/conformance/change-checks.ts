import { bulkAnswerSchema, type PortalCapabilities } from '../../../../domain/sync/portal-protocol.ts'
import type { ChangeAnswer } from '../portal.ts'
import { jsonOf, retryAfterSeconds } from '../rest/answer-error.ts'
import { needChanges } from './access-checks.ts'
import { Breach, NotTried, type Bench } from './bench.ts'
import { errorOf, newKey, type Gateway } from './gateway.ts'
import type { TestCard } from './test-card.ts'

/** Checks what a gateway does with a card it does not have. */
export async function checkRefusals(bench: Bench, gateway: Gateway): Promise<void> {
  const path = `/cards/${newKey()}/changes`
  const key = newKey()
  const send = () =>
    gateway.ask({ method: 'POST', path, headers: { 'idempotency-key': key }, json: { action: 'disable' } })
  const refusal = async (): Promise<string> => {
    const answer = await send()
    if (answer.status === 202) {
      const ended = await gateway.outcome(gateway.read(answer))
      if (ended.state === 'refused') return ended.code
      throw new Breach('A change of a card that cannot be there was made.')
    }
    if (answer.status < 400 || answer.status >= 500 || [401, 408, 425, 429].includes(answer.status))
      throw new Breach(`It is answered with ${answer.status} instead of 404.`)
    return errorOf(answer, 'It').code
  }
  const refused = await bench.check('unknown_card', refusal)
  if (refused === null) return
  await bench.check('refusal_kept', async () => {
    const again = await refusal()
    if (again !== refused.value)
      throw new Breach(`The refusal had the code ${refused.value} first, and ${again} with the same key.`)
  })
}

/** Tries changes on the test card, one by one; each restores the card as far as it can. */
export async function checkChanges(
  bench: Bench,
  gateway: Gateway,
  capabilities: PortalCapabilities,
  card: TestCard,
): Promise<void> {
  const { providerCardId, status } = card.found
  const [there, back] = status === 'active' ? (['disable', 'enable'] as const) : (['enable', 'disable'] as const)
  const changed = { status: status === 'active' ? 'inactive' : 'active' } as const
  const key = newKey()
  const made = async (answer: ChangeAnswer) => {
    const ended = await gateway.outcome(answer)
    if (ended.state === 'refused') throw new Breach(`It was refused (${ended.code}).`)
  }
  const put = async (action: 'enable' | 'disable', path?: string) =>
    made(await gateway.send({ providerCardId, action }, newKey(), path))
  /** Restores the status. Does not check that the status is then correct: that is another requirement. */
  const putBack = async () => {
    if ((await card.read()).status !== status) await put(back)
  }

  const first = await bench.check('change', async () => {
    needChanges(capabilities, ['enable', 'disable'])
    const answer = await gateway.send({ providerCardId, action: there }, key)
    if (answer.state === 'pending') {
      const ended = await bench.check('outcome', () => gateway.outcome(answer))
      if (ended === null) throw new NotTried('The outcome of the change is not known.')
      await made(ended.value)
    } else {
      bench.skip(['outcome', 'reference', 'key_outcome'], 'The gateway answers at once.')
      await made(answer)
    }
    await card.expect(changed)
    return answer
  })
  if (first === null) return
  const { value: answer } = first
  if (answer.state === 'pending') {
    await bench.check('reference', async () => {
      const { state } = await gateway.state(answer.reference)
      if (state !== 'done') throw new Breach(`The reference said done, and then ${state}.`)
    })
    await bench.check('key_outcome', async () => {
      const again = await gateway.send({ providerCardId, action: there }, key)
      if (again.state !== 'done')
        throw new Breach(
          again.state === 'pending'
            ? 'The change is done, and its key is still answered with 202.'
            : `The change is done, and its key is answered with a refusal (${again.code}).`,
        )
    })
  }
  await bench.check('same_answer', async () => {
    const again = await gateway.send({ providerCardId, action: there }, key)
    const same =
      again.state === 'pending'
        ? answer.state === 'pending' && again.reference === answer.reference
        : again.state === 'done'
    if (!same) throw new Breach(`The answer was ${answer.state} first, and ${again.state} with the same key.`)
  })
  await bench.check('encoded_id', async () => {
    await put(back, `/cards/${everyByteEncoded(providerCardId)}/changes`)
    await card.expect({ status })
  })
  await putBack()
  await bench.check('acts_once', async () => {
    await gateway.outcome(await gateway.send({ providerCardId, action: there }, key))
    if ((await card.read()).status !== status) {
      await putBack()
      throw new Breach('The change was made again when its key came again.')
    }
  })
  await bench.check('key_mismatch', async () => {
    const answered = await gateway.ask({
      method: 'POST',
      path: `/cards/${encodeURIComponent(providerCardId)}/changes`,
      headers: { 'idempotency-key': key },
      json: { action: back },
    })
    if (answered.status !== 422)
      throw new Breach(`Another change with the same key is answered with ${answered.status} instead of 422.`)
    errorOf(answered, 'Another change with the same key')
  })
  await bench.check('already', () => put(back))
  await bench.check('at_once', () => twiceAtOnce(gateway, providerCardId, there, made))
  await putBack()
  await bench.check('update', () => checkUpdate(gateway, capabilities, card, made))
  await bench.check('bulk', () => checkBulk(gateway, capabilities, card, { key, action: there }))
}

/** The same ID with every byte percent-encoded (RFC 3986, section 2.1). */
function everyByteEncoded(id: string): string {
  return [...Buffer.from(id)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
}

async function twiceAtOnce(
  gateway: Gateway,
  providerCardId: string,
  action: 'enable' | 'disable',
  made: (answer: ChangeAnswer) => Promise<void>,
): Promise<void> {
  const key = newKey()
  const call = {
    method: 'POST',
    path: `/cards/${encodeURIComponent(providerCardId)}/changes`,
    headers: { 'idempotency-key': key },
    json: { action },
  } as const
  const answers = await Promise.all([gateway.askOnce(call), gateway.askOnce(call)])
  const wrong = answers.find(
    (answer) =>
      ![200, 202, 204].includes(answer.status) && !(answer.status === 503 && retryAfterSeconds(answer) !== undefined),
  )
  if (wrong !== undefined)
    throw new Breach(
      `One of two requests at once is answered with ${wrong.status} instead of the same answer, or 503 with Retry-After.`,
    )
  await made(await gateway.send({ providerCardId, action }, key))
}

const TEST_DRIVER = 'Conformance test'

async function checkUpdate(
  gateway: Gateway,
  capabilities: PortalCapabilities,
  card: TestCard,
  made: (answer: ChangeAnswer) => Promise<void>,
): Promise<void> {
  needChanges(capabilities, ['update'])
  const { providerCardId, driver, licensePlate, status } = card.found
  if (driver === null) throw new NotTried('The test card has no driver to go back to.')
  await made(await gateway.send({ providerCardId, action: 'update', driver: TEST_DRIVER }, newKey()))
  try {
    await card.expect({ driver: TEST_DRIVER, licensePlate, status })
  } finally {
    await made(await gateway.send({ providerCardId, action: 'update', driver }, newKey()))
  }
  await card.expect({ driver, licensePlate, status })
}

async function checkBulk(
  gateway: Gateway,
  { bulkChanges }: PortalCapabilities,
  { found, read }: TestCard,
  known: { key: string; action: 'enable' | 'disable' },
): Promise<void> {
  if (bulkChanges === 0) throw new NotTried('Not offered.')
  const unknown = newKey()
  const changes = [
    { providerCardId: newKey(), idempotencyKey: unknown, change: { action: 'disable' } },
    { providerCardId: found.providerCardId, idempotencyKey: known.key, change: { action: known.action } },
  ].slice(0, bulkChanges)
  const answer = await gateway.ask({ method: 'POST', path: '/changes', json: { changes } })
  const body = bulkAnswerSchema.safeParse(answer.status === 200 ? jsonOf(answer) : null)
  if (!body.success)
    throw new Breach(
      `POST /changes is answered with ${answer.status}${answer.status === 200 ? ', and its results cannot be read' : ''}.`,
    )
  const results = body.data.results
  for (const result of results) {
    // Accepted for later: its outcome decides.
    const ended =
      result.state === 'pending' && result.reference !== undefined
        ? await gateway.outcome({ state: 'pending', reference: result.reference })
        : null
    if (ended !== null) result.state = ended.state
  }
  const stateOf = (key: string) =>
    results
      .filter(({ idempotencyKey }) => idempotencyKey === key)
      .map(({ state }) => state)
      .join(', ')
  if (stateOf(unknown) !== 'refused')
    throw new Breach(
      `A change of an unknown card is ${stateOf(unknown) || 'not among the results'} instead of refused.`,
    )
  if (bulkChanges === 1) return
  if (stateOf(known.key) !== 'done')
    throw new Breach(
      `A change that was made singly before is ${stateOf(known.key) || 'not among the results'} instead of done.`,
    )
  if ((await read()).status !== found.status)
    throw new Breach('A change that was made singly before was made again in bulk.')
}
