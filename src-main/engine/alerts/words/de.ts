import type { AlertWords } from './alert-words.ts'

const counted = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', count.toLocaleString('de-DE'))

export const de: AlertWords = {
  locale: 'de-DE',
  greeting: (name) => `Hallo ${name},`,
  footer: (kind) =>
    `Sie erhalten diese E-Mail von Fuelcard Desk, weil in Ihrem Profil die Meldung „${kind}“ eingeschaltet ist. Dort können Sie sie unter „Meldungen“ ausschalten.`,
  kinds: {
    sync_failed: 'Fehlgeschlagener Abgleich',
    webhook_disabled: 'Ausgeschalteter Webhook',
    cards_expiring: 'Ablaufende Karten',
    approvals: 'Freigaben',
    digest: 'Tägliche Übersicht',
  },
  open: 'In Fuelcard Desk öffnen',
  more: counted('und ein weiterer Eintrag', 'und # weitere'),
  syncFailed: {
    subject: (project) => `${project}: Der Abgleich mit dem Anbieter ist fehlgeschlagen`,
    lead: 'Etwas ist beim Anbieter nicht angekommen oder kam nicht zurück:',
    after: 'Bis das gelöst ist, können Karten beim Anbieter anders stehen, als die App es will.',
    run: (time, message) => `Abgleich am ${time}: ${message}`,
    push: (card, message) => `Karte ${card}: ${message}`,
  },
  webhookDisabled: {
    subject: (project) => `${project}: Der Webhook wurde ausgeschaltet`,
    lead: 'Der Dienst hat einen Webhook ausgeschaltet. Ereignisse werden aufgezeichnet, aber nicht gesendet, bis ihn jemand wieder einschaltet.',
    gone: (host, time) => `${host}, ${time}: Der Endpunkt hat geantwortet, dass es ihn nicht mehr gibt (410).`,
    failing: (host, time) => `${host}, ${time}: Seit Tagen schlägt jede Zustellung fehl.`,
    other: (host, time) => `${host}, ${time}: Sein Secret ist nicht mehr lesbar.`,
  },
  cardsExpiring: {
    subject: (project, count) =>
      count === 1 ? `${project}: Eine Karte läuft bald ab` : `${project}: ${count} Karten laufen bald ab`,
    lead: counted('Eine Karte läuft innerhalb von 30 Tagen ab:', '# Karten laufen innerhalb von 30 Tagen ab:'),
    card: (card, date) => `${card}: ${date}`,
  },
  approvals: {
    subject: (project) => `${project}: Ihre Freigabe wird gebraucht`,
    decidedSubject: (project) => `${project}: Über Ihre Anfrage ist entschieden`,
    lead: 'Etwas wartet auf eine zweite Person:',
    decidedLead: 'Über Ihre Anfrage wurde entschieden:',
    subjects: {
      bulk: 'Sammeländerung von Karten',
      live_key: 'API-Schlüssel für die Produktion',
      provider: 'Änderung der Verbindung zum Anbieter',
      webhook_url: 'andere Adresse für den Webhook der Produktion',
      release: 'Freigeben nach einer Wiederherstellung',
      setting: 'Änderung der Freigaberegel selbst',
    },
    asked: (who, what, until) => `${who} bittet um Freigabe: ${what}. Die Anfrage verfällt am ${until}.`,
    reason: (reason) => `Grund: ${reason}`,
    decided: {
      approved: (what, who) => `Von ${who} freigegeben und ausgeführt: ${what}.`,
      declined: (what, who) => `Von ${who} abgelehnt: ${what}.`,
      expired: (what) => `Verfallen, weil 72 Stunden lang niemand entschieden hat: ${what}.`,
      void: (what) =>
        `Hinfällig, weil sich inzwischen geändert hat, was geändert werden sollte: ${what}. Bitte fragen Sie erneut an, falls es noch gewünscht ist.`,
    },
    collect: 'Holen Sie den Schlüssel in der App ab: Er wird einmal angezeigt.',
  },
  digest: {
    subject: (date) => `Fuelcard Desk, ${date}`,
    lead: 'Das ist in der Produktion offen:',
    cards: counted('1 Karte', '# Karten'),
    expiring: counted('1 Karte läuft innerhalb von 30 Tagen ab', '# Karten laufen innerhalb von 30 Tagen ab'),
    failed: counted('1 Karte mit fehlgeschlagener Änderung', '# Karten mit fehlgeschlagener Änderung'),
    drift: counted('1 Karte weicht vom Anbieter ab', '# Karten weichen vom Anbieter ab'),
    failedDeliveries: counted('1 fehlgeschlagene Zustellung in 7 Tagen', '# fehlgeschlagene Zustellungen in 7 Tagen'),
    syncFailing: 'Der letzte Abgleich ist fehlgeschlagen',
    webhookDisabled: 'Der Webhook ist ausgeschaltet',
    held: 'Nach einer Wiederherstellung angehalten: Nichts wird gesendet',
    approvals: counted('1 Anfrage wartet auf Freigabe', '# Anfragen warten auf Freigabe'),
  },
  test: {
    subject: 'Testmail von Fuelcard Desk',
    lead: 'Dies ist ein Test. Meldungen per E-Mail erreichen diese Adresse.',
  },
}
