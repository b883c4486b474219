/** The service's refusals, by code. Without an entry here, the service's own English sentence is shown. */
export const errors = {
  'code.bad_request': 'The card’s status does not allow this',
  'code.card_not_activated': 'The card is not activated yet',
  'service.words': '{{message}}',
  'code.card_already_active': 'The card is already activated',
  'code.card_already_enabled': 'The card is already enabled',
  'code.card_already_disabled': 'The card is already disabled',
  'code.card_not_found': 'This project has no such card',
  'code.project_not_found': 'This project no longer exists',
  'code.key_not_found': 'This key no longer exists',
  'code.internal': 'Something went wrong in the service',
  'code.unavailable': 'The service is starting or stopping; try again in a moment',
  'code.validation': 'The service did not accept a value',
  /** Introduces the service's own words, which follow separately. */
  'code.turned_off': 'The administrator of this computer has turned this off',
  'code.unavailable.other': 'The service cannot do this now.',
  'code.other': 'The service refused this.',

  'code.undo_expired': 'This can no longer be undone: the 10 minutes are up, or the card has changed since',
  'code.job_not_found': 'This job no longer exists',
  'code.webhook_not_found': 'There is no longer a webhook here',
  'code.webhook_already_exists': 'There is already a webhook here',
  'code.webhook_disabled': 'The webhook is disabled; enable it first',
  'code.event_not_subscribed': 'The webhook does not send this event',
  'code.delivery_not_found': 'This delivery no longer exists',
  'code.sandbox_only': 'This works only in a sandbox',
} as const satisfies Record<string, string>
