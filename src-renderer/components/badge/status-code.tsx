import { StateBadge } from './state-badge.tsx'
import type { IconName, Tone } from '../icon.tsx'

const LOOKS: readonly { from: number; tone: Tone; icon: IconName }[] = [
  { from: 500, tone: 'failed', icon: 'alert' },
  { from: 400, tone: 'pending', icon: 'circleMinus' },
  { from: 300, tone: 'inactive', icon: 'arrowRight' },
  { from: 0, tone: 'active', icon: 'circleCheck' },
]
const NAMES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An HTTP status with its name, which is the same in every language (RFC 9110). */
export function StatusCode({ status, bare = false }: { status: number; bare?: boolean }) {
  const { tone, icon } = LOOKS.find(({ from }) => status >= from) ?? { tone: 'inactive', icon: 'other' }
  const name = NAMES[status]
  return <StateBadge tone={tone} icon={icon} word={bare || name === undefined ? String(status) : `${status} ${name}`} />
}
