import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../domain/environment-name.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { ApiState } from '../../domain/desk/settings.ts'
import { portOf } from '../../net/address.ts'
import { isAtMachine } from '../bridge-host.ts'
import type { Handlers } from './handler.ts'

export const serviceHandlers: Handlers<'service' | 'policy' | 'settings' | 'hold' | 'check' | 'login' | 'desktop'> = {
  'service.info': async (_input, { engine, host, person, who }) => ({
    version: engine.version,
    // What lies where on the machine of the service concerns its administrators.
    dataDir: person.isAdministrator ? engine.dataDir : '',
    baseUrl: host.baseUrl(),
    api: host.api?.() ?? apiAt(host.baseUrl()),
    holds: {
      sandbox: await engine.environment('sandbox').hold.state(),
      production: await engine.environment('production').hold.state(),
    },
    releaseNeedsApproval: (await engine.approvals.rules.enabled()).length > 0,
    notices: person.isAdministrator ? [...engine.notices(), ...(await engine.signIn.moved())] : [],
    isAtMachine: isAtMachine(who),
    isCluster: engine.isCluster,
  }),

  'service.cluster': async (_input, { engine }) => ({ cluster: await engine.cluster() }),

  'policy.get': (_input, { host }) =>
    host.policy?.view() ?? { file: null, off: [], updates: {}, teamService: null, settings: [] },
  'settings.get': (_input, { engine }) => engine.settings.view(),
  'settings.update': (change, { engine, context }) => engine.settings.update(change, context()),

  'hold.release': async (input, { engine, context }) => {
    const asked = input.environment === undefined ? ENVIRONMENT_NAMES : [input.environment]
    const released: EnvironmentName[] = []
    for (const name of asked) {
      const { hold } = engine.environment(name)
      if ((await hold.state()) === null) continue
      await hold.release(context())
      released.push(name)
    }
    return { released }
  },

  check: ({ fixModes }, { engine }) => engine.check({ fixModes }),

  'login.issue': async (_input, { host }) => {
    const uiUrl = await host.issueLoginLink()
    if (uiUrl === null)
      throw new ServiceError(
        'error.unavailable',
        'No page is served from this data folder; start one with "fuelcard-desk serve"',
      )
    return { uiUrl }
  },

  'desktop.get': async (_input, { host }) => ({ desktop: (await host.desktop?.state()) ?? null }),
  'desktop.update': async (change, { host }) => ({ desktop: (await host.desktop?.update(change)) ?? null }),
}

/** For a host whose API never starts or stops. */
function apiAt(baseUrl: string | null): ApiState {
  return baseUrl === null ? { state: 'off', port: null } : { state: 'on', port: portOf(new URL(baseUrl)) }
}
