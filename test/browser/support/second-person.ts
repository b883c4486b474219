import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Browser } from '@playwright/test'
import type { Role } from '../../../src-main/domain/people/role.ts'
import type { BuiltService } from './built-service.ts'
import { fetchOnUse } from './fetch-on-use.ts'
import { callService, type Page } from './test.ts'

export interface SecondPerson {
  id: string
  page: Page
}

/**
 * Invites a person through the page of an administrator, and signs them in on a page of their own as if the invitation
 * were redeemed.
 */
export async function secondPerson(
  browser: Browser,
  administrator: Page,
  service: BuiltService,
  { name, projectId, role }: { name: string; projectId: string; role: Role },
): Promise<SecondPerson> {
  const me = (await callService(administrator, 'profile.get', {})) as { id: string; email: string | null }
  // Nobody is invited before there is an administrator who can sign in.
  if (me.email === null) {
    await callService(administrator, 'people.update', { personId: me.id, email: 'desk@fleet.example' })
    await callService(administrator, 'credentials.setPassword', { password: 'lanterne dix-sept brouette' })
  }
  const { person } = (await callService(administrator, 'people.invite', {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@fleet.example`,
    memberships: [{ projectId, role }],
  })) as { person: { id: string } }
  const token = randomBytes(32).toString('base64url')
  const control = new Database(join(service.dataDir, 'control.sqlite'))
  control.prepare("update person set state = 'active' where id = ?").run(person.id)
  control
    .prepare('insert into login_token (token_hash, person_id, expires_at) values (?, ?, ?)')
    .run(createHash('sha256').update(token).digest(), person.id, new Date(Date.now() + 60_000).toISOString())
  control.close()
  const context = await browser.newContext()
  await fetchOnUse(context)
  const page = await context.newPage()
  await page.goto(`${service.origin}/#login=${token}`)
  return { id: person.id, page }
}

/** Links a person to an identity provider, as if they had signed in through it. */
export function linkIdentity(service: BuiltService, personId: string, issuer: string): void {
  const control = new Database(join(service.dataDir, 'control.sqlite'))
  control
    .prepare('insert into identity (issuer, subject, person_id, linked_at) values (?, ?, ?, ?)')
    .run(issuer, personId, personId, new Date().toISOString())
  control.close()
}
