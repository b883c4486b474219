import type { AlertWords } from './alert-words.ts'

const counted = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', count.toLocaleString('nl-NL'))

export const nl: AlertWords = {
  locale: 'nl-NL',
  greeting: (name) => `Hallo ${name},`,
  footer: (kind) =>
    `U ontvangt deze e-mail van Fuelcard Desk omdat in uw profiel de melding “${kind}” aanstaat. Daar kunt u haar onder Meldingen uitzetten.`,
  kinds: {
    sync_failed: 'Mislukte synchronisatie',
    webhook_disabled: 'Uitgeschakelde webhook',
    cards_expiring: 'Verlopende kaarten',
    approvals: 'Goedkeuringen',
    digest: 'Dagelijks overzicht',
  },
  open: 'Openen in Fuelcard Desk',
  more: counted('en nog één', 'en nog #'),
  syncFailed: {
    subject: (project) => `${project}: de synchronisatie met de aanbieder is mislukt`,
    lead: 'Iets is niet bij de aanbieder aangekomen, of kwam niet terug:',
    after: 'Zolang dit niet is opgelost, kunnen kaarten bij de aanbieder anders staan dan de app wil.',
    run: (time, message) => `Synchronisatie op ${time}: ${message}`,
    push: (card, message) => `Kaart ${card}: ${message}`,
  },
  webhookDisabled: {
    subject: (project) => `${project}: de webhook is uitgeschakeld`,
    lead: 'De service heeft een webhook uitgeschakeld. Gebeurtenissen worden vastgelegd, maar niet verstuurd, tot iemand hem weer inschakelt.',
    gone: (host, time) => `${host}, ${time}: het eindpunt antwoordde dat het niet meer bestaat (410).`,
    failing: (host, time) => `${host}, ${time}: al dagen mislukt elke aflevering.`,
    other: (host, time) => `${host}, ${time}: het secret is niet meer leesbaar.`,
  },
  cardsExpiring: {
    subject: (project, count) =>
      count === 1 ? `${project}: een kaart verloopt binnenkort` : `${project}: ${count} kaarten verlopen binnenkort`,
    lead: counted('Eén kaart verloopt binnen 30 dagen:', '# kaarten verlopen binnen 30 dagen:'),
    card: (card, date) => `${card}: ${date}`,
  },
  approvals: {
    subject: (project) => `${project}: uw goedkeuring is nodig`,
    decidedSubject: (project) => `${project}: over uw aanvraag is beslist`,
    lead: 'Iets wacht op een tweede persoon:',
    decidedLead: 'Over uw aanvraag is beslist:',
    subjects: {
      bulk: 'bulkwijziging van kaarten',
      live_key: 'API-sleutel voor productie',
      provider: 'wijziging van de verbinding met de aanbieder',
      webhook_url: 'ander adres voor de webhook van productie',
      release: 'vrijgeven na een terugzetting',
      setting: 'wijziging van de goedkeuringsregel zelf',
    },
    asked: (who, what, until) => `${who} vraagt goedkeuring: ${what}. De aanvraag vervalt op ${until}.`,
    reason: (reason) => `Reden: ${reason}`,
    decided: {
      approved: (what, who) => `Goedgekeurd door ${who} en uitgevoerd: ${what}.`,
      declined: (what, who) => `Afgewezen door ${who}: ${what}.`,
      expired: (what) => `Vervallen, omdat binnen 72 uur niemand besliste: ${what}.`,
      void: (what) =>
        `Ongeldig, omdat intussen is veranderd wat gewijzigd zou worden: ${what}. Vraag het opnieuw aan als het nog gewenst is.`,
    },
    collect: 'Haal de sleutel op in de app: hij wordt één keer getoond.',
  },
  digest: {
    subject: (date) => `Fuelcard Desk, ${date}`,
    lead: 'Dit staat open in productie:',
    cards: counted('1 kaart', '# kaarten'),
    expiring: counted('1 kaart verloopt binnen 30 dagen', '# kaarten verlopen binnen 30 dagen'),
    failed: counted('1 kaart met een mislukte wijziging', '# kaarten met een mislukte wijziging'),
    drift: counted('1 kaart wijkt af van de aanbieder', '# kaarten wijken af van de aanbieder'),
    failedDeliveries: counted('1 mislukte aflevering in 7 dagen', '# mislukte afleveringen in 7 dagen'),
    syncFailing: 'De laatste synchronisatie is mislukt',
    webhookDisabled: 'De webhook is uitgeschakeld',
    held: 'Aangehouden na een terugzetting: er wordt niets verstuurd',
    approvals: counted('1 aanvraag wacht op goedkeuring', '# aanvragen wachten op goedkeuring'),
  },
  test: {
    subject: 'Testmail van Fuelcard Desk',
    lead: 'Dit is een test. Meldingen per e-mail bereiken dit adres.',
  },
}
