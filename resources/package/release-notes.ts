/** The newest section of the changelog, without its heading: the notes that the app shows with an update. */
export function newestNotes(changelog: string): string {
  const [, newest = ''] = changelog.split(/^## .*$/m)
  return newest.trim()
}

/** The changelog of a Debian package: this version alone (Debian Policy, 4.4). */
export function debianChangelog(version: string, maintainer: string, date: Date): string {
  const day = date.toUTCString().replace('GMT', '+0000')
  return `fuelcard-desk (${version}) stable; urgency=medium\n\n  * The notes of this version are in the app.\n\n -- ${maintainer}  ${day}\n`
}
