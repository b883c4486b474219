import { Box } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { Project } from '../../../src-main/domain/access.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useConnection, useService } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { ShownService } from '../services/shown-service.tsx'
import { formatSecond, text } from '../../locales/messages.ts'
import { ENVIRONMENT_ICONS } from './environment-icons.ts'
import { EnvironmentSwitch } from './environment-switch.tsx'
import { AskApproval } from '../approvals/ask-approval.tsx'
import { AuditNotice } from './audit-notice.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { HeaderActions } from './header-actions.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import { WaitingNotice } from './waiting-notice.tsx'
import { MovedNotice } from './moved-notice.tsx'
import { Navigation } from './navigation.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import styles from './shell.module.css'

interface ShellProps {
  projects: readonly Project[]
  project: Project | null
  environment: EnvironmentName
  children: ReactNode
}

/** The frame around every screen: project and environment above, screens at the left. */
export function Shell({ projects, project, environment, children }: ShellProps) {
  const { client } = useService()
  return (
    <div className={styles.shell} data-environment={environment}>
      <a
        className={styles.skip}
        href="#screen"
        onClick={(event) => {
          // The fragment names a place in the app and must not change.
          event.preventDefault()
          document.querySelector<HTMLElement>('#screen')?.focus()
        }}
      >
        {text('app.skip')}
      </a>
      <header className={styles.top}>
        <div className={styles.header}>
          {(project !== null || client.hasServices) && <ProjectSwitcher projects={projects} project={project} />}
          {client.hasServices && <ShownService />}
          <EnvironmentSwitch environment={environment} />
          <Box component="span" flex={1} />
          {project !== null && <PaletteButton />}
          <HeaderActions />
        </div>
        <div className={styles.band}>
          <Icon name={ENVIRONMENT_ICONS[environment]} size={16} />
          <span>
            <strong>{text(`environment.${environment}`)}</strong> · {text(`environment.${environment}.band`)}
          </span>
        </div>
      </header>
      <div className={styles.notices}>
        <ConnectionNotice />
        {project !== null && <WaitingNotice projectId={project.id} />}
        <HoldNotice environment={environment} />
        <AuditNotice />
        <MovedNotice />
      </div>
      <AskApproval />
      <Navigation projectId={project?.id ?? null} environment={environment} />
      <main className={styles.screen} id="screen" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/** A stream that begins anew is not worth a word: only what lasts is said. */
const SAID_AFTER_MS = 700

function ConnectionNotice() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection.state === 'offline' && (
        <div className={styles.notice}>
          <Icon name="pending" size={16} turning />
          {text('connection.offline', { service: connection.service, time: formatSecond(connection.since) })}
        </div>
      )}
      {connection.state === 'reconnecting' && <Reconnecting />}
    </div>
  )
}

function Reconnecting() {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(true), SAID_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!lasts) return null
  return (
    <div className={styles.notice}>
      <Icon name="pending" size={16} turning />
      {text('connection.reconnecting')}
    </div>
  )
}
