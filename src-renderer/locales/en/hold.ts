/** After a restore: what is held back, and its release. */
export const hold = {
  'hold.title': 'Restored from a backup',
  'hold.text': 'nothing is sent until you release it',
  'hold.release': 'Release …',
  'hold.release.title': 'Release {{environment}}?',
  'hold.release.do': 'Release {{environment}}',
  'hold.release.sandbox':
    'Webhook deliveries and schedules go on from here, with what waited since the backup was made.',
  'hold.release.production':
    'Changes to the provider, webhook deliveries and schedules go on from here, with what waited since the backup was made.',
  'hold.release.look': 'Look through the cards first: a change made after the backup is not in it.',
  'hold.planned': 'held until you release the environment',
  'hold.released': '{{environment}} is released',
  /** `chain` is one of `chain.*`. */
  'notice.chain': 'The audit log was emptied or set back: {{chain}}',
  'notice.chain.text':
    'on {{time}} another log noted {{entries}} entries in it, which are not all there any more. Verify it under Activity',
} as const satisfies Record<string, string>
