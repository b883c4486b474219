import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { BulkJob } from '../../../src-main/domain/cards/bulk.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { ErrorWords } from '../../client/error-words.ts'

/** Work of this page itself, such as fetching an export: it ends with the page. */
export interface OwnWork {
  id: string
  title: string
  /** Null while unknown. */
  share: number | null
  /** The reason it failed, or null. */
  problem: ErrorWords | null
  cancel: (() => void) | null
}

interface JobState {
  /** The newest state of each job reported or started here; the service lists the others. */
  reported: Readonly<Record<string, BulkJob & { environment: EnvironmentName }>>
  /** Started from this page and not yet reported as ended in a toast. */
  startedHere: ReadonlySet<string>
  /** Dismissed; survives a reload. */
  dismissed: readonly string[]
  /** The job whose result is open. */
  openId: string | null
  folded: boolean
  work: readonly OwnWork[]
}

/** As many as the service lists. */
const REMEMBERED = 100

export const useJobs = create<JobState>()(
  persist(
    (): JobState => ({ reported: {}, startedHere: new Set(), dismissed: [], openId: null, folded: false, work: [] }),
    {
      name: 'fuelcard-desk.jobs',
      partialize: ({ dismissed, folded }) => ({ dismissed, folded }),
    },
  ),
)

/** A job just started here. */
export function trackJob(environment: EnvironmentName, job: BulkJob): void {
  learnJob(environment, job)
  useJobs.setState(({ startedHere }) => ({ startedHere: new Set([...startedHere, job.id]), folded: false }))
}

/** A newer state of a job; ignores an older one that arrives late. */
export function learnJob(environment: EnvironmentName, job: BulkJob): void {
  const known = useJobs.getState().reported[job.id]
  if (known !== undefined && (known.done > job.done || (known.finishedAt !== null && job.finishedAt === null))) return
  useJobs.setState(({ reported }) => ({ reported: { ...reported, [job.id]: { ...job, environment } } }))
}

/**
 * The ended jobs of this page that no toast has reported yet; each is returned once. A short one may end before
 * the answer that names it arrives.
 */
export function takeEnded(isOver: (job: BulkJob) => boolean): (BulkJob & { environment: EnvironmentName })[] {
  const { reported, startedHere } = useJobs.getState()
  const ended = [...startedHere].flatMap((id) => reported[id] ?? []).filter(isOver)
  if (ended.length > 0)
    useJobs.setState({ startedHere: new Set([...startedHere].filter((id) => !ended.some((job) => job.id === id))) })
  return ended
}

export function dismissJob(id: string): void {
  useJobs.setState(({ dismissed }) => ({ dismissed: [...dismissed, id].slice(-REMEMBERED) }))
}

export function openJob(openId: string | null): void {
  useJobs.setState({ openId })
}

export function foldJobs(folded: boolean): void {
  useJobs.setState({ folded })
}

export function putWork(work: OwnWork): void {
  useJobs.setState((state) => ({ work: [...state.work.filter(({ id }) => id !== work.id), work], folded: false }))
}

export function changeWork(id: string, changes: Partial<OwnWork>): void {
  useJobs.setState((state) => ({ work: state.work.map((work) => (work.id === id ? { ...work, ...changes } : work)) }))
}

export function endWork(id: string): void {
  useJobs.setState((state) => ({ work: state.work.filter((work) => work.id !== id) }))
}
