import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { joinCluster } from '../../../../src-main/engine/kernel/cluster/instances.ts'
import { createControlCore } from '../../../../src-main/engine/kernel/control-core.ts'
import { silentLogger } from '../../../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../../../src-main/engine/kernel/secrets/data-key.ts'
import { createPeople } from '../../../../src-main/engine/people/people.ts'
import { addGrant, claimGrant } from '../../../../src-main/engine/sign-in/grants.ts'
import { createSignInCore, type SignInCore } from '../../../../src-main/engine/sign-in/sign-in-core.ts'
import { fakeClock, type FakeClock } from '../../../support/clock.ts'
import { newDatabase, REHEARSED } from '../../../support/core.ts'
import { temporaryFolder } from '../../../support/folder.ts'

const HOUR_MS = 60 * 60 * 1000
const DATA_KEY = dataKeyFrom(Buffer.alloc(32, 7))

let clock: FakeClock
let first: SignInCore
let second: SignInCore

beforeEach(async () => {
  clock = fakeClock()
  const database = { ...(await newDatabase('control', temporaryFolder(), { repeatWorks: REHEARSED })), isShared: true }
  const [here, there] = [0, 1].map(() => createControlCore(database, DATA_KEY, clock))
  if (here === undefined || there === undefined) throw new Error('There are two')
  const { localId: personId } = await createPeople(here)
  first = createSignInCore(here, DATA_KEY)
  second = createSignInCore(there, DATA_KEY)
  await database.write((transaction) =>
    addGrant(first, transaction, { personId, issuer: 'https://id.example', subject: 'anna', refreshToken: 'token' }),
  )
  clock.advance(HOUR_MS + 1)
  const { leave } = await joinCluster([here, there], { address: 'here', version: '0' }, silentLogger)
  onTestFinished(leave)
})

it('a grant that one instance asks about is no other one’s for ten minutes', async () => {
  expect(await claimGrant(first)).toMatchObject({ subject: 'anna', refreshToken: 'token' })
  expect(await claimGrant(second)).toBeNull()
  expect(await claimGrant(first)).toBeNull()
})

it('a grant is asked about again once its instance is known to be dead', async () => {
  await claimGrant(first)
  clock.advance(16_000)
  expect(await claimGrant(second)).toMatchObject({ subject: 'anna' })
})
