import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallInput, CallOutput } from '../../../src-preload/contract.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { saveDownload } from '../../client/downloads.ts'
import { framedWords } from '../../client/error-words.ts'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import { Permitted } from '../../components/button/permitted.tsx'
import { ErrorMessage } from '../../components/feedback/state-message.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { Icon } from '../../components/icon.tsx'
import { Pager } from '../../components/table/pager.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import { CardNumber } from '../../components/text/card-text.tsx'
import { importText } from '../../locales/import/words.ts'
import { formatNumber, text } from '../../locales/messages.ts'
import { ChangeList } from '../audit/change-list.tsx'
import { refusalWords, rowWords } from './refusal-words.ts'
import styles from './imports.module.css'

export type RowKind = CallInput<'imports.rows'>['kind']
type Row = CallOutput<'imports.rows'>['docs'][number]

export interface RowsPlace {
  projectId: string
  environment: EnvironmentName
}

/** As many as a page of the service has. */
const ROWS = 50

/** The rows of one kind, page by page, and all of them as a file. */
export function ImportRows({ place, rowsId, kind }: { place: RowsPlace; rowsId: string; kind: RowKind }) {
  const { client } = useService()
  const isOff = useTurnedOff('exports')
  const [page, setPage] = useState(1)
  const { value, error, loading, reload } = useQuery('imports.rows', { ...place, rowsId, kind, page })
  const save = async () => {
    const made = await client.call('imports.download', { ...place, rowsId, kind, words: rowWords() })
    const failure = made.ok ? await saveDownload(client, made.value) : made.error
    if (failure !== null) showToast('trouble', framedWords('download.failed', failure))
    else if (made.ok) showToast('done', importText('rows.saved', { name: made.value.name }))
  }
  const label = kind === 'refuse' ? text('import.refused') : importText(`rows.${kind}`)
  if (error !== null) return <ErrorMessage title={label} error={error} onRetry={reload} />
  if (value === undefined) return <Skeleton height={96} />
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text component="h3" fz="sm" fw={600}>
          {label}
        </Text>
        {!isOff && (
          <Permitted call="imports.download">
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => void save()}
            >
              {importText('rows.save')}
            </Button>
          </Permitted>
        )}
      </Group>
      <SmallTable className={styles.lines} label={label} head={headOf(kind)} busy={loading}>
        {value.docs.map((row) => (
          <tr key={row.line}>
            <th scope="row">{formatNumber(row.line)}</th>
            {kind === 'refuse' ? (
              <RefusedCells row={row} header={value.header} />
            ) : (
              <>
                <td>
                  <CardNumber value={row.cardNumber ?? ''} />
                </td>
                {kind !== 'leave' && (
                  <td>
                    <ChangeList entry={{ ...row, erased: [] }} />
                  </td>
                )}
              </>
            )}
          </tr>
        ))}
      </SmallTable>
      {value.total > ROWS && <Pager page={page} pageSize={ROWS} total={value.total} onPage={setPage} />}
    </Stack>
  )
}

function headOf(kind: RowKind): string[] {
  if (kind === 'refuse') return [text('import.line'), text('import.reason'), importText('rows.cells')]
  const what = { create: text('import.samples.values'), change: text('activity.column.change'), leave: null }[kind]
  return [text('import.line'), text('field.cardNumber'), ...(what === null ? [] : [what])]
}

/** Why a row is refused, beside what the file holds in it. */
function RefusedCells({ row, header }: { row: Row; header: readonly string[] }) {
  const cells = row.cells.flatMap((cell, index) =>
    cell.trim() === '' ? [] : [{ index, title: header[index] ?? '', cell }],
  )
  return (
    <>
      <td>{refusalWords(row)}</td>
      <td>
        <dl className={styles.cells}>
          {cells.map(({ index, title, cell }) => (
            <div key={index}>
              <dt>{title}</dt>
              <dd>{cell}</dd>
            </div>
          ))}
        </dl>
      </td>
    </>
  )
}
