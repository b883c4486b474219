import { Checkbox, FileButton, Button, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { linesOf } from '../../../src-main/domain/cards/pasted-list.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { errorWords } from '../../client/error-words.ts'
import { StatusBadge } from '../../components/badge/badges.tsx'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { SmallTable } from '../../components/table/small-table.tsx'
import { useRowsInSight } from '../../components/table/use-rows-in-sight.ts'
import { CardInLine } from '../../components/text/card-in-line.tsx'
import { plural, text } from '../../locales/messages.ts'
import { forgetPasted, pastedList } from '../cards/selection/pasted.ts'
import { addCards } from '../cards/selection/selection-store.ts'
import { useListed, type ListedLine } from './use-listed.ts'

/** As many as fit into a selection that is looked through by people; a longer list is a file for an import. */
const MAXIMUM_LINES = 2_000
const TYPING_MS = 300
/** The field's height, in lines. */
const ROWS = { least: 4, most: 8 }

interface ListDialogProps {
  projectId: string
  environment: EnvironmentName
  onClose: () => void
}

/** A list from a mail: which cards its lines name, which of several is meant, and what was not found. */
export function ListDialog({ projectId, environment, onClose }: ListDialogProps) {
  const close = () => {
    forgetPasted()
    onClose()
  }
  const [typed, setTyped] = useState(pastedList)
  const [settled] = useDebouncedValue(typed, TYPING_MS)
  const lines = useMemo(() => linesOf(settled), [settled])
  const asked = useMemo(() => lines.slice(0, MAXIMUM_LINES), [lines])
  const { known, error } = useListed({ projectId, environment }, asked)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const found = known.filter(({ total }) => total === 1)
  const several = known.filter(({ total }) => total > 1)
  const missing = known.filter(({ total }) => total === 0)
  const offered = several.flatMap(({ cards }) => cards.map(({ id }) => id)).filter((id) => picked.has(id))
  const ids = new Set([...found.flatMap(({ cards }) => cards.map(({ id }) => id)), ...offered])
  const isComplete = typed === settled && known.length === asked.length
  const pick = (id: string, on: boolean) => {
    const next = new Set(picked)
    if (on) next.add(id)
    else next.delete(id)
    setPicked(next)
  }
  const problem =
    lines.length > MAXIMUM_LINES
      ? text('list.tooLong', { count: MAXIMUM_LINES })
      : error === null
        ? null
        : errorWords(error)
  return (
    <FormDialog
      title={text('list.title')}
      action={ids.size === 0 ? text('list.select') : plural('list.select.count', ids.size)}
      busy={!isComplete && error === null}
      disabled={ids.size === 0 || !isComplete}
      problem={problem}
      size="46rem"
      beside={
        <FileButton accept=".csv,.txt,.tsv" onChange={(file) => void file?.text().then((content) => setTyped(content))}>
          {(open) => (
            <Button variant="subtle" {...open}>
              {text('list.file')}
            </Button>
          )}
        </FileButton>
      }
      onSubmit={() => {
        addCards([...ids])
        close()
      }}
      onClose={close}
    >
      <Textarea
        label={text('list.label')}
        description={text('list.hint')}
        value={typed}
        // Not Mantine's `autosize`, which lays the whole list out several times at each change.
        rows={Math.min(Math.max(typed.split('\n', ROWS.most).length, ROWS.least), ROWS.most)}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files
          if (file === undefined) return
          event.preventDefault()
          void file.text().then((content) => setTyped(content))
        }}
      />
      {asked.length > 0 && !isComplete && error === null && (
        <Progress value={(known.length / asked.length) * 100} size="sm" aria-label={text('list.looking')} />
      )}
      {known.length > 0 && (
        <Stack gap="sm">
          <Text role="status" fz="sm">
            {[
              plural('list.found', found.length),
              several.length > 0 ? plural('list.several', several.length) : null,
              missing.length > 0 ? plural('list.missing', missing.length) : null,
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </Text>
          {several.length > 0 && <Several lines={several} picked={picked} onPick={pick} />}
          {missing.length > 0 && (
            <SmallTable label={text('list.missing.title')} head={[text('list.missing.title')]}>
              {missing.map(({ line }, index) => (
                <tr key={`${line} ${index}`}>
                  <td>{line}</td>
                </tr>
              ))}
            </SmallTable>
          )}
          {found.length > 0 && <Found lines={found} />}
        </Stack>
      )}
    </FormDialog>
  )
}

/** Lines that name more than one card: nothing is chosen for the person. */
function Several({
  lines,
  picked,
  onPick,
}: {
  lines: readonly ListedLine[]
  picked: ReadonlySet<string>
  onPick: (id: string, on: boolean) => void
}) {
  return (
    <SmallTable label={text('list.several.title')} head={[text('list.several.title'), text('list.cards')]}>
      {lines.map(({ line, cards, total }, index) => (
        <tr key={`${line} ${index}`}>
          <th scope="row">{line}</th>
          <td>
            <Stack gap="xs">
              {cards.map((card) => (
                <Checkbox
                  key={card.id}
                  checked={picked.has(card.id)}
                  label={<CardLine card={card} />}
                  onChange={(event) => onPick(card.id, event.currentTarget.checked)}
                />
              ))}
              {total > cards.length && (
                <Text c="dimmed" fz="xs">
                  {text('list.more', { count: total - cards.length })}
                </Text>
              )}
            </Stack>
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

function Found({ lines }: { lines: readonly ListedLine[] }) {
  const drawn = useRowsInSight(lines.map(({ line }) => line))
  return (
    <SmallTable label={text('list.found.title')} head={[text('list.found.title'), text('list.cards')]}>
      {lines.slice(0, drawn).map(({ line, cards }, index) => (
        <tr key={`${line} ${index}`}>
          <th scope="row">{line}</th>
          <td>
            {cards.map((card) => (
              <CardLine key={card.id} card={card} />
            ))}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

function CardLine({ card }: { card: ListedLine['cards'][number] }) {
  return (
    <CardInLine card={card}>
      <StatusBadge card={card} />
    </CardInLine>
  )
}
