import type { services as english } from '../en/services.ts'

export const services = {
  'connection.offline':
    'Aucune connexion à {{service}} depuis {{time}}. Ce que vous voyez date de ce moment, et rien ne peut être modifié.',
  'services.heading': 'Où vous travaillez',
  'services.here': 'Cet ordinateur',
  'services.connect': 'Se connecter au service d’une équipe…',
  'services.connect.title': 'Se connecter au service d’une équipe',
  'services.connect.submit': 'S’identifier dans le navigateur',
  'services.connect.text':
    'Votre navigateur s’ouvre, et vous vous y identifiez auprès du service. Le service de cet ordinateur continue.',
  'services.connect.address': 'Adresse',
  'services.connect.waiting': 'En attente de l’identification dans votre navigateur…',
  'services.signed_out.title': 'Déconnecté de {{service}}',
  'services.signed_out.text': 'La session a pris fin, ou n’a pas servi pendant 30 jours.',
  'services.skew.title': '{{service}} a une autre version',
  'services.skew.text': 'Mettez à jour le côté le plus ancien.',
  'services.again': 'S’identifier à nouveau',
  'services.stayHere': 'Travailler sur cet ordinateur',
  'services.here.stopped': 'Cet ordinateur (arrêté)',
  'services.allowed': 'Le service de votre équipe',
  'services.allowed.hint':
    'L’administrateur de cet ordinateur a choisi ce service ; l’application ne se connecte à aucun autre.',
  'services.own': 'Le service de cet ordinateur',
  'services.own.runs': 'Il continue à côté de celui que vous voyez : API, webhooks, synchronisation.',
  'services.own.stopped':
    'Rien n’est perdu. Ce qui attend reprend dès que vous le démarrez ou travaillez sur cet ordinateur.',
  'services.own.state': 'Arrêté',
  'services.stop': 'Arrêter le service de cet ordinateur…',
  'services.start': 'Démarrer',
  'services.stop.title': 'Arrêter le service de cet ordinateur ?',
  'services.stop.submit': 'Arrêter',
  'services.stop.text': 'Ceci ne tournera plus sur cet ordinateur. Le service que vous voyez n’est pas concerné.',
  'services.stop.later':
    'Il reste arrêté, même après un redémarrage, jusqu’à ce que vous le démarriez dans les réglages ou travailliez de nouveau sur cet ordinateur. Rien n’est perdu : ce qui attend reprend alors.',
  'services.stop.api': 'API pour les programmes de cet ordinateur',
  'services.stop.api.off': 'désactivée',
  'services.stop.webhooks': 'Webhooks actifs',
  'services.stop.deliveries': 'Envois en attente',
  'services.stop.pushes': 'Modifications en route vers le fournisseur',
  'services.stop.schedules': 'Projets à synchronisation planifiée',
  'services.stop.jobs': 'Modifications groupées et synchronisations en cours',
  'services.skew.app': 'Cette application est trop ancienne pour le service : mettez-la à jour.',
  'services.skew.service':
    'Le service est trop ancien pour cette application : demandez à son administrateur de le mettre à jour.',
} as const satisfies Record<keyof typeof english, string>
