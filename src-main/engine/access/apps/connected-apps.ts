import type { ControlCore } from '../../kernel/control-core.ts'
import { createAppSessions, type AppSessions } from './app-sessions.ts'
import { createAuthorizationCodes, type AuthorizationCodes } from './authorization-codes.ts'
import { createDeviceRequests, type DeviceRequests } from './device-requests.ts'

/** The service as an authorization server for its own apps: the desktop app and the command line elsewhere. */
export interface ConnectedApps {
  readonly sessions: Omit<AppSessions, 'openWithin'>
  readonly codes: AuthorizationCodes
  readonly devices: DeviceRequests
}

export function createConnectedApps(core: ControlCore): ConnectedApps {
  const sessions = createAppSessions(core)
  return { sessions, codes: createAuthorizationCodes(core, sessions), devices: createDeviceRequests(core, sessions) }
}
