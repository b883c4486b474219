import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallResult, CrossedError } from '../../../src-preload/contract.ts'
import { errorWords, type ErrorWords } from '../../client/error-words.ts'
import { trackJob } from '../jobs/job-store.ts'

interface Start {
  busy: boolean
  /** Why the last attempt was refused. */
  problem: ErrorWords | null
  start: (begun: Promise<CallResult<'bulk.start' | 'bulk.startFile'>>) => Promise<void>
}

interface StartOptions {
  environment: EnvironmentName
  /** Asks for the preview again: other cards would change than it announced. */
  retry: () => void
  onStarted: () => void
}

/** Starts a job as its preview announced it, and tracks it from then on. */
export function useStart({ environment, retry, onStarted }: StartOptions): Start {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorWords | null>(null)
  const start: Start['start'] = async (begun) => {
    setBusy(true)
    const result = await begun
    setBusy(false)
    if (result.ok) {
      trackJob(environment, result.value)
      return onStarted()
    }
    setProblem(errorWords(result.error))
    if (isChoiceChanged(result.error)) retry()
  }
  return { busy, problem, start }
}

/** Whether a start was refused because it would change other cards than its preview announced. */
function isChoiceChanged({ details = [] }: CrossedError): boolean {
  return details.some(({ problem }) => problem?.code === 'choice_changed')
}
