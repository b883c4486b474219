import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '../../../src-main/domain/access.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RollKeyDialog } from './roll-key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export type KeyTask = { type: 'create' } | { type: 'roll' | 'revoke'; key: ApiKey }

interface KeyDialogsProps extends ProjectScope {
  baseUrl: string
  task: KeyTask | null
  onEnd: () => void
}

/** The dialogs to create, roll and revoke a key, and its text, shown once. */
export function KeyDialogs({ projectId, environment, baseUrl, task, onEnd }: KeyDialogsProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const show = (key: CreatedApiKey) => {
    onEnd()
    setCreated(key)
  }
  return (
    <>
      {task?.type === 'create' && (
        <CreateKeyDialog projectId={projectId} environment={environment} onCreated={show} onClose={onEnd} />
      )}
      {task?.type === 'roll' && <RollKeyDialog apiKey={task.key} onRolled={show} onClose={onEnd} />}
      {task?.type === 'revoke' && <RevokeKeyDialog apiKey={task.key} onClose={onEnd} />}
      {created !== null && <SecretDialog created={created} baseUrl={baseUrl} onClose={() => setCreated(null)} />}
    </>
  )
}
