import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '../../src-main/domain/access.ts'
import type { Inbox, InboxArrival } from '../../src-main/domain/webhooks/inbox.ts'
import type {
  CreatedWebhook,
  Delivery,
  DeliveryDetail,
  Scheduler,
  Webhook,
  WebhookTestResult,
} from '../../src-main/domain/webhook.ts'
import { createHome, PROGRAM, type Home } from '../support/program.ts'

type ShownInbox = Inbox & { url: string | null; arrivals: InboxArrival[] }

/** `webhook listen` as run by a person or a script, until it is ended. */
function listen(home: Home, words: readonly string[] = []) {
  const child = spawn(process.execPath, [PROGRAM, 'webhook', 'listen', ...words], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  let told = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    told()
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    line: async (matching: (line: string) => boolean): Promise<string> => {
      for (;;) {
        const found = lines.find(matching)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => (told = resolve))
      }
    },
    interrupt: () => {
      child.kill('SIGINT')
      return ended
    },
    ended,
  }
}

async function fleet(home: Home): Promise<Project> {
  return home.json<Project>(['projects', 'create', '--name', 'Fleet'])
}

async function deliveryOnce(
  home: Home,
  id: string,
  wanted: (delivery: DeliveryDetail) => boolean,
): Promise<DeliveryDetail> {
  for (;;) {
    const delivery = await home.json<DeliveryDetail>(['webhook', 'deliveries', id])
    if (wanted(delivery)) return delivery
  }
}

