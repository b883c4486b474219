import { Button, Modal } from '@mantine/core'
import { useLayer } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import { RecoveryCodes } from '../../sign-in/recovery-codes.tsx'
import form from '../../../components/overlay/form-dialog.module.css'

/** New recovery codes, this once; only its own button closes it. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const layer = useLayer(true)
  return (
    <Modal
      {...layer}
      opened
      onClose={onClose}
      title={text('recovery.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={form.form}>
        <RecoveryCodes codes={codes} />
        <div className={form.buttons}>
          <Button data-autofocus onClick={onClose}>
            {text('recovery.done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
