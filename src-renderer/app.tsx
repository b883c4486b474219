import { MantineProvider } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ProjectScope } from '../src-main/domain/environment-name.ts'
import { useAppStore } from './app-store.ts'
import { ServiceProvider, useQuery, useConnection, useService } from './client/client-context.tsx'
import type { HostClient } from './client/host-client.ts'
import { RightsProvider } from './client/rights.tsx'
import { Guard } from './components/feedback/guard.tsx'
import { ErrorMessage } from './components/feedback/state-message.tsx'
import { Toasts } from './components/feedback/toasts.tsx'
import { Tips } from './components/overlay/tips.tsx'
import { useConsequence } from './features/consequence/consequence-store.ts'
import { forgetAskingApp, readAskingApp } from './features/apps/asking-app.ts'
import { GuideHost } from './features/guide/guide-host.tsx'
import { ShortcutsHost } from './features/shortcuts/shortcuts-host.tsx'
import { JobTray } from './features/jobs/job-tray.tsx'
import { OverviewScreen } from './features/overview/overview-screen.tsx'
import { PaletteHost } from './features/palette/palette-host.tsx'
import { NoProject } from './features/shell/no-project.tsx'
import { useStoredLook } from './features/settings/look.ts'
import { Shell } from './features/shell/shell.tsx'
import { useKnownFolder } from './features/sign-in/known-folder.ts'
import { SignedOutScreen } from './features/sign-in/signed-out-screen.tsx'
import { useLanguage } from './locales/language.ts'
import { text } from './locales/messages.ts'
import { fetchTheRest, onDemand } from './on-demand.ts'
import { cssVariables, themeFor } from './theme/theme.ts'

// The overview is what the app opens with; the other screens come when the page is idle, or sooner when they are
// opened.
const CardsScreen = onDemand(async () => (await import('./features/cards/cards-screen.tsx')).CardsScreen)
const HolderScreen = onDemand(async () => (await import('./features/holders/holder-screen.tsx')).HolderScreen)
const WebhookScreen = onDemand(async () => (await import('./features/webhook/webhook-screen.tsx')).WebhookScreen)
const SyncScreen = onDemand(async () => (await import('./features/sync/sync-screen.tsx')).SyncScreen)
const ActivityScreen = onDemand(async () => (await import('./features/activity/activity-screen.tsx')).ActivityScreen)
const PeopleScreen = onDemand(async () => (await import('./features/people/people-screen.tsx')).PeopleScreen)
const AccessScreen = onDemand(async () => (await import('./features/access/access-screen.tsx')).AccessScreen)
const SettingsScreen = onDemand(async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen)

const ServiceRefusedScreen = onDemand(
  async () => (await import('./features/services/service-refused-screen.tsx')).ServiceRefusedScreen,
)
const ConnectAppScreen = onDemand(async () => (await import('./features/apps/connect-app-screen.tsx')).ConnectAppScreen)

const InvitationScreen = onDemand(
  async () => (await import('./features/sign-in/invitation-screen.tsx')).InvitationScreen,
)

const ConsequenceDialog = onDemand(
  async () => (await import('./features/consequence/consequence-dialog.tsx')).ConsequenceDialog,
)

export function App({ client }: { client: HostClient }) {
  const environment = useAppStore((state) => state.environment)
  // A change of language re-renders every text without losing anything open or typed.
  useLanguage()
  // On the body, since floating elements are rendered outside the shell.
  useLayoutEffect(() => {
    document.body.dataset['environment'] = environment
  }, [environment])
  return (
    <MantineProvider
      theme={themeFor(environment)}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ServiceProvider client={client}>
        <Guard>
          <Desk />
        </Guard>
        <ConsequenceHost />
        <Toasts />
        <Tips />
      </ServiceProvider>
    </MantineProvider>
  )
}

function Desk() {
  const connection = useConnection()
  const { signIn } = useService().client
  const [asking, setAsking] = useState(() => readAskingApp(window))
  if (signIn !== null && signIn.invitation !== null)
    return <InvitationScreen client={signIn} invitation={signIn.invitation} />
  if (connection.state === 'signed-out') return <SignedOutScreen why={connection.why} client={signIn} />
  if (connection.state === 'service-refused') return <ServiceRefusedScreen {...connection} />
  if (asking !== null)
    return (
      <ConnectAppScreen
        asking={asking}
        onDone={() => {
          forgetAskingApp(window)
          setAsking(null)
        }}
      />
    )
  return <SignedIn />
}

function SignedIn() {
  useStoredLook()
  useKnownFolder()
  useWholeApp()
  // The frame stays as it is when another screen opens.
  const projectId = useAppStore((state) => state.projectId)
  const environment = useAppStore((state) => state.environment)
  const { value: projects, error, reload } = useQuery('projects.list', {})
  // If the chosen project has been deleted, the oldest active one takes its place.
  const project =
    projects?.find(({ id }) => id === projectId) ??
    projects?.find(({ archivedAt }) => archivedAt === null) ??
    projects?.[0] ??
    null
  return (
    <RightsProvider projectId={project?.id ?? null}>
      <Shell projects={projects ?? []} project={project} environment={environment}>
        {error !== null && <ErrorMessage title={text('projects.error.title')} error={error} onRetry={reload} />}
        {projects?.length === 0 && <NoProject />}
        {project !== null && (
          <Screen key={`${project.id} ${environment}`} projectId={project.id} environment={environment} />
        )}
        {project !== null && (
          <Guard key={`jobs ${project.id} ${environment}`} small>
            <JobTray projectId={project.id} environment={environment} />
          </Guard>
        )}
        {project !== null && <PaletteHost projectId={project.id} environment={environment} />}
        <GuideHost />
        <ShortcutsHost />
      </Shell>
    </RightsProvider>
  )
}

/**
 * After the first screen, fetches the rest of the app as well, so that an open page works while the service is away.
 */
function useWholeApp(): void {
  const { client } = useService()
  useEffect(() => {
    void fetchTheRest()
    return client.onConnection(() => {
      if (client.connection().state === 'connected') void fetchTheRest()
    })
  }, [client])
}

/** Above everything else, including what opened it; its code loads on first use. */
function ConsequenceHost() {
  const asked = useConsequence((state) => state.asked)
  return (
    <Guard overlay={{ open: asked !== null, onClose: () => asked?.answer(false) }}>
      {asked !== null && <ConsequenceDialog />}
    </Guard>
  )
}

function Screen(place: ProjectScope) {
  const name = useAppStore((state) => state.screen)
  return (
    <Guard key={name} waiting={<div aria-busy="true" aria-label={text('app.loading')} />}>
      {name === 'overview' && <OverviewScreen {...place} />}
      {name === 'cards' && <CardsScreen {...place} />}
      {(name === 'driver' || name === 'vehicle') && <HolderScreen {...place} kind={name} />}
      {name === 'webhook' && <WebhookScreen {...place} />}
      {name === 'sync' && <SyncScreen {...place} />}
      {name === 'activity' && <ActivityScreen {...place} />}
      {name === 'people' && <PeopleScreen />}
      {name === 'access' && <AccessScreen {...place} />}
      {name === 'settings' && <SettingsScreen {...place} />}
    </Guard>
  )
}

/** The host puts a nonce into each answer; without it, the page's policy would refuse the theme's variables. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
