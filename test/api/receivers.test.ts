import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { DELIVERY_RETRY_SECONDS } from '../../src-main/domain/webhooks/retry-schedule.ts'
import { hexSignature } from '../../src-main/engine/webhooks/signature.ts'
import { CLERK } from '../support/context.ts'
import { openTestEngine } from '../support/engine.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startReceiver } from '../support/receiver.ts'
import { createWebhook, inTransaction, simulate } from '../support/webhooks.ts'

// Tests the receivers that docs/api/webhooks.md recommends against real deliveries; none of our own code verifies here.

const FOLDER = join(import.meta.dirname, '../../resources/receivers')
const ROOT = join(import.meta.dirname, '../..')

type Scheme = 'standard' | 'hex'

interface Message {
  id: string
  timestamp: string
  standard: string
  hex: string
  body: string
}

interface Program {
  file: string
  /** The command that shows whether the receiver's runtime is installed. */
  probe: readonly [command: string, ...words: string[]]
  schemes: readonly Scheme[]
  /** Compiles it if necessary; returns the command. */
  prepare: () => readonly string[]
}

const PROGRAMS: readonly Program[] = [
  {
    file: 'standardwebhooks.mjs',
    probe: [process.execPath, '--version'],
    schemes: ['standard'],
    prepare: () => [process.execPath, join(FOLDER, 'standardwebhooks.mjs')],
  },
  {
    file: 'node-crypto.mjs',
    probe: [process.execPath, '--version'],
    schemes: ['standard', 'hex'],
    prepare: () => [process.execPath, join(FOLDER, 'node-crypto.mjs')],
  },
  {
    file: 'python.py',
    probe: ['python3', '--version'],
    schemes: ['standard', 'hex'],
    prepare: () => ['python3', join(FOLDER, 'python.py')],
  },
  {
    file: 'php.php',
    probe: ['php', '--version'],
    schemes: ['standard', 'hex'],
    prepare: () => ['php', join(FOLDER, 'php.php')],
  },
  {
    file: 'shell.sh',
    probe: ['openssl', 'version'],
    schemes: ['standard', 'hex'],
    prepare: () => ['sh', join(FOLDER, 'shell.sh')],
  },
  {
    file: 'receiver.go',
    probe: ['go', 'version'],
    schemes: ['standard', 'hex'],
    prepare: () => {
      const built = join(temporaryFolder(), 'receiver')
      const build = spawnSync('go', ['build', '-o', built, join(FOLDER, 'receiver.go')], { encoding: 'utf8' })
      if (build.status !== 0) throw new Error(build.stderr)
      return [built]
    },
  },
  {
    file: 'Receiver.cs',
    // Mono's compiler; the program also compiles with .NET.
    probe: ['mcs', '--version'],
    schemes: ['standard', 'hex'],
    prepare: () => {
      const built = join(temporaryFolder(), 'Receiver.exe')
      const build = spawnSync('mcs', [`-out:${built}`, join(FOLDER, 'Receiver.cs')], { encoding: 'utf8' })
      if (build.status !== 0) throw new Error(build.stderr)
      return ['mono', built]
    },
  },
]

let message: Message
let secrets: { newest: string; previous: string }

beforeAll(async () => {
  const test = await openTestEngine()
  const receiver = await startReceiver()
  try {
    const sandbox = test.engine.environment('sandbox')
    const { id } = await test.engine.projects.create('Fleet ⛽', CLERK)
    const { secret } = await createWebhook(sandbox, id, receiver.url)
    const rotated = await inTransaction(sandbox, (transaction) =>
      sandbox.webhooks.rotateWithin(transaction, id, 3_600, CLERK),
    )
    await simulate(sandbox, id, 'card.activated')
    const [arrival] = await receiver.arrived(1)
    if (arrival === undefined) throw new Error('nothing arrived')
    const header = (name: string) => String(arrival.headers[name])
    message = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      standard: header('webhook-signature'),
      hex: header('x-webhook-signature'),
      body: arrival.body,
    }
    secrets = { newest: rotated.secret, previous: secret }
  } finally {
    await test.close()
    await receiver.close()
  }
})

