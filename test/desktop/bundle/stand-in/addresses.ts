/**
 * Chromium knows no scheme of ours, so the stand-in's pages have https origins instead: `fuelcard-desk-app://app/` is
 * shown as `https://app.fuelcard-desk-app.stand-in.test/`, and every request there is answered by the scheme's own
 * handler.
 */
const DOMAIN = 'stand-in.test'

export function toWeb(address: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z-]+):\/\/([^/?#]*)(.*)$/.exec(address) ?? []
  return scheme === '' || scheme === 'https' || scheme === 'http'
    ? address
    : `https://${host}.${scheme}.${DOMAIN}${rest}`
}

export function fromWeb(address: string): string {
  return address.replace(/^(blob:)?https:\/\/([^/.]+)\.([a-z-]+)\.stand-in\.test/, '$1$3://$2')
}

export function isOfApp(address: string): boolean {
  return fromWeb(address) !== address
}
