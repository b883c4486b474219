import { Box, Group } from '@mantine/core'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { text } from '../../locales/messages.ts'
import { RequestExample } from './request-example.tsx'

/** Ready to paste once the key is in an environment variable: no screen can show a key again. */
export function FirstRequest({
  baseUrl,
  projectId,
  environment,
}: {
  baseUrl: string
  projectId: string
  environment: EnvironmentName
}) {
  return (
    <div role="group" aria-label={text('request.title')}>
      <Group justify="space-between" mih="2rem" pb="xs">
        <h2>{text('request.title')}</h2>
      </Group>
      <Box component="p" mt={0} mx={0} mb="sm" c="dimmed" fz="sm">
        {text('request.text', { variable: 'FUELCARD_API_KEY', environment: text(`environment.${environment}`) })}
      </Box>
      <RequestExample baseUrl={baseUrl} projectId={projectId} apiKey={null} />
    </div>
  )
}
