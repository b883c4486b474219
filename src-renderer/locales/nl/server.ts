import type { server as english } from '../en/server.ts'

export const server = {
  'server.title': 'Server',
  'server.on': 'Luistert',
  'server.off': 'Uitgeschakeld',
  'server.taken': 'Poort is bezet',
  'server.taken.text':
    'Een ander programma gebruikt poort {{port}}; de API blijft uit tot die vrij is. Kies een andere poort of sluit dat programma.',
  'server.page':
    'API en deze pagina delen één server, hier op poort {{port}}; die draait zolang de service draait. Een andere poort kiest u bij het starten: fuelcard-desk serve --port',
  'server.switch': 'De API op deze computer aanbieden',
  'server.switch.hint': 'Uit kan geen programma bij de kaarten; webhooks gaan door.',
  'server.port': 'Poort',
  'server.port.hint': 'Programma’s met het oude adres moeten het weten; inbox-adressen gaan vanzelf mee.',
  'server.port.do': 'Poort wijzigen',

  'console.title': 'Console',
  'console.lead':
    'Voert een verzoek uit als de gekozen sleutel, binnen de service. Het antwoord is wat een programma krijgt.',
  'console.none.title': 'Een verzoek heeft een sleutel nodig',
  'console.none.text': 'Maak er een aan, dan is hier elke bewerking van de API te proberen.',
  'console.key': 'Als sleutel',
  'console.operation': 'Bewerking',
  'console.method': 'Methode',
  'console.path': 'Pad',
  'console.missing': 'Zet een id op de plaats van {{place}}: er was geen om in te vullen.',
  'console.send': 'Versturen',
  'console.send.production': 'Naar productie versturen',
  'console.production': 'Deze sleutel wijzigt echte kaarten: het verzoek werkt alsof uw software het stuurde.',
  'console.body': 'Inhoud',
  'console.body.none': 'Geen',
  'console.body.invalid': 'Dit is geen geldige JSON.',
  'console.body.invalidAt': 'Dit is geen geldige JSON: regel {{line}}, kolom {{column}}.',
  'console.body.format': 'Opmaken',
  'console.idempotency': 'Optioneel. Twee keer met dezelfde sleutel verstuurd, wordt een verzoek één keer uitgevoerd.',
  'console.idempotency.new': 'Een nieuwe maken',
  'console.answer': 'Antwoord',
  'console.answer.body': 'Inhoud',
  'console.answer.headers': 'Headers ({{count}})',
  'console.answer.empty': 'Geen inhoud: de status zegt alles.',
} as const satisfies Record<keyof typeof english, string>
