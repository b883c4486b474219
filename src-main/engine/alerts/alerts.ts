import type { AlertChoices } from '../../domain/alerts/alert.ts'
import type { MailServer, MailServerInput, MailTest } from '../../domain/alerts/mail-server.ts'
import type { ChangeContext } from '../kernel/change-context.ts'
import type { ControlCore, ControlTransaction } from '../kernel/control-core.ts'
import { createDutyLease } from '../kernel/cluster/duty-lease.ts'
import { createDuty } from '../kernel/duties.ts'
import type { EnvironmentCore } from '../kernel/environment-core.ts'
import type { Logger } from '../kernel/ports.ts'
import { recipientById, choicesOf, writeChoices, type ChosenAlerts } from './alert-recipients.ts'
import { countWaiting } from './alert-outbox.ts'
import type { ComposeFrom } from './compose-parts.ts'
import { readServer, removeServer, shownServer, smtpServerOf, takeServer, writeServer } from './mail-server.ts'
import { searchOccasions } from './search-occasions.ts'
import { sendDue, sendTest } from './send-due.ts'
import { createSmtp, type SendMail } from './smtp.ts'

export interface AlertsSetup extends Omit<ComposeFrom, 'publicUrl'> {
  core: ControlCore
  production: EnvironmentCore
  logger: Logger
  /** The page's address for other people, if there is one. */
  publicUrl: () => string | null
  /** The language of people who have chosen none. */
  language: () => string | null
  /** For tests. */
  send?: SendMail
  /** False for a command-line process: mail waits for a service. */
  runsWork: boolean
}

/** Alerts by e-mail: who wants which, and the server they go through. */
export interface Alerts {
  /** What a person has chosen, and where it is sent; null without an address. */
  own(personId: string): Promise<{ choices: AlertChoices; email: string | null }>
  choose(personId: string, choices: ChosenAlerts): Promise<void>
  /** Null while none is set: then nothing is looked for and nothing is sent. */
  server(): Promise<MailServer | null>
  /** @throws ServiceError `error.validation` */
  setServer(input: MailServerInput, context: ChangeContext): Promise<MailServer>
  removeServer(context: ChangeContext): Promise<void>
  /**
   * Sends a test to the person at once, through the given server or the stored one.
   *
   * @throws ServiceError `error.validation` when the server is incomplete, or the person has no address
   */
  test(input: MailServerInput | null, personId: string, signal?: AbortSignal): Promise<MailTest>
  /** Looks for what happened, and sends what is due; resolves when it is done. */
  run(): Promise<void>
  stop(): Promise<void>
}

/** How late an alert may come, and how soon a planned mail goes out. */
const EVERY_MS = 30_000
/** Leaves the first seconds to clients. */
const FIRST_IN_MS = 5_000

export function createAlerts(setup: AlertsSetup): Alerts {
  const { core, production, logger, publicUrl, runsWork, send = createSmtp() } = setup
  const { database } = core
  const { dataKey } = production
  const duty = createDuty({
    failure: 'alerts could not be sent',
    logger,
    ...(runsWork ? { everyMs: EVERY_MS, firstInMs: FIRST_IN_MS } : {}),
    lease: createDutyLease(core, 'alerts'),
    isDue: async () => (await readServer(database)) !== undefined,
    run: async (signal, term) => {
      const server = await readServer(database)
      if (server === undefined) return
      await searchOccasions(term.of(core), production, server)
      // Each mail has a lease of its own: what became of a mail that was sent is recorded in any case.
      await sendDue({ ...setup, publicUrl: publicUrl(), send }, signal)
    },
  })
  // Sends what waits for a person at once, not at the next look.
  const stopListening = runsWork
    ? database.onChanges((notes) => {
        if (notes.some(({ about }) => about === 'mail')) duty.wake()
      })
    : () => {}
  const view = async (): Promise<MailServer | null> => {
    const row = await readServer(database)
    return row === undefined ? null : shownServer(row, await countWaiting(database))
  }
  const change = <Result>(work: (transaction: ControlTransaction) => Promise<Result>) => database.write(work)
  return {
    own: async (personId) => ({
      choices: await choicesOf(database, personId),
      email: (await recipientById(database, personId))?.email ?? null,
    }),
    choose: (personId, choices) => change((transaction) => writeChoices(transaction, personId, choices)),
    server: view,
    setServer: async (input, context) => {
      await change(async (transaction) => {
        const taken = takeServer(input, await readServer(transaction), dataKey)
        await writeServer(core, transaction, taken, dataKey, context)
        transaction.note({ about: 'mail' })
      })
      const shown = await view()
      if (shown === null) throw new Error('The mail server that was just written is not there')
      return shown
    },
    removeServer: (context) => change((transaction) => removeServer(core, transaction, context)),
    test: async (input, personId, signal) => {
      const stored = await readServer(database)
      const server = () =>
        input !== null
          ? takeServer(input, stored, dataKey)
          : stored === undefined
            ? null
            : smtpServerOf(stored, dataKey)
      return sendTest({ ...setup, send }, server, await recipientById(database, personId), signal)
    },
    run: duty.run,
    stop: () => {
      stopListening()
      return duty.stop()
    },
  }
}
