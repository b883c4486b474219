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
} as const satisfies Record<keyof typeof english, string>
