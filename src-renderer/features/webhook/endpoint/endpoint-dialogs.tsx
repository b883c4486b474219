import { useState } from 'react'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { SecretOnce } from '../../../components/overlay/secret-once.tsx'
import { text } from '../../../locales/messages.ts'
import { showWebhook, useWebhookView } from '../webhook-place.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import styles from './endpoint.module.css'

/** The endpoint's dialogs, and its secret, shown once. */
export function EndpointDialogs({ webhook, ...place }: ProjectScope & { webhook: Webhook | null }) {
  const { task, withInbox } = useWebhookView()
  const [secret, setSecret] = useState<{ text: string; fresh: boolean } | null>(null)
  const end = () => showWebhook({ task: null })
  const show = (text: string | null, fresh: boolean) => {
    end()
    if (text !== null) setSecret({ text, fresh })
  }
  return (
    <>
      {task === 'create' && webhook === null && (
        <EndpointForm
          {...place}
          webhook={null}
          withInbox={withInbox}
          onCreated={(created) => show(created.secret, true)}
          onClose={end}
        />
      )}
      {webhook !== null && task === 'edit' && (
        <EndpointForm {...place} webhook={webhook} withInbox={false} onClose={end} />
      )}
      {webhook !== null && task === 'rotate' && (
        <RotateDialog {...place} onRotated={(rotated) => show(rotated, false)} onClose={end} />
      )}
      {webhook !== null && task === 'delete' && <DeleteDialog {...place} webhook={webhook} onClose={end} />}
      {webhook !== null && task === 'recover' && <RecoverDialog {...place} webhook={webhook} onClose={end} />}
      {secret !== null && (
        <SecretOnce
          title={text(secret.fresh ? 'webhook.secret.title' : 'webhook.secret.rotated')}
          label={text('webhook.secret.label')}
          secret={secret.text}
          copy={text('webhook.secret.copy')}
          done={text('webhook.secret.done')}
          onClose={() => setSecret(null)}
        >
          <p className={styles.lead}>{text('webhook.secret.text')}</p>
        </SecretOnce>
      )}
    </>
  )
}
