import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ServiceError } from '../../domain/errors.ts'

/** A team's service that an app or the command line is connected to. */
export interface KnownService {
  /** As the person calls it; unique. */
  name: string
  /** Its origin. */
  address: string
  token: string
  /** PEM certificates to trust for it. */
  extraCa: string[]
  connectedAt: string
}

/** The remembered services, in a file that only its owner can read. */
export interface KnownServices {
  list(): Promise<KnownService[]>
  /** Adds one, or replaces the one of this name. */
  keep(service: KnownService): Promise<void>
  /** The name of the one that the app shows; null for none. */
  current(): Promise<string | null>
  choose(name: string | null): Promise<void>
  /** Returns what was forgotten; null if there is none of this name. */
  forget(name: string): Promise<KnownService | null>
}

/** How tokens are kept in the file. */
export interface TokenSeal {
  seal(token: string): Promise<string>
  /** Null if the token cannot be read any more: the person signs in again. */
  unseal(sealed: string): Promise<string | null>
}

/** The file alone protects the tokens. */
const PLAIN: TokenSeal = { seal: (token) => Promise.resolve(token), unseal: (kept) => Promise.resolve(kept) }

const keptSchema = z.object({
  current: z.string().nullable().default(null),
  services: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      token: z.string(),
      extraCa: z.array(z.string()).default([]),
      connectedAt: z.string(),
    }),
  ),
})

interface Kept {
  current: string | null
  services: KnownService[]
}

export function openKnownServices(file: string, { seal, unseal }: TokenSeal = PLAIN): KnownServices {
  const read = async (): Promise<Kept> => {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw unusable(file, error)
    })
    if (text === null) return { current: null, services: [] }
    let kept: z.infer<typeof keptSchema>
    try {
      kept = keptSchema.parse(JSON.parse(text))
    } catch (error) {
      throw unusable(file, error)
    }
    const services = await Promise.all(
      kept.services.map(async (service) => ({ ...service, token: (await unseal(service.token)) ?? '' })),
    )
    return { current: kept.current, services }
  }
  const write = async ({ current, services }: Kept) => {
    const sealed = await Promise.all(
      services.map(async (service) => ({
        ...service,
        token: service.token === '' ? '' : await seal(service.token),
      })),
    )
    await replacePrivately(file, `${JSON.stringify({ current, services: sealed }, null, 2)}\n`)
  }
  /** One change at a time: each reads what the one before wrote. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  return {
    list: () => inTurn(async () => (await read()).services),
    current: () => inTurn(async () => (await read()).current),
    choose: (name) => inTurn(async () => write({ ...(await read()), current: name })),
    keep: (service) =>
      inTurn(async () => {
        const { current, services } = await read()
        await write({ current, services: [...services.filter(({ name }) => name !== service.name), service] })
      }),
    forget: (name) =>
      inTurn(async () => {
        const { current, services } = await read()
        const found = services.find((service) => service.name === name) ?? null
        if (found !== null)
          await write({
            current: current === name ? null : current,
            services: services.filter((service) => service !== found),
          })
        return found
      }),
  }
}

/** A power cut leaves either the old file or the new one; the new one is never readable by others. */
async function replacePrivately(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.new`
  const handle = await open(next, 'w', 0o600)
  try {
    // A leftover of an earlier attempt keeps its mode.
    await chmod(next, 0o600)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}

function unusable(file: string, cause: unknown): ServiceError {
  return new ServiceError(
    'error.unavailable',
    `The list of services ${file} cannot be read; remove it and connect again`,
    { cause },
  )
}
