/** After a restore: what is held back, and its release. */
export const hold = {
  'hold.title': 'Restored from a backup',
  'hold.text': 'nothing is sent until you release it',
  'hold.release': 'Release …',
  'hold.release.title': 'Release {{environment}}?',
  'hold.release.do': 'Release {{environment}}',
  'hold.release.sandbox': 'Webhook deliveries and schedules go on from here, with what waited since the backup was made.',
  'hold.release.production': 'Changes to the provider, webhook deliveries and schedules go on from here, with what waited since the backup was made.',
  'hold.release.look': 'Look through the cards first: a change made after the backup is not in it.',
  'hold.planned': 'held until you release the environment',
  'hold.released': '{{environment}} is released',
  /** `chain` is one of `chain.*`. */
  'notice.chain': 'The audit log was emptied or set back: {{chain}}',
  'notice.chain.text': 'another log remembers {{entries}} entries of {{time}} that it does not have. Verify it under Activity, and restore a backup if nobody exchanged the file on purpose',
} as const satisfies Record<string, string>
