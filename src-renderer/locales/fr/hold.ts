import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Restauré depuis une sauvegarde',
  'hold.text': 'rien n’est envoyé tant que vous ne reprenez pas les envois',
  'hold.other': 'L’environnement {{environment}} reste suspendu jusqu’à la reprise des envois',
  'hold.release': 'Reprendre…',
  'hold.release.title': 'Reprendre les envois ({{environment}}) ?',
  'hold.release.do': 'Reprendre les envois ({{environment}})',
  'hold.release.sandbox':
    'Les envois du webhook et les planifications reprennent, y compris tout ce qui attend depuis la sauvegarde.',
  'hold.release.production':
    'Les modifications vers le fournisseur, les envois du webhook et les planifications reprennent, y compris tout ce qui attend depuis la sauvegarde.',
  'hold.release.look': 'Vérifiez d’abord les cartes : les modifications faites après la sauvegarde n’y figurent pas.',
  'hold.planned': 'suspendu jusqu’à la reprise des envois',
  'hold.released': 'Envois repris ({{environment}})',
  'notice.chain': 'Le journal d’audit a été vidé ou ramené à un état antérieur : {{chain}}',
  'notice.chain.text':
    'le {{time}}, un autre journal y avait relevé {{entries}} entrées, et certaines manquent maintenant. Vérifiez-le sous Activité',
  'approvals.waiting_one': '{{count}} demande attend votre approbation',
  'approvals.waiting_other': '{{count}} demandes attendent votre approbation',
  'approvals.show': 'Afficher',
  'approvals.needed': 'Ceci demande une seconde personne : un autre responsable l’approuve d’abord.',
} as const satisfies Record<keyof typeof english, string>
