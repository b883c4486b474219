import { ActionIcon, Button, Portal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import { dismissToast, useToasts, type Toast } from './toast-store.ts'
import { Told } from './told.tsx'
import styles from './toasts.module.css'

/** Long enough to read it and reach for the button. */
const SHOWN_MS = 8_000

/** What was just done, at the foot of the window; read aloud as it comes. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
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

function ToastLine({ toast: { id, kind, words, action } }: { toast: Toast }) {
  // Under the pointer or the focus it waits.
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
    <div className={kind === 'trouble' ? `${styles.toast} ${styles.trouble}` : styles.toast} {...hold}>
      <Icon name={kind === 'trouble' ? 'alert' : 'check'} className={styles.mark} />
      <span className={styles.words}>
        <Told words={words} />
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