describe('the webhook on the command line', () => {
  test('sends to the inbox, whose listener prints each verified arrival, for scripts and for people', async () => {
    const home = createHome()
    const service = await home.serve()
    await fleet(home)
    const created = await home.json<CreatedWebhook>(['webhook', 'create', '--inbox', '--description', 'Trying it'])
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(created.url).toMatch(new RegExp(`^${service.ready.baseUrl.slice(0, -3)}/inbox/[0-9A-Za-z]{32}$`))
    // A script reads nothing until something arrives, so that it cannot know when it listens: `--last` shows what was
    // missed.
    const script = listen(home, ['--json', '--last', '10'])
    const person = listen(home)
    await person.line((line) => line.includes('Ctrl+C'))
    await home.json(['webhook', 'simulate', 'sync.completed'])
    const { deliveryId, event } = await home.json<{ deliveryId: string; event: { id: string } }>([
      'webhook',
      'simulate',
      '--event',
      'card.enabled',
    ])
    const arrival = JSON.parse(await script.line((line) => line.includes(event.id))) as InboxArrival
    expect(arrival).toMatchObject({ answered: '200', verdicts: { standard: 'valid', hex: 'valid' } })
    expect(JSON.parse(arrival.body)).toEqual(event)
    expect(await person.line((line) => line.includes(event.id))).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}card\.enabled\s+evt_\w{24}\s+✓ verified {2}→ 200$/,
    )
    expect(await script.interrupt()).toBe(0)
    await deliveryOnce(home, deliveryId, ({ status }) => status === 'succeeded')
    expect(await home.json<Webhook>(['webhook', 'get'])).toMatchObject({
      status: 'active',
      failureCount: 0,
      description: 'Trying it',
      secretPrefix: created.secret?.slice(0, 14),
    })
    const shown = await home.json<ShownInbox>(['webhook', 'inbox', 'show'])
    expect(shown.url).toBe(created.url)
    expect(shown.arrivals.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual([
      'card.enabled',
      'sync.completed',
    ])
    // The service stops although a listener is connected, and notifies it.
    expect(await service.end('SIGTERM')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('cut short') as string,
    })
    expect(await person.ended).toBe(3)
  })

  test('a failing receiver is retried once the clock has moved on', async () => {
    const home = createHome()
    await home.serve()
    await fleet(home)
    await home.json(['webhook', 'create', '--inbox', '--events', 'card.enabled'])
    expect(await home.json(['webhook', 'inbox', 'behave', '--answer', '500'])).toMatchObject({
      behaviour: { answer: '500' },
    })
    const { deliveryId } = await home.json<{ deliveryId: string }>(['webhook', 'simulate', 'card.enabled'])
    await deliveryOnce(home, deliveryId, ({ attempts }) => attempts[0]?.statusCode === 500)
    await home.json(['webhook', 'inbox', 'behave', '--answer', '200'])
    const before = await home.json<{ now: string; offsetMs: number }>(['clock', 'show'])
    expect(before.offsetMs).toBe(0)
    const after = await home.json<{ now: string; offsetMs: number }>([
      'clock',
      'advance',
      '--minutes',
      '30',
      '--hours',
      '2',
      '--days',
      '1',
    ])
    expect(after.offsetMs).toBe((26 * 60 + 30) * 60_000)
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(after.offsetMs)
    const delivered = await home.json<DeliveryDetail>(['webhook', 'deliveries', deliveryId])
    expect(delivered).toMatchObject({ status: 'succeeded', attemptCount: 2 })
    expect((await home.run(['clock', 'show'])).stdout).toMatch(/^\d{4}-.*Z {2}1 d 2 h 30 min ahead of real time\n$/)
    expect(await home.json(['clock', 'reset'])).toMatchObject({ offsetMs: 0 })
    expect((await home.run(['clock', 'advance'])).code).toBe(2)
  })

  test('is changed, tested, rotated, scheduled, disabled, recovered and deleted', async () => {
    const home = createHome()
    await home.serve()
    await fleet(home)
    expect((await home.run(['webhook', 'create', '--events', 'all'])).code).toBe(2)
    expect((await home.run(['webhook', 'create', '--inbox', '--events', 'card.sold'])).stderr).toContain(
      'There is no event "card.sold"',
    )
    const { secret } = await home.json<CreatedWebhook>(['webhook', 'create', '--inbox', '--events', 'card.enabled'])
    const again = await home.run(['webhook', 'create', '--inbox'])
    expect(again).toMatchObject({ code: 1 })
    expect(again.stderr).toMatch(/has a webhook in this environment already\..*"webhook update .*"webhook delete"/)
    expect(
      await home.json<Webhook>(['webhook', 'update', '--events', 'card.enabled,card.disabled', '--description', 'x']),
    ).toMatchObject({ events: ['card.enabled', 'card.disabled'], description: 'x' })
    expect(await home.json<WebhookTestResult>(['webhook', 'test'])).toMatchObject({ success: true, statusCode: 200 })
    await home.json(['webhook', 'inbox', 'behave', '--answer', '429', '--retry-after', '90'])
    const failed = await home.run(['webhook', 'test', '--json'])
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toMatchObject({ success: false, statusCode: 429 })
    const rotated = await home.json<{ secret: string }>(['webhook', 'rotate', '--grace-seconds', '60'])
    expect(rotated.secret).not.toBe(secret)
    expect(
      await home.json<Scheduler>([
        'webhook',
        'schedule',
        '--on',
        '--interval-hours',
        '0.5',
        '--events',
        'card.disabled',
      ]),
    ).toMatchObject({ enabled: true, intervalHours: 0.5, scheduledEvents: ['card.disabled'] })
    expect((await home.run(['webhook', 'schedule'])).stdout).toMatch(/^card\.disabled every 0\.5 h, next /)
    expect(await home.json<Scheduler>(['webhook', 'schedule', '--off'])).toMatchObject({ enabled: false })
    expect(await home.json<Webhook>(['webhook', 'disable'])).toMatchObject({
      status: 'disabled',
      disabledReason: 'manual',
    })
    await home.json(['webhook', 'simulate', 'card.enabled'])
    expect(
      await home.json<{ docs: Delivery[]; total: number }>(['webhook', 'deliveries', '--status', 'skipped']),
    ).toMatchObject({ total: 1, docs: [{ event: 'card.enabled' }] })
    await home.json(['webhook', 'inbox', 'behave', '--answer', '200'])
    await home.json(['webhook', 'enable'])
    expect(await home.json(['webhook', 'recover', '--since', '1h'])).toEqual({ queued: 1 })
    expect(await home.json(['webhook', 'recover', '--since', '1h'])).toEqual({ queued: 0 })
    const [first] = (await home.json<{ docs: Delivery[] }>(['webhook', 'deliveries', '--limit', '1'])).docs
    expect(await home.json<Delivery>(['webhook', 'resend', first?.id ?? ''])).toMatchObject({
      trigger: 'resend',
      eventId: first?.eventId,
    })
    await home.json(['webhook', 'delete'])
    expect((await home.run(['webhook', 'get', '--json'])).code).toBe(1)
    const everything = await Promise.all([
      home.json(['webhook', 'inbox', 'show']),
      home.json(['audit', 'list', '--limit', '100']),
    ])
    for (const told of [secret ?? '', rotated.secret]) expect(JSON.stringify(everything)).not.toContain(told)
  })

  test('production has neither simulation nor schedule nor inbox', async () => {
    const home = createHome()
    await home.serve()
    await fleet(home)
    const refused = async (...words: string[]) =>
      JSON.parse((await home.run([...words, '--environment', 'production', '--json'])).stderr) as { code: string }
    expect(await refused('webhook', 'simulate', 'card.enabled')).toMatchObject({ code: 'error.sandbox_only' })
    expect(await refused('webhook', 'schedule')).toMatchObject({ code: 'error.sandbox_only' })
    expect(await refused('webhook', 'create', '--inbox')).toMatchObject({ code: 'error.sandbox_only' })
  })

  test('without a service there is no inbox to send to, and nothing is sent', async () => {
    const home = createHome()
    await fleet(home)
    expect(await home.json<ShownInbox>(['webhook', 'inbox', 'show'])).toMatchObject({ url: null, arrivals: [] })
    expect((await home.run(['webhook', 'create', '--inbox'])).code).toBe(3)
    expect((await home.run(['webhook', 'listen'])).code).toBe(3)
    await home.json(['webhook', 'create', '--url', 'http://127.0.0.1:9/hook'])
    const { deliveryId } = await home.json<{ deliveryId: string }>(['webhook', 'simulate', 'card.enabled'])
    expect(await home.json(['clock', 'advance', '--hours', '1'])).toMatchObject({ offsetMs: 3_600_000 })
    expect(await home.json<DeliveryDetail>(['webhook', 'deliveries', deliveryId])).toMatchObject({
      status: 'pending',
      attempts: [],
    })
    await home.serve()
    await deliveryOnce(home, deliveryId, ({ attempts }) => attempts.length > 0)
  })
})

