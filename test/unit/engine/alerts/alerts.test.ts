import { expect, test } from 'vitest'
import { MailRefused } from '../../../../src-main/engine/alerts/smtp.ts'
import { CLERK } from '../../../support/context.ts'
import {
  headerNames,
  headerOf,
  partOf,
  PASSWORD,
  startSmtpReceiver,
  type SmtpReceiver,
} from '../../../support/mail/smtp-receiver.ts'
import { alertBench } from './alert-bench.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const subjects = ({ mails }: SmtpReceiver) => mails.map(({ raw }) => headerOf(raw, 'Subject'))

test('a failed sync reaches everybody of the project who wants to know, and nobody else', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, project, person, pull } = await alertBench(receiver)
  const [fleet, other] = [await project('Fleet'), await project('Other')]
  await person({ name: 'Anna', email: 'anna@fleet.example', roles: { [fleet]: 'viewer' } })
  await person({ name: 'Ben', email: 'ben@fleet.example', roles: { [other]: 'manager' } })
  await person({ name: 'Cleo', email: 'cleo@fleet.example', administrator: true })
  const dora = await person({ name: 'Dora', email: 'dora@fleet.example', roles: { [fleet]: 'clerk' } })
  await person({ name: 'Emil', email: null, roles: { [fleet]: 'clerk' } })
  await alerts.choose(dora, { sync_failed: false })

  await pull(fleet, 'The portal answered 503')
  await alerts.run()

  expect(receiver.mails.flatMap(({ to }) => to).toSorted()).toEqual(['anna@fleet.example', 'cleo@fleet.example'])
  const text = partOf(receiver.mails[0]?.raw ?? '', 'text/plain')
  expect(text).toContain('Sync at 14 Mar 2026, 15:09 UTC: The portal answered 503')
  expect(text).toContain(`https://desk.example/#/production/sync?project=${fleet}`)
  await alerts.run()
  expect(receiver.mails).toHaveLength(2)
})

test('there is one mail an hour of a kind and project, and what was held back is in the next one', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, clock, project, person, pull, disabledWebhook } = await alertBench(receiver)
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  const fail = async (error: string) => {
    await pull(fleet, null)
    await pull(fleet, error)
    await alerts.run()
  }
  await fail('first')
  clock.advance(10 * MINUTE_MS)
  await fail('second')
  clock.advance(10 * MINUTE_MS)
  await fail('third')
  expect(receiver.mails).toHaveLength(1)
  // Another kind is not held back.
  await disabledWebhook(fleet, 'https://hooks.example/secret-token?key=s3cr3t')
  await alerts.run()
  expect(subjects(receiver)).toEqual(['Fleet: the sync with the provider failed', 'Fleet: the webhook was disabled'])
  clock.advance(HOUR_MS)
  await alerts.run()
  expect(receiver.mails).toHaveLength(3)
  const held = partOf(receiver.mails[2]?.raw ?? '', 'text/plain')
  expect(held).toContain('second')
  expect(held).toContain('third')
  expect(held).not.toContain('first')
  // The endpoint's path may be a secret.
  const webhook = partOf(receiver.mails[1]?.raw ?? '', 'text/plain')
  expect(webhook).toContain('hooks.example')
  expect(webhook).not.toMatch(/secret-token|s3cr3t/)
})

test('failures in a row are one occasion', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, clock, project, person, pull } = await alertBench(receiver)
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  for (let round = 0; round < 4; round += 1) {
    await pull(fleet, 'down')
    await alerts.run()
    clock.advance(2 * HOUR_MS)
  }
  expect(receiver.mails).toHaveLength(1)
})

test('what happened before the server was set up is no news', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, clock, project, person, pull } = await alertBench()
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'old')
  clock.advance(MINUTE_MS)
  await alerts.setServer(receiver.input(), CLERK)
  await alerts.run()
  expect(receiver.mails).toEqual([])
})

test('nothing is looked for without a server, and the mail library is not loaded', async () => {
  let sent = 0
  const { alerts, project, person, pull, mails } = await alertBench(undefined, {
    send: () => {
      sent += 1
      return Promise.resolve()
    },
  })
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  await alerts.run()
  expect({ sent, mails: await mails() }).toEqual({ sent: 0, mails: [] })
})

