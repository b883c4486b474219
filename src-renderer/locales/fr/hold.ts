import type { hold as english } from '../en/hold.ts'

export const hold = {
  'hold.title': 'Restauré depuis une sauvegarde',
  'hold.text': 'rien n’est envoyé tant que vous ne le libérez pas',
  'hold.release': 'Libérer …',
  'hold.release.title': 'Libérer {{environment}} ?',
  'hold.release.do': 'Libérer {{environment}}',
  'hold.release.sandbox':
    'Les envois du webhook et les planifications reprennent ici, avec ce qui attend depuis la sauvegarde.',
  'hold.release.production':
    'Les modifications vers le fournisseur, les envois du webhook et les planifications reprennent ici, avec ce qui attend depuis la sauvegarde.',
  'hold.release.look': 'Vérifiez d’abord les cartes : une modification faite après la sauvegarde n’y figure pas.',
  'hold.planned': 'retenu jusqu’à la libération de l’environnement',
  'hold.released': '{{environment}} est libéré',
  'notice.chain': 'Le journal d’audit a été vidé ou remplacé par un plus ancien : {{chain}}',
  'notice.chain.text':
    'le {{time}}, un autre journal y a compté {{entries}} entrées, qui n’y sont plus toutes. Vérifiez-le sous Activité',
} as const satisfies Record<keyof typeof english, string>
