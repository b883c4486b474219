import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { Icon } from '../../components/icon.tsx'
import { LANGUAGE_CODES, LANGUAGES, useLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { useChooseLook } from '../settings/look.ts'

/** The four languages, each by its own name. */
export function LanguageMenu() {
  const choose = useChooseLook()
  const current = useLanguage(({ language }) => language)
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Tooltip label={text('language')}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('language')}>
            <Icon name="language" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={current}
          onChange={(chosen) => choose({ language: LANGUAGE_CODES.find((code) => code === chosen) ?? current })}
        >
          {LANGUAGE_CODES.map((code) => (
            <Menu.RadioItem key={code} value={code} lang={code} closeMenuOnClick>
              {LANGUAGES[code]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
