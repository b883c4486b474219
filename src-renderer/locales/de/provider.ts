/** Was beim Anbieter wirklich gilt, was unterwegs ist, und was aus dem erneuten Senden wurde. */
export const provider = {
  'card.claim.still_active': 'Beim Anbieter noch aktiv',
  'card.claim.still_inactive': 'Beim Anbieter noch gesperrt',
  'card.claim.still_new': 'Beim Anbieter nicht aktiviert',
  'card.claim.perhaps_active': 'Beim Anbieter vielleicht noch aktiv',
  'card.claim.perhaps_inactive': 'Beim Anbieter vielleicht noch gesperrt',
  'card.claim.perhaps_new': 'Beim Anbieter vielleicht nicht aktiviert',
  'card.claim.gone': 'Nicht mehr beim Anbieter',
  'card.claim.still_active.text':
    'Hier ist sie gesperrt, beim Anbieter nicht: Mit dieser Karte kann weiter getankt werden.',
  'card.claim.still_inactive.text':
    'Hier ist sie freigeschaltet, beim Anbieter nicht: Mit dieser Karte kann nicht getankt werden.',
  'card.claim.still_new.text':
    'Hier ist sie aktiviert, beim Anbieter nicht: Mit dieser Karte kann nicht getankt werden.',
  'card.claim.perhaps_active.text':
    'Niemand weiß, ob der Anbieter sie gesperrt hat: Vielleicht kann mit dieser Karte noch getankt werden.',
  'card.claim.perhaps_inactive.text':
    'Niemand weiß, ob der Anbieter sie freigeschaltet hat: Vielleicht kann mit dieser Karte nicht getankt werden.',
  'card.claim.perhaps_new.text':
    'Niemand weiß, ob der Anbieter sie aktiviert hat: Vielleicht kann mit dieser Karte nicht getankt werden.',
  'card.claim.gone.text': 'Der Anbieter nennt diese Karte nicht mehr. Zu sehen ist, was er zuletzt gemeldet hat.',
  'card.waiting.active':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte noch getankt werden.',
  'card.waiting.inactive':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte nicht getankt werden.',
  'card.waiting.new':
    'Die Änderung ist auf dem Weg zum Anbieter. Bis er sie bestätigt, kann mit dieser Karte nicht getankt werden.',
  'card.unconfirmed': 'Die Bestätigung des Anbieters steht noch aus.',

  'sent.confirmed': 'Der Anbieter hat die Änderung der Karte {{number}} bestätigt',
  'sent.failed': 'Die Änderung der Karte {{number}} ist wieder gescheitert: {{message}}',
  'sent.confirmed.many_one': 'Der Anbieter hat die Änderung von {{count}} Karte bestätigt',
  'sent.confirmed.many_other': 'Der Anbieter hat die Änderungen von {{count}} Karten bestätigt',
  'sent.failed.many_one': 'Die Änderung von {{count}} Karte ist wieder gescheitert',
  'sent.failed.many_other': 'Die Änderungen von {{count}} Karten sind wieder gescheitert',

  'resolve.ours.title': 'Unsere Werte der Karte {{number}} erneut senden?',
  'resolve.theirs.title': 'Werte des Anbieters für Karte {{number}} übernehmen?',
  'resolve.ours.flows':
    'Sobald der Anbieter bestätigt, kann mit dieser Karte getankt werden: Hier ist sie aktiv, dort nicht.',
  'resolve.theirs.flows':
    'Mit dieser Karte kann dann getankt werden: Hier ist sie nicht aktiv, und sie wird aktiv wie beim Anbieter.',
  'resolve.theirs.stops':
    'Mit dieser Karte kann dann nicht getankt werden: Hier ist sie aktiv, und sie wird wie beim Anbieter.',
  'resolve.theirs.values': 'Ob getankt werden kann, bleibt, wie es ist.',
  'resolve.theirs.final': 'Unsere Änderung entfällt; das lässt sich nicht rückgängig machen.',
  'resolve.reason': 'Sie wurde gesperrt mit dem Grund „{{reason}}“.',
  'resolve.flows.many_one': 'Mit {{count}} von ihnen kann dann wieder getankt werden.',
  'resolve.flows.many_other': 'Mit {{count}} von ihnen kann dann wieder getankt werden.',
  'resolve.ours.flows.all': 'Mit denen, die hier aktiv sind, kann dann wieder getankt werden.',
  'resolve.theirs.flows.all': 'Mit denen, die beim Anbieter aktiv sind, kann dann wieder getankt werden.',
} as const satisfies Record<string, string>
