/** A run that must not end well although the portal answered as it should: the message is for a clerk. */
export class PullRefused extends Error {
  /** How many cards the list lacks, where that is why: a clerk may accept it. */
  readonly missing: number | null

  constructor(message: string, missing: number | null = null) {
    super(message)
    this.name = 'PullRefused'
    this.missing = missing
  }
}
