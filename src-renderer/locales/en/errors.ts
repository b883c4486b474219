/** What the service refuses, by code: its own sentence is English and stands in where a code has none here. */
export const errors = {
  'code.bad_request': 'The state of the card does not allow this',
  'code.card_not_activated': 'The card is not activated yet',
  'service.words': '{{message}}',
  'code.card_already_active': 'The card is activated already',
  'code.card_already_enabled': 'The card is enabled already',
  'code.card_already_disabled': 'The card is disabled already',
  'code.card_not_found': 'There is no such card in this project',
  'code.project_not_found': 'There is no such project any more',
  'code.key_not_found': 'There is no such key any more',
  'code.internal': 'Something went wrong inside the service',
  'code.unavailable': 'The service is starting or stopping; try again in a moment',
  'code.validation': 'The service did not accept a value',
  /** Where the service says something of its own, which follows set apart. */
  'code.unavailable.other': 'The service cannot do this now.',
  'code.other': 'The service refused this.',

  'code.undo_expired': 'This can no longer be undone: the 10 minutes are over, or the card was changed since',
  'code.job_not_found': 'There is no such job any more',
  'code.webhook_not_found': 'There is no webhook here any more',
  'code.webhook_already_exists': 'There is a webhook here already',
  'code.webhook_disabled': 'The webhook is disabled; enable it first',
  'code.event_not_subscribed': 'The webhook does not send this event',
  'code.delivery_not_found': 'There is no such delivery any more',
  'code.sandbox_only': 'Only a sandbox can do this',
} as const satisfies Record<string, string>
