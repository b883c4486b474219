import type { server as english } from '../en/server.ts'

export const server = {
  'server.title': 'Server',
  'server.on': 'Lauscht',
  'server.off': 'Ausgeschaltet',
  'server.taken': 'Port ist belegt',
  'server.taken.text':
    'Ein anderes Programm belegt Port {{port}}; die API bleibt aus, bis er frei ist. Wählen Sie einen anderen Port oder schließen Sie jenes Programm.',
  'server.page':
    'API und diese Seite teilen sich einen Server, hier an Port {{port}}; er läuft so lange wie der Dienst. Ein anderer Port wird beim Start gewählt: fuelcard-desk serve --port',
  'server.switch': 'Die API auf diesem Rechner anbieten',
  'server.switch.hint': 'Ausgeschaltet erreicht kein Programm die Karten; Webhooks laufen weiter.',
  'server.port': 'Port',
  'server.port.hint':
    'Programme mit der alten Adresse müssen es erfahren; Adressen des Posteingangs ziehen von selbst mit.',
  'server.port.do': 'Port ändern',

  'console.title': 'Konsole',
  'console.lead':
    'Führt eine Anfrage als der gewählte Schlüssel aus, innerhalb des Dienstes. Die Antwort ist die, die ein Programm bekommt.',
  'console.none.title': 'Eine Anfrage braucht einen Schlüssel',
  'console.none.text': 'Legen Sie einen an, dann lässt sich hier jede Operation der API ausprobieren.',
  'console.key': 'Als Schlüssel',
  'console.operation': 'Operation',
  'console.method': 'Methode',
  'console.path': 'Pfad',
  'console.missing': 'Setzen Sie eine Kennung an die Stelle von {{place}}: Es gab keine zum Einsetzen.',
  'console.send': 'Senden',
  'console.send.production': 'An Produktion senden',
  'console.production':
    'Dieser Schlüssel ändert echte Karten: Die Anfrage wirkt, als hätte Ihre Software sie gesendet.',
  'console.body': 'Inhalt',
  'console.body.none': 'Keiner',
  'console.body.invalid': 'Das ist kein gültiges JSON.',
  'console.body.invalidAt': 'Das ist kein gültiges JSON: Zeile {{line}}, Spalte {{column}}.',
  'console.body.format': 'Formatieren',
  'console.idempotency': 'Freiwillig. Zweimal mit demselben Schlüssel gesendet, wird eine Anfrage einmal ausgeführt.',
  'console.idempotency.new': 'Neuen erzeugen',
  'console.answer': 'Antwort',
  'console.answer.body': 'Inhalt',
  'console.answer.headers': 'Kopfzeilen ({{count}})',
  'console.answer.empty': 'Kein Inhalt: Der Status sagt alles.',
} as const satisfies Record<keyof typeof english, string>
