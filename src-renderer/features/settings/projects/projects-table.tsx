import { ActionIcon, Box, Tooltip } from '@mantine/core'
import { Permitted } from '../../../components/button/permitted.tsx'
import type { PageCallName } from '../../../../src-preload/contract.ts'
import type { Project } from '../../../../src-main/domain/access.ts'
import { StateBadge } from '../../../components/badge/state-badge.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/text/moment.tsx'
import { text } from '../../../locales/messages.ts'
import styles from '../settings.module.css'

/** What to do with a project. */
export type ProjectTask = { type: 'create' } | { type: 'rename' | 'archive' | 'delete'; project: Project }

const COLUMNS = ['name', 'state', 'created', 'do'] as const

export function ProjectsTable({
  projects,
  onTask,
}: {
  projects: readonly Project[] | null
  onTask: (task: ProjectTask) => void
}) {
  return (
    <ListTable
      className={styles.scroll}
      label={text('settings.projects')}
      columns={COLUMNS.map((key) => ({ key, word: text(`settings.projects.${key}`), unseen: key === 'do' }))}
      rows={projects?.map((project) => <Row key={project.id} project={project} onTask={onTask} />) ?? null}
      awaited={1}
    />
  )
}

function Row({ project, onTask }: { project: Project; onTask: (task: ProjectTask) => void }) {
  const { id, name, archivedAt, createdAt } = project
  return (
    <tr>
      <th scope="row">
        <Box component="span" fz="sm" fw={500}>
          {name}
        </Box>
      </th>
      <td>
        {archivedAt === null ? (
          <StateBadge tone="active" icon="circleCheck" word={text('settings.projects.inUse')} />
        ) : (
          <StateBadge tone="inactive" icon="archive" word={text('project.archived')} />
        )}
      </td>
      <td>
        <Moment value={createdAt} />
      </td>
      <td className={styles.end}>
        <CopyButton value={id} label={text('settings.projects.copy', { name })} />
        <Act
          call="projects.rename"
          icon="edit"
          word={text('settings.rename')}
          label={text('settings.rename.label', { name })}
          onAct={() => onTask({ type: 'rename', project })}
        />
        {archivedAt === null && (
          <Act
            call="projects.archive"
            icon="archive"
            word={text('settings.archive')}
            label={text('settings.archive.label', { name })}
            onAct={() => onTask({ type: 'archive', project })}
          />
        )}
        <Act
          call="projects.delete"
          icon="delete"
          word={text('settings.delete')}
          label={text('settings.delete.label', { name })}
          onAct={() => onTask({ type: 'delete', project })}
        />
      </td>
    </tr>
  )
}

interface ActProps {
  call: PageCallName
  icon: IconName
  word: string
  label: string
  onAct: () => void
}

function Act({ call, icon, word, label, onAct }: ActProps) {
  return (
    <Tooltip label={word}>
      <Permitted call={call}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onAct}>
          <Icon name={icon} size={16} />
        </ActionIcon>
      </Permitted>
    </Tooltip>
  )
}
