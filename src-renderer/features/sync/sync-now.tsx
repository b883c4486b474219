import { Permitted } from '../../components/button/permitted.tsx'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useEffect } from 'react'
import { useCall } from '../../client/use-call.ts'
import { Icon } from '../../components/icon.tsx'
import { showToast } from '../../components/feedback/toast-store.ts'
import { plural, text } from '../../locales/messages.ts'
import { CHANGED_BY_SYNC, showSync } from './sync-place.ts'
import styles from './sync.module.css'

interface SyncNowProps {
  projectId: string
  running: boolean
  ready: boolean
  /** How many cards the last run missed, if that may be accepted. */
  missing: number | null
}

/** Starts a run. A menu has the rarer choices: a full run, and accepting that missing cards are gone. */
export function SyncNow({ projectId, running, ready, missing }: SyncNowProps) {
  const { busy, problem, run } = useCall('sync.now', CHANGED_BY_SYNC, () => {})
  useEffect(() => {
    if (problem !== null) showToast('trouble', problem)
  }, [problem])
  const disabled = running || !ready
  return (
    <Group gap="xs" wrap="nowrap" align="stretch">
      <Permitted call="sync.now">
        <Button
          leftSection={<Icon name="refresh" />}
          loading={busy}
          disabled={disabled}
          onClick={() => run({ projectId })}
        >
          {text('sync.now')}
        </Button>
      </Permitted>
      <Menu position="bottom-end" width={340}>
        <Menu.Target>
          <Permitted call="sync.now">
            <ActionIcon h="auto" variant="default" size="lg" aria-label={text('sync.now.more')} disabled={disabled}>
              <Icon name="chevronDown" size={16} />
            </ActionIcon>
          </Permitted>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => run({ projectId, full: true })}>
            <Choice title={text('sync.now.full')} words={text('sync.now.full.text')} />
          </Menu.Item>
          {missing !== null && (
            <Menu.Item onClick={() => showSync({ task: 'missing' })}>
              <Choice title={plural('sync.missing.accept', missing)} words={plural('sync.missing.why', missing)} />
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function Choice({ title, words }: { title: string; words: string }) {
  return (
    <span className={styles.choice}>
      <strong>{title}</strong>
      <span>{words}</span>
    </span>
  )
}
