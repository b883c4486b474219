import { Button } from '@mantine/core'
import { useState } from 'react'
import { Permitted } from '../../../components/button/permitted.tsx'
import { useAppStore } from '../../../app-store.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup } from '../settings-group.tsx'
import { ArchiveProjectDialog } from './archive-project-dialog.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { NameProjectDialog } from './name-project-dialog.tsx'
import { ProjectsTable, type ProjectTask } from './projects-table.tsx'

export function ProjectsSection() {
  const { value: projects, error, reload } = useQuery('projects.list', {})
  const creating = useAppStore(({ params }) => params['do'] === 'create')
  const show = useAppStore((state) => state.show)
  const [task, setTask] = useState<ProjectTask | null>(null)
  // The palette's command leads here by the address, which then forgets it.
  const current: ProjectTask | null = creating ? { type: 'create' } : task
  const end = () => {
    setTask(null)
    if (creating) show({ section: 'projects' })
  }
  return (
    <SettingsGroup title={text('settings.projects')} lead={text('settings.projects.lead')}>
      {error !== null && <ErrorMessage title={text('projects.error.title')} error={error} onRetry={reload} />}
      {error === null && <ProjectsTable projects={projects ?? null} onTask={setTask} />}
      <Foot>
        <Permitted call="projects.create">
          <Button leftSection={<Icon name="plus" />} onClick={() => setTask({ type: 'create' })}>
            {text('project.first.create')}
          </Button>
        </Permitted>
      </Foot>
      {current?.type === 'create' && <NameProjectDialog project={null} onClose={end} />}
      {current?.type === 'rename' && <NameProjectDialog project={current.project} onClose={end} />}
      {current?.type === 'archive' && <ArchiveProjectDialog project={current.project} onClose={end} />}
      {current?.type === 'delete' && <DeleteProjectDialog project={current.project} onClose={end} />}
    </SettingsGroup>
  )
}
