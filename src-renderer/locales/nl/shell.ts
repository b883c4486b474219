import type { shell as english } from '../en/shell.ts'

export const shell = {
  'app.name': 'Fuelcard Desk',
  'key.control': 'Ctrl',
  asks: '{{what}}…',
  named: '{{name}}:',
  'app.navigation': 'Schermen',
  'app.skip': 'Naar de inhoud',
  'app.loading': 'Het scherm wordt geladen',

  'environment.switch': 'Omgeving',
  'environment.sandbox': 'Sandbox',
  'environment.production': 'Productie',
  'environment.sandbox.band': 'testkaarten, er wordt geen aanbieder benaderd',
  'environment.production.band': 'echte kaarten, wijzigingen gaan naar de aanbieder',

  'project.switch': 'Project:',
  'project.heading': 'Projecten',
  'project.archived': 'gearchiveerd',
  'projects.error.title': 'De projecten konden niet worden geladen',
  'project.first.title': 'Maak uw eerste project aan',
  'project.first.text':
    'Kaarten zijn gegroepeerd in projecten. Elk project heeft een sandbox om te proberen, en productie.',
  'project.first.name': 'Naam',
  'project.first.required': 'Voer een naam in.',
  'project.first.create': 'Project aanmaken',

  'theme.light': 'Licht thema gebruiken',
  'theme.dark': 'Donker thema gebruiken',
  language: 'Taal',

  'connection.reconnecting': 'Verbinding met de service verbroken. Opnieuw verbinden…',
  signOut: 'Afmelden',

  'signIn.title': 'Aanmelden vanuit de terminal',
  'signIn.none':
    'Deze pagina opent met een aanmeldlink van de service op deze computer. Voer deze opdracht uit en open de link die verschijnt:',
  'signIn.ended':
    'Uw sessie is beëindigd. Voer deze opdracht uit en open de link die verschijnt om u weer aan te melden:',
  'signIn.refused':
    'Deze aanmeldlink is al gebruikt of ouder dan 10 minuten. Voer deze opdracht uit en open de nieuwe link die verschijnt:',
  'signIn.command': 'fuelcard-desk login',
  'signIn.note': 'Een link werkt één keer, 10 minuten lang. Een sessie eindigt na 12 uur zonder gebruik.',

  cancel: 'Annuleren',
  close: 'Sluiten',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  retry: 'Opnieuw proberen',
  refresh: 'Vernieuwen',
  save: 'Opslaan',
  undo: 'Ongedaan maken',
  utc: '{{time}} UTC',
  'moment.now': 'zojuist',
  'moment.due': 'nu',
  'error.requestId': 'Verzoek',
  'error.connection': 'De service heeft niet geantwoord. Misschien is die gestopt of start opnieuw.',

  'guard.title': 'Nu niet beschikbaar',
  'guard.away.title': 'Dit deel van de app kon niet worden geladen',
  'guard.away.text':
    'De service heeft niet geantwoord. Wat ontbreekt, wordt automatisch geladen zodra de service terug is. Er is niets verloren.',
  'guard.broken.title': 'Dit deel van het scherm werkt niet meer',
  'guard.broken.text': 'Het kon niet worden weergegeven. Daardoor is niets gewijzigd: de kaarten zijn zoals ze waren.',
  'guard.reload': 'Pagina opnieuw laden',

  'live.changed_one': '{{count}} gewijzigd · tonen',
  'live.changed_other': '{{count}} gewijzigd · tonen',

  'toasts.label': 'Meldingen',
  'toasts.dismiss': 'Melding sluiten',

  'pager.label': 'Pagina’s',
  'pager.range': '{{from}} tot {{to}} van {{total}}',
  'pager.size': 'Rijen per pagina',
  'pager.previous': 'Vorige pagina',
  'pager.next': 'Volgende pagina',

  'filter.any': 'Alle',
  'filter.remove': 'Filter {{name}} verwijderen',
  'filter.search': 'Zoeken',
  'settings.notStored': 'Uw keuze geldt hier, maar kon niet worden opgeslagen: {{message}}',
  'palette.open': 'Zoeken en opdrachten',
  'guide.title': 'Handleiding',
  'palette.none': 'Geen resultaten voor “{{search}}”.',
  'access.title': 'API-toegang',
  'settings.title': 'Instellingen',
} as const satisfies Record<keyof typeof english, string>
