/** A run that must not end well although the portal answered as it should: the message is for a clerk. */
export class PullRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PullRefused'
  }
}
