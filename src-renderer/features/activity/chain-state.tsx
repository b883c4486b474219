import { Button, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AuditDatabase } from '../../../src-main/domain/audit.ts'
import { useQuery } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { CopyButton } from '../../components/button/copy-button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { ErrorText } from '../../components/feedback/error-text.tsx'
import { useAfterFrame } from '../../components/after-frame.ts'
import { plural, text } from '../../locales/messages.ts'
import styles from './activity.module.css'

/**
 * Whether the log is intact: every entry seals the one before. With a project, the head to copy is that of its chain.
 */
export function ChainState({
  kind,
  projectId,
  listed,
}: {
  kind: AuditDatabase
  projectId: string | null
  /** The entries are known: verifying all of them keeps the service busy, and comes once they are painted. */
  listed: boolean
}) {
  const { value, error, loading, reload } = useQuery('audit.verify', {}, { ready: useAfterFrame(listed) })
  const again = (
    <Button variant="subtle" size="compact-sm" loading={loading} onClick={reload}>
      {text('chain.again')}
    </Button>
  )
  if (error !== null) {
    return (
      <Line icon="alert" tone="failed" title={text('chain.unknown')}>
        <span>
          <ErrorText words={errorWords(error)} />
        </span>
        {again}
      </Line>
    )
  }
  if (value === undefined) return <Line icon="pending" title={text('chain.checking')} />
  // A broken chain is reported on every log; otherwise the verdict is that of the log on screen.
  const shown =
    [kind, 'control' as const, 'sandbox' as const, 'production' as const].find((chain) => !value[chain].ok) ?? kind
  const verdict = value[shown]
  if (verdict.ok) {
    const own = verdict.chains.find(({ chain }) => chain === `${projectId}/${kind}`)
    return (
      <Line icon="shieldCheck" tone="active" title={text('chain.whole')}>
        <span>
          {plural('chain.entries', verdict.count)}. {text('chain.whole.text')}
        </span>
        <CopyButton value={own?.head ?? verdict.head} label={text('chain.head')} />
        {again}
      </Line>
    )
  }
  return (
    <Line icon="shieldBroken" tone="failed" title={`${text('chain.broken')}: ${text(`chain.${shown}`)}`}>
      <span>
        {verdict.problem} {text('chain.broken.text')}
      </span>
      {again}
    </Line>
  )
}

function Line({
  icon,
  tone,
  title,
  children,
}: {
  icon: IconName
  tone?: 'active' | 'failed'
  title: string
  children?: ReactNode
}) {
  return (
    <Paper
      withBorder
      mx="xl"
      py="xs"
      ps="md"
      pe="sm"
      style={tone === 'failed' ? { borderColor: 'var(--status-failed-ink)' } : {}}
    >
      <Group gap="4px 8px" mih={30} c="dimmed" fz="sm" className={styles.chain} role="status">
        <Icon name={icon} tone={tone} />
        <Text component="strong" fz="sm" fw={600} c={`var(--${tone === 'failed' ? 'status-failed-ink' : 'text'})`}>
          {title}
        </Text>
        {children}
      </Group>
    </Paper>
  )
}
