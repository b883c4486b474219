import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core'
import { useService } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { openGuide } from '../guide/guide-store.ts'
import { useChooseLook } from '../settings/look.ts'
import { LanguageMenu } from './language-menu.tsx'

export function HeaderActions() {
  const { client } = useService()
  const choose = useChooseLook()
  const other = useComputedColorScheme() === 'dark' ? 'light' : 'dark'
  const { signOut } = client
  return (
    <>
      <Tooltip label={`${text('guide.title')} (F1)`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={text('guide.title')} onClick={openGuide}>
          <Icon name="help" />
        </ActionIcon>
      </Tooltip>
      <LanguageMenu />
      <Tooltip label={text(`theme.${other}`)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text(`theme.${other}`)}
          onClick={() => choose({ theme: other })}
        >
          <Icon name={other === 'dark' ? 'moon' : 'sun'} />
        </ActionIcon>
      </Tooltip>
      {signOut !== null && (
        <Tooltip label={text('signOut')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={text('signOut')}
            onClick={() => void signOut()}
          >
            <Icon name="signOut" />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  )
}
