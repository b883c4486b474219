import { createHash } from 'node:crypto'
import type { CardStatus } from '../../domain/card.ts'
import { OWN_FIELDS } from '../../domain/cards/card-fields.ts'
import type { BulkCommand } from '../../domain/cards/bulk.ts'
import { cardRefusal, handOverRefusal, refusalOf, type CardRefusal } from '../../domain/cards/card-refusal.ts'
import { refusedInput, ServiceError } from '../../domain/errors.ts'
import type { Target } from './bulk-target.ts'

/** What a command would do to a card now. */
export function judge(target: Target, command: BulkCommand['type']): 'change' | 'nothing' | 'refuse' {
  const { status, refusal, replaces } = target
  if (replaces !== null && refusal === null)
    return replaces.judged === 'change' || replaces.judged === 'nothing' ? replaces.judged : 'refuse'
  if (refusal !== null || status === null || statusRefusal(status, target, command) !== null) return 'refuse'
  return command === 'update' && hasThese(target) ? 'nothing' : 'change'
}

/** Why a command is refused for a card. */
export function refusalFor(
  target: Target,
  command: BulkCommand['type'],
): { error: Pick<ServiceError, 'code' | 'message'>; reason: CardRefusal | null } {
  const { status, refusal, replaces } = target
  if (refusal === null && replaces !== null && replaces.judged !== 'change' && replaces.judged !== 'nothing')
    return { error: handOverRefusal(replaces.judged), reason: replaces.judged }
  const reason = refusal === null && status !== null ? statusRefusal(status, target, command) : null
  const error = refusal ?? (reason === null ? new ServiceError('error.card_not_found') : cardRefusal(command, reason))
  return { error, reason }
}

/** Every status allows a change of the fleet's own fields alone. */
function statusRefusal(
  status: CardStatus,
  { licensePlate, driver }: Target,
  command: BulkCommand['type'],
): CardRefusal | null {
  return command === 'update' && licensePlate === null && driver === null ? null : refusalOf(status, command)
}

/** Whether the card already has its row's values. */
function hasThese({ licensePlate, driver, own, present }: Target): boolean {
  return (
    present !== null &&
    (licensePlate ?? present.licensePlate) === present.licensePlate &&
    (driver ?? present.driver) === present.driver &&
    OWN_FIELDS.every((field) => (own[field] ?? present[field]) === present[field])
  )
}

/** Digests the IDs of the cards that a command changes, in the order of the selection. */
export function createChoice() {
  const hash = createHash('sha256')
  return {
    add: ({ cardId, replaces }: Pick<Target, 'cardId' | 'replaces'>) => {
      hash.update(`${cardId ?? ''}${replaces?.cardId ?? ''}`)
    },
    digest: () => hash.digest('base64url'),
  }
}

/**
 * Passes the targets through; fails at their end unless the command changes exactly the cards that a preview announced.
 *
 * @throws ServiceError `error.validation`, with the problem `choice_changed`
 */
export async function* sameAsPreviewed(
  targets: AsyncIterable<Target[]>,
  command: BulkCommand['type'],
  choice: string,
): AsyncGenerator<Target[]> {
  const found = createChoice()
  for await (const chunk of targets) {
    for (const target of chunk) if (target.cardId !== null && judge(target, command) === 'change') found.add(target)
    yield chunk
  }
  if (found.digest() !== choice)
    throw refusedInput('selection', 'The cards have changed since the preview; look at it again', {
      code: 'choice_changed',
    })
}
