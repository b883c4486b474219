import { z } from 'zod'

/**
 * What a person can learn by e-mail. Production only: nobody waits for what a sandbox does.
 *
 * - `sync_failed`: a sync with the provider failed after one that worked, or the provider refused a change
 * - `webhook_disabled`: the service disabled a webhook
 * - `cards_expiring`: cards expire within 30 days
 * - `approvals`: something waits for this person's approval, or their own request was decided
 * - `digest`: once a day, what is open in all projects
 */
export const ALERT_KINDS = ['sync_failed', 'webhook_disabled', 'cards_expiring', 'approvals', 'digest'] as const

export type AlertKind = (typeof ALERT_KINDS)[number]

/** Which kinds a person wants. */
export const alertChoicesSchema = z.object({
  sync_failed: z.boolean(),
  webhook_disabled: z.boolean(),
  cards_expiring: z.boolean(),
  approvals: z.boolean(),
  digest: z.boolean(),
})
export type AlertChoices = z.infer<typeof alertChoicesSchema>

/** Until a person chooses: whatever waits for someone, but no daily mail. */
export const DEFAULT_ALERT_CHOICES: AlertChoices = {
  sync_failed: true,
  webhook_disabled: true,
  cards_expiring: true,
  approvals: true,
  digest: false,
}
