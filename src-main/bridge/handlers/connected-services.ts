import type { ConnectedServices } from '../../domain/desk/connected-services.ts'
import type { ServicesShell } from '../bridge-host.ts'
import type { Handlers, HandlerScope } from './handler.ts'

export const connectedServiceHandlers: Handlers<'services'> = {
  'services.state': (_input, scope) => answer(scope, (shell) => shell.state()),
  'services.connect': (input, scope) => answer(scope, (shell) => shell.connect(input)),
  'services.cancel': (_input, scope) => answer(scope, (shell) => shell.cancel()),
  'services.choose': ({ name }, scope) => answer(scope, (shell) => shell.choose(name)),
  'services.forget': ({ name }, scope) => answer(scope, (shell) => shell.forget(name)),
  'services.decline': (_input, scope) => answer(scope, (shell) => shell.decline()),
  'services.localWork': async (_input, { host, who }) => ({
    work: who.kind === 'local' ? ((await host.services?.localWork()) ?? null) : null,
  }),
  'services.stopLocal': (_input, scope) => answer(scope, (shell) => shell.stopLocal()),
  'services.startLocal': (_input, scope) => answer(scope, (shell) => shell.startLocal()),
}

async function answer(
  { host, who }: HandlerScope,
  work: (shell: ServicesShell) => Promise<ConnectedServices>,
): Promise<{ services: ConnectedServices | null }> {
  if (host.services === undefined || who.kind !== 'local') return { services: null }
  return { services: await work(host.services) }
}
