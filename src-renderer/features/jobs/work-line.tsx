import { ActionIcon, Button, Group, Progress, Tooltip } from '@mantine/core'
import { Icon } from '../../components/icon.tsx'
import { ErrorText } from '../../components/feedback/error-text.tsx'
import { text } from '../../locales/messages.ts'
import { endWork, type OwnWork } from './job-store.ts'
import styles from './jobs.module.css'

/** Work of this page, such as an export or an upload. */
export function WorkLine({ work: { id, title, share, problem, cancel } }: { work: OwnWork }) {
  return (
    <li className={styles.line}>
      <div className={styles.lineHead}>
        <Icon
          name={problem === null ? 'pending' : 'alert'}
          size={16}
          tone={problem === null ? 'pending' : 'failed'}
          turning={problem === null}
        />
        <strong>{title}</strong>
        {problem !== null && (
          <Tooltip label={text('jobs.dismiss')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`${text('jobs.dismiss')}: ${title}`}
              onClick={() => endWork(id)}
            >
              <Icon name="close" size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {problem === null ? (
        <Progress
          value={share === null ? 100 : share * 100}
          animated={share === null}
          size="sm"
          aria-label={title}
          transitionDuration={140}
        />
      ) : (
        <p className={styles.counts}>
          <ErrorText words={problem} />
        </p>
      )}
      {problem === null && cancel !== null && (
        <Group gap="xs" wrap="nowrap" ms={-6}>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={cancel}>
            {text('cancel')}
          </Button>
        </Group>
      )}
    </li>
  )
}
