import type { apps as english } from '../../en/later/apps.ts'

export const apps = {
  'apps.title.desktop': 'Die Desktop-App verbinden?',
  'apps.title.command-line': 'Die Befehlszeile verbinden?',
  'apps.device.title': 'Ein Programm verbinden',
  'apps.device.text': 'Geben Sie den Code ein, den das Programm zeigt.',
  'apps.field.device': 'Gerät',
  'apps.field.address': 'Adresse',
  'apps.field.code': 'Code',
  'apps.continue': 'Weiter',
  'apps.means':
    'Es darf alles, was Sie hier dürfen. Es bleibt angemeldet, bis es 30 Tage nicht benutzt wurde oder Sie seine Sitzung beenden.',
  'apps.means.as':
    'Es handelt als {{name}} und darf alles, was {{name}} hier darf. Es bleibt angemeldet, bis es 30 Tage nicht benutzt wurde oder Sie seine Sitzung beenden.',
  'apps.warning':
    'Verbinden Sie nur, was Sie gerade selbst gestartet haben. Wer Sie sonst hierher geschickt hat, könnte in Ihrem Namen handeln.',
  'apps.approve': 'Verbinden',
  'apps.refuse': 'Ablehnen',
  'apps.connected.title': 'Verbunden',
  'apps.connected.text': 'Gehen Sie zurück zum Programm. Sie können diese Seite schließen.',
  'apps.refused.title': 'Abgelehnt',
  'apps.refused.text': 'Das Programm wurde nicht verbunden.',
  'apps.open': 'Fuelcard Desk öffnen',
} as const satisfies Record<keyof typeof english, string>
