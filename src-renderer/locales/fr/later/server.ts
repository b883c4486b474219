import type { server as english } from '../../en/later/server.ts'

export const server = {
  'server.title': 'Serveur',
  'server.on': 'En marche',
  'server.off': 'Désactivé',
  'server.taken': 'Port occupé',
  'server.taken.text':
    'Un autre programme occupe le port {{port}} ; l’API reste désactivée jusqu’à ce qu’il soit libre. Choisissez un autre port ou fermez ce programme.',
  'server.page':
    'L’API et cette page partagent un serveur, ici sur le port {{port}}. Il tourne aussi longtemps que le service. Pour changer de port, démarrez le service avec : fuelcard-desk serve --port',
  'server.switch': 'Fournir l’API sur cet ordinateur',
  'server.switch.hint': 'Si elle est désactivée, aucun programme n’accède aux cartes. Les webhooks continuent.',
  'server.port': 'Port',
  'server.port.hint':
    'Mettez à jour les programmes qui utilisent l’ancienne adresse. Celles des boîtes de réception changent automatiquement.',
  'server.port.do': 'Changer de port',

  'console.title': 'Console',
  'console.lead':
    'Exécute une requête avec la clé choisie, au sein du service. La réponse est exactement celle qu’obtiendrait un programme.',
  'console.none.title': 'Une requête nécessite une clé',
  'console.none.text': 'Créez-en une pour essayer ici toutes les opérations de l’API.',
  'console.key': 'Clé',
  'console.operation': 'Opération',
  'console.method': 'Méthode',
  'console.path': 'Chemin',
  'console.missing': 'Remplacez {{place}} par un ID : il n’y en avait aucun à insérer.',
  'console.send': 'Envoyer',
  'console.send.production': 'Envoyer en production',
  'console.production':
    'Cette clé modifie des cartes réelles : la requête prend effet comme si votre logiciel l’avait envoyée.',
  'console.body': 'Corps',
  'console.body.none': 'Aucun',
  'console.body.invalid': 'Ce n’est pas du JSON valide.',
  'console.body.invalidAt': 'Ce n’est pas du JSON valide : ligne {{line}}, colonne {{column}}.',
  'console.body.format': 'Mettre en forme',
  'console.idempotency': 'Facultatif. Une requête envoyée deux fois avec la même clé n’est exécutée qu’une fois.',
  'console.idempotency.new': 'En créer une nouvelle',
  'console.answer': 'Réponse',
  'console.answer.body': 'Corps',
  'console.answer.headers': 'En-têtes ({{count}})',
  'console.answer.empty': 'Aucun corps : le statut dit tout.',
} as const satisfies Record<keyof typeof english, string>
