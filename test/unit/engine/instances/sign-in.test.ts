import { expect, it, onTestFinished } from 'vitest'
import type { LiveEvent } from '../../../../src-main/domain/desk/live-event.ts'
import { CLERK } from '../../../support/context.ts'
import { eventually } from '../../../support/eventually.ts'
import { openTwoInstances } from '../../../support/instances.ts'

it('a sign-in link of one instance is redeemed at the other, once, and the session holds at both until it is left', async () => {
  const { here, there } = await openTwoInstances()
  const heard: LiveEvent[] = []
  onTestFinished(there.onLive((event) => heard.push(event)))
  const token = await here.sessions.issueLoginToken()
  const { cookie, proof, id } = await there.sessions.exchange(token)
  await expect(here.sessions.exchange(token)).rejects.toMatchObject({ code: 'error.signed_out' })
  expect(await here.sessions.authenticate(cookie, proof)).toMatchObject({ id })
  await here.sessions.signOut(id)
  await expect(there.sessions.authenticate(cookie, proof)).rejects.toMatchObject({ code: 'error.signed_out' })
  // Cuts the event stream that the page may have there.
  await eventually(() =>
    expect(heard).toContainEqual({ name: 'people.changed', data: { personId: here.people.localId } }),
  )
})

it('a key revoked at one instance is refused at the other at once', async () => {
  const { here, there } = await openTwoInstances()
  const { id: projectId } = await here.projects.create('Fleet', CLERK)
  const { key, id } = await here.keys.create({ projectId, environment: 'sandbox', name: 'ERP' }, CLERK)
  expect(await there.keys.authenticate(key)).toMatchObject({ id })
  await here.keys.revoke(id, CLERK)
  await expect(there.keys.authenticate(key)).rejects.toMatchObject({ code: 'error.unauthorized' })
})

it('a person suspended at one instance is nobody at the other at once', async () => {
  const { here, there } = await openTwoInstances()
  const { person } = await here.people.invite(
    { name: 'Ada', email: 'ada@fleet.example', isAdministrator: false, memberships: [] },
    CLERK,
  )
  await here.people.resume(person.id, CLERK)
  await here.people.suspend(person.id, CLERK)
  expect(await there.people.caller(person.id)).toBeNull()
  await there.people.resume(person.id, CLERK)
  expect(await here.people.caller(person.id)).toMatchObject({ name: 'Ada' })
})
