import { Switch } from '@mantine/core'
import { useBarrier } from '../../../client/rights.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'
import { useSave } from '../use-save.ts'

/** Whether the log of API requests leaves out personal values. */
export function RequestLogForm({ masked, isFixed }: { masked: boolean; isFixed: boolean }) {
  const save = useSave()
  const why = useBarrier('settings.update')
  return (
    <SettingsGroup title={text('settings.requests')} lead={text('settings.requests.lead')}>
      <Row
        label={text('settings.requests.mask')}
        htmlFor="requests-mask"
        hint={isFixed ? <FixedNote /> : masked ? undefined : text('settings.requests.off')}
      >
        <Switch
          id="requests-mask"
          checked={masked}
          disabled={why !== null || isFixed || save.busy}
          onChange={(event) => save.run({ maskRequests: event.currentTarget.checked })}
        />
      </Row>
      {save.problem !== null && (
        <Foot>
          <Problem words={save.problem} />
        </Foot>
      )}
    </SettingsGroup>
  )
}
