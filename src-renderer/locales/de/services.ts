import type { services as english } from '../en/services.ts'

export const services = {
  'connection.offline':
    'Keine Verbindung zu {{service}} seit {{time}}. Was Sie sehen, ist von da, und nichts lässt sich ändern.',
  'services.heading': 'Wo Sie arbeiten',
  'services.here': 'Dieser Computer',
  'services.connect': 'Mit dem Dienst eines Teams verbinden …',
  'services.connect.title': 'Mit dem Dienst eines Teams verbinden',
  'services.connect.submit': 'Im Browser anmelden',
  'services.connect.text':
    'Ihr Browser öffnet sich, dort melden Sie sich beim Dienst an. Der eigene Dienst dieses Computers läuft weiter.',
  'services.connect.address': 'Adresse',
  'services.connect.waiting': 'Warten auf die Anmeldung in Ihrem Browser …',
  'services.signed_out.title': 'Von {{service}} abgemeldet',
  'services.signed_out.text': 'Die Sitzung wurde beendet oder 30 Tage nicht benutzt.',
  'services.skew.title': '{{service}} hat eine andere Version',
  'services.skew.text': 'Aktualisieren Sie die ältere Seite.',
  'services.again': 'Erneut anmelden',
  'services.stayHere': 'Auf diesem Computer arbeiten',
} as const satisfies Record<keyof typeof english, string>
