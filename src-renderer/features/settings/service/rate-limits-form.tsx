import { Button, NumberInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { Settings } from '../../../../src-main/domain/desk/settings.ts'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { ENVIRONMENTS } from '../../../place.ts'
import { FixedNote } from '../fixed-note.tsx'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'
import { useSave } from '../use-save.ts'

type Limits = Settings['rateLimits']

/** Requests a minute for one key; 0 is off. */
export function RateLimitsForm({ limits, fixed }: { limits: Limits; fixed: readonly string[] }) {
  const [typed, setTyped] = useState<Partial<Limits>>({})
  const save = useSave(() => setTyped({}))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.run({ rateLimits: typed })
  }
  const changed = ENVIRONMENTS.some((name) => typed[name] !== undefined && typed[name] !== limits[name])
  return (
    <form onSubmit={submit}>
      <SettingsGroup title={text('settings.limits')} lead={text('settings.limits.lead')}>
        {ENVIRONMENTS.map((name) => {
          const isFixed = fixed.includes(`rateLimits.${name}`)
          const value = typed[name] ?? limits[name]
          return (
            <Row
              key={name}
              label={text(`environment.${name}`)}
              htmlFor={`limit-${name}`}
              hint={isFixed ? <FixedNote /> : value === 0 ? text('settings.limits.off') : undefined}
            >
              <NumberInput
                id={`limit-${name}`}
                w="12rem"
                value={value}
                min={0}
                max={1_000_000}
                step={10}
                allowDecimal={false}
                allowNegative={false}
                disabled={isFixed}
                suffix={` ${text('settings.limits.unit')}`}
                onChange={(next) => setTyped({ ...typed, [name]: Number(next) })}
              />
            </Row>
          )
        })}
        <Foot>
          <Problem words={save.problem} />
          <Permitted call="settings.update">
            <Button type="submit" disabled={!changed} loading={save.busy}>
              {text('save')}
            </Button>
          </Permitted>
        </Foot>
      </SettingsGroup>
    </form>
  )
}
