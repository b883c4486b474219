import { onTestFinished } from 'vitest'
import type { Role } from '../../../src-main/domain/people/role.ts'
import { createPageSessions } from '../../../src-main/engine/access/page-sessions.ts'
import { createControlCore } from '../../../src-main/engine/kernel/control-core.ts'
import { DEFAULT_NETWORK } from '../../../src-main/engine/kernel/network.ts'
import { silentLogger } from '../../../src-main/engine/kernel/ports.ts'
import { dataKeyFrom } from '../../../src-main/engine/kernel/secrets/data-key.ts'
import { createPeople } from '../../../src-main/engine/people/people.ts'
import { createPasswords, type Passwords } from '../../../src-main/engine/sign-in/passwords.ts'
import { createProjects } from '../../../src-main/engine/projects/projects.ts'
import { createSignIn } from '../../../src-main/engine/sign-in/sign-in.ts'
import type { Visitor } from '../../../src-main/engine/sign-in/sign-in-core.ts'
import { systemResolver } from '../../../src-main/net/resolver.ts'
import { fakeClock } from '../clock.ts'
import { CLERK } from '../context.ts'
import { newDatabase, REHEARSED } from '../core.ts'
import { temporaryFolder } from '../folder.ts'

export const PUBLIC_URL = 'https://fleet.example'
export const PASSWORD = 'lanterne dix-sept brouette'

/** One thread for all tests of a file, with hashes that cost little. */
const passwords = createPasswords({ memoryKiB: 64, passes: 1 })

/** People, sessions and sign-in on a control database of their own, at a public address. */
export async function openSignIn(publicUrl: string | null = PUBLIC_URL, judge: Passwords = passwords) {
  let url = publicUrl
  const dataDir = temporaryFolder()
  const database = await newDatabase('control', dataDir, { repeatWorks: REHEARSED })
  const clock = fakeClock()
  const dataKey = dataKeyFrom(Buffer.alloc(32, 7))
  const control = createControlCore(database, dataKey, clock)
  const people = await createPeople(control)
  const sessions = createPageSessions(control, people.localId)
  const signIn = createSignIn({
    control,
    dataKey,
    people,
    logger: silentLogger,
    runsWork: false,
    publicUrl: () => url,
    passwords: { ...judge, close: () => Promise.resolve() },
    resolver: systemResolver,
    network: () => DEFAULT_NETWORK,
  })
  onTestFinished(() => signIn.stop())
  let browsers = 0
  /** A browser with a device cookie of its own; by default, each has its own address. */
  const browser = (address = `203.0.113.${(browsers += 1)}`): Visitor => ({
    address,
    device: signIn.devices.issue(),
  })
  const invite = (name: string, more: { isAdministrator?: boolean; roles?: Record<string, Role> } = {}) =>
    people.invite(
      {
        name,
        email: `${name.toLowerCase()}@fleet.example`,
        isAdministrator: more.isAdministrator ?? false,
        memberships: Object.entries(more.roles ?? {}).map(([projectId, role]) => ({ projectId, role })),
      },
      CLERK,
    )
  /** Somebody with a password, and the browser in which they chose it. */
  const join_ = async (name: string, more: Parameters<typeof invite>[1] = {}) => {
    const { person, token } = await invite(name, more)
    const visitor = browser()
    await signIn.invited.withPassword(token, PASSWORD, visitor)
    return { person, visitor, email: person.email ?? '' }
  }
  const project = async (name: string) => (await createProjects(control).create(name, CLERK)).id
  const moveTo = (other: string | null) => {
    url = other
  }
  return { moveTo, project, clock, control, database, people, sessions, signIn, browser, invite, join: join_ }
}

export type TestSignIn = Awaited<ReturnType<typeof openSignIn>>

/** How a refusal reads to a program: its code and reason. */
export function refusal(promise: Promise<unknown>): Promise<{ code: string; reason: string | undefined }> {
  return promise.then(
    () => ({ code: 'no refusal', reason: undefined }),
    (error: { code: string; reason?: string }) => ({ code: error.code, reason: error.reason }),
  )
}
