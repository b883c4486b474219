import { useService } from '../../../client/client-context.tsx'
import { useCall, type Call } from '../../../client/use-call.ts'
import { showToast } from '../../../components/feedback/toast-store.ts'
import { text } from '../../../locales/messages.ts'
import { aheadWords } from './clock-words.ts'

/** Moves the sandbox's time on; whatever fell due on the way has happened once it answers. */
export function useAdvance(): Call<'clock.advance'> {
  const { data } = useService()
  return useCall('clock.advance', ['clock.show'], ({ offsetMs }) => {
    // What is due, expires and was sent may all have changed.
    data.invalidate()
    showToast('done', text('settings.clock.advanced', { ahead: aheadWords(offsetMs) }))
  })
}
