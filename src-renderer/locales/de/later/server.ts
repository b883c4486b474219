import type { server as english } from '../../en/later/server.ts'

export const server = {
  'server.title': 'Server',
  'server.on': 'Läuft',
  'server.off': 'Aus',
  'server.taken': 'Port belegt',
  'server.taken.text':
    'Ein anderes Programm belegt Port {{port}}; die API bleibt aus, bis er frei ist. Wählen Sie einen anderen Port oder schließen Sie das Programm.',
  'server.page':
    'Die API und diese Seite teilen sich einen Server, hier auf Port {{port}}. Er läuft, solange der Dienst läuft. Für einen anderen Port starten Sie den Dienst mit: fuelcard-desk serve --port',
  'server.switch': 'API auf diesem Computer bereitstellen',
  'server.switch.hint': 'Ausgeschaltet hat kein Programm Zugriff auf die Karten. Webhooks laufen weiter.',
  'server.port': 'Port',
  'server.port.hint': 'Stellen Sie Programme mit der alten Adresse um. Posteingangsadressen ändern sich automatisch.',
  'server.port.do': 'Port ändern',

  'console.title': 'Konsole',
  'console.lead':
    'Führt eine Anfrage mit dem gewählten Schlüssel direkt im Dienst aus. Die Antwort ist genau die, die ein Programm bekäme.',
  'console.none.title': 'Eine Anfrage braucht einen Schlüssel',
  'console.none.text': 'Legen Sie einen an, um hier jede API-Operation auszuprobieren.',
  'console.key': 'Schlüssel',
  'console.operation': 'Operation',
  'console.method': 'Methode',
  'console.path': 'Pfad',
  'console.missing': 'Ersetzen Sie {{place}} durch eine ID: Es gab keine zum Einsetzen.',
  'console.send': 'Senden',
  'console.send.production': 'An die Produktion senden',
  'console.production':
    'Dieser Schlüssel ändert echte Karten: Die Anfrage wirkt, als hätte Ihre Software sie gesendet.',
  'console.body': 'Inhalt',
  'console.body.none': 'Keiner',
  'console.body.invalid': 'Das ist kein gültiges JSON.',
  'console.body.invalidAt': 'Das ist kein gültiges JSON: Zeile {{line}}, Spalte {{column}}.',
  'console.body.format': 'Formatieren',
  'console.idempotency':
    'Optional. Eine Anfrage, die zweimal mit demselben Schlüssel gesendet wird, wird nur einmal ausgeführt.',
  'console.idempotency.new': 'Neuen erzeugen',
  'console.answer': 'Antwort',
  'console.answer.body': 'Inhalt',
  'console.answer.headers': 'Header ({{count}})',
  'console.answer.empty': 'Kein Inhalt: Der Status sagt alles.',
} as const satisfies Record<keyof typeof english, string>
