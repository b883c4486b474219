import { NativeSelect, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorWords } from '../../client/error-words.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import type { ImportField } from './column-choice.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { FileDrop } from './file-drop.tsx'
import type { useLook } from './use-look.ts'
import type { useUpload } from './use-upload.ts'

interface ChosenFileProps {
  upload: ReturnType<typeof useUpload>
  file: ReturnType<typeof useLook>
  fields: readonly ImportField[]
  hint: string
  locked: boolean
  opensItself?: boolean
  /** Shown before the columns. */
  children?: ReactNode
}

/** The file, its sheet and its columns: the first half of every dialog that reads one. */
export function ChosenFile({
  upload,
  file: { look, error, sheet, chooseSheet, choice, choose },
  fields,
  hint,
  locked,
  opensItself = false,
  children,
}: ChosenFileProps) {
  return (
    <>
      <FileDrop upload={upload} hint={hint} locked={locked} opensItself={opensItself} onChoose={upload.choose} />
      <Problem words={upload.problem ?? (error === null ? null : errorWords(error))} />
      {look !== null && look.sheets.length > 1 && (
        <NativeSelect
          label={text('files.sheet')}
          description={text('files.sheet.only')}
          data={look.sheets}
          value={sheet ?? look.sheet ?? ''}
          disabled={locked}
          onChange={(event) => chooseSheet(event.currentTarget.value)}
        />
      )}
      {look !== null && children}
      {look !== null && (
        <ColumnMapping look={look} fields={fields} choice={choice} disabled={locked} onChange={choose} />
      )}
      {upload.uploadId !== null && look === null && error === null && (
        <Stack gap="sm" aria-busy="true" aria-label={text('files.looking')}>
          {fields.slice(0, 4).map((field) => (
            <Skeleton key={field} height={28} />
          ))}
        </Stack>
      )}
    </>
  )
}
