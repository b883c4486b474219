import type { IncomingMessage, ServerResponse } from 'node:http'
import { ServiceError } from '../../domain/errors.ts'
import { HARDENING_HEADERS } from '../../bridge/renderer-files.ts'
import type { Engine } from '../../engine/engine.ts'
import type { PagePlace } from './page-guard.ts'
import { visitorOf } from './visitor.ts'

/**
 * Where an identity provider sends the browser back to. Whatever comes of it, the browser goes on to the page: with a
 * token to exchange in the fragment, or with the reason why not. The query, with the provider's code, stays behind.
 */
export async function identityCallback(
  request: IncomingMessage,
  response: ServerResponse,
  place: PagePlace,
  engine: Engine,
): Promise<void> {
  const visitor = visitorOf(request, response, place, engine.signIn)
  const goOn = (fragment: string) =>
    response
      .writeHead(303, { ...HARDENING_HEADERS, 'Cache-Control': 'no-store', Location: `${place.origin}/#${fragment}` })
      .end()
  try {
    const answer = new URL(`${place.origin}${request.url ?? ''}`)
    goOn(`login=${await engine.signIn.identity.finish(answer, visitor)}`)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    goOn(`refused=${error.reason ?? error.code.replace('error.', '')}`)
  }
}
