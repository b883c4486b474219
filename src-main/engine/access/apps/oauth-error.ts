/** The refusals of an authorization server: RFC 6749, section 5.2, and RFC 8628, section 3.5. */
type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

export interface OAuthRefusal {
  error: OAuthError
}
