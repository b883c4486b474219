import { useCall, type Call } from '../../client/use-call.ts'
import { showToast } from '../../components/feedback/toast-store.ts'
import { text } from '../../locales/messages.ts'

/** Saves settings of the service, with a toast. */
export function useSave(onSaved: () => void = () => {}): Call<'settings.update'> {
  return useCall('settings.update', ['settings.get', 'service.info', 'audit.list'], () => {
    showToast('done', text('settings.saved'))
    onSaved()
  })
}
