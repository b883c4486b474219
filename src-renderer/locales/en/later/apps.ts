export const apps = {
  'apps.title.desktop': 'Connect the desktop app?',
  'apps.title.command-line': 'Connect the command line?',
  'apps.device.title': 'Connect a program',
  'apps.device.text': 'Enter the code that the program shows.',
  'apps.field.device': 'Device',
  'apps.field.address': 'Address',
  'apps.field.code': 'Code',
  'apps.continue': 'Continue',
  'apps.means':
    'It may do everything that you may do here. It stays signed in until it is unused for 30 days, or you end its session.',
  'apps.means.as':
    'It acts as {{name}} and may do everything that {{name}} may do here. It stays signed in until it is unused for 30 days, or you end its session.',
  'apps.warning':
    'Connect only what you have just started yourself. Anyone else who sent you here could act in your name.',
  'apps.approve': 'Connect',
  'apps.refuse': 'Refuse',
  'apps.connected.title': 'Connected',
  'apps.connected.text': 'Go back to the program. You can close this page.',
  'apps.refused.title': 'Refused',
  'apps.refused.text': 'The program was not connected.',
  'apps.open': 'Open Fuelcard Desk',
} as const satisfies Record<string, string>
