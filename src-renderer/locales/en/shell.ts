/** The frame of the app, and what every screen shares. */
export const shell = {
  'app.name': 'Fuelcard Desk',
  /** As the keyboards of the language are lettered. */
  'key.control': 'Ctrl',
  /** On a button that asks before anything happens. */
  asks: '{{what}}…',
  /** A name before its value. */
  named: '{{name}}:',
  'app.navigation': 'Screens',
  'app.skip': 'Skip to content',
  'app.loading': 'Loading the screen',

  'environment.switch': 'Environment',
  'environment.sandbox': 'Sandbox',
  'environment.production': 'Production',
  'environment.sandbox.band': 'mock cards, no provider is contacted',
  'environment.production.band': 'real cards, changes go to the provider',

  'project.switch': 'Project:',
  'project.heading': 'Projects',
  'project.archived': 'archived',
  'projects.error.title': 'The projects could not be loaded',
  'project.first.title': 'Create your first project',
  'project.first.text': 'Cards are grouped in projects. Each project has a sandbox to try things in, and production.',
  'project.first.name': 'Name',
  'project.first.required': 'Enter a name.',
  'project.first.create': 'Create project',

  'theme.light': 'Use the light theme',
  'theme.dark': 'Use the dark theme',
  language: 'Language',

  'connection.reconnecting': 'Connection to the service lost. Reconnecting…',
  signOut: 'Sign out',

  'signIn.title': 'Sign in from the terminal',
  'signIn.none':
    'This page opens with a sign-in link from the service on this computer. Run this command, then open the link it prints:',
  'signIn.ended': 'Your session has ended. To sign in again, run this command and open the link it prints:',
  'signIn.refused':
    'This sign-in link has already been used, or is older than 10 minutes. Run this command and open the new link it prints:',
  'signIn.command': 'fuelcard-desk login',
  'signIn.note': 'A link works once, for 10 minutes. A session ends after 12 hours without use.',

  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  refresh: 'Refresh',
  save: 'Save',
  undo: 'Undo',
  utc: '{{time}} UTC',
  'moment.now': 'just now',
  'moment.due': 'due now',
  'error.requestId': 'Request',
  'error.connection': 'The service did not respond. It may have been stopped, or is restarting.',

  'guard.title': 'Not available right now',
  'guard.away.title': 'This part of the app could not be loaded',
  'guard.away.text':
    'The service did not respond. What is missing loads automatically once the service is back. Nothing is lost.',
  'guard.broken.title': 'This part of the screen stopped working',
  'guard.broken.text': 'It could not be displayed. This changed nothing: the cards are as they were.',
  'guard.reload': 'Reload the page',

  'live.changed_one': '{{count}} changed · show',
  'live.changed_other': '{{count}} changed · show',

  'toasts.label': 'Messages',
  'toasts.dismiss': 'Dismiss the message',

  'pager.label': 'Pages',
  'pager.range': '{{from}} to {{to}} of {{total}}',
  'pager.size': 'Rows per page',
  'pager.previous': 'Previous page',
  'pager.next': 'Next page',

  'filter.any': 'Any',
  'filter.remove': 'Remove the filter {{name}}',
  'filter.search': 'Search',
  'settings.notStored': 'Your choice applies here, but could not be saved: {{message}}',
  'palette.open': 'Search and commands',
  'guide.title': 'Guide',
  'palette.none': 'No results for “{{search}}”.',
  'access.title': 'API access',
  'settings.title': 'Settings',
} as const satisfies Record<string, string>
