import type { server as english } from '../../en/later/server.ts'

export const server = {
  'server.title': 'Server',
  'server.on': 'Actief',
  'server.off': 'Uit',
  'server.taken': 'Poort bezet',
  'server.taken.text':
    'Een ander programma gebruikt poort {{port}}; de API blijft uit tot die vrij is. Kies een andere poort of sluit dat programma.',
  'server.page':
    'De API en deze pagina delen één server, hier op poort {{port}}. Die draait zolang de service draait. Start voor een andere poort de service met: fuelcard-desk serve --port',
  'server.switch': 'De API op deze computer aanbieden',
  'server.switch.hint': 'Staat de API uit, dan kan geen programma bij de kaarten. Webhooks gaan door.',
  'server.port': 'Poort',
  'server.port.hint': 'Pas programma’s met het oude adres aan. Inbox-adressen veranderen automatisch.',
  'server.port.do': 'Poort wijzigen',

  'console.title': 'Console',
  'console.lead':
    'Voert een verzoek uit met de gekozen sleutel, binnen de service. Het antwoord is precies wat een programma zou krijgen.',
  'console.none.title': 'Een verzoek heeft een sleutel nodig',
  'console.none.text': 'Maak er een aan om hier elke API-bewerking te proberen.',
  'console.key': 'Sleutel',
  'console.operation': 'Bewerking',
  'console.method': 'Methode',
  'console.path': 'Pad',
  'console.missing': 'Vervang {{place}} door een id: er was geen om in te vullen.',
  'console.send': 'Versturen',
  'console.send.production': 'Naar productie versturen',
  'console.production': 'Deze sleutel wijzigt echte kaarten: het verzoek werkt alsof uw software het stuurde.',
  'console.body': 'Inhoud',
  'console.body.none': 'Geen',
  'console.body.invalid': 'Dit is geen geldige JSON.',
  'console.body.invalidAt': 'Dit is geen geldige JSON: regel {{line}}, kolom {{column}}.',
  'console.body.format': 'Opmaken',
  'console.idempotency':
    'Optioneel. Een verzoek dat twee keer met dezelfde sleutel wordt verstuurd, wordt één keer uitgevoerd.',
  'console.idempotency.new': 'Een nieuwe maken',
  'console.answer': 'Antwoord',
  'console.answer.body': 'Inhoud',
  'console.answer.headers': '{{count}} headers',
  'console.answer.empty': 'Geen inhoud: de status zegt alles.',
} as const satisfies Record<keyof typeof english, string>
