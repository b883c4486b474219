import { Button, Modal, Text } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { CallInput, CallOutput } from '../../../src-preload/contract.ts'
import { useService } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { text } from '../../locales/messages.ts'
import styles from './access.module.css'

type KeyCall = 'keys.create' | 'keys.roll' | 'keys.revoke'

/** Makes a change of the keys; while it runs the dialog waits, and a refusal stands in it. */
export function useKeyCall<Name extends KeyCall>(name: Name, onDone: (value: CallOutput<Name>) => void) {
  const { client, data } = useService()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (input: CallInput<Name>) => {
    setBusy(true)
    const result = await client.call(name, input)
    setBusy(false)
    if (!result.ok) return setProblem(errorWords(result.error))
    data.invalidate(['keys.list', 'audit.list'])
    onDone(result.value)
  }
  return { busy, problem, run: (input: CallInput<Name>) => void run(input) }
}

interface KeyDialogProps {
  title: string
  /** What the button does, by name. */
  action: string
  danger?: boolean
  busy: boolean
  problem: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

export function KeyDialog({ title, action, danger = false, busy, problem, onSubmit, onClose, children }: KeyDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': text('close') }}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {children}
        {problem !== null && (
          <Text role="alert" c="var(--status-failed-ink)" size="sm">
            {problem}
          </Text>
        )}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
