import { NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useQuery } from '../../client/client-context.tsx'
import { LANGUAGE_CODES, LANGUAGES } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { SettingsGroup, Row } from './settings-group.tsx'
import { useChooseLook } from './look.ts'

const THEMES = ['auto', 'light', 'dark'] as const
/** No own choice: the language of the system or browser. */
const FOLLOW = ''

export function AppearanceSection() {
  const { value } = useQuery('settings.get', {})
  const { colorScheme } = useMantineColorScheme()
  const choose = useChooseLook()
  const language = useId()
  return (
    <SettingsGroup title={text('settings.appearance')} lead={text('settings.appearance.lead')}>
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
            { value: FOLLOW, label: text('settings.language.follow') },
            ...LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code] })),
          ]}
          value={value?.settings.language ?? FOLLOW}
          onChange={({ currentTarget }) =>
            choose({ language: LANGUAGE_CODES.find((code) => code === currentTarget.value) ?? null })
          }
        />
      </Row>
    </SettingsGroup>
  )
}
