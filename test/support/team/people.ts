import type { Engine } from '../../../src-main/engine/engine.ts'
import type { Membership } from '../../../src-main/domain/people/person.ts'
import { CLERK } from '../context.ts'

/** Somebody who was invited and has come. */
export interface Somebody {
  name: string
  isAdministrator?: boolean
  memberships?: readonly Membership[]
}

/** Invites a person and redeems the invitation; returns their ID. */
export async function bring(
  engine: Engine,
  { name, isAdministrator = false, memberships = [] }: Somebody,
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@fleet.example`
  const { token } = await engine.people.invite({ name, email, isAdministrator, memberships }, CLERK)
  return (await engine.people.invitations.redeem(token, async () => {})).personId
}
