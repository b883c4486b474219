import { Switch, Text } from '@mantine/core'
import type { DesktopChange, DesktopState } from '../../../src-main/domain/desk/desktop.ts'
import { useCall } from '../../client/use-call.ts'
import { StateBadge } from '../../components/badge/state-badge.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { text } from '../../locales/messages.ts'
import { LocalGroup } from '../services/local-group.tsx'
import { Foot, SettingsGroup, Row } from './settings-group.tsx'

const SWITCHES = ['startWithSystem', 'closeToTray', 'notifications'] as const satisfies readonly (keyof DesktopChange)[]

const PROTECTED = { tone: 'active', icon: 'shieldCheck' } as const
const UNPROTECTED = { tone: 'failed', icon: 'alert' } as const

/** The desktop's own settings. A switch that this system cannot offer says so. */
export function DesktopSection({ desktop }: { desktop: DesktopState }) {
  const change = useCall('desktop.update', ['desktop.get'], () => {})
  const { update } = desktop
  return (
    <>
      <SettingsGroup title={text('settings.desktop')} lead={text('settings.desktop.lead')}>
        {SWITCHES.map((name) => {
          const value = desktop[name]
          return (
            <Row
              key={name}
              label={text(`settings.desktop.${name}`)}
              hint={text(value === null ? `settings.desktop.${name}.none` : `settings.desktop.${name}.hint`)}
              htmlFor={name}
            >
              <Switch
                id={name}
                checked={value ?? false}
                disabled={value === null || change.busy}
                onChange={({ currentTarget }) => change.run({ [name]: currentTarget.checked })}
              />
            </Row>
          )
        })}
        {change.problem !== null && (
          <Foot>
            <Problem words={change.problem} />
          </Foot>
        )}
      </SettingsGroup>
      <LocalGroup />
      <SettingsGroup title={text('settings.desktop.state')}>
        <Row label={text('settings.desktop.updates')}>
          {update === null
            ? text(`settings.desktop.updates.${desktop.updates}`)
            : text(`settings.desktop.update.${update.state}`, { version: update.version })}
        </Row>
        {update !== null && update.notes !== '' && (
          <Row label={text('settings.desktop.update.notes')}>
            <Text fz="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {update.notes}
            </Text>
          </Row>
        )}
        <Row label={text('settings.desktop.key')} hint={text(`settings.desktop.key.${desktop.keyProtection}.hint`)}>
          <StateBadge
            {...(desktop.keyProtection === 'none' ? UNPROTECTED : PROTECTED)}
            word={text(`settings.desktop.key.${desktop.keyProtection}`)}
          />
        </Row>
      </SettingsGroup>
    </>
  )
}
