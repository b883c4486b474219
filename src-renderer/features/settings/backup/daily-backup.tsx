import { NumberInput, Switch } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useBarrier } from '../../../client/rights.tsx'
import { useQuery } from '../../../client/client-context.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'
import { useSave } from '../use-save.ts'

const TYPING_MS = 800

export function DailyBackup() {
  const { value } = useQuery('settings.get', {})
  const save = useSave()
  const why = useBarrier('settings.update')
  const keep = useDebouncedCallback((count: number) => save.run({ backup: { keep: count } }), TYPING_MS)
  const backup = value?.settings.backup
  const isFixed = value?.fixed.includes('backup.daily') ?? false
  return (
    <SettingsGroup title={text('settings.daily')} lead={text('settings.daily.lead')}>
      <Row label={text('settings.daily.on')} htmlFor="backup-daily" hint={isFixed ? <FixedNote /> : undefined}>
        <Switch
          id="backup-daily"
          checked={backup?.daily ?? false}
          disabled={backup === undefined || why !== null || isFixed || save.busy}
          onChange={(event) => save.run({ backup: { daily: event.currentTarget.checked } })}
        />
      </Row>
      {backup?.daily === true && (
        <Row label={text('settings.daily.keep')} htmlFor="backup-keep" hint={text('settings.daily.keep.hint')}>
          <NumberInput
            id="backup-keep"
            w="6rem"
            defaultValue={backup.keep}
            disabled={why !== null}
            min={1}
            max={365}
            allowDecimal={false}
            allowNegative={false}
            onChange={(next) => typeof next === 'number' && next >= 1 && keep(next)}
          />
        </Row>
      )}
      {save.problem !== null && (
        <Foot>
          <Problem words={save.problem} />
        </Foot>
      )}
    </SettingsGroup>
  )
}
