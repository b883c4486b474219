import { Text } from '@mantine/core'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../client/client-context.tsx'
import { formatDay, plural, text } from '../../locales/messages.ts'

interface PlansBackProps extends ProjectScope {
  of: { cardId: string } | { jobId: string }
}

/** What an undo plans again: when what it enables is disabled by itself. */
export function PlansBack({ projectId, environment, of }: PlansBackProps) {
  const { value } = useQuery('bulk.plansBack', { projectId, environment, of })
  if (value === undefined || value.first === null) return null
  const time = formatDay(value.first)
  return (
    <Text size="sm" fw={500}>
      {'cardId' in of ? text('confirm.undo.plan', { time }) : plural('confirm.undo.plans', value.count, { time })}
    </Text>
  )
}
