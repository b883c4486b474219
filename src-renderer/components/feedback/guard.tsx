import { Button, Group, Modal } from '@mantine/core'
import { Component, useEffect, useRef, type ReactNode } from 'react'
import { useConnection, useService } from '../../client/client-context.tsx'
import { LayerToCome, useLayer } from '../../layers.ts'
import { text } from '../../locales/messages.ts'
import { InPlaceOfPart, NotFetched } from '../../on-demand.ts'
import { Icon } from '../icon.tsx'
import { StateMessage } from './state-message.tsx'
import styles from './guard.module.css'

interface GuardProps {
  /** Shown while the part loads. */
  waiting?: ReactNode
  /** For a drawer or dialog: its failure is shown in a dialog while it should be open. */
  overlay?: { open: boolean; onClose: () => void }
  /** For part of a panel: the failure takes one line. */
  small?: boolean
  children: ReactNode
}

/**
 * Contains a failure: a part that cannot be loaded or rendered says so in its place and offers a retry; the rest works
 * on.
 */
export class Guard extends Component<GuardProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { waiting, children, ...failed } = this.props
    const { error } = this.state
    if (error !== null) return <Failure {...failed} error={error} onRetry={this.retry} />
    // A loading layer already blocks the keys below it.
    return <InPlaceOfPart value={failed.overlay?.open === true ? <LayerToCome /> : waiting}>{children}</InPlaceOfPart>
  }
}

interface FailureProps extends Pick<GuardProps, 'overlay' | 'small'> {
  error: Error
  onRetry: () => void
}

function Failure({ error, onRetry, overlay, small = false }: FailureProps) {
  const { client, data } = useService()
  const connected = useConnection().state === 'connected'
  const away = error instanceof NotFetched
  useEffect(() => {
    if (!away) return
    // Once reconnected, the service can serve what was missing.
    return client.onConnection(() => {
      if (client.connection().state === 'connected') onRetry()
    })
  }, [away, client, onRetry])
  const open = overlay?.open ?? true
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!open) wasClosed.current = true
    else if (wasClosed.current) onRetry()
  }, [open, onRetry])
  const tryAgain = () => {
    // The data may be what could not be rendered.
    if (!away) data.invalidate()
    onRetry()
  }
  const title = text(away ? 'guard.away.title' : 'guard.broken.title')
  if (small) {
    return (
      <p className={styles.line} role="alert">
        {title}
        <Button variant="default" size="compact-sm" onClick={tryAgain}>
          {text('retry')}
        </Button>
      </p>
    )
  }
  const message = (
    <StateMessage icon="alert" trouble title={title} text={text(away ? 'guard.away.text' : 'guard.broken.text')}>
      <Group gap="sm" align="stretch" justify="center">
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={tryAgain}>
          {text('retry')}
        </Button>
        {/* Without the service there would be no page to come back to. */}
        {connected && (
          <Button variant="subtle" color="gray" onClick={() => window.location.reload()}>
            {text('guard.reload')}
          </Button>
        )}
      </Group>
      {!away && <code className={styles.error}>{error.message}</code>}
    </StateMessage>
  )
  if (overlay === undefined) return message
  return (
    <FailureDialog open={open} onClose={overlay.onClose}>
      {message}
    </FailureDialog>
  )
}

function FailureDialog({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const layer = useLayer(open)
  return (
    <Modal
      {...layer}
      opened={open}
      onClose={onClose}
      title={text('guard.title')}
      closeButtonProps={{ 'aria-label': text('close') }}
    >
      {children}
    </Modal>
  )
}
