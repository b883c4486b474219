import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ServiceError } from '../domain/errors.ts'
import type { HostKeySource } from './engine-holder.ts'

const KEY_BYTES = 32
const VARIABLE = 'FUELCARD_DATA_KEY'

export interface KeySourceChoice {
  /** The value of `FUELCARD_DATA_KEY`. */
  variable: string | undefined
  /** `--key-file`. */
  keyFile: string | undefined
  /** The host's own source, if neither is given. */
  otherwise: HostKeySource
}

/** The data key's source, the most explicit first: the variable, the key file, the host's own source. */
export function chooseKeySource({ variable, keyFile, otherwise }: KeySourceChoice): HostKeySource {
  if (variable !== undefined && variable !== '') return variableSource(variable)
  return keyFile === undefined ? otherwise : fileSource(keyFile)
}

/** Keeps keys in `first`, and also finds those in `second`, from another host of this folder. */
export function eitherKeySource(first: HostKeySource, second: HostKeySource): HostKeySource {
  return { ...first, load: async (folderId) => (await first.load(folderId)) ?? (await second.load(folderId)) }
}

function variableSource(text: string): HostKeySource {
  return {
    name: `the variable ${VARIABLE}`,
    load: async () => decode(text, `The variable ${VARIABLE}`),
    create: async () => null,
  }
}

function fileSource(file: string): HostKeySource {
  return {
    name: `the key file ${file}`,
    load: async () => readKey(file),
    create: async () => {
      // A mistyped file name must not become a new key that nobody keeps.
      throw new ServiceError(
        'error.data_key',
        `The key file ${file} is not there. To make one: (umask 077; openssl rand -base64 ${KEY_BYTES} > ${file})`,
      )
    },
  }
}

/** One private file per key, in the platform's config folder. */
export function folderSource(folder: string): HostKeySource {
  const fileOf = (folderId: string) => join(folder, `${folderId}.key`)
  return {
    name: `the key folder ${folder}`,
    load: async (folderId) => readKey(fileOf(folderId)),
    create: async (folderId) => {
      const key = randomBytes(KEY_BYTES)
      writeKey(fileOf(folderId), key)
      return key
    },
    install: async (folderId, key) => writeKey(fileOf(folderId), key),
  }
}

/** Makes a data key in a private file, unless there is one. @returns whether it made one */
export function makeKeyFile(file: string): boolean {
  if (readKey(file) !== null) return false
  writeKey(file, randomBytes(KEY_BYTES))
  return true
}

/** A source that never makes a key: several instances share a store's, so it is given to each. */
export function givenKeySource(source: HostKeySource): HostKeySource {
  return {
    ...source,
    create: async () => {
      throw new ServiceError(
        'error.data_key',
        `There is no data key in ${source.name}. An instance never makes one: give it the file that "store prepare" made with --key-file, or the key in ${VARIABLE}`,
      )
    },
  }
}

function readKey(file: string): Uint8Array | null {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw new ServiceError('error.data_key', `The key file ${file} cannot be read`, { cause })
  }
  try {
    // Checks the open file, so that it cannot be swapped in between. On Windows, user folders are private.
    const mode = fstatSync(descriptor).mode & 0o777
    const others = isCredential(file) ? 0o037 : 0o077
    if (process.platform !== 'win32' && (mode & others) !== 0) {
      throw new ServiceError(
        'error.data_key',
        `The key file ${file} can be read by others (mode ${mode.toString(8).padStart(4, '0')}); it is refused. Close it with: chmod 600 ${file}`,
      )
    }
    return decode(readFileSync(descriptor, 'utf8'), `The key file ${file}`)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * A credential of systemd (`LoadCredential=`), in a folder that only this service enters. It may be readable by the
 * service through an access list, whose mask stands where a file has the mode of its group.
 */
function isCredential(file: string): boolean {
  return dirname(file) === process.env['CREDENTIALS_DIRECTORY']
}

/** 32 bytes as 64 hexadecimal digits, or as base64 in either alphabet, padded or not. */
function decode(text: string, place: string): Uint8Array {
  const trimmed = text.trim()
  const bytes = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : null
  if (bytes?.length !== KEY_BYTES)
    throw new ServiceError(
      'error.data_key',
      `${place} does not hold a data key: ${KEY_BYTES} bytes in base64 or hexadecimal`,
    )
  return bytes
}

/** Writes a key so that it survives a power cut; never over another one. */
function writeKey(file: string, key: Uint8Array): void {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, `${Buffer.from(key).toString('base64')}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    syncFolder(folder)
  } catch (cause) {
    throw new ServiceError(
      'error.data_key',
      `The data key cannot be kept in ${file}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

/** A new file's name is on disk only once its folder is; Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
