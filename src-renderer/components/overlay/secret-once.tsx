import { Button, Modal, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useLayer } from '../../layers.ts'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import form from './form-dialog.module.css'
import styles from './secret-once.module.css'

interface SecretOnceProps {
  title: string
  label: string
  secret: string
  /** The labels of the copy button and of the one that closes. */
  copy: string
  done: string
  onClose: () => void
  children?: ReactNode
}

/** Shows a secret, this once; only its own button closes it. */
export function SecretOnce({ title, label, secret, copy, done, onClose, children }: SecretOnceProps) {
  const clipboard = useClipboard({ timeout: 2000 })
  const layer = useLayer(true)
  return (
    <Modal
      {...layer}
      opened
      onClose={onClose}
      size="35rem"
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={form.form}>
        <div className={styles.secret}>
          <TextInput
            classNames={{ input: styles.input ?? '' }}
            label={label}
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            data-autofocus
            leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} />}
            onClick={() => clipboard.copy(secret)}
          >
            <span role="status">{clipboard.copied ? text('copied') : copy}</span>
          </Button>
        </div>
        <p className={styles.warning}>
          <Icon name="alert" size={16} />
          {text('secret.once')}
        </p>
        {children}
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            {done}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
