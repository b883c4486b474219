import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { userPath } from './invocation.ts'
import { fileError, UsageError } from './usage-error.ts'

/**
 * A secret from the first line of a file, or of standard input for `-`; never from an argument, which every user of the
 * machine can see.
 *
 * @param what names the secret in the error
 * @throws UsageError if there is none
 */
export async function readSecret(file: string, what = 'passphrase'): Promise<string> {
  const [line = ''] = (await readAll(file)).split(/\r?\n/, 1)
  if (line === '') throw new UsageError(`There is no ${what} in ${file === '-' ? 'standard input' : file}`)
  return line
}

async function readAll(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(userPath(file), 'utf8')
  } catch (error) {
    throw fileError(`${file} cannot be read`, error)
  }
}
