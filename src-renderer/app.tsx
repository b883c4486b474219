import { MantineProvider } from '@mantine/core'
import { useAppStore } from './app-store.ts'
import { ServiceProvider, useAnswer, useConnection } from './client/client-context.tsx'
import type { HostClient } from './client/host-client.ts'
import { ErrorMessage } from './components/state-message.tsx'
import { CardsScreen } from './features/cards/cards-screen.tsx'
import { FirstProject } from './features/shell/first-project.tsx'
import { Shell } from './features/shell/shell.tsx'
import { SignedOutScreen } from './features/sign-in/signed-out-screen.tsx'
import { text } from './locales/messages.ts'
import { cssVariables, themeFor } from './theme/theme.ts'

export function App({ client }: { client: HostClient }) {
  const environment = useAppStore((state) => state.environment)
  return (
    <MantineProvider theme={themeFor(environment)} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <ServiceProvider client={client}>
        <Desk />
      </ServiceProvider>
    </MantineProvider>
  )
}

function Desk() {
  const connection = useConnection()
  if (connection.state === 'signed-out') return <SignedOutScreen why={connection.why} />
  return <SignedIn />
}

function SignedIn() {
  const { projectId, environment } = useAppStore()
  const { value: projects, error, reload } = useAnswer('projects.list', {})
  // A project that was chosen and is gone since gives way to the oldest that is not archived.
  const project = projects?.find(({ id }) => id === projectId) ?? projects?.find(({ archivedAt }) => archivedAt === null) ?? projects?.[0] ?? null
  return (
    <Shell projects={projects ?? []} project={project} environment={environment}>
      {error !== null && <ErrorMessage title={text('projects.error.title')} error={error} onRetry={reload} />}
      {projects?.length === 0 && <FirstProject />}
      {project !== null && <CardsScreen key={`${project.id} ${environment}`} projectId={project.id} environment={environment} />}
    </Shell>
  )
}

/** The host puts a nonce of its own into each answer; without one the theme's variables would be refused. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
