/** What is true at the provider: where it did not follow, what is on its way, and what came of sending again. */
export const provider = {
  'card.claim.still_active': 'Still active at the provider',
  'card.claim.still_inactive': 'Still inactive at the provider',
  'card.claim.still_new': 'Not activated at the provider',
  'card.claim.perhaps_active': 'Perhaps still active at the provider',
  'card.claim.perhaps_inactive': 'Perhaps still inactive at the provider',
  'card.claim.perhaps_new': 'Perhaps not activated at the provider',
  'card.claim.gone': 'No longer at the provider',
  'card.claim.still_active.text':
    'It is disabled here, but not at the provider: fuel can still be bought with this card.',
  'card.claim.still_inactive.text':
    'It is enabled here, but not at the provider: no fuel can be bought with this card.',
  'card.claim.still_new.text': 'It is activated here, but not at the provider: no fuel can be bought with this card.',
  'card.claim.perhaps_active.text':
    'Nobody knows whether the provider has disabled it: fuel can perhaps still be bought with this card.',
  'card.claim.perhaps_inactive.text':
    'Nobody knows whether the provider has enabled it: perhaps no fuel can be bought with this card.',
  'card.claim.perhaps_new.text':
    'Nobody knows whether the provider has activated it: perhaps no fuel can be bought with this card.',
  'card.claim.gone.text': 'The provider no longer names this card. What is shown is what it reported last.',
  'card.waiting.active':
    'The change is on its way to the provider. Until it is confirmed, fuel can still be bought with this card.',
  'card.waiting.inactive':
    'The change is on its way to the provider. Until it is confirmed, no fuel can be bought with this card.',
  'card.waiting.new':
    'The change is on its way to the provider. Until it is confirmed, no fuel can be bought with this card.',
  'card.unconfirmed': 'The provider has yet to confirm.',

  'sent.confirmed': 'The provider has confirmed the change of card {{number}}',
  'sent.failed': 'The change of card {{number}} failed again: {{message}}',
  'sent.confirmed.many_one': 'The provider has confirmed the change of {{count}} card',
  'sent.confirmed.many_other': 'The provider has confirmed the changes of {{count}} cards',
  'sent.failed.many_one': 'The change of {{count}} card failed again',
  'sent.failed.many_other': 'The changes of {{count}} cards failed again',

  'resolve.ours.title': 'Push our values of card {{number}} again?',
  'resolve.theirs.title': 'Accept the provider’s values for card {{number}}?',
  'resolve.ours.flows':
    'Fuel can be bought with this card as soon as the provider confirms: it is active here, and not there.',
  'resolve.theirs.flows':
    'Fuel can be bought with this card: it is not active here, and becomes active as it is at the provider.',
  'resolve.theirs.stops':
    'No fuel can be bought with this card: it is active here, and becomes as it is at the provider.',
  'resolve.theirs.values': 'Whether fuel can be bought stays as it is.',
  'resolve.theirs.final': 'Our change is dropped, which cannot be undone.',
  'resolve.reason': 'It was disabled with the reason “{{reason}}”.',
  'resolve.flows.many_one': 'With {{count}} of them fuel can be bought again.',
  'resolve.flows.many_other': 'With {{count}} of them fuel can be bought again.',
  'resolve.ours.flows.all': 'With those that are active here fuel can be bought again.',
  'resolve.theirs.flows.all': 'With those that are active at the provider fuel can be bought again.',
} as const satisfies Record<string, string>
