/** What waits for a second person in a project that wants so. */
export type ApprovalSubject = 'bulk' | 'live_key' | 'provider' | 'webhook_url' | 'release' | 'setting'
