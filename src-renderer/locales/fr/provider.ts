/** Ce qui vaut chez le fournisseur, ce qui est en route, et l’issue d’un renvoi. */
export const provider = {
  'card.claim.still_active': 'Encore active chez le fournisseur',
  'card.claim.still_inactive': 'Encore bloquée chez le fournisseur',
  'card.claim.still_new': 'Pas activée chez le fournisseur',
  'card.claim.perhaps_active': 'Peut-être encore active chez le fournisseur',
  'card.claim.perhaps_inactive': 'Peut-être encore bloquée chez le fournisseur',
  'card.claim.perhaps_new': 'Peut-être pas activée chez le fournisseur',
  'card.claim.gone': 'N’existe plus chez le fournisseur',
  'card.claim.still_active.text':
    'Bloquée ici, mais pas chez le fournisseur : cette carte permet encore d’acheter du carburant.',
  'card.claim.still_inactive.text':
    'Débloquée ici, mais pas chez le fournisseur : cette carte ne permet pas d’acheter du carburant.',
  'card.claim.still_new.text':
    'Activée ici, mais pas chez le fournisseur : cette carte ne permet pas d’acheter du carburant.',
  'card.claim.perhaps_active.text':
    'On ignore si le fournisseur a bloqué cette carte : elle permet peut-être encore d’acheter du carburant.',
  'card.claim.perhaps_inactive.text':
    'On ignore si le fournisseur a débloqué cette carte : elle ne permet peut-être pas encore d’acheter du carburant.',
  'card.claim.perhaps_new.text':
    'On ignore si le fournisseur a activé cette carte : elle ne permet peut-être pas encore d’acheter du carburant.',
  'card.claim.gone.text': 'Le fournisseur ne signale plus cette carte. Vous voyez ses dernières valeurs connues.',
  'card.waiting.active':
    'La modification est en cours d’envoi au fournisseur. Tant qu’il ne l’a pas confirmée, cette carte permet encore d’acheter du carburant.',
  'card.waiting.inactive':
    'La modification est en cours d’envoi au fournisseur. Tant qu’il ne l’a pas confirmée, cette carte ne permet pas d’acheter du carburant.',
  'card.waiting.new':
    'La modification est en cours d’envoi au fournisseur. Tant qu’il ne l’a pas confirmée, cette carte ne permet pas d’acheter du carburant.',
  'card.unconfirmed': 'En attente de confirmation du fournisseur.',
  'sent.refused': 'Le fournisseur a refusé la modification de la carte {{number}} : {{message}}',

  'sent.confirmed': 'Le fournisseur a confirmé la modification de la carte {{number}}',
  'sent.failed': 'La modification de la carte {{number}} a de nouveau échoué : {{message}}',
  'sent.confirmed.many_one': 'Le fournisseur a confirmé la modification de {{count}} carte',
  'sent.confirmed.many_other': 'Le fournisseur a confirmé les modifications de {{count}} cartes',
  'sent.failed.many_one': 'La modification de {{count}} carte a de nouveau échoué',
  'sent.failed.many_other': 'Les modifications de {{count}} cartes ont de nouveau échoué',

  'resolve.ours.title': 'Renvoyer nos valeurs pour la carte {{number}} ?',
  'resolve.theirs.title': 'Accepter les valeurs du fournisseur pour la carte {{number}} ?',
  'resolve.ours.flows':
    'Cette carte permettra d’acheter du carburant dès que le fournisseur confirme : elle est active ici, mais pas chez lui.',
  'resolve.theirs.flows':
    'Cette carte permettra alors d’acheter du carburant : elle n’est pas active ici, et le devient comme chez le fournisseur.',
  'resolve.theirs.stops':
    'Cette carte ne permettra alors plus d’acheter du carburant : elle est active ici, mais pas chez le fournisseur.',
  'resolve.theirs.values': 'Cela ne change rien à l’achat de carburant avec cette carte.',
  'resolve.theirs.final': 'Notre modification est abandonnée. Cette action est irréversible.',
  'resolve.reason': 'Motif du blocage : « {{reason}} ».',
  'resolve.flows.many_one': '{{count}} d’entre elles permettra de nouveau d’acheter du carburant.',
  'resolve.flows.many_other': '{{count}} d’entre elles permettront de nouveau d’acheter du carburant.',
  'resolve.ours.flows.all': 'Les cartes actives ici permettront de nouveau d’acheter du carburant.',
  'resolve.theirs.flows.all': 'Les cartes actives chez le fournisseur permettront de nouveau d’acheter du carburant.',
} as const satisfies Record<string, string>
