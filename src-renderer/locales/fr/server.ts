import type { server as english } from '../en/server.ts'

export const server = {
  'server.title': 'Serveur',
  'server.on': 'À l’écoute',
  'server.off': 'Arrêté',
  'server.taken': 'Port occupé',
  'server.taken.text':
    'Un autre programme occupe le port {{port}} ; l’API reste arrêtée jusqu’à sa libération. Choisissez un autre port ou fermez ce programme.',
  'server.page':
    'L’API et cette page partagent un serveur, ici au port {{port}} ; il tourne aussi longtemps que le service. Un autre port se choisit au démarrage : fuelcard-desk serve --port',
  'server.switch': 'Proposer l’API sur cet ordinateur',
  'server.switch.hint': 'Arrêtée, aucun programme n’atteint les cartes ; les webhooks continuent.',
  'server.port': 'Port',
  'server.port.hint':
    'Les programmes qui utilisent l’ancienne adresse doivent être prévenus ; les adresses de la boîte de réception suivent d’elles-mêmes.',
  'server.port.do': 'Changer de port',

  'console.title': 'Console',
  'console.lead':
    'Exécute une requête avec la clé choisie, à l’intérieur du service. La réponse est celle qu’obtient un programme.',
  'console.none.title': 'Une requête demande une clé',
  'console.none.text': 'Créez-en une, et toutes les opérations de l’API peuvent être essayées ici.',
  'console.key': 'Avec la clé',
  'console.operation': 'Opération',
  'console.method': 'Méthode',
  'console.path': 'Chemin',
  'console.missing': 'Mettez un identifiant à la place de {{place}} : il n’y en avait aucun à insérer.',
  'console.send': 'Envoyer',
  'console.send.production': 'Envoyer en production',
  'console.production':
    'Cette clé modifie de vraies cartes : la requête prend effet comme si votre logiciel l’avait envoyée.',
  'console.body': 'Corps',
  'console.body.none': 'Aucun',
  'console.body.invalid': 'Ce n’est pas du JSON valide.',
  'console.body.invalidAt': 'Ce n’est pas du JSON valide : ligne {{line}}, colonne {{column}}.',
  'console.body.format': 'Mettre en forme',
  'console.idempotency': 'Facultatif. Envoyée deux fois avec la même clé, une requête est exécutée une seule fois.',
  'console.idempotency.new': 'En créer une nouvelle',
  'console.answer': 'Réponse',
  'console.answer.body': 'Corps',
  'console.answer.headers': 'En-têtes ({{count}})',
  'console.answer.empty': 'Aucun corps : le statut dit tout.',
} as const satisfies Record<keyof typeof english, string>
