import { expect, test } from 'vitest'
import { createInHand } from '../../../src-main/bridge/in-hand.ts'

test('without running calls, it is settled at once', async () => {
  await createInHand().settle(60_000)
})

test('settling waits for the last running call, each counted once', async () => {
  const inHand = createInHand()
  const [first, second] = [inHand.begin(), inHand.begin()]
  let settled = false
  const settling = inHand.settle(60_000).then(() => (settled = true))
  first()
  first()
  await Promise.resolve()
  expect(settled).toBe(false)
  second()
  await settling
})

test('settling gives up after its time', async () => {
  const inHand = createInHand()
  inHand.begin()
  await inHand.settle(1)
})
