import { ActionIcon, Button, Portal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAppStore } from '../../app-store.ts'
import { text } from '../../locales/messages.ts'
import type { Place } from '../../place.ts'
import { Icon, type IconName } from '../icon.tsx'
import { clearToasts, dismissToast, useToasts, withdrawToasts, type Toast } from './toast-store.ts'
import { ErrorText } from './error-text.tsx'
import styles from './toasts.module.css'

/** Long enough to read it and reach for the button. */
const SHOWN_MS = 8_000
const ICONS: Record<Toast['kind'], IconName> = { done: 'check', sent: 'send', trouble: 'alert' }

/** What was just done, at the foot of the window; announced to screen readers. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  useEffect(() => useAppStore.subscribe(leave), [])
  return (
    <Portal>
      <div className={styles.stack} role="region" aria-label={text('toasts.label')} aria-live="polite">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
    </Portal>
  )
}

/**
 * Removes toasts about a place or card once another is opened. A card that is only closed keeps its
 * undo.
 */
function leave(now: Place, before: Place): void {
  const [card, cardBefore] = [now.params['card'], before.params['card']]
  if (now.screen !== before.screen || now.environment !== before.environment || now.projectId !== before.projectId)
    clearToasts()
  else if (card !== undefined && cardBefore !== undefined && card !== cardBefore) withdrawToasts(cardBefore)
}

function ToastLine({ toast: { id, kind, words, action } }: { toast: Toast }) {
  // It stays while hovered or focused.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, held])
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={styles.toast} data-kind={kind} {...hold}>
      <Icon name={ICONS[kind]} className={styles.mark} />
      <span className={styles.words}>
        <ErrorText words={words} />
      </span>
      {action !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={text('toasts.dismiss')} onClick={() => dismissToast(id)}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </div>
  )
}
