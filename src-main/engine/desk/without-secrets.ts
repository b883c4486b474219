/** Texts that are always secret. Our own log lines contain none; messages from other programs might. */
const SECRETS: readonly [RegExp, string][] = [
  [/sk_(sandbox|live)_[A-Za-z0-9_-]{16,}/g, 'sk_$1_…'],
  [/whsec_[A-Za-z0-9+/=_-]{9,}/g, 'whsec_…'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 …'],
  [/\/\/[^/\s"'@:]*(?::[^/\s"'@]*)?@/g, '//…@'],
  [/\/inbox\/[A-Za-z0-9]{8,}/g, '/inbox/…'],
  [/#login=[A-Za-z0-9_-]+/g, '#login=…'],
  [/([?&](?:token|key|secret|password|signature|sig|code|access_token|client_secret)=)[^&\s"']+/gi, '$1…'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, '(private key)'],
]

/** The text with anything that looks like a secret removed. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, [pattern, shown]) => left.replaceAll(pattern, shown), text)
}
