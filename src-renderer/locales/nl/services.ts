import type { services as english } from '../en/services.ts'

export const services = {
  'connection.offline':
    'Geen verbinding met {{service}} sinds {{time}}. Wat u ziet is van toen, en niets kan worden gewijzigd.',
  'services.heading': 'Waar u werkt',
  'services.here': 'Deze computer',
  'services.connect': 'Verbinden met de service van een team…',
  'services.connect.title': 'Verbinden met de service van een team',
  'services.connect.submit': 'Aanmelden in de browser',
  'services.connect.text':
    'Uw browser gaat open en daar meldt u zich aan bij de service. De eigen service van deze computer blijft draaien.',
  'services.connect.address': 'Adres',
  'services.connect.waiting': 'Wachten op de aanmelding in uw browser…',
  'services.signed_out.title': 'Afgemeld van {{service}}',
  'services.signed_out.text': 'De sessie is beëindigd of 30 dagen niet gebruikt.',
  'services.skew.title': '{{service}} heeft een andere versie',
  'services.skew.text': 'Werk de oudste kant bij.',
  'services.again': 'Opnieuw aanmelden',
  'services.stayHere': 'Op deze computer werken',
} as const satisfies Record<keyof typeof english, string>
