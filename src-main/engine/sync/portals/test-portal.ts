import { namedCard } from '../../../domain/sync/refused-row.ts'
import { PortalError, type PortalErrorKind, type ProviderPortal } from './portal.ts'

/** The result of testing a connection, for a clerk. */
export interface PortalTest {
  result: 'ok' | 'no_cards' | PortalErrorKind
  message: string
  /** The portal's own name, if it gave one. */
  name: string | null
}

/**
 * Asks a portal for its capabilities and one card, without changing anything there. Returns a `PortalError` as a
 * result; anything it throws is a bug.
 */
export async function testPortal(portal: ProviderPortal, signal: AbortSignal): Promise<PortalTest> {
  try {
    const { name = null } = await portal.capabilities(signal)
    const page = await portal.listCards(null, { limit: 1 }, signal)
    const [refused] = page.refused
    if (page.cards.length > 0)
      return { result: 'ok', message: 'The connection works: the portal answers and lists cards.', name }
    if (refused !== undefined) {
      const card = namedCard(refused)
      return {
        result: 'protocol',
        message: `The portal answers, but the first card cannot be read${card === null ? '' : ` (${card})`}: ${refused.reason}`,
        name,
      }
    }
    return {
      result: 'no_cards',
      message:
        'The connection works, but the portal lists no cards. Check that these credentials belong to the right customer account.',
      name,
    }
  } catch (error) {
    if (error instanceof PortalError) return { result: error.kind, message: error.message, name: null }
    throw error
  }
}
