import { NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { LANGUAGE_CODES, LANGUAGES } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { SettingsGroup, Row } from './settings-group.tsx'
import { useChooseLook, useLook } from './look.ts'

const THEMES = ['auto', 'light', 'dark'] as const
/** No choice: the language of the service, or else of the system or browser. */
const FOLLOW = ''

export function AppearanceSection() {
  const look = useLook()
  const isOwn = look?.own != null
  const { colorScheme } = useMantineColorScheme()
  const choose = useChooseLook()
  const language = useId()
  return (
    <SettingsGroup
      title={text('settings.appearance')}
      lead={text(isOwn ? 'settings.appearance.own' : 'settings.appearance.lead')}
    >
      <Row label={text('settings.theme')}>
        <SegmentedControl
          aria-label={text('settings.theme')}
          data={THEMES.map((theme) => ({ value: theme, label: text(`settings.theme.${theme}`) }))}
          value={colorScheme}
          onChange={(chosen) => choose({ theme: THEMES.find((theme) => theme === chosen) ?? 'auto' })}
        />
      </Row>
      <Row label={text('language')} htmlFor={language} hint={text('settings.language.hint')}>
        <NativeSelect
          id={language}
          data={[
            { value: FOLLOW, label: text(isOwn ? 'settings.language.service' : 'settings.language.follow') },
            ...LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code] })),
          ]}
          value={(look?.own ?? look?.service)?.language ?? FOLLOW}
          onChange={({ currentTarget }) =>
            choose({ language: LANGUAGE_CODES.find((code) => code === currentTarget.value) ?? null })
          }
        />
      </Row>
    </SettingsGroup>
  )
}
