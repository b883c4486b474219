import type { Command } from 'commander'
import { portalCardSchema, type PortalCard } from '../../../domain/sync/portal-protocol.ts'
import type { Shell } from '../../shell.ts'
import { UsageError } from '../../usage-error.ts'
import { userPath } from '../../invocation.ts'
import { examples, wholeNumber } from '../shared.ts'

interface PortalCommandOptions {
  port: number
  cards: number
  data?: string
  fault: readonly string[]
}

/** The reference provider portal: a program of its own that needs no data folder. */
export function registerPortal(program: Command, shell: Shell): void {
  const portal = program
    .command('portal')
    .description('run the reference provider portal: a real gateway with its own cards that misbehaves on command')
    .option('--port <number>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 4020)
    .option('--cards <number>', 'number of cards for a new file', wholeNumber(0, 5_000_000), 1000)
    .option('--data <file>', 'its SQLite file; without one, everything is lost at the end')
    .option(
      '--fault <name[=value]>',
      'a fault to begin with, for example drop=0.2; may be repeated',
      (fault: string, faults: readonly string[]) => [...faults, fault],
      [] as readonly string[],
    )
    .action(async (options: PortalCommandOptions) => {
      await runPortal(options, shell.globals().json)
    })
  examples(portal, [
    'portal',
    'portal --cards 10000 --data portal.sqlite',
    'portal --fault drop=0.2 --fault latency=500 --json',
  ])
}

async function runPortal({ port, cards, data, fault }: PortalCommandOptions, json: boolean): Promise<void> {
  // Loaded here, so that no other command loads Express.
  const [{ startPortal }, { FaultOptionError, parseFaults }] = await Promise.all([
    import('../../../portal/portal.ts'),
    import('../../../portal/portal-options.ts'),
  ])
  const stopAsked = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  const faults = readFaults(() => parseFaults(fault), FaultOptionError)
  const running = await startPortal({ port, cards, faults, ...(data === undefined ? {} : { data: userPath(data) }) })
  const { baseUrl, clientId, clientSecret, staticToken, controlToken } = running
  if (json)
    process.stdout.write(
      `${JSON.stringify({ event: 'ready', baseUrl, clientId, clientSecret, staticToken, controlToken, pid: process.pid })}\n`,
    )
  else {
    const first = await firstCard(baseUrl, controlToken)
    const lines = [
      `The reference portal is ready at ${baseUrl} with ${running.cards} cards`,
      '',
      `  Client id      ${clientId}`,
      `  Client secret  ${clientSecret}`,
      `  Static token   ${staticToken}`,
      `  Control token  ${controlToken}`,
      '',
      'Enter address, client id and secret in the app: Production, Sync, Connect provider.',
      ...(first === null ? [] : driftLines(baseUrl, controlToken, first)),
      '',
      'Ctrl+C stops it.',
      '',
    ]
    process.stdout.write(lines.join('\n'))
  }
  await stopAsked
  await running.close()
}

const FIRST_CARD = 'PC1-0000000'

/** Null if the file lacks it, or it cannot be disabled. */
async function firstCard(baseUrl: string, controlToken: string): Promise<PortalCard | null> {
  const response = await fetch(`${new URL(baseUrl).origin}/control/cards/${FIRST_CARD}`, {
    headers: { Authorization: `Bearer ${controlToken}` },
  })
  const card = portalCardSchema.safeParse(response.ok ? await response.json() : null)
  return card.success && card.data.status === 'active' ? card.data : null
}

/** Commands that cause a drift, ready to paste. */
function driftLines(baseUrl: string, controlToken: string, card: PortalCard): string[] {
  const curl = (method: string, path: string, body: object) =>
    `  curl -X ${method} ${new URL(baseUrl).origin}/control/${path} -H "Authorization: Bearer ${controlToken}" -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`
  return [
    '',
    'To see a difference and resolve it:',
    '  1. Let it refuse every change',
    curl('PUT', 'faults', {
      refuse: { '*': { code: 'contract_suspended', message: 'The contract of this card is suspended' } },
    }),
    `  2. In the app, disable the card ${card.cardNumber}`,
    '  3. Change the same card here, press "Sync now" and open "Differences"',
    curl('PATCH', `cards/${FIRST_CARD}`, { driver: 'Someone else' }),
    '  4. Let it take changes again, then push ours or accept theirs',
    curl('PUT', 'faults', {}),
  ]
}

function readFaults<Faults>(parse: () => Faults, refusal: new () => Error): Faults {
  try {
    return parse()
  } catch (error) {
    if (error instanceof refusal) throw new UsageError(error.message)
    throw error
  }
}
