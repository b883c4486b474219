import { Permitted } from '../../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import type { PageCallName } from '../../../../src-preload/contract.ts'
import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { Webhook } from '../../../../src-main/domain/webhook.ts'
import { useCall } from '../../../client/use-call.ts'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { showWebhook } from '../webhook-place.ts'
import styles from './endpoint.module.css'

/** The endpoint's actions; irreversible ones ask first. */
export function EndpointActions({ webhook, ...place }: ProjectScope & { webhook: Webhook }) {
  const changed = ['webhook.get', 'webhook.deliveries.list', 'audit.list'] as const
  const enable = useCall('webhook.enable', changed, () =>
    showToast('done', text('webhook.enabled'), {
      label: text('webhook.recover'),
      run: () => showWebhook({ task: 'recover' }),
    }),
  )
  const disable = useCall('webhook.disable', changed, () =>
    showToast('done', text('webhook.disabled'), { label: text('undo'), run: () => enable.run(place) }),
  )
  const active = webhook.status === 'active'
  return (
    <>
      <Problem words={enable.problem ?? disable.problem} />
      <div className={styles.actions}>
        {active ? (
          <Action
            call="webhook.disable"
            icon="power"
            label={text('webhook.disable')}
            busy={disable.busy}
            onAct={() => disable.run(place)}
          />
        ) : (
          <Permitted call="webhook.enable">
            <Button
              size="compact-sm"
              leftSection={<Icon name="power" size={16} />}
              loading={enable.busy}
              onClick={() => enable.run(place)}
            >
              {text('webhook.enable')}
            </Button>
          </Permitted>
        )}
        <Action
          call="webhook.update"
          icon="edit"
          label={text('webhook.edit')}
          onAct={() => showWebhook({ task: 'edit' })}
        />
        <Action
          call="webhook.rotate"
          icon="roll"
          label={text('webhook.rotate')}
          onAct={() => showWebhook({ task: 'rotate' })}
        />
        <Action
          call="webhook.delete"
          icon="delete"
          label={text('webhook.delete.short')}
          onAct={() => showWebhook({ task: 'delete' })}
        />
      </div>
    </>
  )
}

function Action({
  call,
  icon,
  label,
  busy = false,
  onAct,
}: {
  call: PageCallName
  icon: 'power' | 'edit' | 'roll' | 'delete'
  label: string
  busy?: boolean
  onAct: () => void
}) {
  return (
    <Permitted call={call}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon name={icon} size={16} />}
        loading={busy}
        onClick={onAct}
      >
        {label}
      </Button>
    </Permitted>
  )
}
