import { Button } from '@mantine/core'
import { useAppStore } from '../../app-store.ts'
import { Icon } from '../../components/icon.tsx'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'

/** A sandbox has no provider: why, and where there is one. */
export function SyncInSandbox() {
  const choose = useAppStore((state) => state.chooseEnvironment)
  return (
    <StateMessage icon="flask" title={text('sync.sandbox.title')} text={text('sync.sandbox.text')}>
      <Button variant="default" leftSection={<Icon name="bolt" />} onClick={() => choose('production')}>
        {text('sync.sandbox.action')}
      </Button>
    </StateMessage>
  )
}
