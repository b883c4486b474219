import { useEffect, useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { choiceOf, mapOf, unreadColumns, type ColumnChoice, type ImportField, type Look } from './column-choice.ts'

interface FileLook {
  look: Look | null
  error: CrossedError | null
  sheet: string | null
  chooseSheet: (sheet: string) => void
  choice: ColumnChoice
  choose: (choice: ColumnChoice) => void
  /** The titles of unread columns not yet accepted for such a file. */
  unread: readonly string[]
  /** The file, sheet and columns as the service takes them; null until all are known. */
  source: { uploadId: string; map: string; sheet?: string } | null
}

/** A file's columns and how they are read. */
export function useLook(
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
  uploadId: string | null,
  fields: readonly ImportField[],
): FileLook {
  const { client } = useService()
  const [sheet, setSheet] = useState<string | null>(null)
  const [answer, setAnswer] = useState<{ of: string; look: Look | null; error: CrossedError | null } | null>(null)
  const [chosen, setChosen] = useState<{ of: string; choice: ColumnChoice } | null>(null)
  const of = `${uploadId} ${sheet}`
  useEffect(() => {
    if (uploadId === null) return
    let stale = false
    const ask = async () => {
      const result = await client.call('imports.look', {
        projectId,
        environment,
        uploadId,
        ...(sheet === null ? {} : { sheet }),
      })
      if (!stale)
        setAnswer({
          of: `${uploadId} ${sheet}`,
          look: result.ok ? result.value : null,
          error: result.ok ? null : result.error,
        })
    }
    void ask()
    return () => {
      stale = true
    }
  }, [client, projectId, environment, uploadId, sheet])
  const current = uploadId !== null && answer?.of === of ? answer : null
  const look = current?.look ?? null
  const choice = chosen?.of === of ? chosen.choice : look === null ? {} : choiceOf(look, fields)
  const isKnown = uploadId !== null && look !== null && choice.cardNumber !== null && choice.cardNumber !== undefined
  return {
    look,
    error: current?.error ?? null,
    sheet,
    chooseSheet: setSheet,
    choice,
    unread: look === null || (look.remembered && chosen?.of !== of) ? [] : unreadColumns(look, choice),
    choose: (next) => setChosen({ of, choice: next }),
    source: isKnown ? { uploadId, map: mapOf(choice, look.headers), ...(sheet === null ? {} : { sheet }) } : null,
  }
}
