import { Permitted } from '../../../components/button/permitted.tsx'
import { Box, Button } from '@mantine/core'
import type { BulkSelection } from '../../../../src-main/domain/cards/bulk.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import { ToolButton } from '../../../components/button/tool-button.tsx'
import { plural, text } from '../../../locales/messages.ts'
import type { BulkAsk } from '../../bulk/bulk-dialog.tsx'
import { useAhead } from '../ahead.ts'
import { openFileTask } from '../card-place.ts'
import { queryOf, type CardsView } from '../cards-view.ts'
import { ExportMenu } from '../toolbar/export-menu.tsx'
import { matchQueryOf } from '../match-query.ts'
import { clearSelection, countOf, selectionOf, selectMatches, useSelection } from './selection-store.ts'
import styles from '../cards.module.css'

interface SelectionBarProps extends ProjectScope {
  view: CardsView
  /** How many match, if that is known. */
  total: number | null
  onBulk: (ask: BulkAsk) => void
  /** Shows which cards are selected. */
  onShow: () => void
  /** Asks for the details that all of them get. */
  onDescribe: (selection: BulkSelection) => void
}

/** Below the rows while cards are selected: how many, and the commands. */
export function SelectionBar({ projectId, environment, view, total, onBulk, onShow, onDescribe }: SelectionBarProps) {
  const chosen = useSelection((state) => state.chosen)
  const aheadMs = useAhead()
  const count = countOf(chosen)
  const ask = (command: 'enable' | 'disable') => onBulk({ command, selection: selectionOf(chosen) })
  return (
    <div
      className={`${styles.toolbar} ${styles.selection}`}
      role="toolbar"
      data-selection
      aria-label={text('selection.label')}
    >
      <Box component="span" me="xs" fz="md" fw={600} role="status">
        {plural(chosen.kind === 'query' ? 'selection.all' : 'selection.count', count)}
      </Box>
      {chosen.kind === 'cards' && (
        <Button variant="subtle" onClick={onShow}>
          {text('selection.show')}
        </Button>
      )}
      {chosen.kind === 'cards' && total !== null && total > count && (
        <Button variant="subtle" onClick={() => selectMatches(matchQueryOf(view, aheadMs), total)}>
          {text('selection.selectAll', { count: total })}
        </Button>
      )}
      <Permitted call="bulk.start">
        <ToolButton worded icon="circleCheck" label={text('selection.enable')} onClick={() => ask('enable')} />
      </Permitted>
      <Permitted call="bulk.start">
        <ToolButton worded icon="circleMinus" label={text('selection.disable')} onClick={() => ask('disable')} />
      </Permitted>
      <Permitted call="bulk.start">
        <ToolButton
          worded={false}
          icon="edit"
          label={text('asks', { what: text('card.own') })}
          onClick={() => onDescribe(selectionOf(chosen))}
        />
      </Permitted>
      <Permitted call="bulk.startFile">
        <ToolButton icon="file" label={text('selection.activate')} onClick={() => openFileTask('activate-file')} />
      </Permitted>
      <ExportMenu
        projectId={projectId}
        environment={environment}
        count={count}
        label={text('selection.export')}
        of={
          chosen.kind === 'query'
            ? { query: { ...queryOf(view, aheadMs), ...chosen.query } }
            : { query: { sortField: view.sortField, sortDirection: view.sortDirection }, cardIds: [...chosen.ids] }
        }
      />
      <Box component="span" flex="1 0 0" />
      <ToolButton
        worded={false}
        variant="subtle"
        color="gray"
        icon="close"
        label={text('selection.clear')}
        onClick={clearSelection}
      />
    </div>
  )
}
