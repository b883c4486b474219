import { Box, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { Project } from '../../../src-main/domain/access.ts'
import { useAppStore } from '../../app-store.ts'
import { useService } from '../../client/client-context.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { ServiceChoices } from '../services/service-choices.tsx'
import { TeamOffer } from '../services/team-offer.tsx'
import styles from './shell.module.css'

const ConnectServiceDialog = onDemand(
  async () => (await import('../services/connect-service-dialog.tsx')).ConnectServiceDialog,
)

const StopLocalDialog = onDemand(async () => (await import('../services/stop-local-dialog.tsx')).StopLocalDialog)

export function ProjectSwitcher({ projects, project }: { projects: readonly Project[]; project: Project | null }) {
  const { client } = useService()
  const [asking, setAsking] = useState<'connect' | 'stop' | null>(null)
  const close = () => setAsking(null)
  const name = project?.name ?? text('app.name')
  const choose = useAppStore((state) => state.chooseProject)
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <UnstyledButton className={styles.project}>
            {/* Drawn, not read: the name follows. */}
            <span className={styles.initial} data-initial={initialOf(name)} />
            <VisuallyHidden>{text('project.switch')}</VisuallyHidden>
            <span className={styles.projectName}>{name}</span>
            <Icon name="chevronDown" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text('project.heading')}</Menu.Label>
          <Menu.RadioGroup value={project?.id ?? ''} onChange={choose}>
            {projects.map((other) => (
              <Menu.RadioItem key={other.id} value={other.id} closeMenuOnClick>
                {other.name}{' '}
                {other.archivedAt !== null && (
                  <Box component="span" c="dimmed" fz="xs">
                    ({text('project.archived')})
                  </Box>
                )}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {client.hasServices && (
            <ServiceChoices onConnect={() => setAsking('connect')} onStop={() => setAsking('stop')} />
          )}
        </Menu.Dropdown>
      </Menu>
      <Guard overlay={{ open: asking !== null, onClose: close }}>
        {asking === 'connect' && <ConnectServiceDialog onClose={close} />}
        {asking === 'stop' && <StopLocalDialog onClose={close} />}
        {asking === null && client.hasServices && <TeamOffer />}
      </Guard>
    </>
  )
}

/** The first letter as a person sees it, which may be several code units. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toLocaleUpperCase() ?? ''
}
