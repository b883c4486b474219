import { Permitted } from '../../components/button/permitted.tsx'
import { Box, Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { createContext, memo, useContext } from 'react'
import type { AuditDatabase } from '../../../src-main/domain/audit.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useSaveFile } from '../../client/use-save-file.ts'
import { useTurnedOff } from '../../client/use-turned-off.ts'
import { SearchField } from '../../components/form/search-field.tsx'
import { FilterChip } from '../../components/form/filter-chip.tsx'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/feedback/problem.tsx'
import { useLanguage } from '../../locales/language.ts'
import { plural, text } from '../../locales/messages.ts'
import { actionWords, actorWords } from '../audit/audit-words.ts'
import { actionsOf, chainOf, LONGEST_SEARCH, type AuditView } from './audit-view.ts'
import { CardFilter } from './card-filter.tsx'
import { TimeFilter } from './time-filter.tsx'

interface AuditToolbarProps {
  view: AuditView
  /** Whether the person may see all projects, and the log of the service itself. */
  whole: boolean
  environment: EnvironmentName
  onChange: (changes: Partial<AuditView>) => void
}

/** How many entries match, if known; passed by the toolbar, which need not be drawn again for it. */
export const CountContext = createContext<number | null>(null)

/**
 * The search; the filters by log, project, person, time, action and card; and the log as a file. Memoised, since it is
 * most of the screen's parts; so are filters that ask the service.
 */
export const AuditToolbar = memo(function AuditToolbar({ view, whole, environment, onChange }: AuditToolbarProps) {
  useLanguage()
  const { client } = useService()
  const isOff = useTurnedOff('exports')
  const kind = chainOf(view, environment)
  const log = { kind, ...(view.projectId === null ? {} : { projectId: view.projectId }) }
  const file = useSaveFile(() => client.call('audit.download', log))
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
                  ? { log: 'control', action: null, cardId: null, actor: null, projectId: null }
                  : { log: 'environment', action: null, actor: null },
              )
            }
          />
        )}
        <ProjectFilter whole={whole} value={view.projectId} onChange={onChange} />
        <SearchField
          label={text('activity.search')}
          longest={LONGEST_SEARCH}
          value={view.search}
          onSearch={(search) => onChange({ search })}
        />
        <PersonFilter kind={kind} projectId={view.projectId} value={view.actor} onChange={onChange} />
        <TimeFilter from={view.from} to={view.to} onChange={onChange} />
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
        <Count />
        {!isOff && (
          <Permitted call="audit.download" projectId={view.projectId}>
            <Button
              ms="auto"
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
})

/** Said for those who do not see the foot of the list, which has the number as well. */
function Count() {
  const count = useContext(CountContext)
  return <VisuallyHidden role="status">{count !== null && plural('activity.count', count)}</VisuallyHidden>
}

interface FilterProps {
  value: string | null
  onChange: AuditToolbarProps['onChange']
}

const ProjectFilter = memo(function ProjectFilter({ whole, value, onChange }: FilterProps & { whole: boolean }) {
  useLanguage()
  const projects = useQuery('projects.list', {}).value ?? []
  if (!whole && projects.length <= 1) return null
  return (
    <FilterChip
      name={text('activity.filter.project')}
      options={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(projectId) => onChange({ projectId, cardId: null })}
    />
  )
})

const PersonFilter = memo(function PersonFilter({
  kind,
  projectId,
  value,
  onChange,
}: FilterProps & { kind: AuditDatabase; projectId: string | null }) {
  useLanguage()
  const actors = useQuery('audit.actors', { kind, ...(projectId === null ? {} : { projectId }) }).value ?? []
  return (
    <FilterChip
      name={text('activity.filter.person')}
      options={actors.map((actor) => ({ value: actor.key, label: actorWords({ actor, channel: actor.channel }) }))}
      value={value}
      onChange={(actor) => onChange({ actor })}
    />
  )
})
