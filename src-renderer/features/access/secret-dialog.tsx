import type { CreatedApiKey } from '../../../src-main/domain/access.ts'
import { SecretOnce } from '../../components/overlay/secret-once.tsx'
import { text } from '../../locales/messages.ts'
import { RequestExample } from './request-example.tsx'
import styles from './access.module.css'

/** The one time that a key's text is seen, with a first request that has it filled in. */
export function SecretDialog({
  created,
  baseUrl,
  onClose,
}: {
  created: CreatedApiKey
  baseUrl: string
  onClose: () => void
}) {
  return (
    <SecretOnce
      title={text('secret.title', { name: created.name })}
      label={text('secret.label')}
      secret={created.key}
      copy={text('secret.copy')}
      done={text('secret.done')}
      onClose={onClose}
    >
      <div>
        <h3 className={styles.subheading}>{text('secret.request')}</h3>
        <RequestExample baseUrl={baseUrl} projectId={created.projectId} apiKey={created.key} />
      </div>
    </SecretOnce>
  )
}
