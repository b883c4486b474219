import { expect, it, onTestFinished } from 'vitest'
import { CLERK } from '../../../support/context.ts'
import { openTestEngine } from '../../../support/engine.ts'

it('once somebody else uses the service, no destination is a program of its machine', async () => {
  const test = await openTestEngine()
  onTestFinished(() => test.close())
  const { id } = await test.engine.projects.create('Fleet', CLERK)
  const connect = async () =>
    test.engine
      .environment('production')
      .sync?.providers.set(
        id,
        { adapter: 'rest', baseUrl: 'http://127.0.0.1:9000/', auth: { type: 'bearer', token: 'token' } },
        { enabled: false },
        CLERK,
      )
  const refused = { code: 'error.validation', details: [{ field: 'connection.baseUrl' }] }

  const person = { name: 'Ada', email: 'ada@fleet.example', isAdministrator: false, memberships: [] }
  const { token } = await test.engine.people.invite(person, CLERK)
  await connect()
  const { personId } = await test.engine.people.invitations.redeem(token, async () => {})
  await expect.poll(() => connect().catch((error: unknown) => error)).toMatchObject(refused)

  // And from the start of the next run.
  await test.reopen()
  await expect(connect()).rejects.toMatchObject(refused)
  await test.engine.people.suspend(personId, CLERK)
  await expect.poll(() => connect().catch((error: unknown) => error)).toMatchObject({ adapter: 'rest' })
})
