import { useEffect, useState } from 'react'
import { LINES_AT_ONCE } from '../../../src-main/domain/cards/pasted-list.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallOutput, CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'

export type ListedLine = CallOutput<'cards.findListed'>[number]

/** What the lines name, as far as it is known: the service answers part by part. */
export interface Listed {
  known: readonly ListedLine[]
  error: CrossedError | null
}

/** So many questions are under way together: a usual list is drawn once. */
const ASKED_AT_ONCE = 2
const NOTHING: Listed = { known: [], error: null }

/** @param lines the same array as long as nothing changes */
export function useListed(
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
  lines: readonly string[],
): Listed {
  const { client } = useService()
  const [listed, setListed] = useState<{ of: readonly string[]; value: Listed }>({ of: lines, value: NOTHING })
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const known: ListedLine[] = []
      while (isCurrent && known.length < lines.length) {
        const starts = Array.from({ length: ASKED_AT_ONCE }, (_, index) => known.length + index * LINES_AT_ONCE)
        const results = await Promise.all(
          starts
            .filter((start) => start < lines.length)
            .map((start) =>
              client.call('cards.findListed', {
                projectId,
                environment,
                lines: lines.slice(start, start + LINES_AT_ONCE),
              }),
            ),
        )
        let error: CrossedError | null = null
        for (const result of results) {
          if (!result.ok) error ??= result.error
          else if (error === null) known.push(...result.value)
        }
        if (isCurrent) setListed({ of: lines, value: { known: [...known], error } })
        if (error !== null) return
      }
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [client, projectId, environment, lines])
  return listed.of === lines ? listed.value : NOTHING
}
