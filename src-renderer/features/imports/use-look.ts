import { useEffect, useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CrossedError } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { mapOfValues, valuesOf, type FileValues } from './value-choice.ts'
import { choiceOf, mapOf, unreadColumns, type ColumnChoice, type ImportField, type Look } from './column-choice.ts'

interface FileLook {
  look: Look | null
  error: CrossedError | null
  sheet: string | null
  chooseSheet: (sheet: string) => void
  choice: ColumnChoice
  choose: (choice: ColumnChoice) => void
  /** The columns that no field reads. */
  unread: readonly number[]
  /** Whether a file like this was imported without those columns. */
  isKnown: boolean
  values: FileValues
  changeValues: (values: FileValues) => void
  /** Takes an issuer's public description as the choice. */
  takeOffer: () => void
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
  const [said, setSaid] = useState<{ of: string; values: FileValues } | null>(null)
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
  const values = said?.of === of ? said.values : valuesOf(look?.words ?? [], look?.monthFirst ?? false)
  const isReady = uploadId !== null && look !== null && choice.cardNumber !== null && choice.cardNumber !== undefined
  const offer = look?.offer ?? null
  return {
    look,
    error: current?.error ?? null,
    sheet,
    chooseSheet: setSheet,
    choice,
    unread: look === null ? [] : unreadColumns(look, choice),
    isKnown: look !== null && look.remembered && chosen?.of !== of,
    choose: (next) => setChosen({ of, choice: next }),
    values,
    changeValues: (next) => setSaid({ of, values: next }),
    takeOffer: () => {
      if (look === null || offer === null) return
      setChosen({ of, choice: { ...choice, ...choiceOf(look, fields, offer.columns) } })
      setSaid({ of, values: valuesOf(offer.words, values.monthFirst) })
    },
    source: isReady
      ? {
          uploadId,
          map: mapOf(choice, look.headers) + mapOfValues(values),
          ...(look.sheet === null ? {} : { sheet: look.sheet }),
        }
      : null,
  }
}
