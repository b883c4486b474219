import { useWindowEvent } from '@mantine/hooks'
import { Guard } from '../../components/feedback/guard.tsx'
import { keysAreLive } from '../../layers.ts'
import { onDemand } from '../../on-demand.ts'
import { showShortcuts, useShortcuts } from './shortcuts-store.ts'

const ShortcutsDialog = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** `?`, wherever the keyboard's layout has it, lists the shortcuts of the screen. */
export function ShortcutsHost() {
  const { isOpen } = useShortcuts()
  useWindowEvent('keydown', (event) => {
    const { target } = event
    const isTyped =
      target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))
    const isTick = target instanceof HTMLInputElement && target.type === 'checkbox'
    if (event.key !== '?' || event.ctrlKey || event.metaKey || (isTyped && !isTick) || !keysAreLive(target)) return
    event.preventDefault()
    showShortcuts(true)
  })
  const close = () => showShortcuts(false)
  return <Guard overlay={{ open: isOpen, onClose: close }}>{isOpen && <ShortcutsDialog onClose={close} />}</Guard>
}
