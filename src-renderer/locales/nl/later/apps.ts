import type { apps as english } from '../../en/later/apps.ts'

export const apps = {
  'apps.title.desktop': 'De desktop-app verbinden?',
  'apps.title.command-line': 'De opdrachtregel verbinden?',
  'apps.device.title': 'Een programma verbinden',
  'apps.device.text': 'Voer de code in die het programma toont.',
  'apps.field.device': 'Apparaat',
  'apps.field.address': 'Adres',
  'apps.field.code': 'Code',
  'apps.continue': 'Doorgaan',
  'apps.means':
    'Het mag alles wat u hier mag. Het blijft aangemeld tot het 30 dagen niet is gebruikt of u de sessie beëindigt.',
  'apps.means.as':
    'Het handelt als {{name}} en mag alles wat {{name}} hier mag. Het blijft aangemeld tot het 30 dagen niet is gebruikt of u de sessie beëindigt.',
  'apps.warning':
    'Verbind alleen wat u zojuist zelf hebt gestart. Iemand anders die u hierheen stuurde, zou namens u kunnen handelen.',
  'apps.approve': 'Verbinden',
  'apps.refuse': 'Weigeren',
  'apps.connected.title': 'Verbonden',
  'apps.connected.text': 'Ga terug naar het programma. U kunt deze pagina sluiten.',
  'apps.refused.title': 'Geweigerd',
  'apps.refused.text': 'Het programma is niet verbonden.',
  'apps.open': 'Fuelcard Desk openen',
} as const satisfies Record<keyof typeof english, string>
