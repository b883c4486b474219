import { Badge } from '@mantine/core'
import { useQuery } from '../../client/client-context.tsx'

/** The service whose data the window shows; nothing on this computer. */
export function ShownService() {
  const { value } = useQuery('services.state', {})
  const current = value?.services?.current ?? null
  return current === null ? null : <Badge variant="light">{current}</Badge>
}
