import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import type { Settings } from '../../../src-main/domain/desk/settings.ts'
import { useQuery, useService } from '../../client/client-context.tsx'
import { useRights } from '../../client/rights.tsx'
import { framedWords } from '../../client/error-words.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { chooseLanguage } from '../../locales/language.ts'
import { text } from '../../locales/messages.ts'

/**
 * The stored theme and language, including changes by another window; until they are known, those last used here. With
 * others on the service, each person has a language of their own, and each browser a theme.
 */
export function useStoredLook(): void {
  const { value } = useQuery('settings.get', {})
  const { value: me } = useQuery('profile.get', {})
  const { setColorScheme } = useMantineColorScheme()
  const isOwn = me !== undefined && !me.isLocal
  const theme = me === undefined || isOwn ? undefined : value?.settings.theme
  const language = me === undefined ? undefined : isOwn ? me.language : value?.settings.language
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

type Look = Pick<Settings, 'theme' | 'language'>

/** Changes theme or language: at once here, and stored for every window and the next start. */
export function useChooseLook(): (look: Partial<Look>) => void {
  const { client, data } = useService()
  const { setColorScheme } = useMantineColorScheme()
  const isOwn = useRights().person?.isLocal === false
  const choose = async (look: Partial<Look>) => {
    if (look.theme !== undefined) setColorScheme(look.theme)
    try {
      if (look.language !== undefined) await chooseLanguage(look.language)
    } catch {
      return showToast('trouble', text('guard.away.title'))
    }
    const { language } = look
    // The browser has kept the theme.
    if (isOwn && language === undefined) return
    const result = isOwn
      ? await client.call('profile.update', { language })
      : await client.call('settings.update', look)
    if (result.ok) data.invalidate(['settings.get', 'profile.get'])
    else showToast('trouble', framedWords('settings.notStored', result.error))
  }
  return (look) => void choose(look)
}
