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
  'services.here.stopped': 'Dieser Computer (angehalten)',
  'services.allowed': 'Der Dienst Ihres Teams',
  'services.allowed.hint':
    'Die Verwaltung dieses Computers hat diesen Dienst gewählt; die App verbindet sich mit keinem anderen.',
  'services.own': 'Der eigene Dienst dieses Computers',
  'services.own.runs': 'Er läuft neben dem weiter, den Sie sehen: API, Webhooks, Abgleich.',
  'services.own.stopped':
    'Nichts geht verloren. Was wartet, läuft weiter, sobald Sie ihn starten oder auf diesem Computer arbeiten.',
  'services.own.state': 'Angehalten',
  'services.stop': 'Dienst dieses Computers anhalten …',
  'services.start': 'Starten',
  'services.stop.title': 'Den eigenen Dienst dieses Computers anhalten?',
  'services.stop.submit': 'Anhalten',
  'services.stop.text':
    'Das läuft dann auf diesem Computer nicht mehr. Der Dienst, den Sie sehen, ist davon nicht betroffen.',
  'services.stop.later':
    'Er bleibt auch nach einem Neustart angehalten, bis Sie ihn in den Einstellungen starten oder wieder auf diesem Computer arbeiten. Nichts geht verloren: Was wartet, läuft dann weiter.',
  'services.stop.api': 'API für Programme auf diesem Computer',
  'services.stop.api.off': 'aus',
  'services.stop.webhooks': 'Aktive Webhooks',
  'services.stop.deliveries': 'Wartende Zustellungen',
  'services.stop.pushes': 'Änderungen auf dem Weg zum Anbieter',
  'services.stop.schedules': 'Projekte mit geplantem Abgleich',
  'services.stop.jobs': 'Laufende Sammeländerungen und Abgleiche',
  'services.skew.app': 'Diese App ist zu alt für den Dienst: Aktualisieren Sie die App.',
  'services.skew.service':
    'Der Dienst ist zu alt für diese App: Bitten Sie seine Administration, ihn zu aktualisieren.',
} as const satisfies Record<keyof typeof english, string>
