/** What this service itself says of a change that failed, where the words of a provider that refused it stand. */
export const SERVICE_WORDS = {
  gone: 'No longer reported by the provider',
  givenUp: 'Given up after 24 hours. The last attempt: ',
  noOutcome: 'The provider took the change, but has not said within 24 hours whether it was made.',
  lostReferences: 'Given up: the provider took the change ',
  restored: 'Restored from a backup: it may have been sent since. Push it again, or accept what the provider has.',
} as const

/** Whether these are this service's own words and not the provider's. */
export function isByService(message: string): boolean {
  return Object.values(SERVICE_WORDS).some((words) => message.startsWith(words))
}
