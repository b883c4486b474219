import { Box } from '@mantine/core'
import type { CreatedApiKey } from '../../../src-main/domain/access.ts'
import { SecretOnce } from '../../components/overlay/secret-once.tsx'
import { text } from '../../locales/messages.ts'
import { RequestExample } from './request-example.tsx'

/** A key's text, shown this once, with a first request that contains it. */
export function SecretDialog({
  created,
  baseUrl,
  onClose,
}: {
  created: CreatedApiKey
  baseUrl: string
  onClose: () => void
}) {
  return (
    <SecretOnce
      title={text('secret.title', { name: created.name })}
      label={text('secret.label')}
      secret={created.key}
      copy={text('secret.copy')}
      done={text('secret.done')}
      onClose={onClose}
    >
      <div>
        <Box component="h3" mt={0} mx={0} mb="xs" fz="sm" fw={500}>
          {text('secret.request')}
        </Box>
        <RequestExample baseUrl={baseUrl} projectId={created.projectId} apiKey={created.key} />
      </div>
    </SecretOnce>
  )
}
