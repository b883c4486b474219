import { Button, Modal, type ModalProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ErrorWords } from '../../client/error-words.ts'
import { useLayer } from '../../layers.ts'
import { text } from '../../locales/messages.ts'
import { Guard } from '../feedback/guard.tsx'
import { Problem } from '../feedback/problem.tsx'
import { useTypedEnter } from '../form/typed-enter.ts'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: ReactNode
  /** The button's label; null if there is only *Close*. */
  action: string | null
  danger?: boolean
  /** While the input is not valid yet. */
  disabled?: boolean
  busy: boolean
  problem: ErrorWords | string | null
  size?: NonNullable<ModalProps['size']>
  /** Left of the buttons. */
  beside?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog that asks, then acts, and shows what the service refuses. Without a field to fill in, the focus opens on
 * *Cancel*.
 */
export function FormDialog({
  title,
  action,
  danger = false,
  disabled = false,
  busy,
  problem,
  size,
  beside,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const layer = useLayer(true)
  const typedEnter = useTypedEnter()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled && action !== null) onSubmit()
  }
  return (
    <Modal
      {...layer}
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': text('close') }}
      {...(size === undefined ? {} : { size })}
    >
      <form className={styles.form} onSubmit={submit} noValidate {...typedEnter}>
        <Guard small>{children}</Guard>
        <Problem words={problem} />
        <div className={styles.buttons}>
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
          <Button data-autofocus variant="default" onClick={onClose}>
            {text(action === null ? 'close' : 'cancel')}
          </Button>
          {action !== null && (
            <Button type="submit" loading={busy} disabled={disabled} {...(danger ? { color: 'red' } : {})}>
              {action}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}
