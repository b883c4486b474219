import { UNNAMED } from '../../../src-main/domain/people/caller.ts'
import type { AuditAction, AuditEntry } from '../../../src-main/domain/audit.ts'
import type { IconName } from '../../components/icon.tsx'
import { text, textIfKnown } from '../../locales/messages.ts'

/** The actions to filter by, per log. */
export const ENVIRONMENT_ACTIONS = [
  'card.activate',
  'card.hand_over',
  'card.enable',
  'card.disable',
  'card.update',
  'card.sync',
  'card.synced',
  'card.sync_failed',
  'card.retry',
  'card.push_again',
  'card.accept_theirs',
  'card.gone',
  'card.plan_cancel',
  'card.plan_move',
  'card.plan_refuse',
  'card.plan_release',
  'cards.import',
  'provider.set',
  'provider.schedule',
  'provider.conformance',
  'provider.remove',
  'sync.start',
  'sync.cancel',
  'orders.export',
  'webhook.create',
  'webhook.update',
  'webhook.enable',
  'webhook.disable',
  'webhook.rotate_secret',
  'webhook.delete',
] as const satisfies readonly AuditAction[]
export const CONTROL_ACTIONS = [
  'session.sign_in',
  'session.end',
  'person.invite',
  'person.redeem',
  'person.role',
  'person.administrator',
  'person.suspend',
  'person.resume',
  'person.reset',
  'api_key.create',
  'api_key.roll',
  'api_key.revoke',
  'project.create',
  'project.rename',
  'project.archive',
  'project.delete',
] as const satisfies readonly AuditAction[]

/** An action in words; an unknown one, from a newer service, by its code. */
export function actionWords(action: string): string {
  return textIfKnown(`action.${action}`) ?? action
}

const ACTION_ICONS: Readonly<Record<string, IconName>> = {
  'card.activate': 'activate',
  'card.hand_over': 'cards',
  'card.enable': 'circleCheck',
  'card.disable': 'circleMinus',
  'card.update': 'edit',
  'card.sync': 'refresh',
  'cards.import': 'import',
  'session.sign_in': 'signIn',
}
const TARGET_ICONS: Readonly<Record<string, IconName>> = {
  api_key: 'access',
  webhook: 'webhook',
  project: 'cards',
  inbox: 'webhook',
  clock: 'calendar',
  provider: 'plug',
  sync: 'sync',
  orders: 'sheet',
  person: 'person',
}

export function actionIcon(action: string): IconName {
  return ACTION_ICONS[action] ?? TARGET_ICONS[action.split('.')[0] ?? ''] ?? 'other'
}

/** Who did it, in recognisable words. */
export function actorWords({
  actor,
  channel,
}: {
  actor: Pick<AuditEntry['actor'], 'type' | 'name'>
  channel: string
}): string {
  switch (actor.type) {
    case 'api_key':
      return text('actor.key', { name: actor.name })
    case 'schedule':
      return text('actor.schedule')
    case 'provider':
      return text('actor.provider')
    case 'system':
      return text('actor.system')
    case 'person':
      if (actor.name === '') return text('actor.erased')
      return actor.name === UNNAMED ? text('actor.clerk') : actor.name
    case 'clerk':
      // On the command line it is the name of the operating system's user.
      return channel === 'cli' ? actor.name.replace(/ on the command line$/, '') : text('actor.clerk')
    default:
      return actor.name
  }
}

/** The channel it came through. */
export function channelWords(channel: string): string {
  return textIfKnown(`channel.${channel}`) ?? channel
}
