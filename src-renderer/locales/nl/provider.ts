/** Wat bij de aanbieder echt geldt, wat onderweg is, en wat er van opnieuw versturen werd. */
export const provider = {
  'card.claim.still_active': 'Nog actief bij de aanbieder',
  'card.claim.still_inactive': 'Nog geblokkeerd bij de aanbieder',
  'card.claim.still_new': 'Niet geactiveerd bij de aanbieder',
  'card.claim.perhaps_active': 'Mogelijk nog actief bij de aanbieder',
  'card.claim.perhaps_inactive': 'Mogelijk nog geblokkeerd bij de aanbieder',
  'card.claim.perhaps_new': 'Mogelijk niet geactiveerd bij de aanbieder',
  'card.claim.gone': 'Niet meer bij de aanbieder',
  'card.claim.still_active.text':
    'Hier geblokkeerd, maar niet bij de aanbieder: met deze kaart kan nog worden getankt.',
  'card.claim.still_inactive.text':
    'Hier gedeblokkeerd, maar niet bij de aanbieder: met deze kaart kan niet worden getankt.',
  'card.claim.still_new.text': 'Hier geactiveerd, maar niet bij de aanbieder: met deze kaart kan niet worden getankt.',
  'card.claim.perhaps_active.text':
    'Onduidelijk of de aanbieder deze kaart heeft geblokkeerd: er kan misschien nog mee worden getankt.',
  'card.claim.perhaps_inactive.text':
    'Onduidelijk of de aanbieder deze kaart heeft gedeblokkeerd: er kan misschien nog niet mee worden getankt.',
  'card.claim.perhaps_new.text':
    'Onduidelijk of de aanbieder deze kaart heeft geactiveerd: er kan misschien nog niet mee worden getankt.',
  'card.claim.gone.text': 'De aanbieder vermeldt deze kaart niet meer. U ziet wat het laatst is gemeld.',
  'card.waiting.active':
    'De wijziging is onderweg naar de aanbieder. Tot de bevestiging kan met deze kaart nog worden getankt.',
  'card.waiting.inactive':
    'De wijziging is onderweg naar de aanbieder. Tot de bevestiging kan met deze kaart niet worden getankt.',
  'card.waiting.new':
    'De wijziging is onderweg naar de aanbieder. Tot de bevestiging kan met deze kaart niet worden getankt.',
  'card.unconfirmed': 'De aanbieder moet dit nog bevestigen.',
  'sent.refused': 'De aanbieder heeft de wijziging van kaart {{number}} geweigerd: {{message}}',

  'sent.confirmed': 'De aanbieder heeft de wijziging van kaart {{number}} bevestigd',
  'sent.failed': 'De wijziging van kaart {{number}} is opnieuw mislukt: {{message}}',
  'sent.confirmed.many_one': 'De aanbieder heeft de wijziging van {{count}} kaart bevestigd',
  'sent.confirmed.many_other': 'De aanbieder heeft de wijzigingen van {{count}} kaarten bevestigd',
  'sent.failed.many_one': 'De wijziging van {{count}} kaart is opnieuw mislukt',
  'sent.failed.many_other': 'De wijzigingen van {{count}} kaarten zijn opnieuw mislukt',

  'resolve.ours.title': 'Onze waarden voor kaart {{number}} opnieuw versturen?',
  'resolve.theirs.title': 'Waarden van de aanbieder voor kaart {{number}} overnemen?',
  'resolve.ours.flows':
    'Met deze kaart kan worden getankt zodra de aanbieder bevestigt: hier is de kaart actief, daar niet.',
  'resolve.theirs.flows':
    'Met deze kaart kan dan worden getankt: hier is de kaart niet actief, en wordt actief zoals bij de aanbieder.',
  'resolve.theirs.stops':
    'Met deze kaart kan dan niet meer worden getankt: hier is de kaart actief, bij de aanbieder niet.',
  'resolve.theirs.values': 'Of met de kaart kan worden getankt, verandert niet.',
  'resolve.theirs.final': 'Onze wijziging vervalt; dat kan niet ongedaan worden gemaakt.',
  'resolve.reason': 'Reden van de blokkering: “{{reason}}”.',
  'resolve.flows.many_one': 'Met {{count}} daarvan kan dan weer worden getankt.',
  'resolve.flows.many_other': 'Met {{count}} daarvan kan dan weer worden getankt.',
  'resolve.ours.flows.all': 'Met kaarten die hier actief zijn, kan dan weer worden getankt.',
  'resolve.theirs.flows.all': 'Met kaarten die bij de aanbieder actief zijn, kan dan weer worden getankt.',
} as const satisfies Record<string, string>
