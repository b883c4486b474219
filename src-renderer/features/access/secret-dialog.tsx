import { Button, Modal, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { CreatedApiKey } from '../../../src-main/domain/access.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { RequestExample } from './request-example.tsx'
import styles from './access.module.css'

/** The one time that a key's text is seen; only its own button closes this. */
export function SecretDialog({ created, baseUrl, onClose }: { created: CreatedApiKey; baseUrl: string; onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Modal opened onClose={onClose} size="35rem" title={text('secret.title', { name: created.name })} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <div className={styles.form}>
        <div className={styles.secret}>
          <TextInput classNames={{ input: styles.secretInput ?? '' }} label={text('secret.label')} readOnly value={created.key} onFocus={(event) => event.currentTarget.select()} />
          <Button data-autofocus leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />} onClick={() => clipboard.copy(created.key)}>
            <span role="status">{text(clipboard.copied ? 'copied' : 'secret.copy')}</span>
          </Button>
        </div>
        <p className={styles.warning}>
          <Icon name="alert" size={16} />
          {text('secret.once')}
        </p>
        <div>
          <h3 className={styles.subheading}>{text('secret.request')}</h3>
          <RequestExample baseUrl={baseUrl} projectId={created.projectId} apiKey={created.key} />
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {text('secret.done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
