import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

/** A statement as the server's log has it; values are in the server's own text form. */
interface Statement {
  text: string
  values?: (string | null)[]
}

interface LogLine {
  session_id: string
  dbname?: string
  user?: string
  message: string
  detail?: string
}

/** For a server whose statements are to be recorded. */
export const RECORDING = ['logging_collector = on', "log_destination = 'jsonlog'", "log_directory = 'log'"]

/** From now on, until the returned function is called; that returns the transactions of the sandbox in their order. */
export async function record(administrator: Client): Promise<() => Promise<Statement[][]>> {
  const switchTo = async (what: string) => {
    await administrator.query(`ALTER SYSTEM SET log_statement = '${what}'`)
    await administrator.query('SELECT pg_reload_conf()')
  }
  await switchTo('all')
  return async () => {
    await switchTo('none')
    const { rows } = await administrator.query<{ folder: string; file: string }>(
      "SELECT current_setting('data_directory') AS folder, pg_current_logfile('jsonlog') AS file",
    )
    const [{ folder, file } = { folder: '', file: '' }] = rows
    return transactionsIn(readFileSync(join(folder, file), 'utf8'))
  }
}

/** In the order in which they ended. */
function transactionsIn(log: string): Statement[][] {
  const open = new Map<string, Statement[]>()
  const ended: Statement[][] = []
  for (const line of log.split('\n')) {
    if (!line.startsWith('{')) continue
    const { session_id: session, user, message, detail = '' } = JSON.parse(line) as LogLine
    const [, text] = /^(?:statement|execute [^:]+): ([^]*)$/.exec(message) ?? []
    if (user !== 'fuelcard_sandbox' || text === undefined) continue
    if (text.startsWith('BEGIN')) open.set(session, [])
    open.get(session)?.push({ text, ...valuesIn(detail) })
    if (text !== 'COMMIT' && text !== 'ROLLBACK') continue
    const transaction = open.get(session)
    open.delete(session)
    if (transaction !== undefined) ended.push(transaction)
  }
  return ended
}

function valuesIn(detail: string): Pick<Statement, 'values'> {
  if (!/^parameters: /i.test(detail)) return {}
  const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)]
  return { values: values.map(([, value]) => value?.replaceAll("''", "'") ?? null) }
}

/** Whether it changed a card, as a command does. */
function isCommand(transaction: readonly Statement[]): boolean {
  return transaction.some(({ text }) => /^update "?card"? /i.test(text))
}

/**
 * The yardstick of commands: the same statements with the same values, on a copy of the database as it was before them,
 * over one connection, one transaction after the other.
 */
export async function replay(
  client: Client,
  transactions: readonly Statement[][],
): Promise<{ perSecond: number; statements: number }> {
  await client.query('SET search_path = sandbox, public')
  const names = new Map<string, string>()
  const named = (text: string) => {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  let spent = 0
  let commands = 0
  let statements = 0
  for (const transaction of transactions) {
    const started = performance.now()
    for (const { text, values } of transaction)
      await client.query(values === undefined ? text : { name: named(text), text, values })
    if (!isCommand(transaction)) continue
    spent += performance.now() - started
    commands += 1
    statements += transaction.length
  }
  if (commands === 0) throw new Error('No command was recorded')
  return { perSecond: commands / (spent / 1000), statements: statements / commands }
}
