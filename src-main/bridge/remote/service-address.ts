import { refusedInput } from '../../domain/errors.ts'
import { isLoopbackHost } from '../../net/address.ts'

/**
 * The origin of a team's service, from what a person types: `fleet.example` stands for `https://fleet.example`. Plain
 * http only reaches this machine.
 *
 * @throws ServiceError `error.validation`, field `address`
 */
export function serviceAddress(typed: string): string {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.hostname === '') throw refused('This is not the address of a service')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    throw refused('The address of a service begins with https://')
  if (url.username !== '' || url.password !== '') throw refused('The address of a service names nobody')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refused('The address of a service ends after its host, such as https://fleet.example')
  return url.origin
}

const refused = (message: string) => refusedInput('address', message, { code: 'service_address' })
