import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button, Group, SegmentedControl, Text } from '@mantine/core'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useSaveFile } from '../../client/use-save-file.ts'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import { FilterChip } from '../../components/form/filter-chip.tsx'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { plural, text } from '../../locales/messages.ts'
import { actionWords } from '../audit/audit-words.ts'
import { actionsOf, chainOf, type AuditView } from './audit-view.ts'
import { CardFilter } from './card-filter.tsx'

interface AuditToolbarProps {
  view: AuditView
  /** Whether the person may see all projects, and the log of the service itself. */
  whole: boolean
  environment: EnvironmentName
  count: number | null
  onChange: (changes: Partial<AuditView>) => void
}

/** The filters by log, project, action and card; and the log as a file. */
export function AuditToolbar({ view, whole, environment, count, onChange }: AuditToolbarProps) {
  const { client } = useService()
  const isOff = useTurnedOff('exports')
  const projects = useQuery('projects.list', {}).value ?? []
  const file = useSaveFile(() =>
    client.call('audit.download', {
      kind: chainOf(view, environment),
      ...(view.projectId === null ? {} : { projectId: view.projectId }),
    }),
  )
  return (
    <>
      <Group role="search" gap="sm" py="md" px="xl">
        {whole && (
          <SegmentedControl
            size="xs"
            aria-label={text('activity.log')}
            data={[
              { value: 'environment', label: text('activity.log.environment') },
              { value: 'control', label: text('activity.log.control') },
            ]}
            value={view.log}
            onChange={(next) =>
              onChange(
                next === 'control'
                  ? { log: 'control', action: null, cardId: null, projectId: null }
                  : { log: 'environment', action: null },
              )
            }
          />
        )}
        {(whole || projects.length > 1) && (
          <FilterChip
            name={text('activity.filter.project')}
            options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={view.projectId}
            onChange={(projectId) => onChange({ projectId, cardId: null })}
          />
        )}
        <FilterChip
          name={text('activity.filter.action')}
          options={actionsOf(view.log).map((known) => ({ value: known, label: actionWords(known) }))}
          value={view.action}
          onChange={(action) => onChange({ action })}
        />
        {view.log === 'environment' && view.projectId !== null && (
          <CardFilter
            projectId={view.projectId}
            environment={environment}
            cardId={view.cardId}
            onChange={(cardId) => onChange({ cardId })}
          />
        )}
        <Text component="span" ms="auto" c="dimmed" fz="sm" role="status">
          {count !== null && plural('activity.count', count)}
        </Text>
        {!isOff && (
          <Permitted call="audit.download" projectId={view.projectId}>
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="download" size={16} />}
              loading={file.busy}
              onClick={file.run}
            >
              {text('activity.export')}
            </Button>
          </Permitted>
        )}
      </Group>
      {file.problem !== null && (
        <Box px="xl" pb="md">
          <Problem words={file.problem} />
        </Box>
      )}
    </>
  )
}
