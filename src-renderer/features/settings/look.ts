import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import type { Settings } from '../../../src-main/domain/desk/settings.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { framedWords } from '../../client/error-words.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { chooseLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'

type Look = Pick<Settings, 'theme' | 'language'>

/**
 * Theme and language as they are stored: the service's, which are those of the person at its machine, and what another
 * person has chosen instead. Undefined while they are not known.
 */
export function useLook(): { service: Look; own: { [Name in keyof Look]: Look[Name] | null } | null } | undefined {
  const service = useQuery('settings.get', {}).value?.settings
  const person = useQuery('profile.get', {}).value
  if (service === undefined || person === undefined) return undefined
  return { service, own: person.isLocal ? null : person }
}

/** The stored theme and language, including changes by another window; until they are known, those last used here. */
export function useStoredLook(): void {
  const look = useLook()
  const { setColorScheme } = useMantineColorScheme()
  const theme = look === undefined ? undefined : (look.own?.theme ?? look.service.theme)
  const language = look === undefined ? undefined : (look.own?.language ?? look.service.language)
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme)
    // The setter is a new function on each render, but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [theme])
  useEffect(() => {
    // If its texts cannot be fetched, the current language stays.
    if (language !== undefined) chooseLanguage(language).catch(() => {})
  }, [language])
}

/** Changes theme or language: at once here, and stored for every window or device and the next start. */
export function useChooseLook(): (look: Partial<Look>) => void {
  const { client, data } = useService()
  const { setColorScheme } = useMantineColorScheme()
  const stored = useLook()
  const choose = async (look: Partial<Look>) => {
    if (look.theme !== undefined) setColorScheme(look.theme)
    try {
      if (look.language !== undefined) await chooseLanguage(look.language ?? stored?.service.language ?? null)
    } catch {
      return showToast('trouble', text('guard.away.title'))
    }
    const isOwn = stored?.own != null
    const result = await (isOwn ? client.call('profile.update', look) : client.call('settings.update', look))
    if (result.ok) data.invalidate([isOwn ? 'profile.get' : 'settings.get'])
    else showToast('trouble', framedWords('settings.notStored', result.error))
  }
  return (look) => void choose(look)
}
