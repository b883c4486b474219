import type { ProjectScope } from '../../../../src-main/domain/environment-name.ts'
import type { EventName } from '../../../../src-main/domain/event-catalogue.ts'
import type { DeliveryStatus } from '../../../../src-main/domain/webhook.ts'

export const LOG_PAGE = 25

/** The query behind the log, written once: equal queries share one answer. */
export function logInput(
  { projectId, environment }: ProjectScope,
  status: DeliveryStatus | null = null,
  event: EventName | null = null,
  page = 1,
  since: string | null = null,
) {
  return {
    projectId,
    environment,
    page,
    limit: LOG_PAGE,
    ...(status === null ? {} : { status }),
    ...(event === null ? {} : { event }),
    ...(since === null ? {} : { since }),
  }
}
