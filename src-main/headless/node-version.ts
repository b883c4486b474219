/**
 * The SQLite addon crashes any Node without Node-API 10, and undici needs 22.19: hence checked before either is loaded.
 * Node 23 reached its end before it had both in all its releases.
 */
const OLDEST_NODE = [22, 19] as const
const NEXT_MAJOR = 24

/**
 * The message for a Node that is too old, or null.
 *
 * @param isSource whether npm can run the program with the project's own Node
 */
export function nodeVersionProblem(version: string, isSource: boolean): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major >= NEXT_MAJOR || (major === oldestMajor && minor >= oldestMinor)) return null
  const advice = isSource
    ? 'Run it through npm, which brings the right one: "npm start", or "npm run -s cli -- <command>".'
    : 'Install a newer one; the data is not touched by that.'
  return `Fuelcard Desk needs Node.js ${oldestMajor}.${oldestMinor}, or ${NEXT_MAJOR} and newer; this is ${version}. ${advice}`
}
