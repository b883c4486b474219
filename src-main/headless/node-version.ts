/** better-sqlite3 13 crashes the process on anything older, so this is checked before loading it. */
const OLDEST_NODE = [22, 12] as const

/** The message for a Node that is too old, or null. */
export function nodeVersionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null
  return (
    `Fuelcard Desk needs Node.js ${oldestMajor}.${oldestMinor} or newer; this is ${version}. ` +
    'Run it through npm, which brings the right one: "npm start", or "npm run -s cli -- <command>".'
  )
}
