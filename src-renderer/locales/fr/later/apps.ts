import type { apps as english } from '../../en/later/apps.ts'

export const apps = {
  'apps.title.desktop': 'Connecter l’application de bureau ?',
  'apps.title.command-line': 'Connecter la ligne de commande ?',
  'apps.device.title': 'Connecter un programme',
  'apps.device.text': 'Saisissez le code que le programme affiche.',
  'apps.field.device': 'Appareil',
  'apps.field.address': 'Adresse',
  'apps.field.code': 'Code',
  'apps.continue': 'Continuer',
  'apps.means':
    'Il peut faire tout ce que vous pouvez faire ici. Il reste connecté jusqu’à 30 jours sans utilisation, ou jusqu’à ce que vous mettiez fin à sa session.',
  'apps.means.as':
    'Il agit au nom de {{name}} et peut faire tout ce que {{name}} peut faire ici. Il reste connecté jusqu’à 30 jours sans utilisation, ou jusqu’à ce que vous mettiez fin à sa session.',
  'apps.warning':
    'Ne connectez que ce que vous venez de lancer vous-même. Toute autre personne qui vous a envoyé ici pourrait agir en votre nom.',
  'apps.approve': 'Connecter',
  'apps.refuse': 'Refuser',
  'apps.connected.title': 'Connecté',
  'apps.connected.text': 'Revenez au programme. Vous pouvez fermer cette page.',
  'apps.refused.title': 'Refusé',
  'apps.refused.text': 'Le programme n’a pas été connecté.',
  'apps.open': 'Ouvrir Fuelcard Desk',
} as const satisfies Record<keyof typeof english, string>
