import type { Channel } from '../domain/access.ts'
import type { App } from '../domain/people/connected-app.ts'
import type { ConnectedServices, LocalWork } from '../domain/desk/connected-services.ts'
import type { DesktopChange, DesktopState } from '../domain/desk/desktop.ts'
import type { ApiState } from '../domain/desk/settings.ts'
import type { LogLine } from '../engine/desk/recent-log.ts'
import type { Visitor } from '../engine/sign-in/sign-in-core.ts'
import type { HostPolicy } from './policy.ts'
import type { CallArguments, CallOutput, Progress } from '../../src-preload/contract.ts'

/** What only a host can do: it knows where it listens, and it opens and closes the engine. */
export interface BridgeHost {
  /** The API's base URL, ending in `/v1`; null while it does not listen. */
  baseUrl(): string | null
  /** Where the inbox answers, on this machine; by default the API's own origin. */
  inboxOrigin?(): string | null
  /** Whether the API listens, on a host where that changes; without it, the base URL says so. */
  api?(): ApiState
  /** Runs a request inside the `/v1` stack as the chosen key; absent if this host has no API. */
  readonly runRequest?: (
    input: CallArguments<'console.run'>,
    signal?: AbortSignal,
  ) => Promise<CallOutput<'console.run'>>
  /** What this computer's administrator has decided; absent for nothing. */
  readonly policy?: HostPolicy
  /** The newest lines of this host's log. */
  recentLog?(): readonly LogLine[]
  /** The desktop shell, if there is one. */
  readonly desktop?: DesktopShell
  /** Services elsewhere that its window can show, if there is one. */
  readonly services?: ServicesShell
  /** A new sign-in link for the page; null if this host has no page. */
  issueLoginLink(): Promise<string | null> | null
  /** The address of the page that redeems an invitation; absent or null if this host has no page. */
  invitationLink?(token: string): string | null
  /** Closes the engine, restores into its folder and, if it was open, reopens it. */
  restore(input: CallArguments<'backup.restore'>): Promise<CallOutput<'backup.restore'>>
}

/** The desktop host's own state. */
export interface DesktopShell {
  state(): DesktopState | Promise<DesktopState>
  update(change: DesktopChange): DesktopState | Promise<DesktopState>
}

/** The services that the desktop app connects to. */
export interface ServicesShell {
  state(): Promise<ConnectedServices>
  connect(input: CallArguments<'services.connect'>): Promise<ConnectedServices>
  cancel(): Promise<ConnectedServices>
  choose(name: string | null): Promise<ConnectedServices>
  forget(name: string): Promise<ConnectedServices>
  decline(): Promise<ConnectedServices>
  localWork(): Promise<LocalWork | null>
  stopLocal(): Promise<ConnectedServices>
  startLocal(): Promise<ConnectedServices>
}

/** The person at this machine, one who is signed in, or nobody yet: then only public calls are possible. */
export type Who =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'signed-in'
      readonly personId: string
      readonly sessionId: string
      /** The connected app whose session it is; absent for a page. */
      readonly app?: App
      /** Set for the machine's own person in a page that only this machine reaches. */
      readonly isAtMachine?: boolean
    }
  | { readonly kind: 'nobody' }

/** Windows, the control socket and commands: the person at this machine, an administrator without a credential. */
export const LOCAL: Who = { kind: 'local' }

/** Whether a call comes from the machine of the service, and from the person whose machine it is. */
export function isAtMachine(who: Who): boolean {
  return who.kind === 'local' || (who.kind === 'signed-in' && who.isAtMachine === true)
}

/** Who makes a call, and how to watch and abort it. */
export interface Caller {
  audience: 'page' | 'command-line'
  who: Who
  channel: Channel
  /** Set where a browser calls. */
  visitor?: Visitor | undefined
  /** Whether a connected app is a version ahead: what it says and this version does not know is then refused. */
  isNewer?: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}
