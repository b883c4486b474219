import { addToMail, recordOnce } from '../alerts/alert-outbox.ts'
import { recipientById, choicesOf, recipientsOf } from '../alerts/alert-recipients.ts'
import { readServer } from '../alerts/mail-server.ts'
import type { ControlTransaction } from '../kernel/control-core.ts'

/** Queues mail to the managers who can decide, except the one who asked. */
export async function tellAsked(
  transaction: ControlTransaction,
  { id, projectId, askerId }: { id: string; projectId: string | null; askerId: string },
  now: Date,
): Promise<void> {
  if (projectId === null || (await readServer(transaction)) === undefined) return
  const occasion = {
    kind: 'approvals',
    project_id: projectId,
    what: 'asked',
    reference: id,
    at: now.toISOString(),
  } as const
  const occasionId = await recordOnce(transaction, occasion)
  if (occasionId === null) return
  for (const person of await recipientsOf(transaction, 'approvals', projectId, 'manager'))
    if (person.id !== askerId) await addToMail(transaction, person.id, occasion, occasionId, now)
  transaction.note({ about: 'mail' })
}

/** Queues mail to the asker. */
export async function tellDecided(
  transaction: ControlTransaction,
  { id, project_id: projectId, asker_id: askerId }: { id: string; project_id: string | null; asker_id: string },
  now: Date,
): Promise<void> {
  if (projectId === null || (await readServer(transaction)) === undefined) return
  const person = await recipientById(transaction, askerId)
  if (person === undefined || !(await choicesOf(transaction, askerId)).approvals) return
  const occasion = {
    kind: 'approvals',
    project_id: projectId,
    what: 'decided',
    reference: id,
    at: now.toISOString(),
  } as const
  const occasionId = await recordOnce(transaction, occasion)
  if (occasionId !== null) await addToMail(transaction, askerId, occasion, occasionId, now)
  transaction.note({ about: 'mail' })
}
