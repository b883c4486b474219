import { extname } from 'node:path'
import { ServiceError } from '../../domain/errors.ts'
import type { CallInput, CallName, CallOutput, PageCallName, Progress } from '../../../src-preload/contract.ts'
import { saveDownload, withUploaded } from '../hand-over.ts'

export interface RemoteCaller {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  pause(ms: number): Promise<void>
}

/** Every call of the control socket alone has an answer here. */
type Instead = {
  [Name in Exclude<CallName, PageCallName>]: (
    input: CallInput<Name>,
    caller: RemoteCaller,
    watch: (progress: Progress) => void,
  ) => Promise<CallOutput<Name>>
}

/** Between two looks at a job or a run that goes on in the service. */
const LOOK_MS = 500
const FOLLOWED_AT_ONCE = 100

/**
 * What a command does elsewhere in place of the calls of the control socket: files are uploaded and downloaded, since
 * paths of this machine mean nothing there, and what takes long is looked at again and again.
 */
export const INSTEAD: Instead = {
  'cards.import': ({ file, refused, ...given }, caller) =>
    withUploaded(caller, file, async (uploadId) => {
      const { rowsId, ...report } = await caller.call('imports.run', { ...given, uploadId })
      if (refused !== undefined) {
        const { projectId, environment } = given
        const rows = await caller.call('imports.download', { projectId, environment, rowsId, kind: 'refuse' })
        await saveDownload(caller, rows, refused)
      }
      return report
    }),
  'cards.export': async ({ file, ...given }, caller) => {
    const format = extname(file).toLowerCase() === '.xlsx' ? 'xlsx' : 'csv'
    const download = await caller.call('cards.download', { ...given, format })
    return { file: await saveDownload(caller, download, file), cards: download.cards }
  },
  'orders.export': async ({ file, ...given }, caller) => {
    const download = await caller.call('orders.download', given)
    return { file: await saveDownload(caller, download, file), orders: download.orders }
  },
  'audit.export': async ({ file, kind, projectId }, caller) => {
    if (extname(file).toLowerCase() !== '.csv')
      throw onItsMachine(
        'A chain as JSON Lines is written on the machine of the service; name a file that ends in .csv',
      )
    const { total } = await caller.call('audit.list', { kind, projectId, limit: 1 })
    const download = await caller.call('audit.download', { kind, projectId })
    return { file: await saveDownload(caller, download, file), entries: total }
  },
  'backup.create': async ({ directory, passphrase }, caller) => {
    if (directory !== undefined)
      throw onItsMachine('A service writes its backups into its own folder; leave out --directory')
    const { name } = await caller.call('backup.now', { passphrase })
    const made = (await caller.call('backup.list', {})).find(({ path }) => path.endsWith(name))
    if (made === undefined)
      throw new ServiceError('error.unavailable', `The backup ${name} was made, but is not listed`)
    return made
  },
  'bulk.wait': async (given, caller, watch) => {
    for (;;) {
      const job = await caller.call('bulk.get', given)
      watch({ done: job.done, total: job.total })
      if (job.finishedAt !== null) return job
      await caller.pause(LOOK_MS)
    }
  },
  'sync.wait': async ({ projectId, runId }, caller, watch) => {
    for (;;) {
      const { docs } = await caller.call('sync.runs', { projectId, limit: 100 })
      const run = docs.find(({ id }) => id === runId)
      if (run === undefined) throw new ServiceError('error.job_not_found')
      watch({ done: run.created + run.updated + run.unchanged + run.failed, total: null })
      if (run.finishedAt !== null) return run
      await caller.pause(LOOK_MS)
    }
  },
  'inbox.follow': async ({ projectId, afterSeq }, caller) => {
    const newest = await caller.call('inbox.arrivals', { projectId, limit: FOLLOWED_AT_ONCE })
    const last = newest.docs[0]?.seq ?? 0
    if (afterSeq === undefined) return { docs: [], nextSeq: last }
    if (last <= afterSeq) {
      await caller.pause(LOOK_MS)
      return { docs: [], nextSeq: afterSeq }
    }
    return { docs: newest.docs.filter(({ seq }) => seq > afterSeq).toReversed(), nextSeq: last }
  },
  'backup.restore': () => refuse('A backup is restored on the machine of the service'),
  check: () => refuse('Files are checked on the machine of the service'),
  'login.issue': () =>
    refuse('A sign-in link is printed on the machine of the service; elsewhere, people sign in themselves'),
  'provider.conformance': () => refuse('A gateway is tested from the machine of the service'),
}

function onItsMachine(message: string): ServiceError {
  return new ServiceError('error.forbidden', message, { reason: 'on_its_machine' })
}

function refuse(message: string): Promise<never> {
  return Promise.reject(onItsMachine(message))
}
