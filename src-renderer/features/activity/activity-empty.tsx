import { Button } from '@mantine/core'
import { StateMessage } from '../../components/feedback/state-message.tsx'
import { text } from '../../locales/messages.ts'

export function ActivityEmpty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return <StateMessage icon="activity" title={text('activity.empty.title')} text={text('activity.empty.text')} />
  return (
    <StateMessage icon="activity" title={text('activity.filtered.title')}>
      <Button variant="default" onClick={onClear}>
        {text('activity.filtered.action')}
      </Button>
    </StateMessage>
  )
}
