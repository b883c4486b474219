import type { ExpiryMessages } from './en.ts'

export const fr: ExpiryMessages = {
  title: 'Cartes arrivant à expiration',
  back: 'Toutes les cartes',
  'error.title': 'Les cartes arrivant à expiration n’ont pas pu être chargées',

  periods: 'Mois où des cartes expirent',
  'period.all': 'Toutes',
  'period.all.name': 'Tous les mois à venir',
  'period.ended': 'Expirées',
  'period.ended.name': 'Expirées ces trois derniers mois',
  'period.label': '{{period}} : {{count}}',
  states: 'État du remplacement',
  'state.all': 'Toutes',
  'state.none': 'Pas encore de remplacement',
  'state.arrived': 'Remplacement arrivé',
  'state.handed_over': 'Transmise',

  table: 'Cartes arrivant à expiration, page {{page}}',
  'column.card': 'Carte',
  'column.driver': 'Conducteur',
  'column.expires': 'Expire',
  'column.state': 'Remplacement',
  'column.do': 'Transmission',
  alike: 'même plaque',
  'alike.hint':
    'Personne n’a indiqué que cette carte remplace l’autre : c’est la seule carte neuve portant la même plaque.',
  'open.replacement': 'Ouvrir la carte de remplacement {{number}}',

  do: 'Transmettre',
  'do.label': 'Transmettre la carte {{old}} à {{new}}',
  'do.hint': '{{new}} reçoit plaque, conducteur et référence ; {{old}} est bloquée',
  pick: 'Choisir la carte…',
  'pick.label': 'Choisir la carte… qui remplace {{old}}',
  done: 'Carte {{old}} transmise à {{new}}',
  refused: 'La carte {{number}} n’a pas été transmise',

  'pick.title': 'Transmettre la carte {{number}}',
  'pick.text':
    'La nouvelle carte est activée avec la plaque, le conducteur et la référence de l’ancienne, qui est bloquée avec le motif « Remplacée ».',
  'pick.field': 'Nouvelle carte',
  'pick.hint': 'Scannez-la, ou saisissez son numéro ou au moins ses quatre derniers chiffres',
  'pick.found': 'Nouvelles cartes avec ces chiffres',
  'pick.none': 'Aucune nouvelle carte ne se termine par ces chiffres.',
  'pick.many': 'Plusieurs nouvelles cartes ont ces chiffres. Saisissez-en plus, ou choisissez ci-dessous.',

  undo: 'Annuler',
  'undo.title': 'Annuler la transmission ?',
  'undo.text': 'La carte {{new}} est bloquée. La carte {{old}} peut de nouveau être utilisée.',
  'undo.sandbox': 'Ce sont des cartes fictives : aucun fournisseur n’est contacté.',
  'undo.production': 'Les deux valent dès que le fournisseur accepte les modifications.',
  'undo.do': 'Débloquer {{old}}',
  undone: 'Transmission annulée : la carte {{old}} est active, {{new}} bloquée',

  all: 'Transmettre les {{count}} cartes arrivées',
  'all.one': 'Transmettre la carte arrivée',
  'all.title': 'Transmettre toutes les cartes arrivées',
  'all.do': 'Transmettre {{count}}',
  'all.text':
    'Chaque nouvelle carte reprend la plaque, le conducteur et la référence de celle qu’elle remplace. Vous pouvez tout annuler pendant 10 minutes.',

  warning: 'Avertissement avant l’expiration',
  'warning.hint': 'L’événement card.expiring et l’e-mail arrivent avec cette avance',
  'warning.days': 'Avertir {{days}} jours avant',
  'warning.done': 'Les cartes sont annoncées {{days}} jours avant leur dernier jour',

  'empty.title': 'Aucune carte n’expire ici',
  'empty.text': 'Les cartes en service apparaissent ici jusqu’à un an avant leur dernier jour.',
  'empty.filtered.title': 'Aucune carte dans cet état',
  'empty.filtered.text': 'Choisissez un autre mois ou un autre état.',

  replaces: 'Remplace',
  replacedBy: 'Remplacée par',
  'replacedBy.waiting': 'À remplacer par',
}
