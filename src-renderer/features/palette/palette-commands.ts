import { useComputedColorScheme } from '@mantine/core'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { useAnswer } from '../../client/client-context.tsx'
import type { IconName } from '../../components/icon.tsx'
import { LANGUAGE_CODES, LANGUAGES, useLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'
import { SCREENS } from '../../place.ts'
import { useChooseLook } from '../settings/look.ts'
import { SECTION_ICONS, SECTIONS } from '../settings/sections.ts'

export interface PaletteCommand {
  id: string
  group: 'cards' | 'screens' | 'actions'
  icon: IconName
  label: string
  run: () => void
}

/** Everything the palette can do, save finding a card. */
export function usePaletteCommands(place: { projectId: string; environment: EnvironmentName }): PaletteCommand[] {
  const { open, chooseEnvironment } = useAppStore()
  const choose = useChooseLook()
  const otherScheme = useComputedColorScheme() === 'dark' ? 'light' : 'dark'
  const otherEnvironment = place.environment === 'sandbox' ? 'production' : 'sandbox'
  const spoken = useLanguage(({ language }) => language)
  const { value: fresh } = useAnswer('cards.list', { ...place, query: { status: 'new', limit: 1, sortField: 'cardNumber', sortDirection: 'asc' } })
  const next = fresh?.docs[0]
  const desktop = useAnswer('desktop.get', {}).value?.desktop ?? null
  return [
    ...SCREENS.map((screen): PaletteCommand => ({ id: screen, group: 'screens', icon: screen, label: text(`${screen}.title`), run: () => open(screen) })),
    ...(next === undefined ? [] : [action('activate', 'activate', text('palette.action.activate'), () => open('cards', { card: next.id, do: 'stack' }))]),
    action('import', 'import', text('palette.action.import'), () => open('cards', { do: 'import' })),
    action('activate-file', 'file', text('palette.action.activateFile'), () => open('cards', { do: 'activate-file' })),
    action('failed', 'alert', text('palette.action.failed'), () => open('cards', { sync: 'failed' })),
    action('expiring', 'calendar', text('palette.action.expiring'), () => open('cards', { expires: '30', sort: 'expirationDate' })),
    ...(place.environment === 'sandbox'
      ? [
          action('simulate', 'play', text('palette.action.simulate'), () => open('webhook', { tab: 'simulate' })),
          action('inbox', 'inbox', text('palette.action.inbox'), () => open('webhook', { tab: 'inbox' })),
        ]
      : [action('drift', 'differ', text('palette.action.drift'), () => open('sync', { tab: 'drift' })), action('pushes', 'sync', text('palette.action.pushes'), () => open('sync', { tab: 'pushes' }))]),
    action('deliveries', 'alert', text('palette.action.deliveries'), () => open('webhook', { status: 'failed' })),
    action('receivers', 'code', text('palette.action.receivers'), () => open('webhook', { tab: 'code' })),
    action('key', 'access', text('palette.action.key'), () => open('access', { do: 'create' })),
    action('request', 'send', text('palette.action.request'), () => open('access', { do: 'console' })),
    action('requests', 'activity', text('palette.action.requests'), () => open('activity', { log: 'requests' })),
    action('project', 'projects', text('palette.action.project'), () => open('settings', { section: 'projects', do: 'create' })),
    ...SECTIONS.filter((section) => section !== 'desktop' || desktop !== null).map((section) => action(`settings-${section}`, SECTION_ICONS[section], text('palette.action.settings', { section: text(`settings.${section}`) }), () => open('settings', { section }))),
    action('environment', otherEnvironment === 'sandbox' ? 'flask' : 'bolt', text('palette.action.environment', { environment: text(`environment.${otherEnvironment}`) }), () => chooseEnvironment(otherEnvironment)),
    action('theme', otherScheme === 'dark' ? 'moon' : 'sun', text(`theme.${otherScheme}`), () => choose({ theme: otherScheme })),
    ...LANGUAGE_CODES.filter((code) => code !== spoken).map((code) => action(`language-${code}`, 'language', text('palette.action.language', { language: LANGUAGES[code] }), () => choose({ language: code }))),
  ]
}

function action(id: string, icon: IconName, label: string, run: () => void): PaletteCommand {
  return { id, group: 'actions', icon, label, run }
}

/** The commands that hold every word of the search, in any order. */
export function matching(commands: readonly PaletteCommand[], search: string): PaletteCommand[] {
  const words = search.toLocaleLowerCase().split(/\s+/)
  return commands.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)))
}
