export const services = {
  'connection.offline':
    'No connection to {{service}} since {{time}}. What you see is from then, and nothing can be changed.',
  'services.heading': 'Where you work',
  'services.here': 'This computer',
  'services.connect': 'Connect to a team’s service…',
  'services.connect.title': 'Connect to a team’s service',
  'services.connect.submit': 'Sign in in the browser',
  'services.connect.text':
    'Your browser opens, where you sign in to the service. This computer’s own service goes on running.',
  'services.connect.address': 'Address',
  'services.connect.waiting': 'Waiting for the sign-in in your browser…',
  'services.signed_out.title': 'Signed out of {{service}}',
  'services.signed_out.text': 'The session was ended, or unused for 30 days.',
  'services.skew.title': '{{service}} has another version',
  'services.skew.text': 'Update the older side.',
  'services.again': 'Sign in again',
  'services.stayHere': 'Work on this computer',
} as const satisfies Record<string, string>
