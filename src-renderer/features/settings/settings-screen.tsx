import { Stack } from '@mantine/core'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { PlaceLink } from '../../components/text/place-link.tsx'
import { Guard } from '../../components/feedback/guard.tsx'
import { ScreenBody } from '../../components/screen/screen-body.tsx'
import { ScreenTitle } from '../../components/screen/screen-title.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import { onDemand } from '../../on-demand.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { ApprovalsSection } from './approvals/approvals-section.tsx'
import { BackupSection } from './backup/backup-section.tsx'
import { DataSection } from './data/data-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { EmailSection } from './email/email-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import { ProjectsSection } from './projects/projects-section.tsx'
import { SandboxSection } from './sandbox/sandbox-section.tsx'
import { SECTION_ICONS, useSections } from './sections.ts'
import { ServiceSection } from './service/service-section.tsx'
import { SignInSection } from './sign-in/sign-in-section.tsx'
import styles from './settings.module.css'

const ClusterSection = onDemand(async () => (await import('./cluster/cluster-section.tsx')).ClusterSection)

/** One group of settings at a time, each with its own address. */
export function SettingsScreen({ projectId }: ProjectScope) {
  const wanted = useAppStore(({ params }) => params['section'])
  const desktop = useQuery('desktop.get', {}).value?.desktop ?? null
  const shown = useSections()
  const current = shown.find((section) => section === wanted) ?? 'appearance'
  return (
    <>
      <ScreenTitle title={text('settings.title')} />
      <ScreenBody gap="8px 32px" className={styles.content}>
        <nav className={styles.sections} aria-label={text('settings.sections')}>
          <ul>
            {shown.map((section) => (
              <li key={section}>
                <PlaceLink
                  screen="settings"
                  params={{ section }}
                  className={styles.section}
                  current={section === current}
                >
                  <Icon name={SECTION_ICONS[section]} size={16} />
                  {text(`settings.${section}`)}
                </PlaceLink>
              </li>
            ))}
          </ul>
        </nav>
        <Stack gap={20} miw={0} key={current}>
          {current === 'profile' && <ProfileSection />}
          {current === 'appearance' && <AppearanceSection />}
          {current === 'people' && <PeopleSection />}
          {current === 'signIn' && <SignInSection />}
          {current === 'desktop' && desktop !== null && <DesktopSection desktop={desktop} />}
          {current === 'service' && <ServiceSection />}
          {current === 'cluster' && (
            <Guard>
              <ClusterSection />
            </Guard>
          )}
          {current === 'email' && <EmailSection />}
          {current === 'approvals' && <ApprovalsSection projectId={projectId} />}
          {current === 'sandbox' && <SandboxSection projectId={projectId} />}
          {current === 'backup' && <BackupSection />}
          {current === 'data' && <DataSection projectId={projectId} />}
          {current === 'projects' && <ProjectsSection />}
        </Stack>
      </ScreenBody>
    </>
  )
}
