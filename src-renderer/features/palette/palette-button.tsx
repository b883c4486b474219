import { UnstyledButton } from '@mantine/core'
import { useAppStore } from '../../app-store.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { commandKey } from '../../screen-keys.ts'
import styles from './palette.module.css'

/** Advertises the palette and its shortcut. */
export function PaletteButton() {
  const show = useAppStore((state) => state.showPalette)
  return (
    <UnstyledButton className={styles.opener} aria-haspopup="dialog" onClick={() => show(true)}>
      <Icon name="search" size={16} />
      <span className={styles.openerWords}>{text('palette.open')}</span>
      <kbd>{commandKey()} K</kbd>
    </UnstyledButton>
  )
}