describe('the reach of webhooks', () => {
  test.each([
    [['--allow-private-destinations', '10.0.0.0/33'], /takes networks such as/],
    [['--allow-private-destinations', '10.0.0.0/8,intranet'], /not "intranet"/],
    [['--extra-ca', 'nowhere.pem'], /cannot be read/],
    [['--extra-ca', PROGRAM], /holds no certificate/],
  ])('serve %j is a usage error', async (words, message) => {
    const ending = await createHome().run(['serve', ...words])
    expect(ending.code).toBe(2)
    expect(ending.stderr).toMatch(message)
  })

  test('private networks are reached only if allowed, and the service’s own port never', async () => {
    const home = createHome()
    const service = await home.serve(['--no-demo', '--allow-private-destinations', '10.20.0.0/16,127.0.0.0/8,fd00::/8'])
    const { id } = await fleet(home)
    const create = async (url: string) =>
      (await home.run(['webhook', 'create', '--project', id, '--environment', 'production', '--url', url, '--json']))
        .code
    expect(await create('https://10.21.0.1/hook')).toBe(1)
    expect(await create(service.ready.baseUrl.replace('http:', 'https:'))).toBe(1)
    expect(await create('https://10.20.0.1/hook')).toBe(0)
  })

  test('the inbox answers on this machine only, to deliveries only', async () => {
    const home = createHome()
    const service = await home.serve([])
    const { url } = await home.json<ShownInbox>(['webhook', 'inbox', 'show'])
    if (url === null) throw new Error('The demo fleet has an inbox')
    expect((await fetch(url)).status).toBe(405)
    expect((await fetch(`${url}x`, { method: 'POST', body: '{}' })).status).toBe(404)
    expect((await fetch(url, { method: 'POST', body: 'hello' })).status).toBe(200)
    expect((await home.json<ShownInbox>(['webhook', 'inbox', 'show'])).arrivals).toMatchObject([
      { body: 'hello', verdicts: { standard: 'no_secret', hex: 'no_secret' } },
    ])
    expect((await service.end('SIGTERM')).code).toBe(0)
    const open = await home.serve(['--host', '0.0.0.0', '--insecure-http'])
    const arriveAt = async (origin: string) =>
      (await fetch(new URL(new URL(url).pathname, origin), { method: 'POST', body: 'here' })).status
    expect(await arriveAt(open.ready.localUrl ?? '')).toBe(200)
    expect(await arriveAt(open.ready.baseUrl)).toBe(404)
  })
})
