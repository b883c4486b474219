import type { errors as english } from '../en/errors.ts'

export const errors = {
  'code.bad_request': 'De status van de kaart laat dit niet toe',
  'code.card_not_activated': 'De kaart is nog niet geactiveerd',
  'service.words': 'Melding van de service (Engels): {{message}}',
  'code.card_already_active': 'De kaart is al geactiveerd',
  'code.card_already_enabled': 'De kaart is al gedeblokkeerd',
  'code.card_already_disabled': 'De kaart is al geblokkeerd',
  'code.card_not_found': 'Deze kaart bestaat niet in dit project',
  'code.project_not_found': 'Dit project bestaat niet meer',
  'code.key_not_found': 'Deze sleutel bestaat niet meer',
  'code.internal': 'Er is iets misgegaan in de service',
  'code.unavailable': 'De service start of stopt; probeer het zo opnieuw',
  'code.validation': 'De service heeft een waarde niet geaccepteerd',
  'code.turned_off': 'De beheerder van deze computer heeft dit uitgeschakeld',
  'code.unavailable.other': 'De service kan dit nu niet doen.',
  'code.other': 'De service heeft dit geweigerd.',

  'code.undo_expired':
    'Dit kan niet meer ongedaan worden gemaakt: de 10 minuten zijn om, of de kaart is intussen gewijzigd',
  'code.job_not_found': 'Deze taak bestaat niet meer',
  'code.webhook_not_found': 'Er is hier geen webhook meer',
  'code.webhook_already_exists': 'Er is hier al een webhook',
  'code.webhook_disabled': 'De webhook is uitgeschakeld; schakel hem eerst in',
  'code.event_not_subscribed': 'De webhook verstuurt deze gebeurtenis niet',
  'code.delivery_not_found': 'Deze aflevering bestaat niet meer',
  'code.sandbox_only': 'Dit kan alleen in een sandbox',
} as const satisfies Record<keyof typeof english, string>