test('a mail that the server puts off is sent later, once', async () => {
  let busy = true
  const receiver = await startSmtpReceiver({
    onRcptTo: (_address, _session, done) =>
      busy ? done(Object.assign(new Error('Greylisted'), { responseCode: 450 })) : done(),
  })
  const { alerts, clock, project, person, pull, mails } = await alertBench(receiver)
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  await alerts.run()
  expect(await mails()).toEqual([{ state: 'queued', attempt_count: 1, error: '450 Greylisted' }])
  expect((await alerts.server())?.problem).toMatchObject({ code: 'later', message: '450 Greylisted' })
  await alerts.run()
  expect(await mails()).toMatchObject([{ attempt_count: 1 }])
  busy = false
  clock.advance(MINUTE_MS)
  await alerts.run()
  await alerts.run()
  expect(await mails()).toEqual([{ state: 'sent', attempt_count: 2, error: null }])
  expect(receiver.mails).toHaveLength(1)
  expect(await alerts.server()).toMatchObject({ problem: null, waiting: 0, lastSentAt: clock.now().toISOString() })
})

test('a refused recipient is given up at once, and others still get theirs', async () => {
  const receiver = await startSmtpReceiver({
    onRcptTo: ({ address }, _session, done) =>
      address === 'gone@fleet.example' ? done(Object.assign(new Error('Unknown'), { responseCode: 550 })) : done(),
  })
  const { alerts, project, person, pull, mails } = await alertBench(receiver)
  const fleet = await project()
  await person({ email: 'gone@fleet.example', roles: { [fleet]: 'clerk' } })
  await person({ email: 'here@fleet.example', roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  await alerts.run()
  expect(receiver.mails.flatMap(({ to }) => to)).toEqual(['here@fleet.example'])
  expect((await mails()).map(({ state }) => state).toSorted()).toEqual(['failed', 'sent'])
})

test('a server in trouble is asked once, not once for each mail, and mails survive until it is back', async () => {
  let attempts = 0
  let isDown = true
  const { alerts, clock, project, person, pull, mails } = await alertBench(await startSmtpReceiver(), {
    send: () => {
      attempts += 1
      return isDown
        ? Promise.reject(
            new MailRefused({ code: 'unreachable', message: null }, { concernsServer: true, final: false }),
          )
        : Promise.resolve()
    },
  })
  const fleet = await project()
  for (const name of ['a', 'b', 'c']) await person({ email: `${name}@fleet.example`, roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  await alerts.run()
  await alerts.run()
  expect(attempts).toBe(1)
  clock.advance(MINUTE_MS)
  await alerts.run()
  expect(attempts).toBe(2)
  isDown = false
  clock.advance(HOUR_MS)
  await alerts.run()
  expect((await mails()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('a mail is given up after a day of failures', async () => {
  const { alerts, clock, project, person, pull, mails } = await alertBench(await startSmtpReceiver(), {
    send: () =>
      Promise.reject(new MailRefused({ code: 'later', message: '450' }, { concernsServer: false, final: false })),
  })
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  for (let hour = 0; hour < 27; hour += 1) {
    await alerts.run()
    clock.advance(HOUR_MS)
  }
  expect(await mails()).toMatchObject([{ state: 'failed', error: '450' }])
})

test('two instances send each mail once', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, another, project, person, pull } = await alertBench(receiver)
  const fleet = await project()
  for (let index = 0; index < 10; index += 1)
    await person({ email: `p${index}@fleet.example`, roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  await Promise.all([alerts, another(), another()].map((instance) => instance.run()))
  expect(receiver.mails.flatMap(({ to }) => to)).toHaveLength(10)
  expect(new Set(receiver.mails.flatMap(({ to }) => to)).size).toBe(10)
})

test.each([
  ['once it is known to be dead', 16_000],
  ['once its lease has ended', 4 * MINUTE_MS],
])('a mail whose instance died is taken over %s', async (_, ms) => {
  const receiver = await startSmtpReceiver()
  const claimed = Promise.withResolvers<void>()
  const { another, clock, project, person, pull, mails } = await alertBench(receiver)
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  const release = Promise.withResolvers<void>()
  const dying = another({
    send: async () => {
      claimed.resolve()
      await release.promise
    },
  })
  const dead = dying.run()
  await claimed.promise
  const survivor = another()
  await survivor.run()
  expect(receiver.mails).toHaveLength(0)
  clock.advance(ms)
  await survivor.run()
  expect(receiver.mails).toHaveLength(1)
  // It was only slow: what it says in the end changes nothing.
  release.resolve()
  await dead
  expect(await mails()).toEqual([{ state: 'sent', attempt_count: 2, error: null }])
})

test('stopping ends a mail in hand, which is sent after the next start', async () => {
  const receiver = await startSmtpReceiver()
  const begun = Promise.withResolvers<void>()
  const { another, clock, project, person, pull, mails } = await alertBench(receiver)
  const fleet = await project()
  await person({ roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  const stopping = another({
    send: (_server, _mail, _ca, signal) =>
      new Promise((_resolve, reject) => {
        begun.resolve()
        signal?.addEventListener('abort', () =>
          reject(new MailRefused({ code: 'timeout', message: null }, { concernsServer: true, final: false })),
        )
      }),
  })
  stopping.run().catch(() => {})
  await begun.promise
  await stopping.stop()
  clock.advance(5 * MINUTE_MS)
  await another().run()
  expect(await mails()).toMatchObject([{ state: 'sent' }])
})

test.each([
  ['de', 'Hallo Anna,', 'Karten laufen bald ab', 'Meldungen'],
  ['fr', 'Bonjour Anna,', 'cartes expirent bientôt', 'Alertes'],
  ['nl', 'Hallo Anna,', 'kaarten verlopen binnenkort', 'Meldingen'],
  ['en', 'Hello Anna,', 'cards expire soon', 'Alerts'],
])('a person reads %s', async (language, greeting, subject, footer) => {
  const receiver = await startSmtpReceiver()
  const { alerts, project, person, card } = await alertBench(receiver)
  const fleet = await project()
  await person({ language, roles: { [fleet]: 'clerk' } })
  await card(fleet, { number: '782521009000153701', plate: 'B-XY 12', expires: '2026-03-31' })
  await card(fleet, { number: '782521009000153702', expires: '2026-04-12' })
  await card(fleet, { number: '782521009000153703', expires: '2026-05-31' })
  await alerts.run()
  const [mail] = receiver.mails
  expect(headerOf(mail?.raw ?? '', 'Subject')).toBe(`Fleet${language === 'fr' ? '\u00a0' : ''}: 2 ${subject}`)
  const text = partOf(mail?.raw ?? '', 'text/plain')
  expect(text).toContain(greeting)
  expect(text).toContain(footer)
  expect(text).toContain('…153701 (B-XY 12)')
  // Neither the whole number nor the driver travels by mail.
  expect(mail?.raw).not.toMatch(/782521009000153701|Musterfahrerin/)
  // An expiry is announced once.
  await alerts.run()
  expect(receiver.mails).toHaveLength(1)
})

test('what cards, providers and people wrote is text, in every header and in the HTML', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, project, person, pull, card } = await alertBench(receiver)
  const evil = `x\r\nBcc: thief@evil.example\r\n\r\n<img src=x onerror="alert(1)"> & '</li>`
  const fleet = await project(evil)
  await person({ name: evil, roles: { [fleet]: 'clerk' } })
  await card(fleet, { number: '782521009000153701', plate: evil, expires: '2026-03-31' })
  await pull(fleet, evil)
  await alerts.run()
  expect(receiver.mails).toHaveLength(2)
  for (const { raw, to } of receiver.mails) {
    expect(to).toEqual(['anna@fleet.example'])
    expect(headerNames(raw).map((name) => name.toLowerCase())).not.toContain('bcc')
    const html = partOf(raw, 'text/html')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;&lt;/li&gt;')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('Bcc: thief@evil.example\r\n')
  }
})

test('the daily summary comes once a day, to whom it was not too much, and only if something is open', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, clock, project, person, digest } = await alertBench(receiver)
  const [fleet] = [await project('Fleet'), await project('Other')]
  const anna = await person({ roles: { [fleet]: 'viewer' } })
  await person({ name: 'Ben', email: 'ben@fleet.example', roles: { [fleet]: 'viewer' } })
  await alerts.choose(anna, { digest: true })
  await alerts.run()
  clock.set('2026-03-15T04:59:00.000Z')
  await alerts.run()
  clock.set('2026-03-15T05:00:00.000Z')
  await alerts.run()
  expect(receiver.mails).toEqual([])
  clock.set('2026-03-16T05:00:10.000Z')
  Object.assign(digest, { cards: 1240, expiring: 3, syncFailing: true })
  await alerts.run()
  clock.advance(2 * HOUR_MS)
  await alerts.run()
  expect(receiver.mails.flatMap(({ to }) => to)).toEqual(['anna@fleet.example'])
  const text = partOf(receiver.mails[0]?.raw ?? '', 'text/plain')
  expect(text).toContain('Fleet\r\n- The last sync failed\r\n- 3 cards expire within 30 days\r\n- 1,240 cards')
  expect(text).not.toContain('Other')
})

test('a person without the project, the account or the wish for it by now gets nothing', async () => {
  const receiver = await startSmtpReceiver()
  const { alerts, another, control, clock, project, person, pull, mails } = await alertBench(receiver)
  const fleet = await project()
  const removed = await person({ email: 'a@fleet.example', roles: { [fleet]: 'clerk' } })
  const suspended = await person({ email: 'b@fleet.example', roles: { [fleet]: 'clerk' } })
  const content = await person({ email: 'c@fleet.example', roles: { [fleet]: 'clerk' } })
  await pull(fleet, 'down')
  const down = another({
    send: () =>
      Promise.reject(new MailRefused({ code: 'unreachable', message: null }, { concernsServer: true, final: false })),
  })
  await down.run()
  await control.database.write(async (transaction) => {
    const { build } = transaction
    await transaction.run(build.deleteFrom('membership').where('person_id', '=', removed))
    await transaction.run(build.updateTable('person').set({ state: 'suspended' }).where('id', '=', suspended))
  })
  await alerts.choose(content, { sync_failed: false })
  clock.advance(HOUR_MS)
  await alerts.run()
  expect(receiver.mails).toEqual([])
  expect((await mails()).map(({ state }) => state)).toEqual(['empty', 'empty', 'empty'])
})

test('a test is sent at once and says what is wrong, and the password never goes to another server', async () => {
  const receiver = await startSmtpReceiver({ allowInsecureAuth: true })
  const { alerts, control, person } = await alertBench()
  const anna = await person({ administrator: true, language: 'de' })
  await expect(alerts.test(null, anna)).rejects.toMatchObject({ code: 'error.validation' })
  const input = receiver.input({ user: 'desk', password: 'wrong' })
  expect(await alerts.test(input, anna)).toMatchObject({ to: 'anna@fleet.example', problem: { code: 'sign_in' } })
  await alerts.setServer({ ...input, password: PASSWORD }, CLERK)
  expect(await alerts.test(null, anna)).toEqual({ to: 'anna@fleet.example', problem: null })
  expect(subjects(receiver)).toEqual(['Testmail von Fuelcard Desk'])
  // Kept for the same server, but never sent to another one.
  const { password: _, ...without } = input
  expect(await alerts.test(without, anna)).toMatchObject({ problem: null })
  await expect(alerts.setServer({ ...without, host: 'localhost' }, CLERK)).rejects.toMatchObject({
    details: [{ field: 'password' }],
  })
  await expect(alerts.setServer({ ...input, host: 'mail.example', security: 'none' }, CLERK)).rejects.toMatchObject({
    details: [{ field: 'security' }],
  })
  expect(JSON.stringify(await alerts.server())).not.toContain(PASSWORD)
  const stored = await control.database.first(control.database.build.selectFrom('mail_server').select('password'))
  expect(stored?.password).not.toContain(PASSWORD)
  const entries = await control.database.all(control.database.build.selectFrom('audit_entry').selectAll())
  expect(JSON.stringify(entries)).not.toContain(PASSWORD)
  expect(entries.map(({ action }) => action)).toEqual(['mail.set'])
})
