import { expect, it, onTestFinished } from 'vitest'
import { CLERK } from '../../../support/context.ts'
import { fakeClock, openTestEngine } from '../../../support/engine.ts'

const DAY_MS = 24 * 60 * 60 * 1000

it('an administrator can sign in from elsewhere who has come, or was invited in the last 72 hours', async () => {
  const clock = fakeClock('2026-03-01T08:00:00.000Z')
  const test = await openTestEngine({ wallClock: clock })
  onTestFinished(() => test.close())
  const { people } = test.engine
  const invite = (name: string, isAdministrator: boolean) =>
    people.invite({ name, email: `${name}@fleet.example`, isAdministrator, memberships: [] }, CLERK)

  // The person at the machine itself can, but nowhere else.
  expect(await people.canSignIn()).toBe(false)
  await people.update(people.localId, { email: 'ada@fleet.example' }, CLERK)
  expect(await people.canSignIn()).toBe(false)
  await people.invitations.redeem((await invite('clerk', false)).token, async () => {})
  expect(await people.canSignIn()).toBe(false)
  const { token, person } = await invite('administrator', true)
  expect(await people.canSignIn()).toBe(true)
  clock.advance(4 * DAY_MS)
  expect(await people.canSignIn()).toBe(false)
  await expect(people.invitations.redeem(token, async () => {})).rejects.toMatchObject({
    code: 'error.invitation_expired',
  })
  const again = await people.reset(person.id, CLERK)
  await people.invitations.redeem(again.token, async () => {})
  clock.advance(4 * DAY_MS)
  expect(await people.canSignIn()).toBe(true)
})

it('so can the person at the machine itself, once they have an e-mail address and a password', async () => {
  const test = await openTestEngine()
  onTestFinished(() => test.close())
  const { people, signIn } = test.engine
  const me = {
    personId: people.localId,
    visitor: { address: '127.0.0.1', device: signIn.devices.issue() },
    context: CLERK,
  }
  await signIn.credentials.setPassword(me, 'lanterne dix-sept brouette', undefined)
  expect(await people.canSignIn()).toBe(false)
  await people.update(people.localId, { email: 'ada@fleet.example' }, CLERK)
  expect(await people.canSignIn()).toBe(true)
})
