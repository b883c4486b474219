import { Box, Group } from '@mantine/core'
import { Permitted } from '../../components/button/permitted.tsx'
import type { PageCallName } from '../../../src-preload/contract.ts'
import type { ApiKey } from '../../../src-main/domain/access.ts'
import { ToolButton } from '../../components/button/tool-button.tsx'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { Icon, type IconName, type Tone } from '../../components/icon.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/text/moment.tsx'
import { text } from '../../locales/messages.ts'
import type { KeyTask } from './key-dialogs.tsx'
import { hasEnded, stateOf, type KeyState } from './key-state.ts'
import { ENVIRONMENT_ICONS } from '../shell/environment-icons.ts'
import styles from './access.module.css'

const COLUMNS = ['name', 'prefix', 'environment', 'state', 'lastUsed', 'expires', 'actions'] as const

interface KeysTableProps {
  keys: readonly ApiKey[] | null
  now: number
  onTask: (task: KeyTask) => void
}

export function KeysTable({ keys, now, onTask }: KeysTableProps) {
  return (
    <ListTable
      className={styles.scroll}
      label={text(keys === null ? 'keys.loading' : 'keys.title')}
      columns={COLUMNS.map((key) => ({ key, word: text(`keys.column.${key}`), unseen: key === 'actions' }))}
      rows={keys?.map((key) => <Row key={key.id} apiKey={key} now={now} onTask={onTask} />) ?? null}
      awaited={1}
    />
  )
}

function Row({ apiKey, now, onTask }: { apiKey: ApiKey; now: number; onTask: KeysTableProps['onTask'] }) {
  const { name, prefix, environment, lastUsedAt, expiresAt, revokedAt } = apiKey
  return (
    <tr>
      <th scope="row">
        <Box component="span" fw={500}>
          {name}
        </Box>
      </th>
      <td>
        <code>{prefix}…</code>
      </td>
      <td>
        <Group component="span" display="inline-flex" gap={6}>
          <Icon name={ENVIRONMENT_ICONS[environment]} size={15} />
          {text(`environment.${environment}`)}
        </Group>
      </td>
      <td>
        <KeyBadge state={stateOf(apiKey, now)} />
      </td>
      <td>
        {lastUsedAt === null ? (
          <Box component="span" c="dimmed">
            {text('keys.never')}
          </Box>
        ) : (
          <Moment value={lastUsedAt} />
        )}
      </td>
      <td>
        {revokedAt !== null ? (
          <Moment value={revokedAt} />
        ) : expiresAt === null ? (
          <Box component="span" c="dimmed">
            {text('keys.never')}
          </Box>
        ) : (
          <Moment value={expiresAt} />
        )}
      </td>
      <Box component="td" ta="end">
        {!hasEnded(apiKey, now) && (
          <>
            <Action
              call="keys.roll"
              icon="roll"
              word={text('keys.roll')}
              label={text('keys.roll.label', { name })}
              onAct={() => onTask({ type: 'roll', key: apiKey })}
            />
            <Action
              call="keys.revoke"
              icon="revoke"
              word={text('keys.revoke')}
              label={text('keys.revoke.label', { name })}
              onAct={() => onTask({ type: 'revoke', key: apiKey })}
            />
          </>
        )}
      </Box>
    </tr>
  )
}

interface ActionProps {
  call: PageCallName
  icon: IconName
  word: string
  label: string
  onAct: () => void
}

function Action({ call, icon, word, label, onAct }: ActionProps) {
  return (
    <Permitted call={call}>
      <ToolButton
        icon={icon}
        label={word}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={label}
        onClick={onAct}
      />
    </Permitted>
  )
}

const LOOKS: Record<KeyState, { icon: IconName; tone: Tone }> = {
  active: { icon: 'circleCheck', tone: 'active' },
  ending: { icon: 'calendar', tone: 'pending' },
  expired: { icon: 'circleMinus', tone: 'inactive' },
  revoked: { icon: 'close', tone: 'failed' },
}

function KeyBadge({ state }: { state: KeyState }) {
  return <StateBadge {...LOOKS[state]} word={text(`keys.state.${state}`)} />
}
