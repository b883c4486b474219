import type { shell as english } from '../en/shell.ts'

export const shell = {
  'app.name': 'Fuelcard Desk',
  'key.control': 'Ctrl',
  asks: '{{what}}…',
  named: '{{name}}\u00a0:',
  'app.navigation': 'Écrans',
  'app.skip': 'Aller au contenu',
  'app.loading': 'Chargement de l’écran',

  'environment.switch': 'Environnement',
  'environment.sandbox': 'Bac à sable',
  'environment.production': 'Production',
  'environment.sandbox.band': 'cartes fictives, aucun fournisseur n’est contacté',
  'environment.production.band': 'cartes réelles, les modifications sont envoyées au fournisseur',

  'project.switch': 'Projet :',
  'project.heading': 'Projets',
  'project.archived': 'archivé',
  'projects.error.title': 'Les projets n’ont pas pu être chargés',
  'project.first.title': 'Créez votre premier projet',
  'project.first.text':
    'Les cartes sont regroupées par projet. Chaque projet a un bac à sable pour essayer, et une production.',
  'project.first.name': 'Nom',
  'project.first.required': 'Saisissez un nom.',
  'project.first.create': 'Créer le projet',

  'theme.light': 'Utiliser le thème clair',
  'theme.dark': 'Utiliser le thème sombre',
  language: 'Langue',

  'connection.reconnecting': 'Connexion au service perdue. Reconnexion…',
  signOut: 'Se déconnecter',

  'signIn.title': 'Connexion depuis le terminal',
  'signIn.none':
    'Cette page s’ouvre avec un lien de connexion du service sur cet ordinateur. Lancez cette commande, puis ouvrez le lien affiché :',
  'signIn.ended': 'Votre session a expiré. Lancez cette commande et ouvrez le lien affiché pour vous reconnecter :',
  'signIn.refused':
    'Ce lien de connexion a déjà servi ou date de plus de 10 minutes. Lancez cette commande et ouvrez le nouveau lien affiché :',
  'signIn.command': 'fuelcard-desk login',
  'signIn.note':
    'Un lien sert une seule fois, pendant 10 minutes. Une session expire après 12 heures sans utilisation.',

  cancel: 'Annuler',
  close: 'Fermer',
  copy: 'Copier',
  copied: 'Copié',
  retry: 'Réessayer',
  refresh: 'Actualiser',
  save: 'Enregistrer',
  undo: 'Annuler l’action',
  utc: '{{time}} UTC',
  'moment.now': 'à l’instant',
  'moment.due': 'maintenant',
  'error.requestId': 'Requête',
  'error.connection': 'Le service n’a pas répondu. Il a peut-être été arrêté, ou est en cours de redémarrage.',

  'guard.title': 'Indisponible pour le moment',
  'guard.away.title': 'Cette partie de l’application n’a pas pu être chargée',
  'guard.away.text':
    'Le service n’a pas répondu. Ce qui manque se chargera automatiquement dès son retour. Rien n’est perdu.',
  'guard.broken.title': 'Cette partie de l’écran a cessé de fonctionner',
  'guard.broken.text': 'Elle n’a pas pu être affichée. Rien n’a été modifié : les cartes sont telles qu’elles étaient.',
  'guard.reload': 'Recharger la page',

  'live.changed_one': '{{count}} modifiée · afficher',
  'live.changed_other': '{{count}} modifiées · afficher',

  'toasts.label': 'Messages',
  'toasts.dismiss': 'Fermer le message',

  'pager.label': 'Pages',
  'pager.range': '{{from}} à {{to}} sur {{total}}',
  'pager.size': 'Lignes par page',
  'pager.previous': 'Page précédente',
  'pager.next': 'Page suivante',

  'filter.any': 'Tous',
  'filter.remove': 'Retirer le filtre {{name}}',
  'filter.search': 'Rechercher',
  'settings.notStored': 'Votre choix s’applique ici, mais n’a pas pu être enregistré : {{message}}',
  'palette.open': 'Recherche et commandes',
  'guide.title': 'Guide',
  'palette.none': 'Aucun résultat pour « {{search}} ».',
  'access.title': 'Accès API',
  'settings.title': 'Réglages',
} as const satisfies Record<keyof typeof english, string>
