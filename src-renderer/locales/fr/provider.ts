/** Ce qui vaut chez le fournisseur, ce qui est en route, et l’issue d’un renvoi. */
export const provider = {
  'card.claim.still_active': 'Encore active chez le fournisseur',
  'card.claim.still_inactive': 'Encore bloquée chez le fournisseur',
  'card.claim.still_new': 'Pas activée chez le fournisseur',
  'card.claim.perhaps_active': 'Peut-être encore active chez le fournisseur',
  'card.claim.perhaps_inactive': 'Peut-être encore bloquée chez le fournisseur',
  'card.claim.perhaps_new': 'Peut-être pas activée chez le fournisseur',
  'card.claim.gone': 'Disparue chez le fournisseur',
  'card.claim.still_active.text':
    'Elle est bloquée ici, mais pas chez le fournisseur : cette carte permet encore d’acheter du carburant.',
  'card.claim.still_inactive.text':
    'Elle est débloquée ici, mais pas chez le fournisseur : cette carte ne permet pas d’acheter du carburant.',
  'card.claim.still_new.text':
    'Elle est activée ici, mais pas chez le fournisseur : cette carte ne permet pas d’acheter du carburant.',
  'card.claim.perhaps_active.text':
    'Personne ne sait si le fournisseur l’a bloquée : cette carte permet peut-être encore d’acheter du carburant.',
  'card.claim.perhaps_inactive.text':
    'Personne ne sait si le fournisseur l’a débloquée : cette carte ne permet peut-être pas d’acheter du carburant.',
  'card.claim.perhaps_new.text':
    'Personne ne sait si le fournisseur l’a activée : cette carte ne permet peut-être pas d’acheter du carburant.',
  'card.claim.gone.text': 'Le fournisseur ne cite plus cette carte. On voit ce qu’il a indiqué en dernier.',
  'card.waiting.active':
    'La modification est en route vers le fournisseur. Tant qu’il ne l’a pas confirmée, cette carte permet encore d’acheter du carburant.',
  'card.waiting.inactive':
    'La modification est en route vers le fournisseur. Tant qu’il ne l’a pas confirmée, cette carte ne permet pas d’acheter du carburant.',
  'card.waiting.new':
    'La modification est en route vers le fournisseur. Tant qu’il ne l’a pas confirmée, cette carte ne permet pas d’acheter du carburant.',
  'card.unconfirmed': 'Le fournisseur doit encore confirmer.',

  'sent.confirmed': 'Le fournisseur a confirmé la modification de la carte {{number}}',
  'sent.failed': 'La modification de la carte {{number}} a de nouveau échoué : {{message}}',
  'sent.confirmed.many_one': 'Le fournisseur a confirmé la modification de {{count}} carte',
  'sent.confirmed.many_other': 'Le fournisseur a confirmé les modifications de {{count}} cartes',
  'sent.failed.many_one': 'La modification de {{count}} carte a de nouveau échoué',
  'sent.failed.many_other': 'Les modifications de {{count}} cartes ont de nouveau échoué',

  'resolve.ours.title': 'Renvoyer nos valeurs de la carte {{number}} ?',
  'resolve.theirs.title': 'Reprendre les valeurs du fournisseur pour la carte {{number}} ?',
  'resolve.ours.flows':
    'Dès que le fournisseur confirme, cette carte permet d’acheter du carburant : elle est active ici, mais pas chez lui.',
  'resolve.theirs.flows':
    'Cette carte permettra d’acheter du carburant : elle n’est pas active ici, et le devient comme chez le fournisseur.',
  'resolve.theirs.stops':
    'Cette carte ne permettra plus d’acheter du carburant : elle est active ici, et devient comme chez le fournisseur.',
  'resolve.theirs.values': 'L’achat de carburant reste permis ou refusé comme à présent.',
  'resolve.theirs.final': 'Notre modification est abandonnée, sans retour possible.',
  'resolve.reason': 'Elle a été bloquée pour le motif « {{reason}} ».',
  'resolve.flows.many_one': '{{count}} d’entre elles permettra de nouveau d’acheter du carburant.',
  'resolve.flows.many_other': '{{count}} d’entre elles permettront de nouveau d’acheter du carburant.',
  'resolve.ours.flows.all': 'Celles qui sont actives ici permettront de nouveau d’acheter du carburant.',
  'resolve.theirs.flows.all':
    'Celles qui sont actives chez le fournisseur permettront de nouveau d’acheter du carburant.',
} as const satisfies Record<string, string>
