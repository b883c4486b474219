import { useEffect } from 'react'
import { useQuery } from '../../client/client-context.tsx'
import { text } from '../../locales/messages.ts'

/** Stored while signed in: the service reveals its folder to no one else. */
const STORED_AS = 'fuelcard-desk.folder'

/** Remembers the service's data folder for when this page is signed out. */
export function useKnownFolder(): void {
  const folder = useQuery('service.info', {}).value?.dataDir
  useEffect(() => {
    // Only administrators learn it.
    if (folder !== undefined && folder !== '') localStorage.setItem(STORED_AS, folder)
  }, [folder])
}

/** The command that prints a sign-in link, naming the data folder if known: the terminal's default may differ. */
export function signInCommand(): string {
  const folder = localStorage.getItem(STORED_AS)
  return folder === null ? text('signIn.command') : `${text('signIn.command')} --data-dir ${shellWord(folder)}`
}

/** A word quoted for a POSIX shell; without blanks, it also works on Windows. */
function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@%+=\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
