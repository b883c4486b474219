import { isByService } from '../../../src-main/domain/sync/service-words.ts'
import { text } from '../../locales/messages.ts'

/** Why a change failed: what the provider said, or this service where the provider said nothing. */
export function ProviderWords({ message }: { message: string }) {
  if (isByService(message)) return text('service.words', { message })
  return (
    <>
      {text('card.sync.words')} <q>{message}</q>
    </>
  )
}

/** The same beside a word that says that the provider refused. */
export function refusalText(message: string): string {
  return isByService(message) ? text('service.words', { message }) : message
}
