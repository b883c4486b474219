import { InvalidArgumentError, Option } from 'commander'

const HOUR_MS = 3_600_000

/** `--until`: a moment, in this machine's time zone unless it has an offset, or a number of hours or days from now. */
export function untilOption(follows: string): Option {
  return new Option(
    '--until <time>',
    `when ${follows}: a time such as 2027-01-31T18:00, or from now, such as 12h or 7d`,
  ).argParser(parseUntil)
}

function parseUntil(text: string): string {
  const [, number, unit] = /^(\d{1,4})(h|d)$/.exec(text) ?? []
  const at =
    number === undefined
      ? new Date(text)
      : new Date(Date.now() + Number(number) * (unit === 'd' ? 24 * HOUR_MS : HOUR_MS))
  // Without a time of day, whose midnight it is would be anyone's guess.
  if (Number.isNaN(at.getTime()) || (number === undefined && !text.includes(':')))
    throw new InvalidArgumentError('It must be a time such as 2027-01-31T18:00, or such as 12h or 7d from now.')
  return at.toISOString()
}
