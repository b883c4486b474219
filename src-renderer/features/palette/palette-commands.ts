import { useComputedColorScheme } from '@mantine/core'
import type { ShownCard } from '../../../src-main/domain/cards/at-provider.ts'
import type { CardStatus } from '../../../src-main/domain/card.ts'
import type { PageCallName } from '../../../src-preload/contract.ts'
import type { ProjectScope } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useQuery } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import type { IconName } from '../../components/icon.tsx'
import { LANGUAGE_CODES, LANGUAGES, useLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { openList } from '../cards/selection/pasted.ts'
import { openGuide } from '../guide/guide-store.ts'
import { useChooseLook } from '../settings/look.ts'
import { useCardActions } from '../cards/card-actions.ts'
import { SECTION_ICONS, useSections } from '../settings/sections.ts'
import { showShortcuts } from '../shortcuts/shortcuts-store.ts'
import { useScreens } from '../shell/use-screens.ts'
import type { Findable } from './palette-match.ts'

export interface PaletteCommand extends Findable {
  id: string
  group: 'cards' | 'holders' | 'screens' | 'actions'
  icon: IconName
  run: () => void
  /** Acts on a card of this status, picked first. */
  pick?: Omit<PickTask, 'label'>
}

/** A command on a card picked from those of a status. */
export interface PickTask {
  label: string
  status: CardStatus
  run: (card: ShownCard) => void
}

/** All commands; cards are found separately. */
export function usePaletteCommands(place: ProjectScope): PaletteCommand[] {
  const { open, chooseEnvironment } = useAppStore()
  const choose = useChooseLook()
  const { enable } = useCardActions()
  const otherScheme = useComputedColorScheme() === 'dark' ? 'light' : 'dark'
  const otherEnvironment = place.environment === 'sandbox' ? 'production' : 'sandbox'
  const spoken = useLanguage(({ language }) => language)
  const { value: fresh } = useQuery('cards.list', {
    ...place,
    query: { status: 'new', limit: 1, sortField: 'cardNumber', sortDirection: 'asc' },
  })
  const next = fresh?.docs[0]
  const screens = useScreens()
  const sections = useSections()
  const { barrier } = useRights()
  const commands: PaletteCommand[] = [
    ...screens.map((screen): PaletteCommand => ({
      id: screen,
      group: 'screens',
      icon: screen,
      label: text(`${screen}.title`),
      run: () => open(screen),
    })),
    onCard('activateOne', 'activate', 'new', ({ id }) => open('cards', { card: id, do: 'activate' })),
    onCard('disable', 'circleMinus', 'active', ({ id }) => open('cards', { card: id, do: 'disable' })),
    onCard('enable', 'circleCheck', 'inactive', (card) => void enable(card)),
    ...(next === undefined
      ? []
      : [
          action(
            'activate',
            'activate',
            text('palette.action.activate'),
            () => open('cards', { card: next.id, do: 'stack' }),
            text('palette.words.activate'),
          ),
        ]),
    action(
      'import',
      'import',
      text('palette.action.import'),
      () => open('cards', { do: 'import' }),
      text('palette.words.import'),
    ),
    action(
      'activate-file',
      'file',
      text('palette.action.activateFile'),
      () => open('cards', { do: 'activate-file' }),
      text('palette.words.activateFile'),
    ),
    action(
      'list',
      'check',
      text('palette.action.list'),
      () => {
        open('cards')
        openList()
      },
      text('palette.words.list'),
    ),
    action(
      'failed',
      'alert',
      text('palette.action.failed'),
      () => open('cards', { sync: 'failed' }),
      text('palette.words.failed'),
    ),
    action(
      'expiry',
      'calendar',
      text('palette.action.expiry'),
      () => open('cards', { expiring: 'all' }),
      text('palette.words.expiry'),
    ),
    action(
      'expiring',
      'calendar',
      text('palette.action.expiring'),
      () => open('cards', { expires: '30', sort: 'expirationDate' }),
      text('palette.words.expiring'),
    ),
    ...(place.environment === 'sandbox'
      ? [
          action('simulate', 'play', text('palette.action.simulate'), () => open('webhook', { tab: 'simulate' })),
          action('inbox', 'inbox', text('palette.action.inbox'), () => open('webhook', { tab: 'inbox' })),
        ]
      : [
          action('drift', 'differ', text('palette.action.drift'), () => open('sync', { tab: 'drift' })),
          action('pushes', 'sync', text('palette.action.pushes'), () => open('sync', { tab: 'pushes' })),
        ]),
    action('deliveries', 'alert', text('palette.action.deliveries'), () => open('webhook', { status: 'failed' })),
    action('receivers', 'code', text('palette.action.receivers'), () => open('webhook', { tab: 'code' })),
    action(
      'key',
      'access',
      text('palette.action.key'),
      () => open('access', { do: 'create' }),
      text('palette.words.key'),
    ),
    action('request', 'send', text('palette.action.request'), () => open('access', { do: 'console' })),
    action('requests', 'activity', text('palette.action.requests'), () => open('activity', { log: 'requests' })),
    action('project', 'projects', text('palette.action.project'), () =>
      open('settings', { section: 'projects', do: 'create' }),
    ),
    action(
      'invite',
      'invite',
      text('people.invite'),
      () => open('people', { do: 'invite' }),
      text('palette.words.invite'),
    ),
    ...sections.map((section) =>
      action(
        `settings-${section}`,
        SECTION_ICONS[section],
        text('palette.action.settings', { section: text(`settings.${section}`) }),
        () => open('settings', { section }),
      ),
    ),
    action(
      'environment',
      otherEnvironment === 'sandbox' ? 'flask' : 'bolt',
      text('palette.action.environment', { environment: text(`environment.${otherEnvironment}`) }),
      () => chooseEnvironment(otherEnvironment),
      text('palette.words.environment'),
    ),
    action('guide', 'help', text('guide.title'), openGuide, text('palette.words.guide')),
    action('shortcuts', 'help', text('shortcuts.title'), () => showShortcuts(true), text('palette.words.shortcuts')),
    action(
      'theme',
      otherScheme === 'dark' ? 'moon' : 'sun',
      text(`theme.${otherScheme}`),
      () => choose({ theme: otherScheme }),
      text('palette.words.theme'),
    ),
    ...LANGUAGE_CODES.filter((code) => code !== spoken).map((code) =>
      action(`language-${code}`, 'language', text('palette.action.language', { language: LANGUAGES[code] }), () =>
        choose({ language: code }),
      ),
    ),
  ]
  return commands.filter(({ id }) => {
    const call = COMMAND_CALLS[id]
    return call === undefined || barrier(call) === null
  })
}

/** What a command does in the end: who may not do it is not offered it. */
const COMMAND_CALLS: Readonly<Record<string, PageCallName>> = {
  activateOne: 'cards.activate',
  disable: 'cards.disable',
  enable: 'cards.enable',
  activate: 'cards.activate',
  import: 'imports.run',
  'activate-file': 'bulk.start',
  simulate: 'webhook.simulate',
  key: 'keys.create',
  request: 'console.run',
  requests: 'requests.list',
  project: 'projects.create',
  invite: 'people.invite',
}

function action(id: string, icon: IconName, label: string, run: () => void, words = ''): PaletteCommand {
  return { id, group: 'actions', icon, label, run, words }
}

/** The everyday commands on one card. */
function onCard(
  id: 'activateOne' | 'disable' | 'enable',
  icon: IconName,
  status: CardStatus,
  run: (card: ShownCard) => void,
): PaletteCommand {
  return {
    ...action(id, icon, text(`palette.action.${id}`), () => {}, text(`palette.words.${id}`)),
    daily: true,
    pick: { status, run },
  }
}