function accepts(
  command: readonly string[],
  scheme: Scheme,
  secret: string,
  { id, timestamp, standard, hex, body }: Message,
): Promise<boolean> {
  const [program = '', ...words] = command
  const environment = {
    ...process.env,
    FUELCARD_WEBHOOK_SECRET: secret,
    HTTP_WEBHOOK_ID: id,
    HTTP_WEBHOOK_TIMESTAMP: timestamp,
    HTTP_WEBHOOK_SIGNATURE: standard,
    HTTP_X_WEBHOOK_SIGNATURE: hex,
  }
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, scheme], { env: environment, stdio: ['pipe', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 || code === 1 ? resolve(code === 0) : reject(new Error(`${program} ended with ${code}`)),
    )
    child.stdin.end(body)
  })
}

/** The message as sent ten minutes ago. */
function stale(): Message {
  const at = Math.floor(Date.now() / 1000) - 600
  return {
    ...message,
    timestamp: String(at),
    standard: new StandardWebhook(secrets.newest).sign(message.id, new Date(at * 1000), message.body),
    hex: `t=${at},v1=${hexSignature(secrets.newest, at, message.body)}`,
  }
}

const later = (timestamp: string) => String(Number(timestamp) + 1)

for (const { file, probe, schemes, prepare } of PROGRAMS) {
  const [command, ...words] = probe
  const present = spawnSync(command, words).status === 0
  if (!present) console.log(`Not run: ${file}, because there is no ${command} on this machine`)
  describe.skipIf(!present)(`the receiver ${file}`, () => {
    it.each(schemes)(
      'accepts a delivery by the scheme %s, by either live secret, and nothing that was altered',
      async (scheme) => {
        const run = prepare()
        const verdict = (secret: string, changes: Partial<Message> = {}) =>
          accepts(run, scheme, secret, { ...message, ...changes })
        expect(await verdict(secrets.newest)).toBe(true)
        expect(await verdict(secrets.previous)).toBe(true)
        expect(await verdict(`whsec_${Buffer.alloc(24, 7).toString('base64')}`)).toBe(false)
        expect(await verdict(secrets.newest, { body: message.body.replace('card.activated', 'card.activatfd') })).toBe(
          false,
        )
        expect(await verdict(secrets.newest, { body: `${message.body}\n` })).toBe(false)
        expect(
          await verdict(secrets.newest, {
            timestamp: later(message.timestamp),
            hex: message.hex.replace(/^t=\d+/, `t=${later(message.timestamp)}`),
          }),
        ).toBe(false)
        if (scheme === 'standard')
          expect(
            await verdict(secrets.newest, { id: `${message.id.slice(0, -1)}${message.id.endsWith('a') ? 'b' : 'a'}` }),
          ).toBe(false)
        expect(await verdict(secrets.newest, stale())).toBe(false)
        expect(await verdict(secrets.newest, { standard: '', hex: '' })).toBe(false)
      },
    )
  })
}

describe('docs/api/webhooks.md', () => {
  const text = readFileSync(join(ROOT, 'docs/api/webhooks.md'), 'utf8')

  it('shows exactly the receivers that this test runs', () => {
    const shown = [...text.matchAll(/<!-- (resources\/receivers\/(\S+)) -->\n```\w+\n([\s\S]*?)```\n/g)]
    for (const [, path = '', , code] of shown) expect(code).toBe(readFileSync(join(ROOT, path), 'utf8'))
    const files = shown.map(([, , name = '']) => name)
    const sorted = (names: readonly string[]) => names.toSorted((left, right) => left.localeCompare(right))
    expect(sorted(files)).toEqual(sorted(readdirSync(FOLDER)))
    expect(sorted(files)).toEqual(sorted(PROGRAMS.map(({ file }) => file)))
  })

  it('gives the retry table that the service follows', () => {
    const seconds = { second: 1, minute: 60, hour: 3_600 }
    const waits = [...text.matchAll(/^\| \d+ \| (\d+) (second|minute|hour)s? \|$/gm)].map(
      ([, amount, unit]) => Number(amount) * seconds[unit as keyof typeof seconds],
    )
    expect(waits).toEqual([...DELIVERY_RETRY_SECONDS])
  })
})
