/** After a restore: what is held, and its release. */
export const hold = {
  'hold.title': 'Restored from a backup',
  'hold.text': 'nothing is sent until you release it',
  'hold.other': '{{environment}} stays on hold until you release it',
  'hold.release': 'Release…',
  'hold.release.title': 'Release {{environment}}?',
  'hold.release.do': 'Release {{environment}}',
  'hold.release.sandbox':
    'Webhook deliveries and schedules resume, including everything that has waited since the backup.',
  'hold.release.production':
    'Changes to the provider, webhook deliveries and schedules resume, including everything that has waited since the backup.',
  'hold.release.look': 'Check the cards first: changes made after the backup are missing.',
  'hold.planned': 'on hold until you release the environment',
  'hold.released': '{{environment}} released',
  /** `chain` is one of `chain.*`. */
  'notice.chain': 'The audit log was emptied or rolled back: {{chain}}',
  'notice.chain.text':
    'on {{time}} another log recorded {{entries}} entries in it, and some of them are missing now. Verify it under Activity',
  'approvals.waiting_one': '{{count}} request waits for your approval',
  'approvals.waiting_other': '{{count}} requests wait for your approval',
  'approvals.show': 'Show',
  'approvals.needed': 'This needs a second person: another manager approves it first.',
} as const satisfies Record<string, string>
