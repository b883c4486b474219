/** Was beim Anbieter wirklich gilt, was unterwegs ist, und was aus dem erneuten Senden wurde. */
export const provider = {
  'card.claim.still_active': 'Beim Anbieter noch aktiv',
  'card.claim.still_inactive': 'Beim Anbieter noch gesperrt',
  'card.claim.still_new': 'Beim Anbieter nicht aktiviert',
  'card.claim.perhaps_active': 'Beim Anbieter möglicherweise noch aktiv',
  'card.claim.perhaps_inactive': 'Beim Anbieter möglicherweise noch gesperrt',
  'card.claim.perhaps_new': 'Beim Anbieter möglicherweise nicht aktiviert',
  'card.claim.gone': 'Nicht mehr beim Anbieter',
  'card.claim.still_active.text': 'Hier gesperrt, beim Anbieter nicht: Mit dieser Karte kann weiter getankt werden.',
  'card.claim.still_inactive.text':
    'Hier freigeschaltet, beim Anbieter nicht: Mit dieser Karte kann nicht getankt werden.',
  'card.claim.still_new.text': 'Hier aktiviert, beim Anbieter nicht: Mit dieser Karte kann nicht getankt werden.',
  'card.claim.perhaps_active.text':
    'Unklar, ob der Anbieter die Karte gesperrt hat: Möglicherweise kann mit ihr noch getankt werden.',
  'card.claim.perhaps_inactive.text':
    'Unklar, ob der Anbieter die Karte freigeschaltet hat: Möglicherweise kann mit ihr noch nicht getankt werden.',
  'card.claim.perhaps_new.text':
    'Unklar, ob der Anbieter die Karte aktiviert hat: Möglicherweise kann mit ihr noch nicht getankt werden.',
  'card.claim.gone.text': 'Der Anbieter führt diese Karte nicht mehr. Sie sehen, was er zuletzt gemeldet hat.',
  'card.waiting.active':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte noch getankt werden.',
  'card.waiting.inactive':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte nicht getankt werden.',
  'card.waiting.new':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte nicht getankt werden.',
  'card.unconfirmed': 'Die Bestätigung des Anbieters steht noch aus.',
  'sent.refused': 'Der Anbieter hat die Änderung an Karte {{number}} abgelehnt: {{message}}',

  'sent.confirmed': 'Der Anbieter hat die Änderung an Karte {{number}} bestätigt',
  'sent.failed': 'Die Änderung an Karte {{number}} ist erneut fehlgeschlagen: {{message}}',
  'sent.confirmed.many_one': 'Der Anbieter hat die Änderung an {{count}} Karte bestätigt',
  'sent.confirmed.many_other': 'Der Anbieter hat die Änderungen an {{count}} Karten bestätigt',
  'sent.failed.many_one': 'Die Änderung an {{count}} Karte ist erneut fehlgeschlagen',
  'sent.failed.many_other': 'Die Änderungen an {{count}} Karten sind erneut fehlgeschlagen',

  'resolve.ours.title': 'Unsere Werte für Karte {{number}} erneut senden?',
  'resolve.theirs.title': 'Werte des Anbieters für Karte {{number}} übernehmen?',
  'resolve.ours.flows':
    'Mit dieser Karte kann getankt werden, sobald der Anbieter bestätigt: Sie ist hier aktiv, dort nicht.',
  'resolve.theirs.flows':
    'Mit dieser Karte kann dann getankt werden: Sie ist hier nicht aktiv und wird aktiv wie beim Anbieter.',
  'resolve.theirs.stops':
    'Mit dieser Karte kann dann nicht mehr getankt werden: Sie ist hier aktiv, beim Anbieter nicht.',
  'resolve.theirs.values': 'Ob mit der Karte getankt werden kann, ändert sich nicht.',
  'resolve.theirs.final': 'Unsere Änderung wird verworfen. Das lässt sich nicht rückgängig machen.',
  'resolve.reason': 'Grund der Sperrung: „{{reason}}“.',
  'resolve.flows.many_one': 'Mit {{count}} davon kann dann wieder getankt werden.',
  'resolve.flows.many_other': 'Mit {{count}} davon kann dann wieder getankt werden.',
  'resolve.ours.flows.all': 'Mit Karten, die hier aktiv sind, kann dann wieder getankt werden.',
  'resolve.theirs.flows.all': 'Mit Karten, die beim Anbieter aktiv sind, kann dann wieder getankt werden.',
} as const satisfies Record<string, string>
