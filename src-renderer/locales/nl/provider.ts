/** Wat bij de aanbieder echt geldt, wat onderweg is, en wat er van opnieuw versturen werd. */
export const provider = {
  'card.claim.still_active': 'Nog actief bij de aanbieder',
  'card.claim.still_inactive': 'Nog geblokkeerd bij de aanbieder',
  'card.claim.still_new': 'Niet geactiveerd bij de aanbieder',
  'card.claim.perhaps_active': 'Misschien nog actief bij de aanbieder',
  'card.claim.perhaps_inactive': 'Misschien nog geblokkeerd bij de aanbieder',
  'card.claim.perhaps_new': 'Misschien niet geactiveerd bij de aanbieder',
  'card.claim.gone': 'Niet meer bij de aanbieder',
  'card.claim.still_active.text':
    'Hier is ze geblokkeerd, bij de aanbieder niet: met deze kaart kan nog worden getankt.',
  'card.claim.still_inactive.text':
    'Hier is ze gedeblokkeerd, bij de aanbieder niet: met deze kaart kan niet worden getankt.',
  'card.claim.still_new.text': 'Hier is ze geactiveerd, bij de aanbieder niet: met deze kaart kan niet worden getankt.',
  'card.claim.perhaps_active.text':
    'Niemand weet of de aanbieder haar heeft geblokkeerd: met deze kaart kan misschien nog worden getankt.',
  'card.claim.perhaps_inactive.text':
    'Niemand weet of de aanbieder haar heeft gedeblokkeerd: met deze kaart kan misschien niet worden getankt.',
  'card.claim.perhaps_new.text':
    'Niemand weet of de aanbieder haar heeft geactiveerd: met deze kaart kan misschien niet worden getankt.',
  'card.claim.gone.text': 'De aanbieder noemt deze kaart niet meer. Te zien is wat hij het laatst heeft gemeld.',
  'card.waiting.active':
    'De wijziging is onderweg naar de aanbieder. Tot hij haar bevestigt, kan met deze kaart nog worden getankt.',
  'card.waiting.inactive':
    'De wijziging is onderweg naar de aanbieder. Tot hij haar bevestigt, kan met deze kaart niet worden getankt.',
  'card.waiting.new':
    'De wijziging is onderweg naar de aanbieder. Tot hij haar bevestigt, kan met deze kaart niet worden getankt.',
  'card.unconfirmed': 'De aanbieder moet dit nog bevestigen.',

  'sent.confirmed': 'De aanbieder heeft de wijziging van kaart {{number}} bevestigd',
  'sent.failed': 'De wijziging van kaart {{number}} is weer mislukt: {{message}}',
  'sent.confirmed.many_one': 'De aanbieder heeft de wijziging van {{count}} kaart bevestigd',
  'sent.confirmed.many_other': 'De aanbieder heeft de wijzigingen van {{count}} kaarten bevestigd',
  'sent.failed.many_one': 'De wijziging van {{count}} kaart is weer mislukt',
  'sent.failed.many_other': 'De wijzigingen van {{count}} kaarten zijn weer mislukt',

  'resolve.ours.title': 'Onze waarden van kaart {{number}} opnieuw versturen?',
  'resolve.theirs.title': 'Waarden van de aanbieder voor kaart {{number}} overnemen?',
  'resolve.ours.flows':
    'Zodra de aanbieder bevestigt, kan met deze kaart worden getankt: hier is ze actief, daar niet.',
  'resolve.theirs.flows':
    'Met deze kaart kan dan worden getankt: hier is ze niet actief, en ze wordt actief zoals bij de aanbieder.',
  'resolve.theirs.stops':
    'Met deze kaart kan dan niet worden getankt: hier is ze actief, en ze wordt zoals bij de aanbieder.',
  'resolve.theirs.values': 'Of er getankt kan worden, blijft zoals het is.',
  'resolve.theirs.final': 'Onze wijziging vervalt; dat kan niet ongedaan worden gemaakt.',
  'resolve.reason': 'Ze werd geblokkeerd met de reden “{{reason}}”.',
  'resolve.flows.many_one': 'Met {{count}} daarvan kan dan weer worden getankt.',
  'resolve.flows.many_other': 'Met {{count}} daarvan kan dan weer worden getankt.',
  'resolve.ours.flows.all': 'Met kaarten die hier actief zijn, kan dan weer worden getankt.',
  'resolve.theirs.flows.all': 'Met kaarten die bij de aanbieder actief zijn, kan dan weer worden getankt.',
} as const satisfies Record<string, string>
