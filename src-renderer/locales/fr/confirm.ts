import type { confirm as english } from '../en/confirm.ts'

export const confirm = {
  'confirm.enable.title': 'Débloquer la carte {{number}} ?',
  'confirm.enable.do': 'Débloquer la carte {{number}}',
  'confirm.enable.sandbox':
    'Elle fonctionnera aussitôt pour les quatre carburants. C’est une carte fictive : aucun fournisseur n’est contacté.',
  'confirm.enable.production':
    'Elle fonctionnera de nouveau pour les quatre carburants dès que le fournisseur aura accepté la modification.',
  'confirm.enable.reason': 'Motif du blocage :',
  'confirm.enableMany.sandbox_one':
    '{{count}} carte fonctionnera aussitôt pour les quatre carburants. C’est une carte fictive : aucun fournisseur n’est contacté.',
  'confirm.enableMany.sandbox_other':
    '{{count}} cartes fonctionneront aussitôt pour les quatre carburants. Ce sont des cartes fictives : aucun fournisseur n’est contacté.',
  'confirm.enableMany.production_one':
    '{{count}} carte fonctionnera de nouveau pour les quatre carburants dès que le fournisseur aura accepté la modification.',
  'confirm.enableMany.production_other':
    '{{count}} cartes fonctionneront de nouveau pour les quatre carburants dès que le fournisseur aura accepté les modifications.',
  'confirm.undo.title_one': 'Débloquer de nouveau {{count}} carte ?',
  'confirm.undo.title_other': 'Débloquer de nouveau {{count}} cartes ?',
  'confirm.undo.do_one': 'Débloquer {{count}} carte',
  'confirm.undo.do_other': 'Débloquer {{count}} cartes',
  'confirm.undo.handedOver': 'Les nouvelles cartes qui les remplaçaient sont bloquées.',
  'confirm.undo.changed': 'Les cartes modifiées entre-temps restent telles quelles.',
  'confirm.undo.plan':
    'Sa planification est rétablie aussi\u00a0: le {{time}}, la carte est de nouveau bloquée d’elle-même.',
  'confirm.undo.plans_one':
    'La planification de {{count}} d’entre elles est rétablie\u00a0: le {{time}}, la carte est de nouveau bloquée d’elle-même.',
  'confirm.undo.plans_other':
    'La planification de {{count}} d’entre elles est rétablie\u00a0: les cartes sont de nouveau bloquées d’elles-mêmes, la première le {{time}}.',
  'confirm.retry.title_one': 'Réessayer {{count}} carte refusée ?',
  'confirm.retry.title_other': 'Réessayer {{count}} cartes refusées ?',
  'confirm.retry.do_one': 'Réessayer {{count}} carte',
  'confirm.retry.do_other': 'Réessayer {{count}} cartes',
} as const satisfies Record<keyof typeof english, string>
