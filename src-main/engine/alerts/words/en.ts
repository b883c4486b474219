import type { AlertWords } from './alert-words.ts'

const counted = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', count.toLocaleString('en-GB'))

export const en: AlertWords = {
  locale: 'en-GB',
  greeting: (name) => `Hello ${name},`,
  footer: (kind) =>
    `You receive this mail from Fuelcard Desk because the alert “${kind}” is switched on in your profile. Switch it off there under Alerts.`,
  kinds: {
    sync_failed: 'Failed sync',
    webhook_disabled: 'Disabled webhook',
    cards_expiring: 'Expiring cards',
    approvals: 'Approvals',
    digest: 'Daily summary',
  },
  open: 'Open in Fuelcard Desk',
  more: counted('and one more', 'and # more'),
  syncFailed: {
    subject: (project) => `${project}: the sync with the provider failed`,
    lead: 'Something did not reach the provider, or did not come back:',
    after: 'Until this is solved, cards may be different at the provider from what the app wants.',
    run: (time, message) => `Sync at ${time}: ${message}`,
    push: (card, message) => `Card ${card}: ${message}`,
  },
  webhookDisabled: {
    subject: (project) => `${project}: the webhook was disabled`,
    lead: 'The service disabled a webhook. Events are recorded, but not sent, until someone enables it again.',
    gone: (host, time) => `${host}, ${time}: the endpoint answered that it is gone for good (410).`,
    failing: (host, time) => `${host}, ${time}: the endpoint has only failed for days.`,
    other: (host, time) => `${host}, ${time}: its secret can no longer be read.`,
  },
  cardsExpiring: {
    subject: (project, count) =>
      count === 1 ? `${project}: a card expires soon` : `${project}: ${count} cards expire soon`,
    lead: counted('One card expires within 30 days:', '# cards expire within 30 days:'),
    card: (card, date) => `${card}: ${date}`,
  },
  approvals: {
    subject: (project) => `${project}: your approval is needed`,
    decidedSubject: (project) => `${project}: your request was decided`,
    lead: 'Something waits for a second person:',
    decidedLead: 'Your request was decided:',
    subjects: {
      bulk: 'a bulk change of cards',
      live_key: 'a live API key',
      provider: 'a change of the provider’s connection',
      webhook_url: 'another address for the production webhook',
      release: 'releasing a hold',
      setting: 'a change of the approval rule itself',
    },
    asked: (who, what, until) => `${who} asks for ${what}. It lapses on ${until}.`,
    reason: (reason) => `Reason: ${reason}`,
    decided: {
      approved: (what, who) => `Approved by ${who} and carried out: ${what}.`,
      declined: (what, who) => `Declined by ${who}: ${what}.`,
      expired: (what) => `Lapsed, because nobody decided within 72 hours: ${what}.`,
      void: (what) =>
        `Void, because what it would change has changed meanwhile: ${what}. Ask again if it is still wanted.`,
    },
    collect: 'Collect the key in the app: it is shown once.',
  },
  digest: {
    subject: (date) => `Fuelcard Desk, ${date}`,
    lead: 'This is open in production:',
    cards: counted('1 card', '# cards'),
    expiring: counted('1 card expires within 30 days', '# cards expire within 30 days'),
    failed: counted('1 card whose change failed', '# cards whose changes failed'),
    drift: counted('1 card differs from the provider', '# cards differ from the provider'),
    failedDeliveries: counted('1 failed delivery in 7 days', '# failed deliveries in 7 days'),
    syncFailing: 'The last sync failed',
    webhookDisabled: 'The webhook is disabled',
    held: 'On hold after a restore: nothing is sent',
    approvals: counted('1 request waits for approval', '# requests wait for approval'),
  },
  test: {
    subject: 'Test mail from Fuelcard Desk',
    lead: 'This is a test. Alerts by e-mail reach this address.',
  },
}
