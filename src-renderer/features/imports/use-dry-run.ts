import { useEffect, useState } from 'react'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import type { ImportReport, ImportSource } from './import-run.ts'

/** What an import would do, asked again whenever the file, its columns or its options change. */
export function useDryRun(source: ImportSource | null): { report: ImportReport | null; error: CrossedError | null } {
  const { client } = useService()
  const [answer, setAnswer] = useState<{
    question: string
    report: ImportReport | null
    error: CrossedError | null
  } | null>(null)
  const question = source === null ? null : JSON.stringify(source)
  useEffect(() => {
    if (question === null) return
    let stale = false
    const look = async () => {
      const result = await client.call('imports.run', { ...(JSON.parse(question) as ImportSource), apply: false })
      if (!stale)
        setAnswer({ question, report: result.ok ? result.value : null, error: result.ok ? null : result.error })
    }
    void look()
    return () => {
      stale = true
    }
  }, [client, question])
  const current = answer?.question === question ? answer : null
  return { report: current?.report ?? null, error: current?.error ?? null }
}
